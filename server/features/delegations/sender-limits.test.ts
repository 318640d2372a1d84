import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runJobs } from '../../jobs/worker.ts'
import { startApp, type TestApp } from '../../testing/app.ts'
import { makeCustomer, makeSubject, signIn } from '../../testing/people.ts'
import { mostAsksInADay } from './ask-to-pay.ts'
import { mostADay, mostOpen } from './sender-limits.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

type Refused = { error?: string; fields?: Record<string, string>; delegation_id?: number }

/** Somebody with an access and bills, who invites and asks. */
async function sender() {
  const customer_id = await makeCustomer(app.services)
  const { user_id, headers } = await signIn(app.services, 'consumer')
  const subject_id = await makeSubject(app.services, customer_id, { user_id })
  const post = async (path: string, payload?: object) => {
    const reply = await app.call({
      method: 'POST',
      url: `/v1/delegations${path}`,
      headers,
      ...(payload && { payload }),
    })
    return { status: reply.status, body: reply.body as Refused }
  }
  const invite = (number: number, name = 'Paolo Rossi') =>
    post('', { subject_id, name, email: `p${number}.${subject_id}@example.it` })
  const end = (id: number | undefined) => post(`/end/${id}`)
  return { user_id, post, invite, end }
}
const requestsTo = async (address: string) => {
  await runJobs(app.services)
  return app.services.asSystem(
    (tx) => tx<{ text: string }[]>`
      select text from emails where to_address = ${address} and template = 'delegation-asked'`,
  )
}

describe('how many a person may send', () => {
  it('409: no more than five wait for an answer; a withdrawn one makes room', async () => {
    const { invite, end } = await sender()
    const first = await invite(0)
    for (let number = 1; number < mostOpen; number += 1) expect((await invite(number)).status).toBe(201)
    const refused = await invite(mostOpen)
    expect([refused.status, refused.body.error]).toEqual([409, 'too_many_open'])
    await end(first.body.delegation_id)
    expect((await invite(mostOpen)).status).toBe(201)
  })

  it('429: no more than ten within a day, whatever became of them', async () => {
    const { invite, end } = await sender()
    for (let number = 0; number < mostADay; number += 1) {
      const { status, body } = await invite(number)
      expect(status).toBe(201)
      await end(body.delegation_id)
    }
    const refused = await invite(mostADay)
    expect([refused.status, refused.body.error]).toEqual([429, 'too_many_invitations'])
  })

  it('requests to pay do not count: a refusal would say who has an access', async () => {
    const { post, invite } = await sender()
    for (let number = 0; number < mostOpen; number += 1) {
      const owner = await signIn(app.services, 'consumer')
      await makeSubject(app.services, await makeCustomer(app.services), { user_id: owner.user_id })
      const [user] = await app.services.asSystem(
        (tx) => tx`select email from users where user_id = ${owner.user_id}`,
      )
      expect((await post('/ask', { email: user?.email })).status).toBe(204)
      expect(await requestsTo(user?.email)).toHaveLength(1)
    }
    expect((await invite(0)).status).toBe(201)
  })

  it('429: ten requests to pay in a day, whether or not anybody has the addresses; another user is not concerned', async () => {
    const [one, other] = [await sender(), await sender()]
    const ask = (who: typeof one, n: number) => who.post('/ask', { email: `nessuno${n}@example.it` })
    for (let n = 0; n < mostAsksInADay; n += 1) expect((await ask(one, n)).status).toBe(204)
    const refused = await ask(one, 99)
    expect([refused.status, refused.body.error]).toEqual([429, 'too_many_asks'])
    expect((await ask(other, 0)).status).toBe(204)
    await app.services.asSystem((tx) => tx`update delegation_asks set day = day - 1`)
    expect((await ask(one, 99)).status).toBe(204)
  })
})

it.each([
  ...['Vinci su https://example.it', 'WWW.example.it', 'paolo@example.it'],
  ...['saldo.support', 'Paga su saldo-verifica.it', 'Saldo/pagamenti', 'vinci-subito.com.'],
])('400: «%s» is no name, but what a mail would carry to strangers', async (name) => {
  const { invite } = await sender()
  const { status, body } = await invite(0, name)
  expect([status, Object.keys(body.fields ?? {})]).toEqual([400, ['name']])
})

it('a name with dots as names have them is one', async () => {
  const { invite } = await sender()
  expect((await invite(0, 'Dott.ssa G. Rossi, F.lli Rossi S.p.A.')).status).toBe(201)
})

it('who asks is called by no stored name that would send the owner anywhere', async () => {
  const { user_id, post } = await sender()
  const owner = await signIn(app.services, 'consumer')
  await makeSubject(app.services, await makeCustomer(app.services), { user_id: owner.user_id })
  const [asker] = await app.services.asSystem(
    (tx) =>
      tx`update users set nominative = 'Vinci su saldo-verifica.help' where user_id = ${user_id} returning email`,
  )
  const [asked] = await app.services.asSystem(
    (tx) => tx`select email from users where user_id = ${owner.user_id}`,
  )
  await post('/ask', { email: asked?.email })
  const [mail] = await requestsTo(asked?.email)
  expect(mail?.text).toContain(`Una persona (${asker?.email})`)
  expect(mail?.text).not.toContain('saldo-verifica')
  const made = await app.services.asSystem(
    (tx) => tx`select delegate_name from delegations where delegate_user_id = ${user_id}`,
  )
  expect(made).toEqual([{ delegate_name: 'Una persona' }])
})
