import * as contract from '@saldo/contract/reconciliation'
import { summaryOf } from '../../db/listing.ts'
import { serve, serveList } from '../../http/serve.ts'
import { itemsList } from './items-list.ts'

export const listReconciliationItems = serveList(contract.listReconciliationItems, itemsList)

export const summariseReconciliationItems = serve(
  contract.summariseReconciliationItems,
  async ({ tx, query }) => {
    const sums = await summaryOf(
      tx,
      itemsList,
      query,
      (of) => of`
        count(*)::int as count, coalesce(sum(i.gap) filter (where i.state = 'open'), 0)::bigint as unexplained`,
    )
    return sums as never
  },
)
