import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readOrCreateSecrets } from './secrets.ts'
import { temporaryHome } from './temporary-home.ts'

it('invents secrets once, readable by nobody else', () => {
  const file = join(temporaryHome(), 'secrets.json')
  const secrets = readOrCreateSecrets(file)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(new Set(Object.values(secrets)).size).toBe(6)
  expect(secrets.saldo_secret).toMatch(/^[0-9a-f]{64}$/)
  expect(readOrCreateSecrets(file)).toEqual(secrets)
})

it('invents only what an older version did not have', () => {
  const file = join(temporaryHome(), 'secrets.json')
  writeFileSync(file, JSON.stringify({ saldo_secret: 'kept' }))
  expect(readOrCreateSecrets(file).saldo_secret).toBe('kept')
  expect(Object.keys(JSON.parse(readFileSync(file, 'utf8')))).toHaveLength(6)
})

it('refuses a damaged file instead of locking the data out with new secrets', () => {
  const file = join(temporaryHome(), 'secrets.json')
  writeFileSync(file, '{"saldo_sec')
  expect(() => readOrCreateSecrets(file)).toThrow()
  expect(readFileSync(file, 'utf8')).toBe('{"saldo_sec')
})
