import type { InstalmentCredit } from '@saldo/domain/bills/credit-note'
import { paymentCan } from '@saldo/domain/payments/payment'
import type { Tx } from '../../db/connection.ts'
import { conflict } from '../../http/errors.ts'
import { post } from '../../ledger/ledger.ts'
import { recordPaymentEvent } from '../../timeline/payment-event.ts'
import { allocatePayment, allocationLines, currentAllocation } from '../payments/allocate/allocate-payment.ts'
import { lockPayment } from '../payments/allocate/lock-payment.ts'

/** Cents of a payment that no longer settle anything and are its payer's credit. */
export type Freed = { payment_id: number; amount: number }
type Of = { bill_id: number; number: string; actor: string }

/**
 * Turns what payments had settled of these instalments into credit, the latest payment first, each with a new
 * allocation and a ledger entry. The caller has locked the person's bills.
 */
export async function freePayments(tx: Tx, credits: readonly InstalmentCredit[], of: Of): Promise<Freed[]> {
  const wanted = new Map(credits.map(({ instalment_id, freed }) => [instalment_id, freed]))
  const settling = await tx<{ payment_id: number }[]>`
    select distinct a.payment_id
    from allocation_parts p join payment_allocations a on a.allocation_id = p.allocation_id and a.current
    where p.customer_id = (select customer_id from bills where bill_id = ${of.bill_id}) and p.bill_id = ${of.bill_id}
    order by a.payment_id desc`
  const freed: Freed[] = []
  for (const { payment_id } of settling) {
    const amount = await freePayment(tx, payment_id, wanted, of)
    if (amount > 0) freed.push({ payment_id, amount })
  }
  if ([...wanted.values()].some((cents) => cents > 0))
    throw conflict(
      'unknown_payment',
      'Non trovo tutti gli incassi di questa bolletta: la nota non si può fare da qui.',
    )
  return freed
}

async function freePayment(tx: Tx, payment_id: number, wanted: Map<number, number>, of: Of): Promise<number> {
  const before = await currentAllocation(tx, payment_id)
  const parts = before.parts.map((part) => {
    const taken = Math.min(part.amount, wanted.get(part.instalment_id) ?? 0)
    if (taken > 0) wanted.set(part.instalment_id, (wanted.get(part.instalment_id) ?? 0) - taken)
    return { ...part, amount: part.amount - taken }
  })
  const amount = sum(before.parts) - sum(parts)
  if (amount === 0) return 0
  const payment = await lockPayment(tx, payment_id)
  const why = paymentCan.why('move', { phase: payment.state })
  if (why) throw conflict('not_settled', why)
  const reason = `Nota di credito ${of.number}`
  const change = await allocatePayment(tx, payment, {
    ...{ parts: parts.filter((part) => part.amount > 0), credit: before.credit + amount },
    ...{ rule: 'manual', actor: of.actor, reason },
  })
  const { customer_id, account_id, subject_id, bill_id } = payment
  await post(
    tx,
    {
      ...{
        customer_id,
        account_id,
        subject_id,
        bill_id,
        payment_id,
        kind: 'reallocation',
        description: reason,
      },
      source: `allocation:${payment_id}:${change.version}`,
    },
    allocationLines(change),
  )
  await recordPaymentEvent(tx, {
    ...{ customer_id, bill_id, payment_id, kind: 'reallocated', actor: of.actor, text: reason },
  })
  return amount
}

const sum = (parts: readonly { amount: number }[]) => parts.reduce((total, { amount }) => total + amount, 0)
