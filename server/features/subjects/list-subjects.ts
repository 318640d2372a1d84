import * as contract from '@saldo/contract/subjects'
import { pageOf } from '../../db/listing.ts'
import { serve } from '../../http/serve.ts'
import { subjectsList } from './subjects-list.ts'

export const listSubjects = serve(contract.listSubjects, async ({ tx, query }) => {
  const { items, next_cursor } = await pageOf(tx, subjectsList, query)
  return { items: items as contract.Subject[], next_cursor }
})
