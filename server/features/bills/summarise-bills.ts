import * as contract from '@saldo/contract/bills/bills'
import type { z } from 'zod'
import { summaryOf } from '../../db/listing.ts'
import { serve } from '../../http/serve.ts'
import { billsList } from './bills-list.ts'

export const summariseBills = serve(contract.summariseBills, async ({ tx, query }) => {
  const sums = await summaryOf(
    tx,
    billsList,
    query,
    (of) => of`
      count(*) as count, coalesce(sum(b.amount), 0) as amount, coalesce(sum(b.settled), 0) as settled,
      coalesce(sum(b.residue), 0) as residue,
      coalesce(sum((select sum(o.overdue) from owed_instalments o where o.customer_id = b.customer_id and o.bill_id = b.bill_id))
        filter (where b.residue > 0 and b.next_due_date < today()), 0)::bigint as overdue`,
  )
  return sums as z.input<typeof contract.BillTotals>
})
