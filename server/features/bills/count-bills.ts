import * as contract from '@saldo/contract/bills/bills'
import { countsOf } from '../../db/listing.ts'
import { serve } from '../../http/serve.ts'
import { billsList, readBillsQuery } from './bills-list.ts'

/** The counts of the views of the list. */
export const countBills = serve(contract.countBills, async ({ tx, body }) => {
  const queries = body.queries.map(readBillsQuery)
  const counts = await countsOf(
    tx,
    billsList,
    queries.filter((query) => query !== null),
  )
  return { counts: queries.map((query) => (query === null ? null : (counts.shift() as number))) }
})
