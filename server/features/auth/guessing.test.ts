import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashPassword } from '../../identity/hash-password.ts'
import { freeAttempts } from '../../identity/login-throttle.ts'
import { startApp, type TestApp, withApp } from '../../testing/app.ts'
import { humanToken } from '../../testing/human-token.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ env: { TRUST_PROXY: '127.0.0.1' } })
})
afterAll(() => app.close())

const password = 'chiave di casa'
const passwordHash = hashPassword(password)
let serial = 0

async function someone(at = app): Promise<{ name: string; user_id: number }> {
  serial += 1
  const name = `inquilina${serial}`
  const password_hash = await passwordHash
  return at.services.asSystem(async (tx) => {
    const [user] = await tx`
      insert into users (user_name, nominative) values (${name}, 'Ada Neri') returning user_id`
    await tx`insert into credentials (user_id, password_hash) values (${user?.user_id}, ${password_hash})`
    return { name, user_id: user?.user_id as number }
  })
}

type Signed = { status: number; cookie: string; wait: number; set: string }

/** Signs in through a proxy that names this address; `cookie` is what the browser sends. */
async function signIn(
  username: string,
  typed: string,
  address: string,
  cookie = '',
  at = app,
): Promise<Signed> {
  const { status, headers } = await at.call({
    method: 'POST',
    url: '/oauth/token',
    headers: {
      authorization: `Basic ${Buffer.from('web:web').toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
      'x-human-token': await humanToken(at.call),
      'x-forwarded-for': address,
      ...(cookie && { cookie }),
    },
    body: new URLSearchParams({ grant_type: 'password', username, password: typed }).toString(),
  })
  const set = String(headers['set-cookie'] ?? '')
  return { status, cookie: set.split(';')[0] ?? '', wait: Number(headers['retry-after'] ?? 0), set }
}

const addresses = (count: number) => Array.from({ length: count }, (_, n) => `203.0.113.${n + 1}`)
/** Guesses from each address in turn; the answers' statuses. */
async function guess(name: (n: number) => string, count: number, from: readonly string[], typed = 'tirata') {
  const statuses: number[] = []
  for (let n = 0; n < count; n += 1)
    statuses.push((await signIn(name(n), typed, from[n % from.length] as string)).status)
  return statuses
}
const evaluated = (statuses: readonly number[]) => statuses.filter((status) => status !== 429).length
/** Lets time pass for all counters. */
const later = (seconds: number) =>
  app.services.asSystem(
    (tx) => tx`update sign_in_failures set last_at = last_at - make_interval(secs => ${seconds})`,
  )

describe('guesses of one user’s password', () => {
  it('from 20 addresses count together: of 100 few are evaluated, the right one not among them', async () => {
    const { name } = await someone()
    const statuses = await guess(() => name, 100, addresses(20))
    expect(evaluated(statuses)).toBeLessThanOrEqual(freeAttempts.user + 8)
    await later(-300)
    expect((await signIn(name, password, '203.0.113.200')).status).toBe(429)
  })

  it('written in other letters are guesses of the same user', async () => {
    const { name } = await someone()
    const forms = [name, name.toUpperCase(), `\u00a0${name} `, name.replaceAll('i', 'İ')]
    const statuses = await guess(
      (n) => forms[n % forms.length] as string,
      3 * freeAttempts.user,
      addresses(20),
    )
    await later(-300)
    expect((await signIn(name, password, '203.0.113.200')).status).toBe(429)
    expect(evaluated(statuses)).toBeGreaterThan(0)
  })

  it('delay nobody who signs in with a known device, from wherever, or at a known network', async () => {
    const { name } = await someone()
    const home = await signIn(name, password, '198.51.100.1')
    expect(home.status).toBe(200)
    await guess(() => name, 2 * freeAttempts.user, addresses(20))
    await later(-300)
    const away = await signIn(name, password, '198.51.100.99', home.cookie)
    expect(away.status).toBe(200)
    expect((await signIn(name, password, '198.51.100.1')).status).toBe(200)
    expect((await signIn(name, password, '198.51.100.200')).status).toBe(429)
  })

  it('with a known device are limited, too, and a known device of one user is a stranger to another', async () => {
    const [ada, eve] = [await someone(), await someone()]
    const { cookie } = await signIn(ada.name, password, '198.51.100.2')
    for (let n = 0; n < freeAttempts.known; n += 1)
      expect((await signIn(ada.name, 'tirata', `192.0.2.${n}`, cookie)).status).toBe(400)
    await later(-300)
    expect((await signIn(ada.name, password, '192.0.2.100', cookie)).status).toBe(429)

    await guess(() => eve.name, 2 * freeAttempts.user, addresses(20))
    await later(-300)
    expect((await signIn(eve.name, password, '192.0.2.101', cookie)).status).toBe(429)
  })

  it('a name that does not exist is limited in the same way', async () => {
    const known = await someone()
    const count = freeAttempts.user + 3
    const of = async (name: string) => {
      await later(4000)
      return guess(() => name, count, addresses(20))
    }
    expect(evaluated(await of('nessuna'))).toBe(evaluated(await of(known.name)))
  })
})

describe('the cookie of a device', () => {
  it('goes to the token endpoint alone, is read by no script, and is a new one at each sign-in', async () => {
    const { name } = await someone()
    const first = await signIn(name, password, '198.51.100.3')
    const second = await signIn(name, password, '198.51.100.4', first.cookie)
    expect(first.set).toMatch(
      /^saldo_device=[\w-]{43}; Max-Age=34560000; Path=\/oauth\/token; HttpOnly; SameSite=Strict$/,
    )
    expect(second.cookie).not.toBe(first.cookie)
    await guess(() => name, 2 * freeAttempts.user, addresses(20))
    await later(-300)
    expect((await signIn(name, password, '198.51.100.50', first.cookie)).status).toBe(429)
    expect((await signIn(name, password, '198.51.100.51', second.cookie)).status).toBe(200)
  })

  it('is sent over HTTPS alone where Saldo has such an address, and says so in its name', async () => {
    const secure = await withApp({ env: { PUBLIC_URL: 'https://saldo.example', TRUST_PROXY: '127.0.0.1' } })
    const { name } = await someone(secure)
    const { set, cookie } = await signIn(name, password, '198.51.100.7', '', secure)
    expect(set).toMatch(
      /^__Secure-saldo_device=[\w-]{43}; Secure; .*Path=\/oauth\/token; HttpOnly; SameSite=Strict$/,
    )
    const again = await signIn(name, password, '198.51.100.8', cookie, secure)
    expect(again).toMatchObject({ status: 200, set: expect.stringMatching(/^__Secure-/) })
  })

  it('of a planted token or of a wrong password says nothing', async () => {
    const { name } = await someone()
    const planted = `saldo_device=${'x'.repeat(43)}`
    expect((await signIn(name, 'tirata', '198.51.100.5', planted)).cookie).toBe('')
    expect((await signIn(name, password, '198.51.100.5', planted)).cookie).not.toBe(planted)
    await guess(() => name, 2 * freeAttempts.user, addresses(20))
    await later(-300)
    expect((await signIn(name, password, '198.51.100.60', planted)).status).toBe(429)
  })
})

describe('wrong names at one address', () => {
  it('44 of them do not delay a neighbour; very many delay them by seconds, and a known device not at all', async () => {
    const [neighbour, colleague] = [await someone(), await someone()]
    const { cookie } = await signIn(colleague.name, password, '198.51.100.70')
    const office = '198.51.100.77'
    await guess((n) => `nome sbagliato ${n}`, 44, [office])
    expect((await signIn(neighbour.name, password, office)).status).toBe(200)

    await app.services.asSystem(
      (tx) => tx`update sign_in_failures set failures = failures + 5000 where failures > 40`,
    )
    const another = await someone()
    await signIn('un altro nome', 'x', office)
    const { status, wait } = await signIn(another.name, password, office)
    expect(status).toBe(429)
    expect(wait).toBeLessThanOrEqual(10)
    expect((await signIn(colleague.name, password, office, cookie)).status).toBe(200)
    await later(10)
    expect((await signIn(another.name, password, office)).status).toBe(200)
  })
})
