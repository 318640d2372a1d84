import { appendFileSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryHome } from '../home/temporary-home.ts'
import { lastLines, openLog, rotateLog } from './log-file.ts'

it('keeps the output of earlier starts, and shows only the new lines', () => {
  const file = join(temporaryHome(), 'logs', 'server.log')
  writeSync(openLog(file), 'before\n')
  const log = openLog(file)
  writeSync(log, 'one\ntwo\nthree\n')
  expect(readFileSync(file, 'utf8')).toBe('before\none\ntwo\nthree\n')
  expect(lastLines(file, 7, 2)).toEqual(['two', 'three'])
  expect(lastLines(file, 7, 9)).toEqual(['one', 'two', 'three'])
})

it('moves a large log aside under its writer', () => {
  const file = join(temporaryHome(), 'server.log')
  const log = openLog(file)
  writeSync(log, 'x'.repeat(100))
  rotateLog(file, 100)
  expect(readFileSync(file, 'utf8')).toHaveLength(100)
  writeSync(log, 'y')
  rotateLog(file, 100)
  writeSync(log, 'new\n')
  expect(readFileSync(file, 'utf8')).toBe('new\n')
  expect(readFileSync(`${file}.1`, 'utf8')).toHaveLength(101)
})

it('shows the last lines of a log that shrank meanwhile', () => {
  const file = join(temporaryHome(), 'server.log')
  appendFileSync(file, 'only\n')
  expect(lastLines(file, 5000, 3)).toEqual(['only'])
})
