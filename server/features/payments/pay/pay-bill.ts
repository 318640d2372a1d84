import * as contract from '@saldo/contract/payments/payments'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Actor, As } from '../../../http/actor.ts'
import { ApiError, badInput, conflict, notFound } from '../../../http/errors.ts'
import { requestKey } from '../../../http/idempotency-key.ts'
import { serveAcross } from '../../../http/serve.ts'
import { answerWithin, startDeadline } from '../../../provider/wait-for-provider.ts'
import type { Services } from '../../../services.ts'
import { methodOfSource, payerAtProvider } from '../../sources/save/paying-subject.ts'
import { chargeAttempt } from '../attempt/charge-attempt.ts'
import { settleAttempt } from '../attempt/settle-attempt.ts'
import { mayKeep } from './may-keep.ts'
import { namedPayment, namesPayment, type PaymentNames } from './named-payment.ts'
import { openAttempt, type PayOrder } from './open-attempt.ts'
import { progressOf } from './payment-progress.ts'
import { refreshPayment } from './refresh-payment.ts'

export const charge = serveAcross(contract.charge, async ({ services, as, actor, body, request }) => {
  const order = orderOf(actor, request, body)
  const made = await madeAlready(services, as, order, body)
  if (made) return made
  // Links get forwarded, so the holder of a link can neither see saved methods nor pay with them; nor can
  // a delegate, whose own were given to pay their own bills.
  const { autopay } = body
  if (autopay && (actor.role === 'customer' || actor.role === 'super_user')) throw notTheirs()
  if (body.source_id && actor.role !== 'link')
    return payBill(services, as, {
      ...(await orderFrom(as, { ...order, source_id: body.source_id })),
      autopay,
    })
  const { payment_method_id, mandate } = body
  const method = body.payment_method ?? body.type_id
  if (!method || !payment_method_id) throw badInput({ payment_method_id: 'Scegli come pagare.' })
  const keeps = autopay !== undefined || (body.save_payment_method ?? false)
  if (keeps && !mayKeep(actor)) throw notKept(actor)
  const deadline = startDeadline()
  if ((method === 'SEPA_DEBIT' || keeps) && !mandate)
    throw new ApiError(
      422,
      'mandate_not_accepted',
      method === 'CARD'
        ? 'Per salvare la carta devi accettare.'
        : 'Per l’addebito devi accettare il mandato.',
    )
  if ((method === 'SEPA_DEBIT' || keeps) && !order.email)
    throw badInput({ email: 'Scrivi un indirizzo e-mail: lì arrivano la conferma e i preavvisi.' })
  const paid = {
    ...order,
    method,
    payment_method_id,
    autopay,
    ...(keeps && { keep_for: await payerAtProvider(services, as, order, deadline) }),
    accepted: {
      address: request.ip,
      agent: String(request.headers['user-agent'] ?? '').slice(0, 500) || 'sconosciuto',
    },
  }
  return payBill(services, as, paid, deadline)
})

export const klarna = serveAcross(contract.klarna, async ({ services, as, actor, body, request }) => {
  const order = orderOf(actor, request, body)
  const made = await madeAlready(services, as, order, body)
  return (
    made ?? payBill(services, as, { ...order, method: 'KLARNA', payment_method_id: null, accepted: null })
  )
})

/**
 * How the payment stands that the payload names; it is never made again, so that a repeated request charges nobody
 * twice. Null: none is named, or it failed, and a new attempt is due.
 */
async function madeAlready(
  services: Services,
  as: As,
  { bill_ids }: Pick<PayOrder, 'bill_ids'>,
  names: PaymentNames,
) {
  if (!namesPayment(names)) return null
  const { payment_id, state } = await as((tx, actor) => namedPayment(tx, actor, names, bill_ids))
  if (state === 'failed' || state === 'cancelled') return null
  await refreshPayment(services, payment_id)
  return as((tx) => progressOf(tx, services, payment_id))
}

/** A saved method belongs to the holder of the bill, who would pay their next bills with it. */
const notKept = (actor: Actor) =>
  conflict(
    'not_kept',
    actor.role === 'link' && actor.delegate
      ? 'Paghi per un’altra persona: la carta o il conto non si possono salvare fra i suoi.'
      : 'Questo link paga una volta sola: la carta o il conto si salvano dalla pagina della bolletta.',
  )

const notTheirs = () =>
  new ApiError(403, 'not_the_payer', 'L’addebito automatico lo attiva solo chi paga, dalle sue pagine.')

type Asked = Pick<
  z.output<typeof contract.klarna.body>,
  | 'id'
  | 'bill_ids'
  | 'instalment_ids'
  | 'amount'
  | 'application_fee_amount'
  | 'account_destination'
  | 'name'
  | 'service_id'
> & { email?: string | null | undefined }

function orderOf(actor: Actor, request: FastifyRequest, body: Asked) {
  // Receipts go to whoever pays, never to the holder of the bill in their place.
  const delegate = actor.role === 'link' ? actor.delegate : null
  return {
    bill_ids: billsNamed(actor, body),
    instalment_ids: body.instalment_ids,
    amount: body.amount,
    presumed: {
      application_fee_amount: body.application_fee_amount,
      account_destination: body.account_destination,
    },
    email: body.email ?? delegate?.email ?? null,
    name: body.name ?? delegate?.name ?? null,
    service_id: body.service_id,
    // A repeated press makes a new token of the same card or account.
    ...requestKey(request, body, ['payment_method_id']),
  }
}

/** The bills to pay: that of the link, else those of the body. 404 when the body names another bill than the link does. */
function billsNamed(actor: Actor, { id, bill_ids }: Pick<Asked, 'id' | 'bill_ids'>) {
  const named = new Set(bill_ids ?? (id ? [id] : []))
  if (actor.role === 'link') {
    if ([...named].some((bill_id) => bill_id !== actor.bill_id)) throw notFound('La bolletta')
    return [actor.bill_id] as const
  }
  const [first, ...others] = named
  if (!first) throw badInput({ id: 'Di’ quale bolletta vuoi pagare.' })
  return [first, ...others] as const
}

/** A saved method determines how it pays; whether it may pay these bills is checked when the payment is opened. */
async function orderFrom(
  as: As,
  order: ReturnType<typeof orderOf> & { source_id: number },
): Promise<PayOrder> {
  const { type, email, holder } = await as((tx) => methodOfSource(tx, order.source_id))
  return {
    ...order,
    method: type === 'card' ? 'CARD' : 'SEPA_DEBIT',
    payment_method_id: null,
    email: order.email ?? email,
    name: order.name ?? holder,
    accepted: null,
  }
}

/** Pays a bill: records the attempt, calls the provider, applies the answer. The payer waits three seconds at most. */
async function payBill(services: Services, as: As, order: PayOrder, deadline = startDeadline()) {
  const opened = await openOrWithdraw(services, as, order)
  if (opened.kind === 'opened')
    await answerWithin(services, chargeAttempt(services, opened.attempt_id), deadline)
  return as((tx) => progressOf(tx, services, opened.payment_id))
}

/**
 * A payer who comes back from an unfinished approval starts again: the old attempt is cancelled at the provider first.
 */
async function openOrWithdraw(services: Services, as: As, order: PayOrder) {
  for (let tries = 0; tries < 3; tries += 1) {
    const opened = await as((tx, actor) => openAttempt(services, tx, actor, order))
    if (opened.kind !== 'superseded') return opened
    await settleAttempt(services, opened.attempt_id, { withdraw: true })
  }
  throw new ApiError(409, 'not_payable', 'Un pagamento è in corso: aspetta che la banca risponda.')
}
