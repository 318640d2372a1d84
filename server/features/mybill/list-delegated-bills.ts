import type { DelegatedBill } from '@saldo/contract/identity/delegations'
import * as contract from '@saldo/contract/identity/delegations'
import type { Tx } from '../../db/connection.ts'
import { serveAcross } from '../../http/serve.ts'
import { delegatedToken } from '../../links/bill-link.ts'
import { billsList } from '../bills/bills-list.ts'
import { payableOf } from '../bills/money/payable-of.ts'

type Which = { delegation_id: number; customer_id: number; bill_id: number }

/** The database says which bills of others the caller may see; the system reads those, without anything else of their holders. */
export const listDelegatedBills = serveAcross(contract.listDelegatedBills, async ({ as, services }) => {
  const which = await as((tx) => tx<Which[]>`select * from delegated_bills()`)
  if (which.length === 0) return []
  const bills = await services.asSystem((tx) => read(tx, which))
  return bills.map((bill) => ({ ...bill, token: delegatedToken(services, bill.bill_id, bill.delegation_id) }))
})

const read = (tx: Tx, which: readonly Which[]) => tx<Omit<DelegatedBill, 'token'>[]>`
  select l.*, l.subject_nominative as owner_name from (
    select ${billsList.select(tx)}, x.delegation_id, ${payableOf(tx)} as payable, coalesce(o.due_now, 0) as due_now
    from ${billsList.from(tx)}
    join unnest(${which.map((each) => each.delegation_id)}::bigint[], ${which.map((each) => each.customer_id)}::bigint[],
      ${which.map((each) => each.bill_id)}::bigint[]) as x (delegation_id, customer_id, bill_id)
      on x.customer_id = b.customer_id and x.bill_id = b.bill_id
    left join owed_bills o on o.customer_id = b.customer_id and o.bill_id = b.bill_id) l
  where l.payable > 0 order by l.next_due_date, l.bill_id limit 200`
