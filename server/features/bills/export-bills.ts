import * as contract from '@saldo/contract/bills'
import { serveAcross } from '../../http/serve.ts'
import { exportReply } from '../exports/export-reply.ts'
import { billColumns } from './bill-columns.ts'
import { billsList } from './bills-list.ts'

export const exportBills = serveAcross(contract.exportBills, ({ as, services, query }) =>
  exportReply({ as, services, listing: billsList, query, columns: billColumns, name: 'bollette' }),
)
