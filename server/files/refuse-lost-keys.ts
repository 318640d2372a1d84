import type { Dirent } from 'node:fs'
import { opendir, open as openFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileKeys } from './file-keys.ts'
import { headerOf, unfinished } from './file-store.ts'
import { isSealed, keyFor } from './sealed-file.ts'

/** Lost keys are lost for all files, so the start looks at some, however many there are. */
const mostLookedAt = 200

/**
 * Refuses to go on when none of the encrypted files that it looks at can be opened with these keys: the keys were lost or
 * mistaken, and nobody would notice until they open a document. Returns how many of them cannot be, when others can.
 */
export async function refuseLostKeys(folder: string, keys: FileKeys): Promise<number> {
  const { readable, lost } = await countLostKeys(folder, keys)
  if (lost > 0 && readable === 0)
    throw new Error(
      `SALDO_FILE_KEYS: none of the uploaded files in ${folder} can be opened with the keys that are set. Set the key of before again (it was in SALDO_FILE_KEYS, or in secrets.json in SALDO_HOME). To start without these files, move that folder away.`,
    )
  return lost
}

/** Of some of the encrypted files: how many these keys open, and how many they do not. */
export async function countLostKeys(
  folder: string,
  keys: FileKeys,
): Promise<{ readable: number; lost: number }> {
  let [readable, lost] = [0, 0]
  for await (const path of someFiles(folder)) {
    const file = await openFile(path, 'r').catch(() => null)
    if (!file) continue
    const header = await headerOf(file).finally(() => file.close())
    if (!isSealed(header)) continue
    if (keyFor(keys, header)) readable += 1
    else lost += 1
  }
  return { readable, lost }
}

async function* someFiles(folder: string): AsyncGenerator<string> {
  const entries = await opendir(folder, { recursive: true }).catch(() => null)
  if (!entries) return
  let seen = 0
  for await (const entry of entries) {
    if (!isStored(entry)) continue
    yield join(entry.parentPath, entry.name)
    seen += 1
    if (seen === mostLookedAt) return
  }
}

const isStored = (entry: Dirent) => entry.isFile() && !entry.name.endsWith(unfinished)
