import { expect, it } from 'vitest'
import { readEnv } from './env.ts'
import { startApp, testSecret } from './testing/app.ts'

const owner = 'postgres://saldo:chiave%20di%20casa@db.example:5432/saldo'

it('leaves the owner’s address out of what a server keeps', () => {
  const env = readEnv({ DATABASE_URL: owner, SALDO_SECRET: testSecret })
  expect(JSON.stringify(env)).not.toContain('chiave')
  expect(env).not.toHaveProperty('DATABASE_URL')
})

it('gives acts and jobs no way to the owner’s address', async () => {
  const app = await startApp()
  const { password } = new URL(app.database_url)
  expect(JSON.stringify(app.services.env)).not.toContain(password)
  await app.close()
})
