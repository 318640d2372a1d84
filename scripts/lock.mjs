import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { root } from './run.mjs'

/**
 * Runs `work` while no other process of this clone runs the same act, waiting for it if need be. The lock of a
 * process that died is taken over.
 * @template T
 * @param {string} act a word, the same for all who must take turns
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function oneAtATime(act, work) {
  const clone = createHash('sha256').update(root).digest('hex').slice(0, 12)
  const lock = join(tmpdir(), `saldo-${act}-${clone}.lock`)
  let waited = false
  while (!take(lock)) {
    const holder = holderOf(lock)
    if (holder !== null && !alive(holder)) {
      remove(lock, holder)
      continue
    }
    if (!waited) console.log(`  Waiting for another command of Saldo to end (process ${holder})`)
    waited = true
    await sleep(200)
  }
  try {
    return await work()
  } finally {
    rmSync(lock, { recursive: true, force: true })
  }
}

/** Written aside and renamed into place: a lock is never seen without its holder. */
function take(lock) {
  const mine = `${lock}.${process.pid}`
  mkdirSync(mine, { recursive: true })
  writeFileSync(join(mine, 'pid'), String(process.pid))
  try {
    renameSync(mine, lock)
    return true
  } catch {
    rmSync(mine, { recursive: true, force: true })
    return false
  }
}

function holderOf(lock) {
  try {
    return Number(readFileSync(join(lock, 'pid'), 'utf8'))
  } catch {
    return null
  }
}

/** Moved before it is deleted: if somebody took it over in between, it goes back. */
function remove(lock, dead) {
  const aside = `${lock}.stale.${process.pid}`
  try {
    renameSync(lock, aside)
    if (holderOf(aside) !== dead) renameSync(aside, lock)
    else rmSync(aside, { recursive: true, force: true })
  } catch {
    // Another process removed it first.
  }
}

function alive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
