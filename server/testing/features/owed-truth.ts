import type { BillPhase } from '@saldo/domain/bills/bill'
import { type DueBill, fallingDueOf, type Owed, owedOf } from '@saldo/domain/bills/owed'
import { today } from '@saldo/domain/dates'
import { expect } from 'vitest'
import type { TestApp } from '../app.ts'
import type { OwedBill } from './owed-fixtures.ts'

export type Bill = OwedBill &
  DueBill & { owed: Owed; disputed: number; falling_due: number; account_name: string }
export type Office = ReturnType<ReturnType<typeof readerOf>>

export const readerOf = (test: TestApp) => (headers: Record<string, string>) => ({
  get: async <B>(url: string): Promise<B> => {
    const reply = await test.call({ url: `/v1${url}`, headers })
    expect([url, reply.status]).toEqual([url, 200])
    return reply.body as B
  },
  send: async <B>(method: 'POST' | 'PUT', url: string, payload: object): Promise<B> => {
    const reply = await test.call({ method, url: `/v1${url}`, headers, payload })
    expect([url, reply.status < 300]).toEqual([url, true])
    return reply.body as B
  },
  raw: async (url: string) => (await test.call({ url: `/v1${url}`, headers })).raw,
})

/** The bills with what the domain says of their instalments, and what their payments under an open dispute settle. */
export const truthOf = (test: TestApp, bills: readonly OwedBill[]): Promise<Bill[]> =>
  test.services.asSystem((tx) =>
    Promise.all(
      bills.map(async (bill) => {
        const [row] = await tx<{ phase: BillPhase; disputed: number; account_name: string }[]>`
          select b.phase, a.name as account_name, (
            select coalesce(sum(s.amount), 0)::bigint from allocation_parts s
            join payment_allocations v using (customer_id, allocation_id)
            where s.bill_id = b.bill_id and v.current and v.payment_id in (
              select payment_id from disputes where state in ('needs_response', 'under_review'))) as disputed
          from bills b join accounts a using (customer_id, account_id) where b.bill_id = ${bill.bill_id}`
        const instalments = await tx<(DueBill['instalments'][0] & { instalment_id: number })[]>`
          select instalment_id, due_date, amount, settled, pending from bill_instalments
          where bill_id = ${bill.bill_id} order by position`
        const { phase, disputed, account_name } = row as NonNullable<typeof row>
        const known = { phase, instalments: [...instalments] }
        return {
          ...bill,
          ...known,
          account_name,
          disputed,
          owed: owedOf(known, today()),
          falling_due: fallingDueOf(known, today()),
        }
      }),
    ),
  )

export const sumsOf = (bills: readonly Bill[]) =>
  bills.reduce(
    (sums, { owed, disputed }) => ({
      residue: sums.residue + owed.residue,
      overdue: sums.overdue + owed.overdue,
      due_now: sums.due_now + owed.due_now,
      pending: sums.pending + owed.pending,
      disputed: sums.disputed + disputed,
    }),
    { residue: 0, overdue: 0, due_now: 0, pending: 0, disputed: 0 },
  )
/** The sums that a list or a record shows. */
export const shownOf = (bills: readonly Bill[]) => {
  const { due_now: _due_now, ...shown } = sumsOf(bills)
  return shown
}
export const issued = (bills: readonly Bill[]) =>
  bills.filter(({ phase }) => phase !== 'draft' && phase !== 'cancelled')
export const owing = (bills: readonly Bill[]) => bills.filter(({ owed }) => owed.residue > 0)
export const late = (bills: readonly Bill[]) => bills.filter(({ owed }) => owed.overdue > 0)

export const groups = (bills: readonly Bill[], key: 'account_id' | 'subject_id') =>
  [...new Set(bills.map((bill) => bill[key]))].map(
    (id) => [id, bills.filter((bill) => bill[key] === id)] as const,
  )

/** The bills of each of these records, also of those that have none. */
export const groupsOf = (bills: readonly Bill[], key: 'account_id' | 'subject_id', ids: readonly number[]) =>
  ids.map((id) => [id, bills.filter((bill) => bill[key] === id)] as const)

/** Cents as exported files write them. */
export const inFile = (cents: number) => (cents / 100).toFixed(2).replace('.', ',')
