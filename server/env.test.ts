import { expect, it } from 'vitest'
import { serverUrl } from './db/connection.ts'
import { readEnv } from './env.ts'
import { startApp, testSecret } from './testing/app.ts'

const owner = 'postgres://saldo:chiave%20di%20casa@db.example:5432/saldo'

it('tells a server the address of the login that owns nothing, and not the owner’s', () => {
  const env = readEnv({ DATABASE_URL: owner, SALDO_SECRET: testSecret })
  expect(env.SERVER_DATABASE_URL).toBe(serverUrl(owner))
  expect(new URL(env.SERVER_DATABASE_URL)).toMatchObject({
    ...{ username: 'saldo_server', host: 'db.example:5432', pathname: '/saldo' },
  })
  expect(JSON.stringify(env)).not.toContain('chiave')
  expect(env).not.toHaveProperty('DATABASE_URL')
})

it('gives acts and jobs no way to the owner’s address', async () => {
  const app = await startApp()
  const { password } = new URL(app.database_url)
  expect(JSON.stringify(app.services.env)).not.toContain(password)
  await app.close()
})
