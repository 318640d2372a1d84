import * as contract from '@saldo/contract/registry/accounts'
import { serve } from '../../http/serve.ts'
import { accountDetail } from './account-detail.ts'

export const getAccount = serve(contract.getAccount, ({ tx, params }) => accountDetail(tx, params.id))
