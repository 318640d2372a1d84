import { describe, expect, it } from 'vitest'
import { runJobs } from '../../jobs/worker.ts'
import type { Services } from '../../services.ts'
import { type TestApp, withApp } from '../../testing/app.ts'
import { startFirebase } from '../../testing/firebase.ts'
import { signIn } from '../../testing/people.ts'
import { notifyCustomer, notifyUser } from './notify-users.ts'
import { sendPushes } from './send-pushes.job.ts'

const device = (name: string) => `${name}:APA91b_${'x'.repeat(130)}`
const news = (title: string) =>
  ({ kind: 'import', title, body: 'Testo', link: '/bollette/importa/7', dedupe_key: title }) as const
const tell = (services: Services, user_id: number, title: string) =>
  services.asSystem((tx) => notifyUser(services, tx, user_id, news(title)))
const saveToken = async (app: TestApp, headers: Record<string, string>, name: string) =>
  (await app.call({ method: 'PUT', url: `/v1/users/firebase/0/${device(name)}`, headers })).status
const devicesOf = async (services: Services, user_id: number) =>
  (
    await services.asSystem(
      (tx) => tx`select token from push_tokens where user_id = ${user_id} order by token`,
    )
  ).map(({ token }) => token.split(':')[0])

describe('PUT /v1/users/firebase/0/{token}', () => {
  it('204: saves the push token once, for the user who signed in last on the device', async () => {
    const app = await withApp()
    const [lucia, piero] = [await signIn(app.services, 'consumer'), await signIn(app.services, 'customer')]
    expect(await saveToken(app, lucia.headers, 'telefono')).toBe(204)
    expect(await saveToken(app, lucia.headers, 'telefono')).toBe(204)
    expect(await saveToken(app, lucia.headers, 'tavoletta')).toBe(204)
    expect(await devicesOf(app.services, lucia.user_id)).toEqual(['tavoletta', 'telefono'])
    expect(await saveToken(app, piero.headers, 'telefono')).toBe(204)
    expect(await devicesOf(app.services, lucia.user_id)).toEqual(['tavoletta'])
    expect(await devicesOf(app.services, piero.user_id)).toEqual(['telefono'])
  })
  it('204: deletes the token at logout, only that of this session', async () => {
    const app = await withApp()
    const me = await signIn(app.services, 'customer')
    await saveToken(app, me.headers, 'telefono')
    const other = await signIn(app.services, 'customer', me.customer_id)
    await saveToken(app, other.headers, 'altro')
    await app.call({ method: 'POST', url: '/v1/auth/logout', headers: me.headers })
    expect(await devicesOf(app.services, me.user_id)).toEqual([])
    expect(await devicesOf(app.services, other.user_id)).toEqual(['altro'])
  })
  it('400: an invalid token; 401: an anonymous caller', async () => {
    const app = await withApp()
    const { headers } = await signIn(app.services, 'store')
    const put = async (token: string, as: Record<string, string>) =>
      (await app.call({ method: 'PUT', url: `/v1/users/firebase/0/${token}`, headers: as })).status
    expect(await put('corto', headers)).toBe(400)
    expect(await put(`${'x'.repeat(40)}%3Cscript%3E`, headers)).toBe(400)
    expect(await put(device('telefono'), {})).toBe(401)
  })
})

describe('with Firebase configured', () => {
  it('each message is sent once to each device of its user, with its text and link', async () => {
    const firebase = await startFirebase()
    const app = await withApp({ env: firebase.env })
    const me = await signIn(app.services, 'customer')
    const colleague = await signIn(app.services, 'customer', me.customer_id)
    await saveToken(app, me.headers, 'telefono')
    await saveToken(app, me.headers, 'tavoletta')
    await saveToken(app, colleague.headers, 'collega')
    await app.services.asSystem((tx) => notifyCustomer(app.services, tx, me.customer_id, news('Esito')))
    await tell(app.services, colleague.user_id, 'Solo a te')
    await runJobs(app.services)
    await sendPushes(app.services, {})
    expect(
      firebase.taken.map(({ token, notification }) => [token.split(':')[0], notification.title]).sort(),
    ).toEqual([
      ['collega', 'Esito'],
      ['collega', 'Solo a te'],
      ['tavoletta', 'Esito'],
      ['telefono', 'Esito'],
    ])
    const [one] = firebase.taken
    expect(one).toMatchObject({
      notification: { body: 'Testo' },
      data: { push_message_id: expect.stringMatching(/^\d+$/), link: '/bollette/importa/7' },
      android: { notification: { tag: `saldo-${one?.data.push_message_id}` } },
    })
    expect(firebase.asked.tokens).toBe(1)
  })

  it('a device that no longer exists is removed; after a temporary failure the message is retried and sent once', async () => {
    const firebase = await startFirebase()
    const app = await withApp({ env: firebase.env })
    const me = await signIn(app.services, 'consumer')
    for (const name of ['telefono', 'venduto', 'occupato']) await saveToken(app, me.headers, name)
    firebase.answers.set(device('venduto'), [{ status: 404, code: 'UNREGISTERED' }])
    firebase.answers.set(device('occupato'), [{ status: 500, code: 'INTERNAL' }])
    await tell(app.services, me.user_id, 'Ciao')
    await runJobs(app.services)
    expect(firebase.taken.map(({ token }) => token)).toEqual([device('telefono')])
    expect(await devicesOf(app.services, me.user_id)).toEqual(['occupato', 'telefono'])
    const [again] = await waiting(app.services)
    expect(again).toMatchObject({ tries: 1, last_error: expect.stringContaining('internal-error') })
    await makeDue(app.services)
    await sendPushes(app.services, {})
    expect(firebase.taken.map(({ token }) => token).sort()).toEqual([device('occupato'), device('telefono')])
    expect(await waiting(app.services)).toEqual([])
  })

  it('an access token that Google no longer accepts is fetched again on the next try', async () => {
    const firebase = await startFirebase()
    const app = await withApp({ env: firebase.env })
    const me = await signIn(app.services, 'consumer')
    await saveToken(app, me.headers, 'telefono')
    firebase.answers.set(device('telefono'), [{ status: 401, code: 'UNAUTHENTICATED' }])
    await tell(app.services, me.user_id, 'Ciao')
    await runJobs(app.services)
    expect(firebase.taken).toEqual([])
    await makeDue(app.services)
    await sendPushes(app.services, {})
    expect(firebase.taken.map(({ token }) => token)).toEqual([device('telefono')])
    expect(firebase.asked.tokens).toBe(2)
  })

  it('a message that is refused for good is not sent again', async () => {
    const firebase = await startFirebase()
    const app = await withApp({ env: firebase.env })
    const me = await signIn(app.services, 'consumer')
    await saveToken(app, me.headers, 'telefono')
    firebase.answers.set(device('telefono'), [{ status: 400, code: 'INVALID_ARGUMENT' }])
    await tell(app.services, me.user_id, 'Ciao')
    await runJobs(app.services)
    await makeDue(app.services)
    await sendPushes(app.services, {})
    expect(firebase.asked.sends).toBe(1)
  })

  it('two parallel processes send each message once; if one dies while sending, the next continues', async () => {
    const firebase = await startFirebase()
    const app = await withApp({ env: firebase.env })
    const me = await signIn(app.services, 'consumer')
    await saveToken(app, me.headers, 'telefono')
    for (const title of ['1', '2', '3']) await tell(app.services, me.user_id, title)
    await Promise.all([1, 2, 3].map(() => sendPushes(app.services, {})))
    expect(firebase.taken).toHaveLength(3)
    await tell(app.services, me.user_id, 'a metà')
    await app.services.asSystem(
      (tx) =>
        tx`update push_deliveries set claimed_at = now() - interval '3 minutes', tries = 1 where sent_at is null`,
    )
    await sendPushes(app.services, {})
    expect(firebase.taken).toHaveLength(4)
  })

  it('a silent Firebase delays only the push, not the act and not the list', async () => {
    const firebase = await startFirebase()
    const app = await withApp({ env: { ...firebase.env, FIREBASE_API_BASE: 'http://127.0.0.1:9' } })
    const me = await signIn(app.services, 'consumer')
    await saveToken(app, me.headers, 'telefono')
    await tell(app.services, me.user_id, 'Ciao')
    await runJobs(app.services)
    const { body } = await app.call({ url: '/v1/push/message', headers: me.headers })
    expect(body).toMatchObject({ count: 1 })
    expect(await waiting(app.services)).toHaveLength(1)
  })
})

it('without Firebase no push is attempted', async () => {
  const app = await withApp()
  const me = await signIn(app.services, 'consumer')
  await saveToken(app, me.headers, 'telefono')
  await tell(app.services, me.user_id, 'Ciao')
  expect(await app.services.queue.boss.fetch('send-pushes', { batchSize: 10 })).toEqual([])
  expect(await waiting(app.services)).toEqual([])
})

const waiting = (services: Services) =>
  services.asSystem(
    (tx) => tx`select tries, last_error from push_deliveries where sent_at is null and refused_at is null`,
  )
const makeDue = (services: Services) =>
  services.asSystem((tx) => tx`update push_deliveries set next_try_at = now()`)
