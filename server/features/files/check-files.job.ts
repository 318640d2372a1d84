import type { JobHandler } from '../../jobs/jobs.ts'
import type { Services } from '../../services.ts'

/** A file may be written a while before the row that names it, as the ZIP of a large condominium is (milliseconds). */
const settlingTime = 24 * 3600_000

type OnDisk = { name: string; bytes: number; written_at: Date }

/**
 * Compares the disk with what is known of the stored files: notes those that are missing or there again, their lengths, and
 * the files that no record names. It deletes nothing.
 */
export const checkFiles: JobHandler<'check-files'> = async (services) => {
  const before = new Date(Date.now() - settlingTime)
  const seen = new Set<number>()
  const orphans: OnDisk[] = []
  let on_disk = 0
  for await (const batch of inBatches(services.files.list(), 1000)) {
    on_disk += batch.length
    const known = await noteFound(services, batch)
    for (const file_id of known.values()) seen.add(file_id)
    const unknown = batch.filter(({ name, written_at }) => !known.has(name) && written_at < before)
    const of_residents = await ownData(services, unknown)
    orphans.push(...unknown.filter(({ name }) => !of_residents.has(name)))
  }
  const missing = await noteMissing(services, seen)
  await services.asSystem(async (tx) => {
    await tx`delete from orphan_files where path <> all (${orphans.map(({ name }) => name)}::text[])`
    for (const { name, bytes, written_at } of orphans)
      await tx`
        insert into orphan_files (path, bytes, written_at) values (${name}, ${bytes}, ${written_at.toISOString()})
        on conflict (path) do update set bytes = excluded.bytes, written_at = excluded.written_at`
    await tx`
      insert into file_checks (checked_at, on_disk, missing) values (now(), ${on_disk}, ${missing})
      on conflict (only_one) do update set checked_at = excluded.checked_at, on_disk = excluded.on_disk, missing = excluded.missing`
  })
}

/** The known files among these, by name. A removed one whose content is still there counts as unknown. */
async function noteFound(services: Services, batch: readonly OnDisk[]): Promise<Map<string, number>> {
  const names = batch.map(({ name }) => name)
  const lengths = batch.map(({ bytes }) => bytes)
  return services.asSystem(async (tx) => {
    await tx`
      update stored_files f set bytes = b.bytes, missing_since = null
      from unnest(${names}::text[], ${lengths}::bigint[]) b (path, bytes)
      where f.path = b.path and f.removed_at is null and (f.bytes is null or f.missing_since is not null)`
    const known = await tx<{ path: string; file_id: number }[]>`
      select path, file_id from stored_files where path = any (${names}::text[]) and removed_at is null`
    return new Map(known.map(({ path, file_id }) => [path, file_id]))
  })
}

/**
 * Copies of residents' own data, which their own section deletes after 72 hours (own-data/). One that no row names would stay for
 * ever, so it is no exception.
 */
async function ownData(services: Services, of: readonly OnDisk[]): Promise<Set<string>> {
  if (of.length === 0) return new Set()
  const named = await services.asSystem(
    (tx) => tx<{ stored_as: string }[]>`
      select stored_as from data_exports where stored_as = any (${of.map(({ name }) => name)}::text[])`,
  )
  return new Set(named.map(({ stored_as }) => stored_as))
}

/** Marks the known files that were not seen, and returns how many are missing. */
const noteMissing = (services: Services, seen: ReadonlySet<number>): Promise<number> =>
  services.asSystem(async (tx) => {
    let missing = 0
    const known = tx<{ file_id: number; path: string }[]>`
      select file_id, path from stored_files where removed_at is null order by file_id`
    for await (const batch of known.cursor(1000))
      for (const { file_id, path } of batch) {
        // One that came after the disk was read is there.
        if (seen.has(file_id) || (await services.files.exists(path))) continue
        missing += 1
        await tx`update stored_files set missing_since = coalesce(missing_since, now()) where file_id = ${file_id}`
      }
    return missing
  })

async function* inBatches<Each>(all: AsyncIterable<Each>, size: number): AsyncGenerator<Each[]> {
  let batch: Each[] = []
  for await (const each of all) {
    batch.push(each)
    if (batch.length < size) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
