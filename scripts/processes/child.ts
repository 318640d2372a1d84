import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, fstatSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { placesIn } from '../home/settings.ts'
import type { Command } from '../postgres/postgres.ts'
import { lastLines, openLog, rotateLog } from './log-file.ts'
import { forgetChild, recordChild } from './orphans.ts'

export type ChildSpec = {
  /** The name of its log, and of the note by which a later start finds it. */
  name: string
  /** The name shown to people. */
  label: string
  home: string
  command: Command
  ready: () => Promise<boolean>
  ready_within_ms: number
  stop_signal: NodeJS.Signals
  /** Sent when stopping takes longer than 20 seconds, or the user presses Ctrl-C again. */
  force_signal: NodeJS.Signals
  /** A Node program: it notices through its IPC channel that this process has ended. */
  is_node: boolean
  /** Its output goes to the terminal instead of its log. */
  on_terminal?: boolean
}

export type Child = {
  label: string
  /**
   * Starts it and waits until it is ready. @throws with the last lines of its log when it ends or is not ready in time.
   */
  start: () => Promise<void>
  stop: () => Promise<void>
  force: () => void
  /** Stops it and starts it again, for new sources. */
  restart: () => Promise<void>
}

/** Events of a child after it has started. */
export type ChildNews =
  | { kind: 'back'; label: string }
  /** `lines` are the last lines of its log. */
  | { kind: 'stopped' | 'still-failing'; label: string; why: string; lines: string[]; again_in_ms: number }

/**
 * A process that is restarted when it ends without being asked to. The wait before a restart grows from half a second
 * to half a minute.
 */
export function superviseChild(spec: ChildSpec, tell: (news: ChildNews) => void): Child {
  const log_file = join(placesIn(spec.home).logs, `${spec.name}.log`)
  let running: Running | null = null
  let wanted = false
  let hurry = new AbortController()

  async function launch() {
    running = spawnChild(spec, log_file)
    const { exit } = running
    exit.then(() => forgetChild(spec.home, spec.name))
    const failure = await waitUntilReady(spec, running)
    if (failure && running) await end(spec, running)
    if (failure) throw new Error([failure, ...wordsOf(running, log_file)].join('\n'))
  }

  async function watchOver(current: Running, patience = 500): Promise<void> {
    const why = await current.exit
    if (!wanted) return
    const lived = performance.now() - current.since
    const wait = lived > 60_000 ? 500 : patience
    // A child that was killed from outside wrote no reason into its log.
    const lines = why === 'SIGKILL' || why === 'SIGTERM' ? [] : wordsOf(current, log_file)
    tell({ kind: 'stopped', label: spec.label, why, lines, again_in_ms: wait })
    await relaunch(wait)
  }

  async function relaunch(wait: number): Promise<void> {
    await sleep(wait, undefined, { signal: hurry.signal }).catch(() => {})
    if (!wanted) return
    const longer = Math.min(wait * 2, 30_000)
    try {
      await launch()
    } catch (error) {
      if (!wanted) return
      const [why = '', ...lines] = (error as Error).message.split('\n')
      tell({ kind: 'still-failing', label: spec.label, why, lines, again_in_ms: longer })
      return relaunch(longer)
    }
    tell({ kind: 'back', label: spec.label })
    if (running) void watchOver(running, longer)
  }

  async function start() {
    wanted = true
    hurry = new AbortController()
    await launch()
    if (running) void watchOver(running)
  }

  async function stop() {
    wanted = false
    hurry.abort()
    if (running) await end(spec, running)
  }

  async function restart() {
    await stop()
    await start()
  }

  const pruning = setInterval(() => rotateLog(log_file), 600_000)
  pruning.unref()
  return { label: spec.label, start, stop, restart, force: () => running?.process.kill(spec.force_signal) }
}

type Running = { process: ChildProcess; exit: Promise<string>; since: number; log_from: number }

/**
 * Starts a child in a session of its own, so that Ctrl-C reaches only the supervisor, which stops the children in their
 * order.
 */
function spawnChild(spec: ChildSpec, log_file: string): Running {
  const { command, args, ...options } = spec.command
  const log = openLog(log_file)
  const output = spec.on_terminal ? 'inherit' : log
  const child = spawn(command, args, {
    ...options,
    detached: true,
    stdio: ['ignore', output, output, spec.is_node ? 'ipc' : 'ignore'],
  })
  const exit = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`))
  })
  const running = { process: child, exit, since: performance.now(), log_from: fstatSync(log).size }
  closeSync(log)
  if (child.pid) recordChild(spec.home, spec.name, child.pid, spec.stop_signal)
  return running
}

/** Null when ready, else why not. */
async function waitUntilReady(spec: ChildSpec, { exit }: Running): Promise<string | null> {
  const deadline = performance.now() + spec.ready_within_ms
  let ended: string | null = null
  exit.then((why) => {
    ended = `${spec.label} stopped (${why}).`
  })
  while (ended === null && performance.now() < deadline) {
    if (await spec.ready()) return null
    await Promise.race([exit, sleep(100)])
  }
  return ended ?? `${spec.label} is not ready after ${Math.round(spec.ready_within_ms / 1000)} s.`
}

async function end(spec: ChildSpec, { process: child, exit }: Running) {
  child.kill(spec.stop_signal)
  const late = setTimeout(() => child.kill(spec.force_signal), 20_000)
  await exit
  clearTimeout(late)
}

function wordsOf(running: Running | null, log_file: string): string[] {
  return running ? lastLines(log_file, running.log_from, 15).filter(Boolean) : []
}
