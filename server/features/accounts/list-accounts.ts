import * as contract from '@saldo/contract/accounts'
import { serveList } from '../../http/serve.ts'
import { accountsList } from './accounts-list.ts'

export const listAccounts = serveList(contract.listAccounts, accountsList)
