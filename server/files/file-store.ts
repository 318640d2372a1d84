import { randomUUID } from 'node:crypto'
import { constants, existsSync, readdirSync, writeFileSync } from 'node:fs'
import { type FileHandle, opendir, open as openFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import type { Env } from '../env.ts'
import { type FileKeys, fileKeysOf } from './file-keys.ts'
import { makePrivateFolder, privateFile, tightenFolder } from './private-folder.ts'
import { contentBytes, headerBytes, isSealed, open, seal, UnreadableFile } from './sealed-file.ts'

/** Where uploaded files are kept, encrypted, under names that nobody can guess. They are never served by path. */
export type FileStore = {
  /** Writes the whole file or nothing: it is there under its name only when it is complete and on disk. */
  put: (name: string, content: Uint8Array | string) => Promise<void>
  putStream: (name: string, content: AsyncIterable<Uint8Array>) => Promise<void>
  /**
   * The content, and its length in bytes. A stream that fails half-way has given out right bytes only.
   * @throws UnreadableFile when the file is missing, its key unknown, or its beginning altered.
   */
  read: (name: string) => Promise<{ content: Readable; bytes: number }>
  exists: (name: string) => Promise<boolean>
  /** Deletes the file; nothing if there is none. */
  delete: (name: string) => Promise<void>
  /** Every file on the disk, in no order, with the length of its content; not those that are being written. */
  list: () => AsyncGenerator<{ name: string; bytes: number; written_at: Date }>
}

/** The folder of the files. */
export const filesIn = (home: string): string => resolve(home, 'files')

export function openFileStore(env: Env): FileStore {
  const folder = filesIn(env.SALDO_HOME)
  tightenFolder(folder)
  if (readdirSync(folder).length === 0) refusePlainFiles(folder)
  return storeIn(folder, fileKeysOf(env))
}

/**
 * Files written before Saldo encrypted are read until `npm run rotate-file-keys` has encrypted all of them. From then on,
 * and in every new folder, a file that is not encrypted is refused: somebody else put it there.
 */
export const refusePlainFiles = (folder: string): void =>
  writeFileSync(join(folder, onlySealed), 'Every file here is encrypted. Saldo refuses others.\n', {
    mode: privateFile,
  })
export const refusesPlainFiles = (folder: string): boolean => existsSync(join(folder, onlySealed))
export const onlySealed = 'only-encrypted'

export function storeIn(folder: string, keys: FileKeys): FileStore {
  const pathOf = (name: string) => {
    if (!/^[a-z]+\/[\w-]+$/.test(name)) throw new Error(`no name of a file: ${name}`)
    return join(folder, name)
  }
  const putStream: FileStore['putStream'] = (name, content) =>
    replace(pathOf(name), seal(name, keys[0], content))
  return {
    put: (name, content) => putStream(name, Readable.from([Buffer.from(content)])),
    putStream,
    read: async (name) => {
      const file = await openFile(pathOf(name), 'r').catch((error: NodeJS.ErrnoException) => {
        throw error.code === 'ENOENT' ? new UnreadableFile('missing', name) : error
      })
      try {
        return await contentOf(name, file, keys, folder)
      } catch (error) {
        await file.close()
        throw error
      }
    },
    exists: (name) =>
      stat(pathOf(name)).then(
        () => true,
        () => false,
      ),
    delete: (name) => rm(pathOf(name), { force: true }),
    list: () => listFiles(folder),
  }
}

async function* listFiles(folder: string): ReturnType<FileStore['list']> {
  for await (const kind of await opendir(folder)) {
    if (!kind.isDirectory()) continue
    for await (const { name: own } of await opendir(join(folder, kind.name))) {
      if (own.endsWith(unfinished)) continue
      const found = await stat(join(folder, kind.name, own)).catch(() => null)
      // Null: it was deleted meanwhile.
      if (found?.isFile())
        yield { name: `${kind.name}/${own}`, bytes: contentBytes(found.size), written_at: found.mtime }
    }
  }
}

async function contentOf(name: string, file: FileHandle, keys: FileKeys, folder: string) {
  const { size } = await file.stat()
  const header = await headerOf(file)
  if (!isSealed(header)) {
    if (refusesPlainFiles(folder)) throw new UnreadableFile('not_encrypted', name)
    return { content: file.createReadStream({ start: 0 }), bytes: size }
  }
  const chunks = open(
    name,
    keys,
    header,
    file.createReadStream({ start: headerBytes, highWaterMark: 256 * 1024 }),
  )
  const first = await chunks.next()
  const content = Readable.from(after(first, chunks), { objectMode: false })
  // A reader that leaves before it has begun would leave the file open.
  content.once('close', () => void chunks.return(undefined))
  return { content, bytes: contentBytes(size) }
}

/** The first chunk is opened before anything is promised, so that an altered file is refused and not cut off. */
async function* after(first: IteratorResult<Buffer>, rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  if (!first.done) yield first.value
  yield* rest
}

/** The beginning of a file, shorter if the file is. */
export async function headerOf(file: FileHandle): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(headerBytes), 0, headerBytes, 0)
  return buffer.subarray(0, bytesRead)
}

/** Writes beside and renames, so that nobody ever reads half a file. `stillThere`: only if the old one is. */
export async function replace(
  path: string,
  content: AsyncIterable<Uint8Array>,
  wanted: () => Promise<boolean> = async () => true,
): Promise<void> {
  makePrivateFolder(dirname(path))
  const aside = `${path}.${randomUUID()}${unfinished}`
  const file = await openFile(aside, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, privateFile)
  try {
    try {
      for await (const bytes of content) await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    if (await wanted()) await rename(aside, path)
  } finally {
    await rm(aside, { force: true })
  }
}
export const unfinished = '.part'
