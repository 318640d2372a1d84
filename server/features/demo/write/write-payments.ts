import type { Tx } from '../../../db/connection.ts'
import { feeKept } from '../agents.ts'
import type { DemoBill } from '../generate/bills.ts'
import type { DemoPayment } from '../generate/payments.ts'
import { dice } from '../generate/seeded-random.ts'
import { insertNumbered, insertRows } from './insert-rows.ts'
import {
  allocationsOf,
  attemptRow,
  disputeRow,
  heldRows,
  type KnownBill,
  ledgerOf,
  mandateRow,
  paymentRow,
  refundRow,
} from './payment-rows.ts'

/** Writes payments with attempts, mandates and ledger; returns their ids in the given order. */
export async function writePayments(
  tx: Tx,
  payments: readonly DemoPayment[],
  known: ReadonlyMap<DemoBill, KnownBill>,
): Promise<number[]> {
  const random = dice(1131)
  const placed = payments.map((payment) => ({ payment, of: known.get(payment.bill) as KnownBill }))
  const payment_ids = await insertNumbered(
    tx,
    'payments',
    'payment_id',
    placed.map(({ payment, of }) => paymentRow(payment, of)),
  )

  await numberReceipts(tx)
  await writeAllocations(
    tx,
    placed.flatMap(({ payment, of }, index) => allocationsOf(payment, of, payment_ids[index] as number)),
  )

  const charged = placed
    .map((each, index) => ({ ...each, payment_id: payment_ids[index] as number }))
    .filter(({ payment }) => payment.way !== 'BANK_TRANSFER')
  const newest = charged.reduce((latest, { payment }) => Math.max(latest, payment.settled ?? 0), 0)
  const attempts = charged.map(({ payment, of, payment_id }) =>
    attemptRow(payment, of, payment_id, { random, fee: feeKept(payment, newest) }),
  )
  const attempt_ids = await insertNumbered(tx, 'payment_attempts', 'attempt_id', attempts)
  const tried = charged.map((each, index) => ({
    ...each,
    attempt: { ...(attempts[index] as (typeof attempts)[number]), attempt_id: attempt_ids[index] as number },
  }))
  await insertRows(
    tx,
    'attempt_instalments',
    tried.flatMap(({ payment, of, attempt }) => heldRows(payment, of, attempt.attempt_id)),
  )
  const mandates = tried.filter(({ payment }) => payment.way === 'SEPA_DEBIT')
  await insertRows(
    tx,
    'mandates',
    mandates.map(({ payment, of, attempt }) => mandateRow(payment, of, attempt, random)),
  )

  await writeAftermath(tx, tried)

  const attemptOf = new Map(tried.map(({ payment, attempt }) => [payment, attempt.attempt_id]))
  await writeLedger(
    tx,
    placed.flatMap(({ payment, of }, index) => {
      const ids = { payment_id: payment_ids[index] as number, attempt_id: attemptOf.get(payment) ?? null }
      return ledgerOf(payment, of, ids)
    }),
  )
  return payment_ids
}

/** Numbers the receipts in the order in which the money arrived; the database keeps existing numbers. */
const numberReceipts = (tx: Tx) => tx`
  insert into receipts (payment_id, customer_id, account_id, day, ordinal)
  select payment_id, customer_id, account_id, (settled_at at time zone 'Europe/Rome')::date, row_number() over (
    partition by account_id, extract(year from settled_at at time zone 'Europe/Rome') order by settled_at, payment_id)
  from payments where settled_at is not null`

type Tried = { payment: DemoPayment; of: KnownBill; payment_id: number; attempt: { attempt_id: number } }

/**
 * Writes refunds, disputes and returns, with ids from a generator of their own, so that the other random values stay
 * the same.
 */
async function writeAftermath(tx: Tx, tried: readonly Tried[]): Promise<void> {
  const random = dice(1193)
  const refunded = tried.filter(({ payment }) => payment.end === 'refunded')
  const refund_ids = await insertNumbered(
    tx,
    'refunds',
    'refund_id',
    refunded.map(({ payment, of, payment_id }) => refundRow(payment, of, { payment_id }, random)),
  )
  await insertRows(
    tx,
    'refund_parts',
    refunded.flatMap(({ payment, of }, index) =>
      payment.parts.map(({ place, amount }) => ({
        ...{ refund_id: refund_ids[index], customer_id: of.customer_id, bill_id: of.bill_id, amount },
        instalment_id: of.instalment_ids[place],
      })),
    ),
  )
  const contested = tried.filter(
    ({ payment: { end, settled } }) => end === 'disputed' || (end === 'returned' && settled !== null),
  )
  await insertRows(
    tx,
    'disputes',
    contested.map(({ payment, of, payment_id, attempt }) =>
      disputeRow(payment, of, { payment_id, attempt_id: attempt.attempt_id }, random),
    ),
  )
}

async function writeAllocations(tx: Tx, allocations: ReturnType<typeof allocationsOf>): Promise<void> {
  const rows = allocations.map(({ row }) => row)
  const ids = await insertNumbered(tx, 'payment_allocations', 'allocation_id', rows)
  const parts = allocations.flatMap(({ parts }, index) =>
    parts.map((part) => ({ allocation_id: ids[index], ...part })),
  )
  await insertRows(tx, 'allocation_parts', parts)
}

async function writeLedger(tx: Tx, entries: ReturnType<typeof ledgerOf>): Promise<void> {
  const inTime = entries.toSorted((one, other) => (String(one.row.at) < String(other.row.at) ? -1 : 1))
  const entry_ids = await insertNumbered(
    tx,
    'ledger_entries',
    'entry_id',
    inTime.map(({ row }) => row),
  )
  const lines = inTime.flatMap(({ row, lines }, index) =>
    lines.map((line) => ({ customer_id: row.customer_id, entry_id: entry_ids[index], ...line })),
  )
  await insertRows(tx, 'ledger_lines', lines)
}
