import * as contract from '@saldo/contract/accounts'
import { pageOf } from '../../db/listing.ts'
import { serve } from '../../http/serve.ts'
import { accountsList } from './accounts-list.ts'

export const listAccounts = serve(contract.listAccounts, async ({ tx, query }) => {
  const { items, next_cursor } = await pageOf(tx, accountsList, query)
  return { items: items as contract.Account[], next_cursor }
})
