import { expect, it } from 'vitest'
import { readEnv } from './env.ts'
import { testSecret } from './testing/app.ts'
import { liveSettings } from './testing/live-settings.ts'

const live = {
  ...liveSettings,
  DATABASE_URL: 'postgres://saldo:chiave@db.example:5432/saldo?sslmode=verify-full',
  SALDO_SECRET: testSecret,
}
type Changes = Record<string, string | undefined>
const linesOf = (given: Changes): string[] => {
  try {
    readEnv(given)
    return []
  } catch (error) {
    return (error as Error).message.split('\n')
  }
}
const withoutSecond = { STRIPE2_SECRET_KEY: '', STRIPE2_PUBLISHABLE_KEY: '', STRIPE2_WEBHOOK_SECRET: '' }

it.each<[string, Changes]>([
  ['everything is right', {}],
  ['there is one account', withoutSecond],
  ['the key is restricted', { STRIPE_SECRET_KEY: 'rk_live_51saldo' }],
  ['DEMO is said to be off', { DEMO: '0' }],
  ['the database is on this machine', { DATABASE_URL: 'postgres://saldo:chiave@127.0.0.1:5432/saldo' }],
  [
    'TLS to the database is said to be off',
    { DATABASE_URL: 'postgres://saldo:chiave@db.example/saldo?sslmode=disable' },
  ],
  [
    'a port and a mail address without name are given',
    {
      PUBLIC_URL: 'https://saldo.example:8443/',
      MAIL_FROM: 'posta@saldo.example',
    },
  ],
])('live keys start when %s', (_, changes) => {
  expect(linesOf({ ...live, ...changes })).toEqual([])
})

it.each<[name: string, value: string | undefined, says: RegExp]>([
  ['DATABASE_URL', 'postgres://saldo:chiave@db.example:5432/saldo', /sslmode=verify-full/],
  ['DATABASE_URL', 'postgres://saldo:12#chiave@db.example:5432/saldo', /In the password write .* # as %23/],
  ['DATABASE_URL', 'postgres://saldo:chiave@db.example:5432', /names no database/],
  ['PUBLIC_URL', undefined, /https:\/\//],
  ['PUBLIC_URL', 'http://saldo.example', /https:\/\//],
  ['PUBLIC_URL', 'https://localhost:3000', /not localhost/],
  ['PUBLIC_URL', 'https://saldo.localhost', /not localhost/],
  ['PUBLIC_URL', 'https://saldo', /a host name/],
  ['PUBLIC_URL', 'https://203.0.113.5', /no number/],
  ['PUBLIC_URL', 'https://[2001:db8::5]', /no number/],
  ['PUBLIC_URL', 'https://saldo.example/saldo', /no path/],
  ['PUBLIC_URL', 'ftp://saldo.example', /https:\/\//],
  ['SMTP_URL', undefined, /without a mail server/],
  ['SMTP_URL', 'mail.example', /smtp:\/\//],
  ['SMTP_URL', 'smtp://saldo:p@ss/word@mail.example', /%2F/],
  ['SMTP_URL', 'smtp://saldo:word#1@mail.example', /%23/],
  ['MAIL_FROM', undefined, /give a sender/],
  ['MAIL_FROM', 'Saldo <noreply@saldo.example>', /still the example/],
  ['MAIL_FROM', 'Saldo', /name@domain/],
  ['MAIL_FROM', 'Saldo <posta@>', /name@domain/],
  ['MAIL_FROM', 'a@saldo.example, b@saldo.example', /name@domain/],
  ['TRUST_PROXY', undefined, /name the proxy/],
  ['TRUST_PROXY', 'true', /trusts everybody/],
  ['STRIPE_SECRET_KEY', 'sk_test_saldo', /sk_live_/],
  ['STRIPE_SECRET_KEY', 'pk_live_saldo', /sk_live_/],
  ['STRIPE_PUBLISHABLE_KEY', 'pk_test_saldo', /pk_live_/],
  ['STRIPE_PUBLISHABLE_KEY', undefined, /all three/],
  ['STRIPE_WEBHOOK_SECRET', undefined, /all three/],
  ['STRIPE_WEBHOOK_SECRET', 'we_1234', /whsec_/],
  ['STRIPE2_SECRET_KEY', 'sk_test_saldo2', /sk_live_/],
  ['STRIPE2_PUBLISHABLE_KEY', 'pk_test_saldo2', /pk_live_/],
  ['STRIPE2_WEBHOOK_SECRET', undefined, /all three/],
  ['STRIPE_API_BASE', 'http://127.0.0.1:3001', /must not be set/],
  ['FIREBASE_API_BASE', 'http://127.0.0.1:3002', /must not be set/],
  ['DEMO', '1', /must not be 1/],
  ['SALDO_SECRET', undefined, /openssl rand -hex 32/],
  ['SALDO_SECRET', 'abc', /64 hexadecimal/],
])('live keys do not start with %s = %s', (name, value, says) => {
  const [title, ...lines] = linesOf({ ...live, [name]: value })
  expect(title).toBe('Wrong settings.')
  expect(lines).toEqual([expect.stringMatching(says)])
  expect(lines[0]).toMatch(new RegExp(`^${name}: `))
})

it('names every wrong setting at once, and repeats no value', () => {
  const secrets = {
    STRIPE_SECRET_KEY: 'sk_live_geheim',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_geheim',
    STRIPE_WEBHOOK_SECRET: 'geheim',
    SALDO_SECRET: 'geheim',
    SMTP_URL: 'https://saldo:geheim@mail.example',
    DATABASE_URL: 'mysql://saldo:geheim@db.example/saldo',
  }
  const lines = linesOf(secrets)
  expect(lines.map((line) => line.split(':')[0])).toEqual([
    ...['Wrong settings.', 'DATABASE_URL', 'SALDO_SECRET', 'SMTP_URL'],
    ...['STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET', 'PUBLIC_URL', 'MAIL_FROM', 'TRUST_PROXY'],
  ])
  expect(lines.join()).not.toContain('geheim')
})

it('refuses a live key beside test keys, whichever of them it is', () => {
  const test = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1' }
  for (const one of [
    { STRIPE_SECRET_KEY: 'sk_live_1' },
    { STRIPE_PUBLISHABLE_KEY: 'pk_live_1' },
    { STRIPE2_SECRET_KEY: 'sk_live_2' },
    { STRIPE2_PUBLISHABLE_KEY: 'pk_live_2' },
  ])
    expect(linesOf({ ...live, ...withoutSecond, ...test, ...one })).not.toEqual([])
})

it('asks none of this of test keys', () => {
  expect(
    linesOf({
      ...{ DATABASE_URL: live.DATABASE_URL, SALDO_SECRET: testSecret, STRIPE_SECRET_KEY: 'sk_test_1' },
      ...{ STRIPE_PUBLISHABLE_KEY: 'pk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1', DEMO: '1' },
      STRIPE_API_BASE: 'http://127.0.0.1:3001',
    }),
  ).toEqual([])
})
