import { readdirSync, statSync } from 'node:fs'
import { type FileHandle, open as openFile, rm, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import type { FileKeys } from './file-keys.ts'
import {
  headerOf,
  onlySealed,
  refusePlainFiles,
  refusesPlainFiles,
  replace,
  unfinished,
} from './file-store.ts'
import { headerBytes, isSealed, rewrapped, seal, UnreadableFile } from './sealed-file.ts'

/** What became of the files. `unreadable` names those that no key opens; nothing was done to them. */
export type Rotated = { encrypted: number; rewrapped: number; current: number; unreadable: string[] }

/**
 * Makes every file readable by the first key alone: wraps the keys of files anew, and encrypts files of before. Each file
 * is replaced at once, so it can be stopped, started again, and run beside a server that has the same keys.
 */
export async function rotateFileKeys(folder: string, keys: FileKeys): Promise<Rotated> {
  const rotated: Rotated = { encrypted: 0, rewrapped: 0, current: 0, unreadable: [] }
  const mayBePlain = !refusesPlainFiles(folder)
  for (const name of namesIn(folder)) {
    try {
      const became = await rotate(folder, name, keys, mayBePlain)
      if (became) rotated[became] += 1
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error
      rotated.unreadable.push(`${name} (${error.code})`)
    }
  }
  await removeUnfinished(folder)
  if (mayBePlain) refusePlainFiles(folder)
  return rotated
}

/** How many files are not encrypted yet. */
export async function countPlainFiles(folder: string): Promise<number> {
  if (refusesPlainFiles(folder)) return 0
  let plain = 0
  for (const name of namesIn(folder)) {
    const file = await openFile(join(folder, name), 'r')
    if (!isSealed(await headerOf(file))) plain += 1
    await file.close()
  }
  return plain
}

async function rotate(folder: string, name: string, keys: FileKeys, mayBePlain: boolean) {
  const path = join(folder, name)
  const file = await openFile(path, 'r').catch(() => null)
  // Deleted since the folder was read.
  if (!file) return null
  try {
    const { ino } = await file.stat()
    const unchanged = () =>
      stat(path).then(
        (now) => now.ino === ino,
        () => false,
      )
    const header = await headerOf(file)
    if (!isSealed(header)) {
      if (!mayBePlain) throw new UnreadableFile('not_encrypted', name)
      await replace(path, seal(name, keys[0], bytesFrom(file, 0)), unchanged)
      return 'encrypted'
    }
    const fresh = rewrapped(name, keys, header)
    if (!fresh) return 'current'
    await replace(path, withHeader(fresh, file), unchanged)
    return 'rewrapped'
  } finally {
    await file.close()
  }
}

async function* withHeader(header: Buffer, file: FileHandle): AsyncGenerator<Uint8Array> {
  yield header
  yield* bytesFrom(file, headerBytes)
}

const bytesFrom = (file: FileHandle, start: number) => file.createReadStream({ start, autoClose: false })

/** The names of all files, as the store knows them. */
const namesIn = (folder: string): string[] =>
  pathsIn(folder)
    .filter((path) => !path.endsWith(unfinished))
    .map((path) => relative(folder, path).split(sep).join('/'))
    .filter((name) => name !== onlySealed)

const pathsIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

/** What a process that died left half written. A day later nobody still writes it. */
async function removeUnfinished(folder: string): Promise<void> {
  const yesterday = Date.now() - 24 * 3600_000
  for (const path of pathsIn(folder))
    if (path.endsWith(unfinished) && statSync(path).mtimeMs < yesterday) await rm(path, { force: true })
}
