import type { KeptPreferences, Preferences } from '@saldo/contract/identity/users'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../testing/app.ts'
import { signIn } from '../../testing/people.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const url = '/v1/users/preferences'
const read = async (headers: Record<string, string>) => (await app.call({ url, headers })).body
const keep = (headers: Record<string, string>, payload: object) =>
  app.call({ method: 'PUT', url, headers, payload })

const chosen: Preferences = {
  theme: 'dark',
  density: 'compact',
  menu: 'icons',
  single_keys: false,
  first_steps_hidden: true,
  columns: { bills: ['number', 'amount'], payments: ['created_at'] },
}

describe('preferences', () => {
  it('200: the defaults for a user who has chosen nothing yet', async () => {
    const { headers } = await signIn(app.services, 'customer')
    expect(await read(headers)).toEqual({
      theme: 'system',
      density: 'wide',
      menu: 'open',
      single_keys: true,
      first_steps_hidden: false,
      columns: {},
      updated_at: null,
    })
  })

  it.each(['consumer', 'awaiting', 'customer', 'store', 'super_user'] as const)(
    '200: what a %s chose is there at the next sign-in, and only for them',
    async (role) => {
      const me = await signIn(app.services, role)
      const colleague = await signIn(app.services, role, me.customer_id ?? undefined)
      expect((await keep(me.headers, chosen)).status).toBe(200)
      expect(await read(me.headers)).toEqual({ ...chosen, updated_at: expect.any(String) })
      expect(await read(colleague.headers)).toMatchObject({ theme: 'system', updated_at: null })
    },
  )

  it('200: saving replaces all of them, and updates the date', async () => {
    const { headers } = await signIn(app.services, 'customer')
    const first = (await keep(headers, chosen)).body as KeptPreferences
    const second = (await keep(headers, { ...chosen, columns: {} })).body as KeptPreferences
    expect(second.columns).toEqual({})
    expect(Date.parse(second.updated_at ?? '')).toBeGreaterThan(Date.parse(first.updated_at ?? ''))
  })

  it('only the user can read or write them, not even the back office', async () => {
    const { headers, user_id } = await signIn(app.services, 'customer')
    await keep(headers, chosen)
    const office = await signIn(app.services, 'super_user')
    await keep(office.headers, { ...chosen, theme: 'light' })
    const rows = await app.services.asSystem(
      (tx) => tx`select theme from user_preferences where user_id = ${user_id}`,
    )
    expect(rows).toEqual([{ theme: 'dark' }])
  })

  const many = (count: number, of: (n: number) => string) => Array.from({ length: count }, (_, n) => of(n))
  const lists = (count: number) =>
    many(count, (n) => `list-${'abcdefg'[n % 7]}${'hijklm'[Math.floor(n / 7)]}`).map((list) => [
      list,
      ['number'],
    ])
  it('200: the maximum number of lists and columns', async () => {
    const { headers } = await signIn(app.services, 'customer')
    const columns = { ...Object.fromEntries(lists(39)), bills: many(60, (n) => `c${n}`) }
    expect((await keep(headers, { ...chosen, columns })).body).toMatchObject({ columns })
  })
  it.each([
    ['an invented theme', { ...chosen, theme: 'pink' }],
    ['something unheard of', { ...chosen, colour: 'red' }],
    ['a missing part', { theme: 'dark' }],
    ['a list with a strange name', { ...chosen, columns: { 'Bills; drop': ['number'] } }],
    ['a column with a strange name', { ...chosen, columns: { bills: ['<b>'] } }],
    ['a list without columns', { ...chosen, columns: { bills: [] } }],
    ['too many columns', { ...chosen, columns: { bills: many(61, (n) => `c${n}`) } }],
    ['too many lists', { ...chosen, columns: Object.fromEntries(lists(41)) }],
  ])('400: %s', async (_what, payload) => {
    const { headers } = await signIn(app.services, 'customer')
    expect((await keep(headers, payload)).status).toBe(400)
    expect(await read(headers)).toMatchObject({ updated_at: null })
  })
})
