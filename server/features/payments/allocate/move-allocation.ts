import * as contract from '@saldo/contract/payments/allocations'
import { formatEuro } from '@saldo/domain/money'
import { paymentCan } from '@saldo/domain/payments/payment'
import type { Tx } from '../../../db/connection.ts'
import { badInput, conflict, notFound } from '../../../http/errors.ts'
import { serve } from '../../../http/serve.ts'
import { post } from '../../../ledger/ledger.ts'
import { actorName } from '../../../timeline/actor-name.ts'
import { recordBillEvents } from '../../../timeline/bill-event.ts'
import { recordPaymentEvent } from '../../../timeline/payment-event.ts'
import type { Part } from '../../bills/money/instalment-money.ts'
import { requireNonePlanned } from '../../plans/plan-bills.ts'
import { allocatePayment, allocationLines, currentAllocation } from './allocate-payment.ts'
import { type LockedPayment, lockPayment } from './lock-payment.ts'
import { allocationsOf } from './payment-allocations.ts'

/**
 * The administrator decides what a payment settles, among the same person's bills of the same condominium. A provider
 * payment must settle debts to the last cent, because a return takes it all back. The rest of a bank transfer becomes
 * credit.
 */
export const moveAllocation = serve(contract.moveAllocation, async ({ tx, params, body }) => {
  const payment = await lockPayment(tx, params.id)
  const parts = await partsOf(tx, payment, body.instalment_ids, body.amounts)
  requireSettled(payment)
  const before = await currentAllocation(tx, payment.payment_id)
  const total = sum(before.parts) + before.credit
  const credit = total - sum(parts)
  if (credit < 0 || (credit > 0 && payment.method !== 'BANK_TRANSFER'))
    throw badInput({ amounts: `Gli importi devono dare ${formatEuro(total)}.` })
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

async function partsOf(
  tx: Tx,
  payment: LockedPayment,
  instalment_ids: number[],
  amounts: number[],
): Promise<Part[]> {
  if (instalment_ids.length !== amounts.length || new Set(instalment_ids).size !== instalment_ids.length)
    throw badInput({ amounts: 'Serve un importo per ogni rata.' })
  if (instalment_ids.length === 0) return []
  const found = await tx<
    (Part & { settled: number; pending: number; ours: number; number: string; phase: string })[]
  >`
    select i.bill_id, i.instalment_id, i.amount, i.settled, i.pending, b.number, b.phase,
      coalesce((select s.amount from payment_allocations a join allocation_parts s on s.allocation_id = a.allocation_id
        where a.payment_id = ${payment.payment_id} and a.current and s.instalment_id = i.instalment_id), 0) as ours
    from bill_instalments i join bills b on b.customer_id = i.customer_id and b.bill_id = i.bill_id
    where i.instalment_id in ${tx(instalment_ids)} and b.customer_id = ${payment.customer_id}
      and b.account_id = ${payment.account_id} and b.subject_id = ${payment.subject_id}
      and b.phase not in ('draft', 'cancelled')`
  return instalment_ids.map((instalment_id, index) => {
    const instalment = found.find((each) => each.instalment_id === instalment_id)
    if (!instalment) throw notFound('Una rata')
    const free = instalment.amount - instalment.settled - instalment.pending + instalment.ours
    const amount = amounts[index] as number
    if (amount > free)
      throw conflict(
        'more_than_due',
        `Bolletta ${instalment.number}: su questa rata ci stanno ${formatEuro(free)}.`,
      )
    return { bill_id: instalment.bill_id, instalment_id, amount }
  })
}

/** Bills of which the payment settles less than before. */
function billsThatLose(before: readonly Part[], after: readonly Part[]): number[] {
  const of = (parts: readonly Part[], id: number) => sum(parts.filter(({ bill_id }) => bill_id === id))
  return [...new Set(before.map(({ bill_id }) => bill_id))].filter((id) => of(after, id) < of(before, id))
}

const sum = (parts: readonly { amount: number }[]) => parts.reduce((total, { amount }) => total + amount, 0)
