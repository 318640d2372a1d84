import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openLog } from '../processes/log-file.ts'
import { recordChild } from '../processes/orphans.ts'
import { claimHome } from './instance.ts'
import { addFileKey, readOrCreateSecrets } from './secrets.ts'
import { placesIn } from './settings.ts'
import { temporaryHome } from './temporary-home.ts'
import { homeMode } from './tighten-home.ts'

it('under an open umask, and after a start that left it open, only this account reads a home', () => {
  const before = process.umask(0)
  onTestFinished(() => void process.umask(before))
  const home = temporaryHome()
  const { sandbox, secrets, logs } = placesIn(home)
  chmodSync(home, 0o777)
  mkdirSync(sandbox, { mode: 0o777 })
  writeFileSync(join(sandbox, 'book.journal'), '', { mode: 0o666 })
  writeFileSync(secrets, '{}', { mode: 0o644 })
  mkdirSync(logs, { mode: 0o755 })
  writeFileSync(join(logs, 'server.log'), '', { mode: 0o644 })
  expect(claimHome(home, 'http://localhost:1')).toBeNull()
  readOrCreateSecrets(secrets)
  openLog(join(logs, 'sandbox.log'))
  recordChild(home, 'server', process.pid, 'SIGTERM')
  expect(statSync(home).mode & 0o777).toBe(homeMode)
  const found = readdirSync(home, { recursive: true, withFileTypes: true })
  expect(found.length).toBeGreaterThan(8)
  for (const entry of found) {
    const mode = statSync(join(entry.parentPath, entry.name)).mode & 0o777
    expect([entry.name, mode.toString(8)]).toEqual([entry.name, entry.isDirectory() ? '700' : '600'])
  }
})

it('a new key of files stands before the others', () => {
  const file = placesIn(temporaryHome()).secrets
  const { file_keys } = readOrCreateSecrets(file)
  addFileKey(file)
  expect(readOrCreateSecrets(file).file_keys).toMatch(new RegExp(`^[0-9a-f]{64},${file_keys}$`))
})
