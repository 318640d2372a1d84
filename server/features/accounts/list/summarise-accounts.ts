import * as contract from '@saldo/contract/registry/accounts'
import type { z } from 'zod'
import { summaryOf } from '../../../db/listing.ts'
import { serve } from '../../../http/serve.ts'
import { ofBills, owedColumnSums } from '../bill-totals.ts'
import { accountsList } from './accounts-list.ts'

export const summariseAccounts = serve(contract.summariseAccounts, async ({ tx, query }) => {
  const sums = await summaryOf(
    tx,
    accountsList,
    query,
    (of) => of`
      count(*) as count, ${ofBills(of, of`coalesce(sum(t.issued), 0)`)} as issued, ${ofBills(of, of`coalesce(sum(t.collected), 0)`)} as collected,
      ${owedColumnSums(of)}`,
  )
  return sums as z.input<typeof contract.summariseAccounts.reply>
})
