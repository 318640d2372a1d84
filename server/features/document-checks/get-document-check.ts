import * as contract from '@saldo/contract/backoffice/document-checks'
import type { SecondPersonRefusal } from '@saldo/domain/platform/second-person'
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
      refusal: SecondPersonRefusal | null
    })[]
  >`
    select ${checkColumns(tx)}, d.state, d.reason, d.checked_at, r.nominative as checked_by,
      d.uploaded_by as uploaded_by_id, second_person_refusal(d.uploaded_by, ${actor.user_id}) as refusal
    from ${checkTables(tx, tx`documents`)} left join users r on r.user_id = d.checked_by
    where d.document_id = ${params.document_id}`
  if (!row) throw notFound('Il documento')
  const { uploaded_by_id, refusal, ...document } = row
  const own = uploaded_by_id !== null && uploaded_by_id === actor.user_id
  return {
    ...document,
    why_not: whyNotReviewed(document, { own, refusal, has_scanner: services.env.SCAN_URL !== undefined }),
    proves: await provedValues(tx, document),
  }
})
