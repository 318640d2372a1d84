import { formatEuro } from '@saldo/domain/money'
import {
  isGivenBack,
  mayMoveRefund,
  type RefundState,
  refundFailure,
  refundReasons,
  restoreInstalments,
  splitByCapacity,
} from '@saldo/domain/payments/refund'
import type Stripe from 'stripe'
import type { Tx } from '../../db/connection.ts'
import { type LedgerLine, post } from '../../ledger/ledger.ts'
import { ownerIds } from '../../ledger/owner-ids.ts'
import { postConnectedMoney } from '../../ledger/post-connected-money.ts'
import { allConnectedMoney, type ConnectedMoney, connectedFields } from '../../provider/connected-money.ts'
import type { Services } from '../../services.ts'
import { recordBillEvents } from '../../timeline/bill-event.ts'
import { recordPaymentEvent } from '../../timeline/payment-event.ts'
import type { Part } from '../bills/money/instalment-money.ts'
import { recordReturnedMoney } from '../bills/money/returned-money.ts'
import { returnAfterFailedRefund } from '../connected/open-recovery.ts'
import { allocatePayment, allocationLines, currentAllocation } from '../payments/allocate/allocate-payment.ts'
import type { LockedPayment } from '../payments/allocate/lock-payment.ts'
import { updateRefundedState } from '../payments/allocate/refunded-state.ts'
import { addCredit } from '../payments/allocate/subject-credit.ts'
import * as sql from './refunds.sql.ts'
import { takeMoneyBack } from './take-money-back.ts'
import { writeRefundMail } from './write-refund-mail.ts'

/** T2: applies the provider's state of a refund, once and only forwards. */
export async function applyRefund(
  services: Services,
  refund_id: number,
  given: Pick<Stripe.Refund, 'id' | 'status' | 'failure_reason' | 'transfer_reversal' | 'charge'>,
): Promise<void> {
  const connected = await connectedMoneyOf(services, refund_id, given)
  await services.asSystem(async (tx) => {
    const { payment, refund } = await sql.lockRefund(tx, refund_id)
    if (connected) await postConnectedMoney(tx, ownerIds(payment), connected)
    await moveRefund(services, tx, payment, refund, stateOf(given.status), {
      provider_object: given.id,
      failure_code: given.failure_reason ?? null,
    })
  })
}

/**
 * For a refund that reversed a transfer: everything reversed from the connected account, and everything returned to it.
 */
async function connectedMoneyOf(
  services: Services,
  refund_id: number,
  { charge, transfer_reversal }: Pick<Stripe.Refund, 'transfer_reversal' | 'charge'>,
): Promise<ConnectedMoney | null> {
  const charge_id = typeof charge === 'string' ? charge : charge?.id
  if (!transfer_reversal || !charge_id) return null
  const { provider_account } = await services.asSystem((tx) => sql.refundToAsk(tx, refund_id))
  const { stripe } = services.providers.get(provider_account)
  return allConnectedMoney(stripe, await stripe.charges.retrieve(charge_id, { expand: connectedFields() }))
}

/** The provider refused, or was never asked: no money has left. */
export async function refuseRefund(
  services: Services,
  refund_id: number,
  failure_code: string,
): Promise<void> {
  await services.asSystem(async (tx) => {
    const { payment, refund } = await sql.lockRefund(tx, refund_id)
    await moveRefund(services, tx, payment, refund, 'failed', { failure_code })
  })
}

function stateOf(status: string | null): RefundState {
  if (status === 'succeeded' || status === 'failed' || status === 'requires_action') return status
  return status === 'canceled' ? 'cancelled' : 'pending'
}

/** Moves a refund to its next state, with all consequences. Stale or repeated events change nothing. */
export async function moveRefund(
  services: Services,
  tx: Tx,
  payment: LockedPayment,
  refund: sql.LockedRefund,
  to: RefundState,
  news: sql.RefundNews,
): Promise<void> {
  if (!mayMoveRefund(refund.state, to)) return
  const [was, is] = [isGivenBack(refund.state), isGivenBack(to)]
  if (!was && is) await giveBack(tx, payment, refund)
  if (was && !is) await undo(services, tx, payment, refund)
  await sql.writeState(tx, refund, to, news)
  await updateRefundedState(tx, payment)
  await tell(tx, payment, refund, to, news)
  if (!was && is) await writeRefundMail(services, tx, payment, refund)
}

async function giveBack(tx: Tx, payment: LockedPayment, refund: sql.LockedRefund): Promise<void> {
  const back = await takeMoneyBack(tx, payment, refund.amount, {
    ...{ rule: 'refund', actor: refund.actor, reason: refundReasons[refund.reason] },
  })
  refund.from_credit = back.from_credit
  await sql.storeRefundParts(tx, refund, back.debt ? [...back.taken, back.debt] : back.taken)
  if (refund.way === 'credit') await addCredit(tx, payment, refund.amount)
  await book(tx, payment, refund, 'refund', [
    ...back.lines,
    { ledger_account: whence(refund), amount: -refund.amount },
  ])
  await recordReturnedMoney(tx, back.taken, 'refunded')
  const outcome = `Rimborso di ${formatEuro(refund.amount)}`
  await recordOnBills(
    tx,
    payment,
    back.taken,
    'refunded',
    `${outcome}: la bolletta torna da pagare`,
    refund.actor,
  )
}

/**
 * The payer's bank refused the money: the refunded instalments are settled again, unless somebody has paid them
 * meanwhile.
 */
async function undo(
  services: Services,
  tx: Tx,
  payment: LockedPayment,
  refund: sql.LockedRefund,
): Promise<void> {
  const before = await currentAllocation(tx, payment.payment_id)
  const bills = await sql.takenParts(tx, refund.refund_id, payment)
  const taken = bills.flatMap(({ amount, rooms }) => splitByCapacity(amount, rooms))
  const again = restoreInstalments<Part>(before.parts, taken, ({ instalment_id }) => instalment_id)
  const change = await allocatePayment(tx, payment, {
    ...{ parts: again.parts, credit: before.credit + refund.from_credit + again.credit },
    ...{ rule: 'refund_failed', actor: 'provider', reason: 'Il rimborso non è arrivato' },
  })
  await book(tx, payment, refund, 'refund_failed', [
    { ledger_account: whence(refund), amount: refund.amount },
    ...allocationLines(change),
  ])
  await returnAfterFailedRefund(services, tx, payment, refund.refund_id)
  await recordOnBills(
    tx,
    payment,
    taken,
    'refund_failed',
    'Rimborso non riuscito: risulta di nuovo pagata',
    'provider',
  )
}

const whence = ({ way }: sql.LockedRefund) =>
  (({ provider: 'provider_transit', outside: 'bank', credit: 'subject_credit' }) as const)[way]

const book = (
  tx: Tx,
  payment: LockedPayment,
  { refund_id, returned_on }: sql.LockedRefund,
  kind: 'refund' | 'refund_failed',
  lines: LedgerLine[],
) =>
  post(
    tx,
    {
      ...{ ...ownerIds(payment), kind, source: `refund:${refund_id}` },
      ...(kind === 'refund' && returned_on ? { day: returned_on } : {}),
      description: kind === 'refund' ? 'Rimborso' : 'Rimborso non riuscito, storno',
    },
    lines,
  )

const recordOnBills = (
  tx: Tx,
  { customer_id }: LockedPayment,
  parts: readonly Part[],
  kind: string,
  text: string,
  actor: string,
) => recordBillEvents(tx, parts, { customer_id, kind, text, actor })

async function tell(
  tx: Tx,
  payment: LockedPayment,
  refund: sql.LockedRefund,
  to: RefundState,
  { failure_code }: sql.RefundNews,
): Promise<void> {
  const { customer_id, bill_id, payment_id } = payment
  const amount = formatEuro(refund.amount)
  const told: Partial<Record<RefundState, { kind: string; text: string }>> = {
    pending: { kind: 'refund_pending', text: `Rimborso chiesto alla banca: ${amount}` },
    requires_action: { kind: 'refund_pending', text: `Il provider chiede i dati di chi riceve: ${amount}` },
    succeeded: { kind: 'refunded', text: succeeded[refund.way](amount) },
    failed: { kind: 'refund_failed', text: `Rimborso non riuscito: ${refundFailure(failure_code)}` },
    cancelled: { kind: 'refund_failed', text: `Rimborso annullato: ${amount}` },
  }
  const event = told[to]
  if (!event) return
  const actor = refund.way === 'provider' ? 'provider' : refund.actor
  await recordPaymentEvent(tx, { ...event, customer_id, bill_id, payment_id, actor })
}

const succeeded = {
  provider: (amount: string) => `Rimborso riuscito: ${amount}`,
  outside: (amount: string) => `Restituiti dallo studio: ${amount}`,
  credit: (amount: string) => `Tornati a credito: ${amount}`,
}
