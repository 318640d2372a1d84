import * as contract from '@saldo/contract/bills/bills'
import type { z } from 'zod'
import { summaryOf } from '../../db/listing.ts'
import { serve } from '../../http/serve.ts'
import { billsList } from './bills-list.ts'
import { disputedSum, owedSums } from './money/owed-sums.ts'

export const summariseBills = serve(contract.summariseBills, async ({ tx, query }) => {
  const sums = await summaryOf(
    tx,
    billsList,
    query,
    (of) => of`
      count(*) as count, coalesce(sum(b.amount), 0) as amount, coalesce(sum(b.settled), 0) as settled,
      ${owedSums(of)}, ${disputedSum(of)}`,
  )
  return sums as z.input<typeof contract.summariseBills.reply>
})
