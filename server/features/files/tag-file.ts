import * as contract from '@saldo/contract/backoffice/files'
import { recordAudit } from '../../db/record-audit.ts'
import { serve } from '../../http/serve.ts'
import { fileDetail } from './file-detail.ts'
import { lockPresentFile } from './file-view.ts'

/** Sets the tags of a file; the audit log tells what was before. */
export const tagFile = serve(contract.tagFile, async ({ services, tx, body }) => {
  const { file_id, customer_id, name, tags: before } = await lockPresentFile(tx, body.file_id)
  const tags = [...new Set(body.tags)].sort()
  if (said(tags) !== said(before)) {
    await tx`update stored_files set tags = ${tags}::text[] where file_id = ${file_id}`
    await recordAudit(tx, {
      ...{ customer_id, noun: 'files', record_id: file_id, label: name, act: 'changed' },
      before: { tags: said(before) },
      after: { tags: said(tags) },
    })
  }
  return fileDetail(services, tx, file_id)
})

const said = (tags: readonly string[]) => (tags.length === 0 ? null : tags.join(', '))

export const fileTags = serve(
  contract.fileTags,
  ({ tx }) => tx<{ tag: string; count: number }[]>`
    select tag, count(*)::int as count from stored_files, unnest(tags) tag
    where removed_at is null group by tag order by count desc, tag limit 200`,
)
