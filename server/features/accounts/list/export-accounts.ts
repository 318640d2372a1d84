import * as contract from '@saldo/contract/registry/accounts'
import { exportReply } from '../../../exports/export-reply.ts'
import { serveAcross } from '../../../http/serve.ts'
import { accountColumns } from './account-columns.ts'
import { accountsList } from './accounts-list.ts'

export const exportAccounts = serveAcross(contract.exportAccounts, ({ as, services, query }) =>
  exportReply({ as, services, listing: accountsList, query, columns: accountColumns, name: 'condomini' }),
)
