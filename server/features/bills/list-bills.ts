import * as contract from '@saldo/contract/bills'
import { pageOf } from '../../db/listing.ts'
import { serve } from '../../http/serve.ts'
import { billsList } from './bills-list.ts'

export const listBills = serve(contract.listBills, async ({ tx, query }) => {
  const { items, next_cursor } = await pageOf(tx, billsList, query)
  return { items: items as contract.Bill[], next_cursor }
})
