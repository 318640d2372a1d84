import { contract } from '@saldo/contract/contract'
import { expect, it } from 'vitest'
import { withApp } from '../testing/app.ts'
import { makeBill, signIn } from '../testing/people.ts'
import { heavyLimits } from './heavy-work.ts'

const { each, waiting } = heavyLimits.export

/** Two offices with bills, and their exports. */
async function twoOffices() {
  const app = await withApp()
  const [me, other] = [await signIn(app.services, 'customer'), await signIn(app.services, 'customer')]
  for (const { customer_id } of [me, other]) await makeBill(app.services, customer_id)
  await app.services.asSystem((tx) => tx`update sessions set proved_at = now()`)
  const of = (headers: Record<string, string>) => () =>
    app.call({ url: '/v1/bills/export?format=xlsx', headers })
  return { ...app, me, other, mine: of(me.headers), theirs: of(other.headers) }
}
type Reply = { status: number; body: unknown; headers: Record<string, unknown> }

it('of 40 exports of one office few run, some wait, and the others are refused; another office’s are served', async () => {
  const { mine, theirs, call, other } = await twoOffices()
  const ended: string[] = []
  const noting = async (who: string, asked: Promise<Reply>) => {
    const reply = await asked
    ended.push(`${who} ${reply.status}`)
    return reply
  }
  const flood = Array.from({ length: 40 }, () => noting('flood', mine()))
  const [export_, page] = await Promise.all([
    noting('other', theirs()),
    noting('other', call({ url: '/v1/bills?limit=20', headers: other.headers })),
  ])
  expect([export_.status, page.status]).toEqual([200, 200])
  const replies = await Promise.all(flood)
  const refused = replies.filter(({ status }) => status === 429)
  expect(replies.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(each + waiting)
  expect(refused.length).toBe(40 - replies.filter(({ status }) => status === 200).length)
  expect(refused[0]?.body).toMatchObject({
    error: 'too_many_exports',
    error_description: expect.stringMatching(/molti elenchi/),
  })
  expect(refused[0]?.headers['retry-after']).toBeDefined()
  expect(ended.lastIndexOf('other 200')).toBeLessThan(ended.lastIndexOf('flood 200'))
  expect((await mine()).status).toBe(200)
})

it('a turn ends with its reply, also one that fails', async () => {
  const { call, me } = await twoOffices()
  for (let n = 0; n < 3 * (each + waiting); n += 1)
    expect((await call({ url: '/v1/bills/pdf/999999', headers: me.headers })).status).toBe(404)
})

it('whoever leaves while waiting gives up the place', async () => {
  const { app, me, mine } = await twoOffices()
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const stopped = new AbortController()
  const asked = Array.from({ length: each + waiting }, () =>
    fetch(`${url}/v1/bills/export?format=xlsx`, { headers: me.headers, signal: stopped.signal }).then(
      (reply) => reply.arrayBuffer(),
      () => null,
    ),
  )
  stopped.abort()
  await Promise.all(asked)
  await expect.poll(async () => (await mine()).status).toBe(200)
})

it('every file of a list and every PDF of the contract has a quota', () => {
  const without = contract
    .filter(({ route, heavy }) => /\/(export|pdf)(\/|$)|statement-pdf/.test(route) && !heavy)
    .map(({ route }) => route)
  expect(without).toEqual([])
})
