import type { Dispute } from '@saldo/contract/payments/disputes'
import * as contract from '@saldo/contract/payments/disputes'
import { awaitsAnswer, isOpenDispute } from '@saldo/domain/payments/dispute'
import Stripe from 'stripe'
import type { Tx } from '../../db/connection.ts'
import { conflict, notFound } from '../../http/errors.ts'
import { serveAcross } from '../../http/serve.ts'
import { askProvider } from '../../provider/ask-provider.ts'
import type { ProviderAccount } from '../../provider/providers.ts'
import { actorName } from '../../timeline/actor-name.ts'
import { recordPaymentEvent } from '../../timeline/payment-event.ts'
import { applyDispute } from './apply-dispute.ts'
import { disputesOf } from './disputes-of-payment.ts'

/**
 * Answers a dispute: the provider stores the draft and the sent evidence. It is called with no transaction open; its
 * answer is applied like any other update.
 */
export const answerDispute = serveAcross(contract.answerDispute, async ({ services, as, params, body }) => {
  const asked = await as((tx) => disputeToAnswer(tx, params.id))
  if (!awaitsAnswer(asked.state))
    throw conflict(
      'answered',
      isOpenDispute(asked.state) ? 'La risposta è già stata inviata: ora decide la banca.' : alreadyDecided,
    )
  const { submit, ...answers } = body
  const evidence = Object.fromEntries(Object.entries(answers).map(([name, text]) => [name, text ?? '']))
  const { stripe } = services.providers.get(asked.provider_account)
  const answered = await asOpen(() => stripe.disputes.update(asked.provider_object, { evidence, submit }))
  await applyDispute(services, asked.attempt_id, answered)
  return as(async (tx) => {
    const what = submit
      ? 'Risposta alla contestazione inviata'
      : 'Risposta alla contestazione salvata in bozza'
    return told(tx, asked, what)
  })
})

export const acceptDispute = serveAcross(contract.acceptDispute, async ({ services, as, params }) => {
  const asked = await as((tx) => disputeToAnswer(tx, params.id))
  if (!isOpenDispute(asked.state)) throw conflict('decided', alreadyDecided)
  const { stripe } = services.providers.get(asked.provider_account)
  const closed = await asOpen(() => stripe.disputes.close(asked.provider_object))
  await applyDispute(services, asked.attempt_id, closed)
  return as((tx) => told(tx, asked, 'Contestazione accettata'))
})

const alreadyDecided = 'La banca ha già deciso: non c’è più niente da rispondere.'

type Asked = {
  dispute_id: number
  customer_id: number
  bill_id: number
  payment_id: number
  attempt_id: number
  state: Dispute['state']
  provider_account: ProviderAccount
  provider_object: string
}

async function disputeToAnswer(tx: Tx, dispute_id: number): Promise<Asked> {
  const [dispute] = await tx<(Asked & { method: string })[]>`
    select d.dispute_id, d.customer_id, p.bill_id, d.payment_id, d.attempt_id, d.state, d.provider_account,
      d.provider_object, p.method
    from disputes d join payments p on p.customer_id = d.customer_id and p.payment_id = d.payment_id
    where d.dispute_id = ${dispute_id}`
  if (!dispute) throw notFound('La contestazione')
  if (dispute.method === 'SEPA_DEBIT')
    throw conflict('final', 'Un insoluto non si contesta: accordati con chi deve pagare.')
  return dispute
}

/** The provider refuses evidence for a dispute that was decided meanwhile: then reads the decision. */
async function asOpen(ask: () => Promise<Stripe.Dispute>): Promise<Stripe.Dispute> {
  try {
    return await askProvider(ask)
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError) throw conflict('decided', alreadyDecided)
    throw error
  }
}

async function told(tx: Tx, { dispute_id, ...asked }: Asked, text: string): Promise<Dispute> {
  const { customer_id, bill_id, payment_id } = asked
  const actor = await actorName(tx)
  await recordPaymentEvent(tx, { customer_id, bill_id, payment_id, kind: 'dispute_answered', text, actor })
  const [dispute] = await disputesOf(tx, { dispute_id })
  return dispute as Dispute
}
