import { z } from 'zod'
import { Id } from '../endpoint.ts'
import * as fields from '../fields.ts'

/**
 * The specification's payload of `charge`, `klarna` and `confirm_payment`: sixteen fields, which its clients always send
 * all. Null says the same as leaving a field out, and only what each call cannot do without is demanded. Money, fee and
 * destination are the server's: what is sent is compared with them or not read.
 */

/** May be null or left out; the act gets `undefined` for both. */
const maybe = <S extends z.ZodType>(schema: S) => schema.nullish().transform((value) => value ?? undefined)
const upperCase = (value: unknown) => (typeof value === 'string' ? value.toUpperCase() : value)

/** Card or SEPA debit, in upper or lower case. */
const Method = z.preprocess(upperCase, z.enum(['CARD', 'SEPA_DEBIT'], 'Scegli carta o addebito sul conto.'))

/** Names a payment that exists already, by our id or by the provider's. */
export const namesPayment = {
  payment_id: maybe(Id('payment')),
  payment_intent_id: maybe(
    z
      .string()
      .regex(/^pi_[A-Za-z0-9_]{3,100}$/, 'Pagamento non riconosciuto.')
      .meta({ description: 'The provider’s id of the payment, instead of payment_id' }),
  ),
}

/** What both ways to pay take. Several bills must belong to one person and one condominium; a link pays its own bill. */
export const order = {
  id: maybe(Id('bill').meta({ description: 'The bill, when no link says it; with a link, only its own' })),
  bill_ids: maybe(
    z.array(Id('bill')).min(1).max(24).meta({ description: 'Several bills at once, instead of id' }),
  ),
  instalment_ids: maybe(
    z
      .array(Id('instalment'))
      .min(1)
      .max(60)
      .meta({ description: 'Left out: the oldest first, as far as the amount goes' }),
  ),
  amount: maybe(
    fields.PositiveCents.meta({
      description:
        'Left out: the instalments named, or else what is due now. Given: the sum of the instalments named; without ' +
        'them whole instalments, or a part where the condominium accepts it (minimum_payment)',
    }),
  ),
  application_fee_amount: maybe(
    fields.Cents.meta({
      description: 'Refused unless it is what the server keeps of this payment; best left out',
    }),
  ),
  account_destination: maybe(
    z.string().max(100).meta({
      description: 'Refused unless it is where the server sends this payment; best left out',
    }),
  ),
  service_id: maybe(
    z.union([z.string().max(100), z.number()]).meta({ description: 'Kept with the payment' }),
  ).transform((id) => (id === undefined ? undefined : String(id))),
  description: maybe(z.string().meta({ description: 'Not read: the bill says it' })),
  name: fields.optionalText(120),
  ...namesPayment,
}

/** Refuses a body that names its bills in both ways: it would not be clear which it means. */
export const namesBillsOnce = [
  ({ id, bill_ids }: { id?: unknown; bill_ids?: unknown }) => !(id && bill_ids),
  { path: ['bill_ids'], message: 'Di’ le bollette in un modo solo: con id, oppure con bill_ids.' },
] satisfies Parameters<z.ZodObject['refine']>

/** How a card or a SEPA debit pays: a method that the browser made at the provider, or a saved one. */
export const onlineMethod = {
  payment_method: maybe(Method),
  type_id: maybe(Method.meta({ description: 'The same as payment_method, which wins' })),
  payment_method_id: maybe(
    z.string().regex(/^pm_[A-Za-z0-9_]{3,100}$/, 'Metodo di pagamento non riconosciuto.'),
  ),
  source_id: maybe(
    Id('source').meta({
      description: 'A saved method of the bill’s subject. Not read with a link, whose holder sees none',
    }),
  ),
  save_payment_method: maybe(
    z
      .boolean()
      .meta({ description: 'Keep the method for the subject’s next bills; needs mandate and email' }),
  ),
  autopay: maybe(
    z.object({ cap: fields.PositiveCents.nullish() }).meta({
      description:
        'Debit the subject’s next instalments in that condominium by this method too, each up to the cap in cents: it is ' +
        'kept, and the autopay begins once the bank has not refused. Only the payer asks for it',
    }),
  ),
  email: fields.OptionalEmail,
  mandate: maybe(
    z
      .union([z.boolean(), z.object({ accepted: z.boolean() })])
      .meta({ description: 'Accepted: required for SEPA debit, and to keep a method' }),
  ).transform((mandate) => mandate === true || (typeof mandate === 'object' && mandate.accepted)),
}
