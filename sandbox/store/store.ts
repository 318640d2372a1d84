import { chmod, type FileHandle, mkdir, open, rename, rm, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { createTable, type Row, type Table } from './table.ts'
import type { TableName, Tables } from './tables.ts'

type Books = Map<string, Map<TableName, Table>>
/** account, table, id, row (null = removed) */
type Change = readonly [string, TableName, string, Row | null]

/** One account's part of the store. Rows are immutable: replace a row to change it. */
export interface Book {
  readonly account: string
  get<T extends TableName>(table: T, id: string): Tables[T] | undefined
  /** All rows, in order of insertion. */
  rows<T extends TableName>(table: T): Tables[T][]
  /** Ids of all rows, oldest first by `created`. Do not keep the array: it grows with the table. */
  ids(table: TableName): readonly string[]
  /** Ids of the rows whose field has this value, oldest first. */
  idsWhere<T extends TableName>(table: T, field: keyof Tables[T] & string, value: string): readonly string[]
  /** The rows whose field has this value, oldest first. */
  where<T extends TableName>(table: T, field: keyof Tables[T] & string, value: string): Tables[T][]
  put<T extends TableName, R extends Tables[T]>(table: T, row: R): R
  remove(table: TableName, id: string): void
}

export interface Store {
  book(account: string): Book
  accounts(): string[]
  /** The number of changes so far: equal before and after means that nothing was written. */
  readonly changes: number
  /** Resolves once all changes so far are on disk (fsync); rejects if writing failed. */
  settled(): Promise<void>
  /** Rewrites the file with only the current rows. Happens automatically as the journal grows. */
  compact(): Promise<void>
  close(): Promise<void>
}

const fileName = 'book.journal'
/** Only the sandbox's own account reads the book: it holds names and IBANs. */
const privateFile = 0o600
const compactAbove = 64 * 1024 * 1024

/**
 * Opens (or creates) the sandbox's only store in the folder `home`.  The file is a journal: each line is one batch of
 * changes, `crc32 json\n`. A request is answered only after `settled()`, and a batch starts only when the previous one
 * is on disk, so a crash can tear only the last line, whose changes were never confirmed: it is dropped. A broken line
 * before a valid one is other damage: the store refuses to open rather than lose confirmed payments.
 */
export async function openStore(home: string, limit: number = compactAbove): Promise<Store> {
  await mkdir(home, { recursive: true, mode: 0o700 })
  await chmod(home, 0o700)
  const path = join(home, fileName)
  const books = new Map() as Books
  let { size, end } = await replay(path, (change) => apply(books, change))
  if (end < size) await truncate(path, end)
  // Also a book that an earlier version left open to other accounts.
  await chmod(path, privateFile)
  let file = await open(path, 'a', privateFile)
  size = end
  let sizeAfterCompaction = 0

  let pending: Change[] = []
  let changes = 0
  let durable = 0
  let writing: Promise<void> | undefined
  let failure: unknown
  let compacting: Promise<void> | undefined
  /** batches written since the compaction under way began */
  let carried: Change[][] | undefined
  let closing = false

  function write(change: Change) {
    if (failure) throw failure
    apply(books, change)
    pending.push(change)
    changes++
  }

  /** Waits for one turn of the event loop before writing, so that one request's changes are never split. */
  async function writeBatch(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve))
    const batch = lastOfEach(pending)
    const last = changes
    pending = []
    size += await appendLine(file, batch)
    await file.datasync()
    carried?.push(batch)
    durable = last
    if (size > limit && size > 2 * sizeAfterCompaction) void compactOnce()
  }

  async function alone(work: () => Promise<void>): Promise<void> {
    writing = work()
    try {
      await writing
    } catch (error) {
      failure = error
      throw error
    } finally {
      writing = undefined
    }
  }

  async function settled(): Promise<void> {
    const target = changes
    while (durable < target) {
      if (failure) throw failure
      await (writing ?? alone(writeBatch))
    }
  }

  /**
   * Writes the current rows to a new file while batches are still written (and confirmed) in the old one; those are
   * appended before the new file replaces it.
   */
  async function rewrite(): Promise<void> {
    const next = join(home, `${fileName}.next`)
    carried = []
    const living = [...livingRows(books)]
    const fresh = await open(next, 'w', privateFile)
    let written = 0
    for (let i = 0; i < living.length && !closing; i += 500)
      written += await appendLine(fresh, living.slice(i, i + 500))
    if (closing) {
      carried = undefined
      await fresh.close()
      return
    }
    await fresh.datasync()
    while (writing) await writing
    await alone(() => replaceFile(fresh, next, written))
  }

  /** Only called while no batch is being written. */
  async function replaceFile(fresh: FileHandle, next: string, living: number): Promise<void> {
    let written = living
    for (const batch of carried ?? []) written += await appendLine(fresh, batch)
    carried = undefined
    await fresh.datasync()
    await rename(next, path)
    await syncFolder(home)
    await file.close()
    file = fresh
    size = written
    sizeAfterCompaction = written
  }

  function compactOnce(): Promise<void> {
    compacting ??= rewrite()
      .catch((error: unknown) => {
        // The journal itself is valid: without room for a second file it just stays long.
        carried = undefined
        sizeAfterCompaction = size
        process.stderr.write(`sandbox: the journal could not be compacted: ${String(error)}\n`)
      })
      .finally(() => {
        compacting = undefined
      })
    return compacting
  }

  return {
    book: (account) => bookOf(books, account, write),
    accounts: () => [...books.keys()],
    get changes() {
      return changes
    },
    settled,
    async compact() {
      await settled()
      await compactOnce()
    },
    async close() {
      await settled()
      closing = true
      await compacting
      await file.close()
    },
  }
}

function bookOf(books: Books, account: string, write: (change: Change) => void): Book {
  const table = (name: TableName) => books.get(account)?.get(name)
  return {
    account,
    get: <T extends TableName>(name: T, id: string) => table(name)?.get(id) as Tables[T] | undefined,
    rows: <T extends TableName>(name: T) => [...(table(name)?.values() ?? [])] as Tables[T][],
    ids: (name) => table(name)?.ids() ?? [],
    idsWhere: (name, field, value) => table(name)?.idsWhere(field, value) ?? [],
    where: <T extends TableName>(name: T, field: keyof Tables[T] & string, value: string) =>
      (table(name)?.idsWhere(field, value) ?? []).map((id) => table(name)?.get(id)) as Tables[T][],
    put<T extends TableName, R extends Tables[T]>(name: T, row: R): R {
      write([account, name, row.id, row as Row])
      return row
    },
    remove(name, id) {
      if (table(name)?.has(id)) write([account, name, id, null])
    },
  }
}

function apply(books: Books, change: Change): void {
  const [account, table, id, row] = change
  const book = books.get(account) ?? new Map<TableName, Table>()
  const rows = book.get(table) ?? createTable()
  books.set(account, book)
  book.set(table, rows)
  if (row) rows.put(row)
  else rows.remove(id)
}

function* livingRows(books: Books): Iterable<Change> {
  for (const [account, tables] of books)
    for (const [table, rows] of tables) for (const row of rows.values()) yield [account, table, row.id, row]
}

async function appendLine(file: FileHandle, batch: readonly Change[]): Promise<number> {
  const json = JSON.stringify(batch)
  const line = Buffer.from(`00000000 ${json}\n`)
  line.write(checksum(line.subarray(9, -1)), 0, 'latin1')
  await file.appendFile(line)
  return line.length
}

/** A row changed several times in one batch is written once, in its last state. */
function lastOfEach(batch: readonly Change[]): Change[] {
  const last = new Map<string, Change>()
  for (const change of batch) last.set(`${change[0]} ${change[1]} ${change[2]}`, change)
  return [...last.values()]
}

function checksum(bytes: Buffer): string {
  return crc32(bytes).toString(16).padStart(8, '0')
}

/** Reads the journal; `end` is the end of the last valid line, `size` the file's. */
async function replay(path: string, take: (change: Change) => void): Promise<{ size: number; end: number }> {
  await rm(`${path}.next`, { force: true })
  const file = await open(path, 'a+', privateFile)
  let end = 0
  let offset = 0
  try {
    for await (const line of linesOf(file)) {
      offset += line.length
      const batch = readBatch(line)
      if (!batch) continue
      if (end !== offset - line.length)
        throw new Error(
          `${path}: a damaged line at byte ${end} is followed by sound ones. Restore a copy or delete the folder.`,
        )
      for (const change of batch) take(change)
      end = offset
    }
    return { size: offset, end }
  } finally {
    await file.close()
  }
}

async function* linesOf(file: FileHandle): AsyncIterable<Buffer> {
  let rest: Buffer[] = []
  for await (const chunk of file.createReadStream({ autoClose: false, start: 0 }) as AsyncIterable<Buffer>) {
    let from = 0
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
      yield Buffer.concat([...rest, chunk.subarray(from, at + 1)])
      rest = []
      from = at + 1
    }
    if (from < chunk.length) rest.push(chunk.subarray(from))
  }
  if (rest.length > 0) yield Buffer.concat(rest)
}

function readBatch(line: Buffer): Change[] | undefined {
  if (line.length < 10 || line.at(-1) !== 10 || line[8] !== 32) return undefined
  const json = line.subarray(9, -1)
  return checksum(json) === line.toString('latin1', 0, 8)
    ? (JSON.parse(json.toString('utf8')) as Change[])
    : undefined
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}
