import { fileKindNames } from '@saldo/domain/files/file-kind'
import type { JobHandler } from '../../jobs/jobs.ts'
import { notifyCustomer } from '../messages/notify-users.ts'
import { whyKept } from './file-detail.ts'
import { type FileRow, fileTables, lastDay } from './file-view.ts'
import { removeFile } from './remove-file.ts'

/**
 * Deletes the files whose last day is over: a person has set it, or the rule of their kind. What is on hold, and what money
 * or a signature depends on, stays. Each is a transaction and a line of the audit log; each office gets one message.
 */
export const expireFiles: JobHandler<'expire-files'> = async (services) => {
  const due = await services.asSystem(
    (tx) => tx<{ file_id: number }[]>`
      select f.file_id from ${fileTables(tx)}
      where f.removed_at is null and f.hold_reason is null and ${lastDay(tx)} < today() order by f.file_id`,
  )
  const done = { removed: 0, kept: 0 }
  const gone = new Map<number, string[]>()
  for (const { file_id } of due) {
    const removed = await services.asSystem(async (tx) => {
      const [file] = await tx<FileRow[]>`
        select * from stored_files where file_id = ${file_id} and removed_at is null for update`
      const [still] = await tx`
        select from ${fileTables(tx)} where f.file_id = ${file_id} and ${lastDay(tx)} < today()`
      if (!file || !still) return null
      if (await whyKept(services, tx, file)) {
        done.kept += 1
        return null
      }
      await removeFile(services, tx, file, { how: 'retention', user_id: null, remover: null, reason: null })
      return file
    })
    if (!removed) continue
    done.removed += 1
    const { customer_id, kind, name } = removed
    gone.set(customer_id, [...(gone.get(customer_id) ?? []), `${fileKindNames[kind]} «${name}»`])
  }
  for (const [customer_id, names] of gone)
    await services.asSystem((tx) =>
      notifyCustomer(services, tx, customer_id, {
        kind: 'document',
        title: names.length === 1 ? '1 file eliminato' : `${names.length} file eliminati`,
        body: `Eliminazione automatica, perché è finito il tempo di conservazione: ${listed(names)}.`,
        link: '/documenti',
      }),
    )
  if (due.length > 0) services.log.info(done, 'files past their last day')
}

/** A message is no list: the others are in the archive of files. */
const mostListed = 10

function listed(names: readonly string[]): string {
  const others = names.length - mostListed
  return names.slice(0, mostListed).join(', ') + (others > 0 ? ` e altri ${others}` : '')
}
