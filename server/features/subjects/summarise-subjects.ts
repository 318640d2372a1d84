import * as contract from '@saldo/contract/registry/subjects'
import type { z } from 'zod'
import { summaryOf } from '../../db/listing.ts'
import { serve } from '../../http/serve.ts'
import { ofBills } from '../accounts/bill-totals.ts'
import { subjectsList } from './subjects-list.ts'

export const summariseSubjects = serve(contract.summariseSubjects, async ({ tx, query }) => {
  const sums = await summaryOf(
    tx,
    subjectsList,
    query,
    (of) => of`
      count(*) as count, ${ofBills(of, of`coalesce(sum(t.residue), 0)`)} as residue,
      ${ofBills(of, of`coalesce(sum(o.overdue), 0)`)} as overdue`,
  )
  return sums as z.input<typeof contract.summariseSubjects.reply>
})
