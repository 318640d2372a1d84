import type { Activation } from '@saldo/contract/registry/activations'
import { today } from '@saldo/domain/dates'
import { activationDue } from '@saldo/domain/registry/activation'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mailLimits } from '../../mail/mail-limit.ts'
import { startApp, type TestApp } from '../../testing/app.ts'
import { newsOf } from '../../testing/news.ts'
import { makeCustomer, signIn } from '../../testing/people.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

type Headers = Record<string, string>
type Refusal = { error?: string; error_description?: string; fields?: Record<string, string> }
async function send<Body = Activation>(
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  headers: Headers,
  payload?: object,
) {
  const { status, body } = await app.call({
    ...{ method, url: `/v1/${path}`, headers },
    ...(payload ? { payload } : {}),
  })
  return { status, body: body as Body & Refusal }
}
const backOffice = async () => (await signIn(app.services, 'super_user')).headers

/** Ten digits and their check digit (Luhn). */
function vatNumber(n: number): string {
  const digits = String(n).padStart(10, '0')
  const sum = [...digits].reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 0 ? 1 : 2)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return digits + ((10 - (sum % 10)) % 10)
}

/** An office with all its data that awaits activation, and whoever signs in for it. */
async function waiting() {
  const office = await signIn(app.services, 'awaiting')
  const { customer_id } = office
  await app.services.asSystem(
    (tx) => tx`
      update customers set address = 'Via Ricasoli', city = 'Firenze', zip_code = '50122', prov = 'FI',
        vat_number = ${vatNumber(customer_id)}
      where customer_id = ${customer_id}`,
  )
  const upload = (type: string, state: 'to_check' | 'checked' | 'invalid') =>
    app.services.asSystem(
      (tx) => tx`
        insert into documents ${tx({
          ...{
            customer_id,
            type,
            file_name: `${type}.pdf`,
            mime: 'application/pdf',
            size: 9,
            sha256: Buffer.of(0),
          },
          ...{ file_path: `documents/${customer_id}-${type}-${state}`, state, scan: 'clean' },
          reason: state === 'invalid' ? 'Non si legge.' : null,
        })}`,
    )
  return { ...office, upload }
}
const open = ({ checks }: Activation) =>
  Object.fromEntries(checks.filter(({ state }) => state !== 'done').map(({ kind, state }) => [kind, state]))
const own = async (headers: Headers) =>
  (await send<{ activation: Activation | null }>('GET', 'activations/own', headers)).body
    .activation as Activation
const one = async (headers: Headers, id: number) =>
  (await send<{ items: Activation[] }>('GET', `activations?ids=${id}`, headers)).body.items[0] as Activation

describe('GET /v1/activations', () => {
  it('200: who waits, longest first, with what is missing; not who is active', async () => {
    const headers = await backOffice()
    const active = await makeCustomer(app.services)
    const { customer_id } = await waiting()
    const { body } = await send<{ items: Activation[] }>('GET', 'activations', headers)
    const ids = body.items.map((each) => each.customer_id)
    expect(ids).toContain(customer_id)
    expect(ids).not.toContain(active)
    expect(body.items.map(({ created_at }) => created_at)).toEqual(
      body.items.map(({ created_at }) => created_at).toSorted(),
    )
    const { count } = (await send<{ count: number }>('GET', 'activations/summary', headers)).body
    expect(count).toBe(ids.length)
  })
  it('200: waits for the office while something is missing, then for the back office, by a working day', async () => {
    const headers = await backOffice()
    const { customer_id, upload } = await waiting()
    const before = await one(headers, customer_id)
    expect(before).toMatchObject({ waits_for: 'office', due_on: null })
    expect(open(before)).toEqual({ identity: 'missing', registration: 'missing', contract: 'missing' })
    await upload('identity', 'to_check')
    await upload('vat_certificate', 'invalid')
    await upload('contract', 'checked')
    expect(open(await one(headers, customer_id))).toEqual({ identity: 'to_check', registration: 'invalid' })
    await upload('chamber_of_commerce', 'to_check')
    const after = await one(headers, customer_id)
    expect(open(after)).toEqual({ identity: 'to_check', registration: 'to_check' })
    expect(after).toMatchObject({ waits_for: 'back_office', due_on: activationDue(today()) })
  })
  it('403: an office', async () => {
    const { headers } = await waiting()
    expect((await send('GET', 'activations', headers)).status).toBe(403)
  })
})

describe('POST /v1/activations/{id}/take', () => {
  it('200: the office sees who looks at it; 409 for a second one, who may take it from the first', async () => {
    const { customer_id, headers: office } = await waiting()
    const [first, second] = [
      await signIn(app.services, 'super_user'),
      await signIn(app.services, 'super_user'),
    ]
    const take = (headers: Headers, from?: number) =>
      send('POST', `activations/${customer_id}/take`, headers, from === undefined ? {} : { from })
    expect((await take(first.headers)).body).toMatchObject({ taken_by: first.user_id })
    const refused = await take(second.headers)
    expect(refused).toMatchObject({ status: 409, body: { error: 'taken' } })
    const { taken_by_name } = await own(office)
    expect(refused.body.error_description).toContain(taken_by_name)
    expect((await take(second.headers, first.user_id)).body).toMatchObject({ taken_by: second.user_id })
    const mine = await send<{ items: Activation[] }>('GET', 'activations?taken=me', second.headers)
    expect(mine.body.items.map((each) => each.customer_id)).toEqual([customer_id])
  })
  it('409: one of two who take it at once', async () => {
    const { customer_id } = await waiting()
    const people = [await backOffice(), await backOffice()]
    const answers = await Promise.all(
      people.map((headers) => send('POST', `activations/${customer_id}/take`, headers, {})),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })
  it('409: a customer that is active', async () => {
    const active = await makeCustomer(app.services)
    expect((await send('POST', `activations/${active}/take`, await backOffice(), {})).status).toBe(409)
  })
})

describe('POST /v1/activations/{id}/ask', () => {
  it('200: the office gets a message and a mail, and reads it on its dashboard', async () => {
    const { customer_id, headers: office } = await waiting()
    const text = 'Carica la visura camerale degli ultimi sei mesi.'
    expect((await send('POST', `activations/${customer_id}/ask`, await backOffice(), { text })).status).toBe(
      200,
    )
    expect(await own(office)).toMatchObject({ asked_text: text })
    expect(await newsOf(app.services, customer_id)).toMatchObject([{ body: text }])
    const mails = await app.services.asSystem(
      (tx) =>
        tx`select text, customer_id from emails where dedupe_key like ${`activation-missing:${customer_id}:%`}`,
    )
    expect(mails).toMatchObject([{ customer_id, text: expect.stringContaining(text) }])
    expect(mails[0]?.text).toContain('Saldo ti scrive perché questo è l’indirizzo del tuo studio.')
  })
  it('200: the same once more on the same day sends nothing more; 429 once the mailbox had too many', async () => {
    const { customer_id } = await waiting()
    const headers = await backOffice()
    const ask = async (text: string) =>
      (await send('POST', `activations/${customer_id}/ask`, headers, { text })).status
    expect([await ask('La visura.'), await ask('La visura.')]).toEqual([200, 200])
    const sent = async () =>
      (
        await app.services.asSystem(
          (tx) =>
            tx`select from emails where customer_id = ${customer_id} and template = 'activation-missing'`,
        )
      ).length
    expect(await sent()).toBe(1)
    expect(await newsOf(app.services, customer_id)).toHaveLength(1)
    const { in_hour } = mailLimits.by_users
    for (let n = 2; n <= in_hour; n += 1) expect(await ask(`Il documento ${n}.`)).toBe(200)
    expect(await ask('Ancora uno.')).toBe(429)
    expect(await sent()).toBe(in_hour)
  })
  it('400: without a text', async () => {
    const { customer_id } = await waiting()
    const { status, body } = await send('POST', `activations/${customer_id}/ask`, await backOffice(), {
      text: '',
    })
    expect([status, Object.keys(body.fields ?? {})]).toEqual([400, ['text']])
  })
})

describe('GET /v1/activations/own', () => {
  it('200: null for an active office', async () => {
    const { headers } = await signIn(app.services, 'customer')
    expect(await own(headers)).toBeNull()
  })
  it('200: shows an office its own alone', async () => {
    const [one, other] = [await waiting(), await waiting()]
    expect((await own(one.headers)).customer_id).toBe(one.customer_id)
    expect((await own(other.headers)).customer_id).toBe(other.customer_id)
  })
})
