import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { placesIn } from './settings.ts'
import { homeMode, tightenHome } from './tighten-home.ts'

export type Instance = { pid: number; url: string }

/**
 * Takes SALDO_HOME for this process, creating it if need be. The lock is the operating system's, held by an
 * open SQLite file: it is released whenever and however the process ends.
 * @returns null when taken, else the instance that has it (null fields are unknown).
 * @throws when the directory cannot be written.
 */
export function claimHome(home: string, url: string): Partial<Instance> | null {
  const { lock, instance } = placesIn(home)
  mkdirSync(home, { recursive: true, mode: homeMode })
  if (!hold(lock)) return readInstance(instance)
  writeFileSync(instance, JSON.stringify({ pid: process.pid, url } satisfies Instance), { mode: 0o600 })
  tightenHome(home)
  return null
}

/** Kept reachable for the life of the process: collecting it would close the file. */
const held: DatabaseSync[] = []

function hold(file: string): boolean {
  const database = new DatabaseSync(file, { timeout: 0 })
  try {
    database.exec('pragma journal_mode = memory; begin exclusive')
    held.push(database)
    return true
  } catch (error) {
    database.close()
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return false
    throw error
  }
}

const SQLITE_BUSY = 5

function readInstance(file: string): Partial<Instance> {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return {}
  }
}
