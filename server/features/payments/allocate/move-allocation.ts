import * as contract from '@saldo/contract/payments/allocations'
import { formatEuro } from '@saldo/domain/money'
import { paymentCan } from '@saldo/domain/payments/payment'
import { isRegisteredByHand } from '@saldo/domain/payments/payment-method'
import { whyUndistributed } from '@saldo/domain/payments/why-not-placed'
import { badInput, conflict } from '../../../http/errors.ts'
import { serve } from '../../../http/serve.ts'
import { post } from '../../../ledger/ledger.ts'
import { actorName } from '../../../timeline/actor-name.ts'
import { recordBillEvents } from '../../../timeline/bill-event.ts'
import { recordPaymentEvent } from '../../../timeline/payment-event.ts'
import type { Part } from '../../bills/money/instalment-money.ts'
import { requireNonePlanned } from '../../plans/plan-bills.ts'
import { allocatePayment, allocationLines, currentAllocation } from './allocate-payment.ts'
import { chosenParts } from './chosen-parts.ts'
import { type LockedPayment, lockPayment } from './lock-payment.ts'
import { allocationsOf } from './payment-allocations.ts'

/**
 * The administrator decides what a payment settles, among the same person's bills of the same condominium. A provider
 * payment must settle debts to the last cent, because a return takes it all back. The rest of a collection by hand
 * becomes credit.
 */
export const moveAllocation = serve(contract.moveAllocation, async ({ tx, params, body }) => {
  const payment = await lockPayment(tx, params.id)
  const parts = await chosenParts(tx, payment, body.instalment_ids, body.amounts)
  requireSettled(payment)
  const before = await currentAllocation(tx, payment.payment_id)
  const total = sum(before.parts) + before.credit
  const credit = total - sum(parts)
  if (credit < 0 || (credit > 0 && !isRegisteredByHand(payment.method)))
    throw badInput({ amounts: `Gli importi devono dare ${formatEuro(total)}.` })
  if (credit > before.credit && !body.credit_surplus)
    throw badInput({
      amounts: `${whyUndistributed(total, credit)} Mettili a credito, oppure correggi gli importi.`,
    })
  await requireNonePlanned(tx, billsThatLose(before.parts, parts), 'move')
  const actor = await actorName(tx)
  const change = await allocatePayment(tx, payment, {
    ...{ parts, credit, rule: 'manual', actor, reason: body.reason },
  })
  const { customer_id, account_id, subject_id, bill_id, payment_id } = payment
  if (change.bills.size > 0) {
    const source = `allocation:${payment_id}:${change.version}`
    await post(
      tx,
      {
        ...{ customer_id, account_id, subject_id, bill_id, payment_id, source },
        kind: 'reallocation',
        description: 'Incasso spostato',
      },
      allocationLines(change),
    )
    const moved = [...change.bills.keys()].map((id) => ({ bill_id: id }))
    await recordBillEvents(tx, moved, {
      customer_id,
      kind: 'reallocated',
      text: `Incasso spostato: ${body.reason}`,
      actor,
    })
  }
  await recordPaymentEvent(tx, {
    ...{ customer_id, bill_id, payment_id, kind: 'reallocated', actor },
    text: `Incasso spostato: ${body.reason}`,
  })
  return { allocations: await allocationsOf(tx, payment_id) }
})

function requireSettled({ state }: LockedPayment): void {
  const why = paymentCan.why('move', { phase: state })
  if (why) throw conflict(state === 'disputed' ? 'disputed' : 'not_settled', why)
}

/** Bills of which the payment settles less than before. */
function billsThatLose(before: readonly Part[], after: readonly Part[]): number[] {
  const of = (parts: readonly Part[], id: number) => sum(parts.filter(({ bill_id }) => bill_id === id))
  return [...new Set(before.map(({ bill_id }) => bill_id))].filter((id) => of(after, id) < of(before, id))
}

const sum = (parts: readonly { amount: number }[]) => parts.reduce((total, { amount }) => total + amount, 0)
