import * as contract from '@saldo/contract/bills/bills'
import { exportReply } from '../../exports/export-reply.ts'
import { serveAcross } from '../../http/serve.ts'
import { billColumns } from './bill-columns.ts'
import { billsList } from './bills-list.ts'

export const exportBills = serveAcross(contract.exportBills, ({ as, services, query }) =>
  exportReply({ as, services, listing: exported, query, columns: billColumns, name: 'bollette' }),
)

/** The list's rows, each with its overdue amount. */
const exported: typeof billsList = {
  ...billsList,
  select: (tx) => tx`
    ${billsList.select(tx)}, coalesce((select sum(o.overdue) from owed_instalments o
      where o.customer_id = b.customer_id and o.bill_id = b.bill_id), 0)::bigint as overdue`,
}
