import * as contract from '@saldo/contract/backoffice/files'
import { today } from '@saldo/domain/dates'
import { recordAudit } from '../../db/record-audit.ts'
import { badInput } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'
import { fileDetail } from './file-detail.ts'
import { lockPresentFile } from './file-view.ts'

/**
 * Sets the last day and the legal hold of a file, for a written reason. A hold keeps the reason for which it was set.
 * The audit log tells the reason and what was before.
 */
export const retainFile = serve(contract.retainFile, async ({ services, tx, params, body }) => {
  const file = await lockPresentFile(tx, params.id)
  const { file_id, customer_id, name } = file
  const { keep_until, on_hold, reason } = body
  if (keep_until !== null && keep_until !== file.keep_until && keep_until < today())
    throw badInput({ keep_until: 'Scegli oggi o un giorno che deve ancora venire.' })
  const hold_reason = on_hold ? (file.hold_reason ?? reason) : null
  const before = { keep_until: file.keep_until, hold_reason: file.hold_reason }
  const after = { keep_until, hold_reason }
  const changed = (['keep_until', 'hold_reason'] as const).filter((key) => before[key] !== after[key])
  if (changed.length > 0) {
    await tx`
      update stored_files set keep_until = ${keep_until}::date, hold_reason = ${hold_reason} where file_id = ${file_id}`
    await recordAudit(tx, {
      ...{ customer_id, noun: 'files', record_id: file_id, label: name, act: 'changed' },
      before: Object.fromEntries(changed.map((key) => [key, before[key]])),
      after: { ...Object.fromEntries(changed.map((key) => [key, after[key]])), reason },
    })
  }
  return fileDetail(services, tx, file_id)
})
