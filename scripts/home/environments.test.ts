import { expect, it } from 'vitest'
import { readEnv } from '../../server/env.ts'
import { sandboxEnvironment, serverEnvironment } from './environments.ts'
import { inventSecrets } from './secrets.ts'
import { readSettings } from './settings.ts'

const secrets = inventSecrets()
const ours = readSettings({ PORT: '4100', SALDO_HOME: '/tmp/somewhere' })

it('gives the server the sandbox, its two accounts and the secrets of this home', () => {
  expect(serverEnvironment(ours, secrets, 'postgres://x/saldo', {})).toEqual({
    PORT: '4100',
    SALDO_HOME: '/tmp/somewhere',
    DATABASE_URL: 'postgres://x/saldo',
    SALDO_SECRET: secrets.saldo_secret,
    SALDO_FILE_KEYS: secrets.file_keys,
    PUBLIC_URL: 'http://localhost:4100',
    DEMO: '1',
    STRIPE_SECRET_KEY: 'sk_test_saldo',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_saldo',
    STRIPE_WEBHOOK_SECRET: secrets.stripe_webhook_secret,
    STRIPE2_SECRET_KEY: 'sk_test_saldo2',
    STRIPE2_PUBLISHABLE_KEY: 'pk_test_saldo2',
    STRIPE2_WEBHOOK_SECRET: secrets.stripe2_webhook_secret,
    STRIPE_API_BASE: 'http://127.0.0.1:4101',
  })
})

it('completes nothing beside live keys, so that the server says what is missing', () => {
  const real = {
    STRIPE_SECRET_KEY: 'sk_live_1',
    STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
    STRIPE_API_BASE: 'http://127.0.0.1:9',
    DEMO: '1',
  }
  const env = serverEnvironment(readSettings(real), secrets, 'postgres://x/saldo', real)
  expect(env).toEqual({
    ...real,
    PORT: '3000',
    SALDO_HOME: expect.stringMatching(/\.saldo$/),
    DATABASE_URL: 'postgres://x/saldo',
  })
  expect(() => readEnv(env)).toThrow(/\nSTRIPE_API_BASE: must not be set.*\nDEMO: must not be 1/)
  expect(() => readEnv(env)).toThrow(/\nSALDO_SECRET: missing/)
})

it('leaves a stand-in of the provider to the test keys that go with it', () => {
  const given = {
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
    STRIPE_API_BASE: 'http://127.0.0.1:9',
  }
  expect(serverEnvironment(readSettings(given), secrets, 'postgres://x/saldo', given)).toMatchObject({
    ...given,
    DEMO: '0',
  })
})

it("keeps the user's own secret and address", () => {
  const given = { SALDO_SECRET: 'ab'.repeat(32), PUBLIC_URL: 'https://saldo.example' }
  expect(serverEnvironment(ours, secrets, 'postgres://x/saldo', given)).toMatchObject(given)
})

it('tells the sandbox where each account sends its events, and no more of ours', () => {
  const env = sandboxEnvironment(ours, secrets)
  expect(Object.keys(env).sort()).toEqual(['PATH', 'PORT', 'SANDBOX_HOME', 'SANDBOX_WEBHOOKS'])
  expect(env).toMatchObject({ PORT: '4101', SANDBOX_HOME: '/tmp/somewhere/sandbox' })
  expect(JSON.parse(env.SANDBOX_WEBHOOKS ?? '')).toEqual([
    {
      account_key: 'sk_test_saldo',
      url: 'http://127.0.0.1:4100/v1/stripe/webhook/stripe',
      secret: secrets.stripe_webhook_secret,
    },
    {
      account_key: 'sk_test_saldo2',
      url: 'http://127.0.0.1:4100/v1/stripe/webhook/stripe2',
      secret: secrets.stripe2_webhook_secret,
    },
  ])
})
