import * as contract from '@saldo/contract/backoffice/files'
import { recordAudit } from '../../db/record-audit.ts'
import { serve } from '../../http/serve.ts'
import { fileDetail } from './file-detail.ts'
import { lockPresentFile } from './file-view.ts'

/** Sets tags, the last day and the legal hold of a file; the audit log tells what was before. */
export const updateFile = serve(contract.updateFile, async ({ services, tx, body }) => {
  const file = await lockPresentFile(tx, body.file_id)
  const { file_id, customer_id, name } = file
  const before = { tags: said(file.tags), keep_until: file.keep_until, hold_reason: file.hold_reason }
  const tags = body.tags === undefined ? file.tags : [...new Set(body.tags)].sort()
  const keep_until = body.keep_until === undefined ? file.keep_until : body.keep_until
  const hold_reason = body.hold_reason === undefined ? file.hold_reason : body.hold_reason
  const after = { tags: said(tags), keep_until, hold_reason }
  const changed = (['tags', 'keep_until', 'hold_reason'] as const).filter((key) => before[key] !== after[key])
  if (changed.length > 0) {
    await tx`
      update stored_files set tags = ${tags}::text[], keep_until = ${keep_until}::date, hold_reason = ${hold_reason}
      where file_id = ${file_id}`
    await recordAudit(tx, {
      ...{ customer_id, noun: 'files', record_id: file_id, label: name, act: 'changed' },
      before: Object.fromEntries(changed.map((key) => [key, before[key]])),
      after: Object.fromEntries(changed.map((key) => [key, after[key]])),
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
