import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** A process that can be recognised later: its number is reused, its number with its start time is not. */
export type ProcessIdentity = { pid: number; started: string }

/** The identity of a running process, or null when there is none with that number. */
export function identityOf(pid: number): ProcessIdentity | null {
  const started = startOf(pid)
  return started === null ? null : { pid, started }
}

/** Whether the very same process still runs: a zombie does not. */
export function stillRuns(process: ProcessIdentity): boolean {
  return startOf(process.pid) === process.started
}

/** The program and arguments of a running process, separated by spaces; empty when it cannot be read. */
export function commandLineOf(pid: number): string {
  try {
    if (process.platform === 'linux')
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    return execFileSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' })
  } catch {
    return ''
  }
}

function startOf(pid: number): string | null {
  if (process.platform === 'linux') return startInProc(pid)
  try {
    const answer = execFileSync('ps', ['-o', 'lstart=,stat=', '-p', String(pid)], { encoding: 'utf8' }).trim()
    return answer === '' || answer.split(/\s+/).at(-1)?.startsWith('Z') ? null : answer.replace(/\s+\S+$/, '')
  } catch {
    return null
  }
}

/** Slim containers have no `ps`. The program's name may hold spaces and brackets: fields start after it. */
function startInProc(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return fields[0] === 'Z' ? null : `${boot} ${fields[19]}`
  } catch {
    return null
  }
}
