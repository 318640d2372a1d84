import * as contract from '@saldo/contract/bills'
import { serveList } from '../../http/serve.ts'
import { billsList } from './bills-list.ts'

export const listBills = serveList(contract.listBills, billsList)
