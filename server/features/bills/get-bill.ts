import * as contract from '@saldo/contract/bills/bills'
import { serve } from '../../http/serve.ts'
import { billDetail } from './bill-detail.ts'

export const getBill = serve(contract.getBill, ({ tx, params }) => billDetail(tx, params.id))
