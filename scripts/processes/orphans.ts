import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { placesIn } from '../home/settings.ts'
import { commandLineOf, identityOf, type ProcessIdentity, stillRuns } from './process-identity.ts'

type Recorded = ProcessIdentity & { stop_signal: NodeJS.Signals }

/** Notes a child, so that a later start can recognise and stop it if this supervisor dies without doing so. */
export function recordChild(home: string, name: string, pid: number, stop_signal: NodeJS.Signals): void {
  const { running } = placesIn(home)
  const identity = identityOf(pid)
  if (!identity) return
  mkdirSync(running, { recursive: true, mode: 0o700 })
  writeFileSync(
    join(running, `${name}.json`),
    JSON.stringify({ ...identity, stop_signal } satisfies Recorded),
    { mode: 0o600 },
  )
}

/** Forgets a child that has ended. */
export function forgetChild(home: string, name: string): void {
  rmSync(join(placesIn(home).running, `${name}.json`), { force: true })
}

/**
 * Stops what a supervisor killed outright left running in this SALDO_HOME: politely, then by force after 15
 * seconds. The caller must hold the home's lock.
 * @returns the names of what was stopped.
 */
export async function stopOrphans(home: string): Promise<string[]> {
  const orphans = [...recorded(home), ...postmaster(home)].filter(({ process }) => stillRuns(process))
  await Promise.all(orphans.map(({ process }) => end(process)))
  rmSync(placesIn(home).running, { recursive: true, force: true })
  return [...new Set(orphans.map(({ name }) => name))]
}

function recorded(home: string): { name: string; process: Recorded }[] {
  const { running } = placesIn(home)
  try {
    return readdirSync(running).map((file) => ({
      name: file.replace(/\.json$/, ''),
      process: JSON.parse(readFileSync(join(running, file), 'utf8')),
    }))
  } catch {
    return []
  }
}

/**
 * Postgres' own note of who serves the directory. It refuses to start while that number belongs to any
 * process of its account, even to another program after a reboot: such a note is removed.
 */
function postmaster(home: string): { name: string; process: Recorded }[] {
  const { postgres } = placesIn(home)
  const note = join(postgres, 'postmaster.pid')
  const identity = identityOf(Number(firstLine(note)))
  if (!identity) return []
  if (commandLineOf(identity.pid).includes(postgres)) {
    return [{ name: 'postgres', process: { ...identity, stop_signal: 'SIGINT' } }]
  }
  rmSync(note, { force: true })
  return []
}

function firstLine(file: string): string {
  try {
    return readFileSync(file, 'utf8').split('\n')[0] ?? ''
  } catch {
    return ''
  }
}

async function end(orphan: Recorded) {
  send(orphan, orphan.stop_signal)
  const deadline = Date.now() + 15_000
  while (stillRuns(orphan) && Date.now() < deadline) await sleep(50)
  if (stillRuns(orphan)) send(orphan, 'SIGKILL')
  while (stillRuns(orphan)) await sleep(50)
}

function send(orphan: Recorded, signal: NodeJS.Signals) {
  try {
    process.kill(orphan.pid, signal)
  } catch {
    // It has just ended by itself.
  }
}
