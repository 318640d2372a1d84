import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { contract } from '@saldo/contract/contract'
import { expect, it, onTestFinished } from 'vitest'
import { withApp } from '../testing/app.ts'
import { makeBill, signIn } from '../testing/people.ts'
import { requestText, sendAndReset, sendRaw } from '../testing/raw-requests.ts'
import type { Actor } from './actor.ts'
import { heavyLimits, heavyNow, heavyPatience, inTurn } from './heavy-work.ts'

const { running, each, waiting } = heavyLimits.export

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

it('of 40 exports of one office few wait and the others are refused; another office’s are served', async () => {
  const { mine, theirs, call, other } = await twoOffices()
  const ended: string[] = []
  const noting = async (who: string, asked: Promise<Reply>) => {
    const reply = await asked
    ended.push(`${who} ${reply.status}`)
    return reply
  }
  const giveBackTurns = takeAllTurns()
  const flood = Array.from({ length: 40 }, () => noting('flood', mine()))
  await expect.poll(() => ended, { timeout: 20_000 }).toEqual(Array(40 - waiting).fill('flood 429'))
  const export_ = noting('other', theirs())
  expect((await call({ url: '/v1/bills?limit=20', headers: other.headers })).status).toBe(200)
  await expect.poll(() => heavyNow('export').waiting).toBe(waiting + 1)

  await giveBackTurns()
  expect((await export_).status).toBe(200)
  const refused = (await Promise.all(flood)).filter(({ status }) => status === 429)
  expect(refused[0]?.body).toMatchObject({
    error: 'too_many_exports',
    error_description: expect.stringMatching(/molti elenchi/),
  })
  expect(refused[0]?.headers['retry-after']).toBeDefined()
  expect(ended.filter((each) => each === 'flood 200')).toHaveLength(waiting)
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

const none = { arriving: 0, running: 0, waiting: 0 }

it.each([
  ['one request on each connection', 1],
  ['three on each, one behind the other', 3],
])('clients that leave before, at or after their turn keep no place: %s', async (_how, many) => {
  const { app, me, other, theirs } = await twoOffices()
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  for (let round = 0; round < 6; round += 1)
    await Promise.all(
      [me, other].flatMap(({ headers }) => {
        const asked = requestText('GET /v1/bills/export?format=csv', headers).repeat(many)
        return Array.from({ length: 11 }, (_, ms) => sendAndReset(url, asked, ms))
      }),
    )
  await expect.poll(() => heavyNow('export'), { timeout: 10_000 }).toEqual(none)
  expect((await theirs()).status).toBe(200)
  await expect.poll(() => heavyNow('export')).toEqual(none)
})

/** Work of one office that goes on until `end`; its client leaves at `leave`. */
function begin(customer_id: number) {
  const left = new AbortController()
  let end = () => {}
  const working = new Promise<void>((resolve) => {
    end = resolve
  })
  const asker = { actor: { role: 'customer', customer_id } as Actor, over: left.signal, stopping: never }
  return { work: inTurn('export', asker, () => working), end: () => end(), leave: () => left.abort() }
}
const never = new AbortController().signal

it('work that goes on when its client has left still counts, so that leaving makes no room for more', async () => {
  const { work, end, leave } = begin(1)
  leave()
  expect(heavyNow('export')).toEqual({ ...none, running: 1 })
  end()
  await work
  expect(heavyNow('export')).toEqual(none)
})

/** Takes all the turns of exports, until they are given back or the test ends. */
function takeAllTurns() {
  const all = Array.from({ length: running }, (_, n) => begin(1_000_000 + n))
  const giveBack = async () => {
    for (const { end, leave } of all) {
      leave()
      end()
    }
    await Promise.all(all.map(({ work }) => work))
  }
  onTestFinished(giveBack)
  return giveBack
}

it('429: a turn that does not come in time', async () => {
  const { mine } = await twoOffices()
  const { ms } = heavyPatience
  heavyPatience.ms = 50
  onTestFinished(() => {
    heavyPatience.ms = ms
  })
  takeAllTurns()
  expect(await mine()).toMatchObject({ status: 429, body: { error: 'too_many_exports' } })
  expect(heavyNow('export')).toEqual({ ...none, running })
})

it('a server that stops does not wait for whoever waits', async () => {
  const { services, mine } = await twoOffices()
  takeAllTurns()
  const asked = mine()
  await expect.poll(() => heavyNow('export').waiting).toBe(1)
  services.stop()
  expect((await asked).status).toBe(429)
  expect(heavyNow('export')).toEqual({ ...none, running })
})

it('files that arrive slowly keep nobody else’s waiting; an office may send only some at once', async () => {
  const { app, services, call, other } = await twoOffices()
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const offices = []
  for (let n = 0; n < heavyLimits.import.running; n += 1) offices.push(await signIn(services, 'customer'))
  const head = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\nNumero;Imp'
  const half = (headers: Record<string, string>) => {
    const type = { 'content-type': 'multipart/form-data; boundary=x', 'content-length': '5000' }
    return sendRaw(url, requestText('PUT /v1/bills/import', { ...headers, ...type }, head))
  }
  const slow = await Promise.all(offices.map(({ headers }) => half(headers)))
  await expect.poll(() => heavyNow('import').arriving).toBe(slow.length)
  const upload = (headers: Record<string, string>) =>
    call({
      method: 'PUT',
      url: '/v1/bills/import',
      headers: { ...headers, 'content-type': 'multipart/form-data; boundary=x' },
      payload: `${head}orto\r\n--x--\r\n`,
    })
  expect((await upload(other.headers)).status).toBe(202)

  const most = heavyLimits.import.each + heavyLimits.import.waiting
  const more = await Promise.all(Array.from({ length: most }, () => half(other.headers)))
  await expect.poll(() => heavyNow('import').arriving).toBe(slow.length + most)
  expect(await upload(other.headers)).toMatchObject({ status: 429, body: { error: 'too_many_imports' } })
  for (const socket of [...slow, ...more]) socket.resetAndDestroy()
  await expect.poll(() => heavyNow('import')).toEqual(none)
  expect((await upload(other.headers)).status).toBe(202)
  expect(await readdir(join(services.env.SALDO_HOME, 'files', 'imports'))).toHaveLength(2)
})

it('every file of a list and every PDF of the contract has a quota', () => {
  const without = contract
    .filter(({ route, heavy }) => /\/(export|pdf)(\/|$)|statement-pdf/.test(route) && !heavy)
    .map(({ route }) => route)
  expect(without).toEqual([])
})
