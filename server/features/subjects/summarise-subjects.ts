import * as contract from '@saldo/contract/registry/subjects'
import type { z } from 'zod'
import { summaryOf } from '../../db/listing.ts'
import { serve } from '../../http/serve.ts'
import { owedColumnSums } from '../accounts/bill-totals.ts'
import { subjectsList } from './subjects-list.ts'

export const summariseSubjects = serve(contract.summariseSubjects, async ({ tx, query }) => {
  const sums = await summaryOf(
    tx,
    subjectsList,
    query,
    (of) => of`
      count(*) as count, ${owedColumnSums(of)}`,
  )
  return sums as z.input<typeof contract.summariseSubjects.reply>
})
