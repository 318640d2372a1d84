import type { BillAutopay } from '@saldo/contract/bills/bill-autopay'
import type { Autopay } from '@saldo/contract/payments/autopays'
import { type AutopayOnBill, autopayLine } from '@saldo/domain/payments/autopay-line'
import type { Tx } from '../../db/connection.ts'
import { nextDebits } from './autopay-view.ts'
import { coveredOfBills } from './coverable.ts'

type Found = Pick<
  Autopay,
  'autopay_id' | 'cap' | 'starts_on' | 'state' | 'paused_until' | 'source_type' | 'brand' | 'last4'
>

type Bill = {
  bill_id: number
  /** Cents that are still due of it. */
  residue: number
}

/** What the autopays in force do with these bills, by the id of the bill; a bill that none covers has none. Two queries. */
export async function autopayOfBills(
  tx: Tx,
  bills: readonly Bill[],
): Promise<ReadonlyMap<number, BillAutopay>> {
  const bill_ids = bills.map(({ bill_id }) => bill_id)
  const autopays = bill_ids.length > 0 ? await autopaysOver(tx, bill_ids) : []
  if (autopays.length === 0) return new Map()
  const covered = await coveredOfBills(
    tx,
    autopays.map(({ autopay_id }) => autopay_id),
    bill_ids,
  )
  const debits = autopays.map((autopay) => ({
    autopay,
    ofBill: Map.groupBy(nextDebits(autopay, covered), ({ bill_id }) => bill_id),
  }))
  return new Map(
    bills.flatMap(({ bill_id, residue }) => {
      const found = debits.find(({ ofBill }) => ofBill.has(bill_id))
      if (!found) return []
      const facts = factsOf(found.autopay, found.ofBill.get(bill_id) ?? [])
      return [[bill_id, { ...facts, sentence: autopayLine(facts, residue) }] as const]
    }),
  )
}

const autopaysOver = (tx: Tx, bill_ids: readonly number[]) => tx<Found[]>`
  select p.autopay_id, p.cap, p.starts_on, p.state, p.paused_until, o.type as source_type, o.brand, o.last4
  from autopays p
  join payment_sources o on o.customer_id = p.customer_id and o.source_id = p.source_id
  where p.state <> 'revoked' and exists (
    select from bills b
    where b.customer_id = p.customer_id and b.account_id = p.account_id and b.subject_id = p.subject_id
      and b.bill_id = any (${[...bill_ids]}::bigint[]))`

/** `debits`: its instalments that are covered, soonest first. A pause keeps only debits that are the office's or at the bank. */
function factsOf(autopay: Found, debits: Autopay['next']): AutopayOnBill {
  const { state, paused_until, source_type, brand, last4 } = autopay
  const taken = debits.filter(
    ({ planned, over_cap, left_to_payer }) =>
      !over_cap && left_to_payer === null && (state === 'active' || planned),
  )
  const [first] = debits
  const [next] = taken
  return {
    ...{ state, paused_until, source_type, brand, last4 },
    collect_on: next?.collect_on ?? null,
    amount: next?.amount ?? null,
    takes: taken.reduce((sum, { amount }) => sum + amount, 0),
    over_cap: first?.over_cap ?? false,
    left_to_payer: first?.left_to_payer ?? null,
  }
}
