import { execFileSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** The account that runs Postgres (null: the account of this process), and how a program is started as that account. */
export type PostgresAccount = { owner: Ids | null; spawn_as: Partial<Ids>; prefix: string[] }

type Ids = { uid: number; gid: number }

/**
 * PostgreSQL refuses to run as root, so root starts it under another account; any other user starts it under their own.
 *
 * @param paths what the account must reach (programs, data directory). Under a directory that only root may
 *   cross (/root, `mktemp -d`) the account keeps one capability that lets it pass, instead of our opening
 *   somebody's directory to the whole machine.
 * @throws when the account cannot reach a path and the system offers no way round.
 */
export function postgresAccount(paths: string[]): PostgresAccount {
  if (process.getuid?.() !== 0) return { owner: null, spawn_as: {}, prefix: [] }
  const ids = existing('postgres') ?? create('postgres') ?? existing('nobody')
  if (!ids) throw new Error('PostgreSQL cannot run as root, and no user account could be created for it.')
  const closed = paths.flatMap((path) => closedAncestors(path, ids))
  if (closed[0] === undefined) return { owner: ids, spawn_as: ids, prefix: [] }
  return { owner: ids, spawn_as: {}, prefix: passThrough(ids, closed[0]) }
}

function existing(name: string): Ids | null {
  try {
    const id = (flag: string) =>
      Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'] }))
    return { uid: id('-u'), gid: id('-g') }
  } catch {
    return null
  }
}

function create(name: string): Ids | null {
  try {
    execFileSync('useradd', ['--system', '--user-group', '--shell', '/bin/false', name], { stdio: 'ignore' })
    return existing(name)
  } catch {
    return null
  }
}

function closedAncestors(path: string, { uid, gid }: Ids): string[] {
  const closed: string[] = []
  for (let at = dirname(path); ; at = dirname(at)) {
    const stat = statSync(at)
    const bit = stat.uid === uid ? 0o100 : stat.gid === gid ? 0o010 : 0o001
    if (!(stat.mode & bit)) closed.push(at)
    if (at === dirname(at)) return closed
  }
}

function passThrough({ uid, gid }: Ids, closed: string): string[] {
  const capability = grantable()
  if (!capability) {
    throw new Error(
      `PostgreSQL’s user cannot enter ${closed}: move the project, or choose another SALDO_HOME.`,
    )
  }
  const caps = [`--inh-caps=+${capability}`, `--ambient-caps=+${capability}`]
  // initdb asks access(2) whether it may run postgres, which forgets capabilities unless this bit is set.
  return [
    'setpriv',
    '--securebits=+no_setuid_fixup',
    `--reuid=${uid}`,
    `--regid=${gid}`,
    '--clear-groups',
    ...caps,
  ]
}

/**
 * Docker's default set has dac_override (bit 1) but not the narrower dac_read_search (bit 2). Handing either
 * on takes setpcap (bit 8).
 */
function grantable(): string | null {
  try {
    execFileSync('setpriv', ['--version'], { stdio: 'ignore' })
    const [, held] = /CapEff:\s*([0-9a-f]+)/.exec(readFileSync('/proc/self/status', 'utf8')) ?? []
    const bits = BigInt(`0x${held ?? '0'}`)
    if (!(bits & 256n)) return null
    return bits & 4n ? 'dac_read_search' : bits & 2n ? 'dac_override' : null
  } catch {
    return null
  }
}
