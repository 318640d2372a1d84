import { billCan } from '@saldo/domain/bill'
import type { Tx } from '../../db/connection.ts'
import type { Actor } from '../../http/actor.ts'
import { ApiError, conflict, notFound } from '../../http/errors.ts'
import { recordBillEvent } from '../bills/bill-event.ts'
import { attemptRequest } from './attempt-request.ts'
import { mandateText } from './mandate-text.ts'
import * as sql from './pay-bill.sql.ts'
import { recordPaymentEvent } from './payment-event.ts'

export type Method = 'CARD' | 'SEPA_DEBIT' | 'KLARNA'
/** What the payer asks: which bill and instalments, how, and from where. */
export type PayOrder = {
  bill_id: number
  instalment_ids: number[] | undefined
  method: Method
  payment_method_id: string | null
  email: string | null
  name: string | null
  idempotency_key: string | null
  /** Where a mandate was accepted from, when one is needed. */
  accepted: { address: string; agent: string } | null
}

export type Opened =
  | { kind: 'opened'; payment_id: number; attempt_id: number }
  /** The same form was sent twice: here is what the first one made. */
  | { kind: 'same'; payment_id: number }
  /** A payer left this attempt waiting for approval: it may be withdrawn at the provider, then one may try again. */
  | { kind: 'superseded'; attempt_id: number }

const triesAnHour = 12

/**
 * T1: locks the bill as this actor may see it, counts what is under way, and records the attempt with the instalments it
 * holds. Nothing has been asked of the provider yet. Refuses with 404 (not seen), 409 (nothing to pay, or another payment
 * is under way) or 429 (too many tries on one bill).
 */
export async function openAttempt(tx: Tx, actor: Actor, order: PayOrder): Promise<Opened> {
  const bill = await sql.lockBill(tx, order.bill_id)
  if (!bill) throw notFound('La bolletta')
  const same = order.idempotency_key && (await sql.paymentOfForm(tx, bill.bill_id, order.idempotency_key))
  if (same) return { kind: 'same', payment_id: same }
  const waiting = await sql.attemptWaitingForPayer(tx, bill.bill_id)
  if (waiting) return { kind: 'superseded', attempt_id: waiting }
  if (!billCan.pay(bill)) throw conflict('not_payable', billCan.why('pay', bill) ?? 'Non si può pagare.')
  if ((await sql.recentAttempts(tx, bill.bill_id)) >= triesAnHour) throw tooManyTries()
  const held = await instalmentsToPay(tx, bill.bill_id, order.instalment_ids)
  const amount = held.reduce((sum, instalment) => sum + instalment.amount, 0)
  if (amount === 0) throw conflict('not_payable', 'Queste rate sono già pagate o in corso.')

  const payment_id = await sql.insertPayment(tx, bill, order, amount, actor.user_id)
  const attempt_id = await sql.insertAttempt(tx, bill, payment_id, order, (id) =>
    attemptRequest({ attempt_id: id, payment_id, amount, method: order.method, bill }),
  )
  await sql.holdInstalments(tx, bill, attempt_id, held)
  if (order.method === 'SEPA_DEBIT') {
    const accepted = order.accepted
    if (!accepted)
      throw new ApiError(422, 'mandate_not_accepted', 'Per l’addebito devi accettare il mandato.')
    await sql.insertMandate(
      tx,
      bill,
      attempt_id,
      order.payment_method_id,
      accepted,
      mandateText(bill.account_name),
    )
  }
  const event = {
    customer_id: bill.customer_id,
    bill_id: bill.bill_id,
    actor: await sql.actorName(tx, actor),
  }
  await recordPaymentEvent(tx, { ...event, payment_id, kind: 'created', text: 'Tentativo creato' })
  await recordBillEvent(tx, { ...event, kind: 'payment_started', text: 'Pagamento avviato' })
  return { kind: 'opened', payment_id, attempt_id }
}

/** What is due of the instalments named, or of all: each is either held whole or left alone. */
async function instalmentsToPay(tx: Tx, bill_id: number, named: number[] | undefined) {
  const due = await sql.lockDueInstalments(tx, bill_id)
  const wanted = named ? due.filter((instalment) => named.includes(instalment.instalment_id)) : due
  if (named && wanted.length !== new Set(named).size)
    throw conflict('not_payable', 'Una di queste rate è già pagata o in corso.')
  return wanted
}

const tooManyTries = () =>
  new ApiError(
    429,
    'too_many_tries',
    'Troppi tentativi su questa bolletta: riprova fra un’ora o paga con bonifico.',
    {
      headers: { 'retry-after': '3600' },
    },
  )
