import * as contract from '@saldo/contract/backoffice/document-checks'
import { whyNotReviewed } from '@saldo/domain/registry/document'
import { notFound } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'
import { checkColumns, checkTables } from './list-document-checks.ts'
import { provedValues } from './proved-values.ts'

/** A document with what it proves. One that was decided meanwhile says by whom, so that the second reviewer sees it. */
export const getDocumentCheck = serve(contract.getDocumentCheck, async ({ services, tx, actor, params }) => {
  const [row] = await tx<
    (Omit<contract.DocumentCheck, 'why_not' | 'proves'> & {
      uploaded_by_id: number | null
      in_line: boolean
    })[]
  >`
    select ${checkColumns(tx)}, d.state, d.reason, d.checked_at, r.nominative as checked_by,
      d.uploaded_by as uploaded_by_id, one_hand(d.uploaded_by, ${actor.user_id}) as in_line
    from ${checkTables(tx, tx`documents`)} left join users r on r.user_id = d.checked_by
    where d.document_id = ${params.document_id}`
  if (!row) throw notFound('Il documento')
  const { uploaded_by_id, in_line, ...document } = row
  const own = uploaded_by_id !== null && uploaded_by_id === actor.user_id
  return {
    ...document,
    why_not: whyNotReviewed(document, { own, in_line, has_scanner: services.env.SCAN_URL !== undefined }),
    proves: await provedValues(tx, document),
  }
})
