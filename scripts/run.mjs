import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { shown } from './progress.mjs'

/** The project's root, without a trailing slash. */
export const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[/\\]$/, '')

/** The Node that npm installed; the machine's own may be older. */
export const node24 = join(
  root,
  'node_modules',
  'node',
  'bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
)

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']

/**
 * Runs a program to its end without input, and returns its output. A signal to us ends it, then us.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, onLine?: (line: string) => void }} [options]
 * @returns {Promise<{ code: number, output: string }>} `code` 127 when there is no such program; never rejects.
 */
export function run(command, args, { cwd = root, env = process.env, onLine = () => {} } = {}) {
  return new Promise((resolve) => {
    let output = ''
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
    const onOutput = (chunk) => {
      const text = shown(chunk)
      output += text
      const line = text.trimEnd().split('\n').at(-1)?.trim()
      if (line) onLine(line)
    }
    child.stdout.setEncoding('utf8').on('data', onOutput)
    child.stderr.setEncoding('utf8').on('data', onOutput)
    let asked = false
    const pass = (signal) => {
      asked = true
      child.kill(signal)
    }
    for (const signal of SIGNALS) process.on(signal, pass)
    const finish = (result) => {
      for (const signal of SIGNALS) process.off(signal, pass)
      if (asked) process.exit(130)
      resolve(result)
    }
    child.once('error', (error) => finish({ code: 127, output: `${output}${error.message}\n` }))
    child.once('close', (code, signal) => finish({ code: code ?? (signal ? 128 : 1), output }))
  })
}

/**
 * Continues in Node 24: runs `script` and never returns. Signals reach it, and it notices our death through
 * the channel between us ('disconnect').
 * @param {string} script absolute path
 * @param {string[]} [args]
 */
export async function continueInNode24(script, args = []) {
  if (!existsSync(node24)) throw new Error(`${node24} is missing: are npm’s install scripts disabled?`)
  const child = spawn(node24, [script, ...args], { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
  for (const signal of SIGNALS) process.on(signal, () => child.kill(signal))
  endWithNpm()
  child.once('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
  return new Promise(() => {})
}

/**
 * npm signals the shell that started us. Some shells exit without forwarding the signal, so the parent's exit counts as
 * one.
 */
export function endWithNpm() {
  if (!process.env.npm_lifecycle_event) return
  const shell = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === shell) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 300)
  watch.unref()
}

/** The environment without our own node_modules/.bin, so that npm runs on the machine's Node while it replaces ours. */
export function outsideEnvironment() {
  const PATH = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((part) => part !== join(root, 'node_modules', '.bin'))
  return { ...process.env, PATH: PATH.join(delimiter) }
}
