import * as contract from '@saldo/contract/bills/mybills'
import { type Listing, pageOf } from '../../db/listing.ts'
import { serve } from '../../http/serve.ts'
import { billToken } from '../../links/bill-link.ts'
import { autopayOfBills } from '../autopays/autopay-of-bills.ts'
import { billsList } from '../bills/bills-list.ts'
import { payableOf } from '../bills/money/payable-of.ts'

/** Row-level security shows only the person's own bills; the list keeps those that can be paid. */
const { select, from, id, id_name, sorts } = billsList
const myBillsList: Listing<{ payable: true }> = {
  ...{ from, id, id_name, sorts },
  select: (tx) => tx`
    ${select(tx)}, b.link_version, ${payableOf(tx)} as payable,
    (select o.due_now from owed_bills o where o.customer_id = b.customer_id and o.bill_id = b.bill_id) as due_now`,
  filters: { payable: (tx) => tx`b.phase not in ('draft', 'cancelled', 'paid') and ${payableOf(tx)} > 0` },
  default_sort: 'next_due_date',
}

type Found = Omit<contract.MyBill, 'token' | 'autopay'> & { link_version: number }

export const listMyBills = serve(contract.listMyBills, async ({ tx, query, services }) => {
  const { items, next_cursor } = await pageOf(tx, myBillsList, { ...query, payable: true })
  const found = items as unknown as Found[]
  const autopays = await autopayOfBills(
    tx,
    found.map(({ bill_id, payable }) => ({ bill_id, residue: payable })),
  )
  const bills = found.map((bill) => ({
    ...bill,
    token: billToken(services, bill.bill_id, bill.link_version),
    autopay: autopays.get(bill.bill_id) ?? null,
  }))
  return { items: bills, next_cursor }
})
