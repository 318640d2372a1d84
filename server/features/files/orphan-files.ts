import * as contract from '@saldo/contract/backoffice/files'
import { serve } from '../../http/serve.ts'

export const listOrphanFiles = serve(contract.listOrphanFiles, async ({ tx }) => {
  const [check] = await tx<{ checked_at: string; on_disk: number; missing: number }[]>`
    select checked_at, on_disk, missing from file_checks`
  const [sums] = await tx<{ count: number; bytes: number }[]>`
    select count(*)::int as count, coalesce(sum(bytes), 0)::bigint as bytes from orphan_files`
  const items = await tx<contract.OrphanFiles['items']>`
    select path, bytes, written_at, found_at from orphan_files order by bytes desc, path limit 200`
  return {
    ...{ checked_at: check?.checked_at ?? null, on_disk: check?.on_disk ?? 0, missing: check?.missing ?? 0 },
    ...{ count: sums?.count ?? 0, bytes: sums?.bytes ?? 0, items },
  }
})

export const checkFileStore = serve(contract.checkFileStore, async ({ services, tx }) => {
  await services.queue.enqueue(tx, 'check-files', {})
  return { state: 'checking' as const }
})
