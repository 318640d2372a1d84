import { type ChildProcess, spawn } from 'node:child_process'
import type { Command } from '../postgres/postgres.ts'

/** A process of the walk: what it has said, and how it is ended. */
export type Running = {
  said: () => string
  /** Resolves with the exit code. */
  ended: Promise<number>
  /** Signals exactly this process, and waits until it is gone. */
  stop: (signal?: NodeJS.Signals) => Promise<void>
}

/** Starts a process in `cwd`, with exactly this environment. */
export function start({ command, args, ...options }: Command & { cwd?: string }): Running {
  const child: ChildProcess = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const output of [child.stdout, child.stderr])
    output?.setEncoding('utf8').on('data', (text) => {
      said += text
    })
  const ended = new Promise<number>((resolve) => {
    child.once('error', (error) => {
      said += error.message
      resolve(127)
    })
    child.once('close', (code) => resolve(code ?? 128))
  })
  return {
    said: () => said,
    ended,
    stop: async (signal = 'SIGTERM') => {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal)
      await ended
    },
  }
}
