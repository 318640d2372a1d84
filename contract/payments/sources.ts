import { cardBrands } from '@saldo/domain/payments/payment-method'
import { mandateStates } from '@saldo/domain/sepa/mandate'
import { z } from 'zod'
import { endpoint, Id, IdParams, idempotencyHeaders, LinkToken, recordOfId, staff } from '../endpoint.ts'
import * as fields from '../fields.ts'
import { providerAccounts } from './payments.ts'

declare module '../record-kinds.ts' {
  interface RecordKinds {
    source: true
  }
}

export const sourceTypes = ['card', 'sepa_debit'] as const
export type SourceType = (typeof sourceTypes)[number]
export const sourceStates = ['draft', 'pending', 'active', 'removing', 'removed', 'failed'] as const

/** Upper or lower case: the specification's clients send both. */
const SourceType = z
  .enum(['card', 'sepa_debit', 'CARD', 'SEPA_DEBIT'], 'Scegli carta o addebito sul conto.')
  .transform((type) => type.toLowerCase() as SourceType)
/** A subject's id. 0 means the caller: the consumer, or the customer's office. */
const OwnerId = z.coerce
  .number<number | string>()
  .int()
  .min(0)
  .max(Number.MAX_SAFE_INTEGER)
  .register(recordOfId, { record: 'subject' })

const owners = ['consumer', ...staff] as const
/** Who may sign a mandate, or say that its holder did: nobody in the back office, also not in an office's name. */
const signers = ['consumer', 'customer'] as const
const sourceLink = { param: 'token', opens: 'source' } as const

const Mandate = z.object({
  mandate_id: z.number(),
  state: z.enum(mandateStates),
  umr: z.string().nullable().meta({ description: 'Unique mandate reference; null for a card’s consent' }),
  text: z.string().meta({ description: 'As it was accepted' }),
  signed_on: fields.StoredDay,
  accepted_at: fields.Instant,
  accepted_from: z.string(),
  last_used_at: fields.Instant.nullable(),
  lapses_on: fields.StoredDay.meta({ description: '36 months after the last collection' }),
  timeline: z.array(z.object({ at: fields.Instant, kind: z.string(), text: z.string(), actor: z.string() })),
})

export const PaymentSource = z
  .object({
    source_id: z.number(),
    owner_id: z.number().meta({ description: 'The subject, or 0 for the customer’s own office' }),
    type: z.enum(sourceTypes),
    state: z.enum(sourceStates),
    provider_account: z.enum(providerAccounts),
    brand: z.enum(cardBrands).nullable(),
    last4: z.string().nullable(),
    exp_month: z.number().nullable(),
    exp_year: z.number().nullable(),
    holder: z.string().nullable(),
    email: z.string(),
    is_default: z.boolean(),
    created_at: fields.Instant,
    next_action: z
      .object({ redirect_url: z.string().meta({ description: 'Where the holder confirms with the bank' }) })
      .nullable(),
    failure_reason: z.string().nullable(),
    mandate: Mandate.nullable(),
    planned: z
      .object({ count: z.number(), amount: z.number(), next_collect_on: fields.StoredDay.nullable() })
      .meta({ description: 'Debits planned from it that would no longer be made; cents' }),
  })
  .meta({ id: 'PaymentSource' })
export type PaymentSource = z.infer<typeof PaymentSource>

const Owner = z.object({
  owner_id: z.number(),
  name: z.string(),
  email: z.string().nullable(),
  business_name: z.string().meta({ description: 'Whose administrator’s registry it is' }),
})

export const retrieveSources = endpoint('POST /v1/stripe/retrieve_sources/{owner_id?}', {
  summary: 'The saved cards and bank accounts of an owner; what waits for the bank is asked for first',
  allow: owners,
  permission: 'debits:read',
  scope: 'accounts',
  params: z.object({ owner_id: OwnerId.optional() }),
  body: z.object({ type: SourceType.optional() }).optional(),
  reply: z.object({ owners: z.array(Owner), sources: z.array(PaymentSource) }),
  refuses: { 404: 'no such owner, or not yours' },
})

const begun = {
  source_id: z.number(),
  type: z.enum(sourceTypes),
  provider_account: z.enum(providerAccounts),
  client_secret: z.string(),
  publishable_key: z.string(),
  api_base: z.string().nullable().meta({ description: 'Null: the real provider, with its own library' }),
  mandate_text: z.string().meta({ description: 'What the holder accepts' }),
}
const beginBody = {
  id: OwnerId.optional().meta({ description: 'The owner; left out or 0: one’s own' }),
  type_id: SourceType,
  email: fields.Email,
}
export const createSource = endpoint('POST /v1/stripe/create_source', {
  summary: 'Begin to save a card or a bank account: what the browser needs to enter it at the provider',
  allow: signers,
  permission: 'debits:write',
  scope: 'accounts',
  body: z.object({ ...beginBody, email: fields.OptionalEmail }),
  status: 201,
  reply: z.object(begun),
  refuses: {
    404: 'no such owner, or not yours',
    409: 'a card is entered by who holds it: send them a link',
    503: 'the provider does not answer',
  },
})

export const saveSource = endpoint('POST /v1/stripe/save_source/{token?}', {
  summary: 'Save the card or bank account the browser entered at the provider, with the holder’s mandate',
  allow: ['link', ...signers],
  permission: 'debits:write',
  scope: 'accounts',
  link: sourceLink,
  params: z.object({ token: LinkToken.optional() }),
  headers: idempotencyHeaders('the same source'),
  body: z.object({
    id: OwnerId.optional(),
    source_id: Id('source').optional().meta({ description: 'What create_source began' }),
    type_id: SourceType,
    payment_method_id: z.string().regex(/^pm_[A-Za-z0-9_]{3,100}$/, 'Metodo di pagamento non riconosciuto.'),
    email: fields.Email,
    name: fields.optionalText(120),
    mandate: z
      .object({
        accepted: z.literal(true),
        signed_on: fields.Day.optional().meta({ description: 'For staff: when the holder signed on paper' }),
      })
      .optional(),
  }),
  status: 201,
  reply: PaymentSource,
  refuses: {
    404: 'no such owner, or not yours',
    409: 'of another kind, or a card that only its holder may enter',
    410: 'the link was used, has expired or was revoked',
    422: 'mandate not accepted',
  },
})

export const createSourceByLink = endpoint('POST /v1/stripe/create_source/bylink', {
  summary: 'Mail a single-use link, good for 72 hours, with which the holder enters a card or an IBAN',
  allow: staff,
  permission: 'debits:write',
  scope: 'accounts',
  body: z.object(beginBody),
  status: 201,
  reply: z.object({ link_id: z.number(), email: z.string(), expires_at: fields.Instant }),
  refuses: { 404: 'no such owner, or not yours' },
})
export const getSourceLink = endpoint('GET /v1/source-links/{token}', {
  summary: 'What the holder of a link is asked to enter, and the words to accept',
  allow: ['link'],
  permission: null,
  scope: 'accounts',
  link: sourceLink,
  params: z.object({ token: LinkToken }),
  reply: z.object({
    state: z.enum(['open', 'pending', 'saved']),
    asker: z.object({
      business_name: z.string(),
      phone: z.string().nullable(),
      email: z.string().nullable(),
    }),
    name: z.string(),
    email: z.string(),
    type: z.enum(sourceTypes),
    mandate_text: z.string(),
    provider_account: z.enum(providerAccounts),
    publishable_key: z.string(),
    api_base: z.string().nullable(),
    expires_at: fields.Instant,
    brand: z.enum(cardBrands).nullable(),
    last4: z.string().nullable(),
    next_action: z.object({ redirect_url: z.string() }).nullable(),
  }),
  refuses: { 404: 'no such link', 410: 'the link was used, has expired or was revoked' },
})
export type SourceLink = z.infer<typeof getSourceLink.reply>

const ownSource = z.object({ owner_id: OwnerId, source_id: Id('source') })
const refusesSource = { 404: 'no such source of that owner, or not yours' } as const

export const deleteSource = endpoint('POST /v1/stripe/delete_source/{owner_id}/{source_id}', {
  summary: 'Remove a source: its planned debits are cancelled, its mandate ends, the provider forgets it',
  allow: owners,
  permission: 'debits:write',
  scope: 'accounts',
  params: ownSource,
  reply: PaymentSource,
  refuses: refusesSource,
})
export const defaultSource = endpoint('POST /v1/stripe/default_source/{owner_id}/{source_id}', {
  summary: 'Make a source the one that is proposed first',
  allow: owners,
  permission: 'debits:write',
  scope: 'accounts',
  params: ownSource,
  reply: PaymentSource,
  refuses: { ...refusesSource, 409: 'it cannot be used' },
})
export const setExpiry = endpoint('POST /v1/stripe/exp_date/{owner_id}/{source_id}/{expiry}', {
  summary: 'Tell the provider a card’s new expiry (MM-YYYY)',
  allow: owners,
  permission: 'debits:write',
  scope: 'accounts',
  params: ownSource.extend({
    expiry: z.string().regex(/^(0[1-9]|1[0-2])-20\d\d$/, 'Scrivi mese e anno, per esempio 09-2030.'),
  }),
  reply: PaymentSource,
  refuses: { ...refusesSource, 409: 'not a card, or it cannot be used', 503: 'the provider does not answer' },
})
export const deleteSepa = endpoint('POST /v1/stripe/account/delete-sepa/{id}', {
  summary: 'Detach the office’s own bank accounts and end their mandates',
  allow: staff,
  permission: 'debits:write',
  scope: 'whole_office',
  params: IdParams('customer'),
  reply: z.object({
    removed: z.number(),
    removing: z.number().meta({ description: 'The provider has still to answer' }),
  }),
  refuses: { 404: 'no such customer, or not yours' },
})
