import {
  closeSync,
  copyFileSync,
  fchmodSync,
  fstatSync,
  mkdirSync,
  openSync,
  readSync,
  statSync,
  truncateSync,
} from 'node:fs'
import { dirname } from 'node:path'

const LARGE = 10 * 1024 * 1024

/** Opens a log for a child to append to; what was there before stays, up to 10 MB and as much in `.1`. */
export function openLog(file: string): number {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const log = openSync(file, 'a', 0o600)
  fchmodSync(log, 0o600)
  rotateLog(file)
  return log
}

/** Moves a large log's contents to `.1`. Its writer goes on undisturbed, as it appends. */
export function rotateLog(file: string, large = LARGE): void {
  const { size = 0 } = statSync(file, { throwIfNoEntry: false }) ?? {}
  if (size <= large) return
  copyFileSync(file, `${file}.1`)
  truncateSync(file)
}

/** The last lines written to a log after byte `from`, at most `lines` of them. */
export function lastLines(file: string, from: number, lines: number): string[] {
  const log = openSync(file, 'r')
  try {
    const { size } = fstatSync(log)
    const start = Math.max(size < from ? 0 : from, size - 16_384)
    const text = Buffer.alloc(Math.max(0, size - start))
    readSync(log, text, 0, text.length, start)
    return text.toString('utf8').trimEnd().split('\n').slice(-lines)
  } finally {
    closeSync(log)
  }
}
