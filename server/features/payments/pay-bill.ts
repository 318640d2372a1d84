import * as contract from '@saldo/contract/payments'
import type { FastifyRequest } from 'fastify'
import type { Actor, As } from '../../http/actor.ts'
import { ApiError, badInput } from '../../http/errors.ts'
import { idempotencyKey } from '../../http/idempotency-key.ts'
import { serveAcross } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { chargeAttempt } from './charge-attempt.ts'
import { openAttempt, type PayOrder } from './open-attempt.ts'
import { answerWithin } from './payers-patience.ts'
import { progressOf } from './payment-progress.ts'
import { settleAttempt } from './settle-attempt.ts'

export const charge = serveAcross(contract.charge, async ({ services, as, actor, body, request }) => {
  const sepa = body.payment_method === 'SEPA_DEBIT'
  if (sepa && !body.mandate)
    throw new ApiError(422, 'mandate_not_accepted', 'Per l’addebito devi accettare il mandato.')
  if (sepa && !body.email)
    throw badInput({ email: 'Scrivi un indirizzo e-mail: lì arriva la conferma del mandato.' })
  return payBill(services, as, {
    ...orderOf(actor, request, body),
    method: body.payment_method,
    payment_method_id: body.payment_method_id,
    accepted: {
      address: request.ip,
      agent: String(request.headers['user-agent'] ?? '').slice(0, 500) || 'sconosciuto',
    },
  })
})

export const klarna = serveAcross(contract.klarna, async ({ services, as, actor, body, request }) =>
  payBill(services, as, {
    ...orderOf(actor, request, body),
    method: 'KLARNA',
    payment_method_id: null,
    accepted: null,
  }),
)

type Asked = {
  id?: number
  bill_ids?: number[]
  instalment_ids?: number[]
  amount?: number
  email?: string | null
  name?: string | null
  service_id?: string
}

function orderOf(actor: Actor, request: FastifyRequest, body: Asked) {
  const named = [...(body.id ? [body.id] : []), ...(body.bill_ids ?? [])]
  const [first, ...others] = actor.role === 'link' ? [actor.bill_id] : new Set(named)
  if (!first) throw badInput({ id: 'Di’ quale bolletta vuoi pagare.' })
  return {
    bill_ids: [first, ...others] as const,
    instalment_ids: body.instalment_ids,
    amount: body.amount,
    email: body.email ?? null,
    name: body.name ?? null,
    service_id: body.service_id,
    idempotency_key: idempotencyKey(request),
  }
}

/** The trip of a payment: record the attempt, ask the provider, apply the answer; the payer waits three seconds at most. */
async function payBill(services: Services, as: As, order: PayOrder) {
  const opened = await openOrWithdraw(services, as, order)
  if (opened.kind === 'opened') await answerWithin(services, chargeAttempt(services, opened.attempt_id))
  return as((tx) => progressOf(tx, services, opened.payment_id))
}

/** A payer who comes back from an approval never given starts afresh: the old attempt is withdrawn first, at the provider. */
async function openOrWithdraw(services: Services, as: As, order: PayOrder) {
  for (let tries = 0; tries < 3; tries += 1) {
    const opened = await as((tx, actor) => openAttempt(tx, actor, order))
    if (opened.kind !== 'superseded') return opened
    await settleAttempt(services, opened.attempt_id, { withdraw: true })
  }
  throw new ApiError(409, 'not_payable', 'Un pagamento è in corso: aspetta che la banca risponda.')
}
