import type { PublicBill } from '@saldo/contract/bills/mybill'
import type * as contract from '@saldo/contract/identity/delegations'
import { addDays, today } from '@saldo/domain/dates'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { runJobs } from '../../jobs/worker.ts'
import { delegatedToken } from '../../links/bill-link.ts'
import { startApp, type TestApp } from '../../testing/app.ts'
import { makeBill, makeCustomer, makeSubject, signIn, signInSubUser } from '../../testing/people.ts'
import { startSandbox, type TestSandbox } from '../../testing/sandbox.ts'

let sandbox: TestSandbox
let app: TestApp
beforeAll(async () => {
  sandbox = await startSandbox()
  app = await startApp({ provider: sandbox.url })
})
afterAll(async () => {
  await app.close()
  await sandbox.stop()
})

type Headers = Record<string, string>
type Home = z.infer<typeof contract.getDelegations.reply>
type Paid = z.infer<typeof contract.listDelegatedPayments.reply>[number]

const ask = async <Body>(method: 'GET' | 'POST', path: string, headers: Headers = {}, payload?: object) => {
  const reply = await app.call({ method, url: `/v1/${path}`, headers, ...(payload && { payload }) })
  return { status: reply.status, body: reply.body as Body & { error?: string; fields?: object } }
}
const addressOf = (user_id: number) =>
  app.services.asSystem(async (tx) => {
    const [user] = await tx<[{ email: string }]>`select email from users where user_id = ${user_id}`
    return user.email
  })
const mailsTo = async (address: string, template: string) => {
  await runJobs(app.services)
  return app.services.asSystem(
    (tx) => tx<{ text: string }[]>`
      select text from emails where to_address = ${address} and template = ${template} order by email_id`,
  )
}
/** What a user reads in the product. */
const newsFor = async ({ user_id }: { user_id: number }) => {
  await runJobs(app.services)
  return app.services.asSystem(
    (tx) => tx<{ title: string; body: string }[]>`
      select title, body from push_messages where user_id = ${user_id} order by push_message_id`,
  )
}
async function tokenTo(address: string): Promise<string> {
  const mails = await mailsTo(address, 'delegation-invitation')
  return /auth\/delega\/([\w-]{43})/.exec(mails.at(-1)?.text ?? '')?.[1] ?? ''
}
const accept = (token: string) =>
  ask<{ owner_name: string; has_access: boolean }>('POST', `delegations/accept/${token}`)
const homeOf = async (who: { headers: Headers }) => (await ask<Home>('GET', 'delegations', who.headers)).body
const billsFor = async (who: { headers: Headers }) =>
  (await ask<contract.DelegatedBill[]>('GET', 'delegations/bills', who.headers)).body

/** An owner with an access and a bill of 412,50 €, and somebody else with an access. */
async function people() {
  const customer_id = await makeCustomer(app.services)
  const [anna, paolo] = [await signIn(app.services, 'consumer'), await signIn(app.services, 'consumer')]
  const subject_id = await makeSubject(app.services, customer_id, {
    ...{ nominative: 'Rossi Anna', email: `anna${anna.user_id}@example.it`, user_id: anna.user_id },
  })
  const bill = await makeBill(app.services, customer_id, { subject_id })
  const office = await signIn(app.services, 'customer', customer_id)
  return { customer_id, anna, paolo, subject_id, bill, office, address: await addressOf(paolo.user_id) }
}
type People = Awaited<ReturnType<typeof people>>
const invite = ({ anna, subject_id, address }: People, more: object = {}) =>
  ask<contract.Delegation>('POST', 'delegations', anna.headers, {
    ...{ subject_id, name: 'Paolo Rossi', email: address, ...more },
  })
/** The same people, when Paolo pays for Anna. */
async function delegated() {
  const all = await people()
  const { body } = await invite(all)
  expect((await accept(await tokenTo(all.address))).status).toBe(200)
  return { ...all, delegation_id: body.delegation_id }
}
const end = (delegation_id: number, { headers }: { headers: Headers }) =>
  ask('POST', `delegations/end/${delegation_id}`, headers)

describe('an owner who invites', () => {
  it('the payer accepts by mail, sees the bills apart from their own, and both are told', async () => {
    const all = await people()
    const invited = await invite(all)
    const { body } = invited
    expect(invited).toMatchObject({ status: 201, body: { state: 'invited', consent_by: 'owner' } })
    expect(await billsFor(all.paolo)).toEqual([])
    expect(await accept(await tokenTo(all.address))).toMatchObject({
      ...{ status: 200, body: { owner_name: 'Rossi Anna', has_access: true } },
    })
    const [bill] = await billsFor(all.paolo)
    expect(bill).toMatchObject({ owner_name: 'Rossi Anna', number: all.bill.number, due_now: 41_250 })
    expect(await homeOf(all.paolo)).toMatchObject({
      pays_for: [{ owner_name: 'Rossi Anna', bills: 1, due_now: 41_250, residue: 41_250 }],
      payers: [],
    })
    expect(await homeOf(all.anna)).toMatchObject({ pays_for: [], payers: [{ state: 'active' }] })
    // The user's own sums never include the bills of others.
    const own = await ask<{ items: unknown[] }>('GET', 'mybills', all.paolo.headers)
    expect(own.body.items).toEqual([])
    expect((await ask('GET', `bills/${all.bill.bill_id}`, all.paolo.headers)).status).not.toBe(200)
    for (const address of [all.address, await addressOf(all.anna.user_id)])
      expect(await mailsTo(address, 'delegation-granted')).toHaveLength(1)
    for (const side of [all.paolo, all.anna])
      expect(await newsFor(side)).toMatchObject([{ title: 'Delega attiva' }])
    await end(body.delegation_id, all.anna)
    for (const side of [all.paolo, all.anna])
      expect(await newsFor(side)).toMatchObject([{ title: 'Delega attiva' }, { title: 'Delega chiusa' }])
  })

  it('the link is good once, until it is withdrawn, and for 72 hours', async () => {
    const all = await people()
    const { body } = await invite(all)
    const token = await tokenTo(all.address)
    await app.services.asSystem(
      (tx) => tx`update delegations set answer_by = now() where delegation_id = ${body.delegation_id}`,
    )
    expect((await accept(token)).status).toBe(410)
    // Ends lapsed delegations first, so that a new one can be made.
    const again = await invite(all)
    expect(again.status).toBe(201)
    const second = await tokenTo(all.address)
    expect((await accept(second)).status).toBe(200)
    expect((await accept(second)).status).toBe(410)
    await end(again.body.delegation_id, all.anna)
    const third = await invite(all)
    const withdrawn = await tokenTo(all.address)
    await end(third.body.delegation_id, all.anna)
    expect((await accept(withdrawn)).status).toBe(410)
    expect((await accept('x'.repeat(43))).status).toBe(410)
  })

  it('the delegation goes to the address that was invited, whoever opens the link; without access they get one', async () => {
    const all = await people()
    const address = `figlio${all.subject_id}@example.it`
    await invite({ ...all, address })
    const token = await tokenTo(address)
    expect(await accept(token)).toMatchObject({ status: 200, body: { has_access: false } })
    expect(await mailsTo(address, 'invitation')).toHaveLength(1)
    expect(await billsFor(all.paolo)).toEqual([])
    const [row] = await app.services.asSystem(
      (
        tx,
      ) => tx`select u.email, u.state, d.token_hash from delegations d join users u on u.user_id = d.delegate_user_id
        where d.subject_id = ${all.subject_id}`,
    )
    expect(row).toEqual({ email: address, state: 'invited', token_hash: null })
  })

  it('400, 404, 409: a day that is past, oneself, another’s bills, a second invitation', async () => {
    const all = await people()
    const past = await invite(all, { expires_on: addDays(today(), -1) })
    expect([past.status, Object.keys(past.body.fields ?? {})]).toEqual([400, ['expires_on']])
    expect((await invite(all, { email: await addressOf(all.anna.user_id) })).status).toBe(400)
    expect((await invite({ ...all, anna: all.paolo })).status).toBe(404)
    expect((await invite(all)).status).toBe(201)
    const second = await invite(all)
    expect([second.status, Object.keys(second.body.fields ?? {})]).toEqual([409, ['email']])
  })
})

describe('a payer who asks', () => {
  it('204: the same whoever it is; the owner consents, and only then the payer sees anything', async () => {
    const all = await people()
    const own = await addressOf(all.anna.user_id)
    for (const email of [own, 'nessuno@example.it'])
      expect(await ask('POST', 'delegations/ask', all.paolo.headers, { email })).toEqual({
        status: 204,
        body: undefined,
      })
    expect(await mailsTo(own, 'delegation-asked')).toHaveLength(1)
    expect(await mailsTo('nessuno@example.it', 'delegation-asked')).toHaveLength(0)
    expect(await homeOf(all.paolo)).toMatchObject({ pays_for: [], payers: [] })
    const [request] = (await homeOf(all.anna)).payers
    expect(request).toMatchObject({ state: 'asked', delegate_email: all.address })
    const consent = (who: { headers: Headers }) =>
      ask('POST', `delegations/consent/${request?.delegation_id}`, who.headers, {})
    expect((await consent(all.paolo)).status).toBe(404)
    expect(await billsFor(all.paolo)).toEqual([])
    expect(await consent(all.anna)).toMatchObject({
      status: 200,
      body: { state: 'active', consent_by: 'owner' },
    })
    expect(await billsFor(all.paolo)).toHaveLength(1)
    expect((await consent(all.anna)).status).toBe(409)
  })

  it('a request that is refused shows the payer nothing', async () => {
    const all = await people()
    const ofAnna = { email: await addressOf(all.anna.user_id) }
    await ask('POST', 'delegations/ask', all.paolo.headers, ofAnna)
    await runJobs(app.services)
    const id = (await homeOf(all.anna)).payers[0]?.delegation_id ?? 0
    expect((await end(id, all.paolo)).status).toBe(404)
    expect((await end(id, all.anna)).status).toBe(204)
    expect(await homeOf(all.paolo)).toMatchObject({ pays_for: [], payers: [] })
  })
})

describe('an office that writes down a consent', () => {
  const record = ({ office, subject_id, address }: People, more: object = {}) =>
    ask<contract.SubjectDelegation & { told: boolean }>(
      'POST',
      `delegations/subjects/${subject_id}`,
      office.headers,
      {
        ...{ name: 'Paolo Rossi', email: address, consent_on: today() },
        ...{ consent_note: 'Modulo firmato in studio', ...more },
      },
    )

  it('201: invites the payer and tells the person, if there is an address', async () => {
    const all = await people()
    expect(await record(all)).toMatchObject({
      status: 201,
      body: { state: 'invited', consent_by: 'office', consent_note: 'Modulo firmato in studio', told: true },
    })
    expect(await mailsTo(await addressOf(all.anna.user_id), 'delegation-recorded')).toHaveLength(1)
    await accept(await tokenTo(all.address))
    expect(await billsFor(all.paolo)).toHaveLength(1)
    const without = await people()
    await app.services.asSystem(
      (tx) => tx`update subjects set email = null, user_id = null where subject_id = ${without.subject_id}`,
    )
    expect((await record(without)).body.told).toBe(false)
    const log = await app.services.asSystem(
      (tx) => tx`select act from audit_log where noun = 'subjects' and part = 'delegations'
        and record_id = ${all.subject_id} order by audit_id`,
    )
    expect(log.map(({ act }) => act)).toEqual(['created', 'changed'])
  })

  it('400 for a day to come, 403 without the permission, 404 for another office', async () => {
    const all = await people()
    expect((await record(all, { consent_on: addDays(today(), 1) })).status).toBe(400)
    const reader = await signInSubUser(app.services, all.customer_id, { permissions: ['subjects:read'] })
    expect((await record({ ...all, office: reader })).status).toBe(403)
    expect((await record({ ...all, office: await signIn(app.services, 'customer') })).status).toBe(404)
  })
})

describe('a delegate', () => {
  const read = (token: string) => ask<PublicBill>('GET', `mybill/${token}`)
  const pay = (token: string, more: object = {}) =>
    ask<{ payment_id: number; result_token: string; state: string }>(
      'POST',
      `stripe/charge/${token}`,
      {},
      {
        ...{ payment_method: 'CARD', payment_method_id: 'pm_card_visa', ...more },
      },
    )

  it('sees the bill and pays it with a card of their own; who paid is in the payment, the receipt is theirs', async () => {
    const all = await delegated()
    const [bill] = await billsFor(all.paolo)
    const token = bill?.token ?? ''
    const { body } = await read(token)
    expect(body).toMatchObject({ payable: 41_250, delegated: true, credit: 0 })
    expect(body).toMatchObject({ pay: { keep_texts: null, autopay_text: null } })
    expect(JSON.stringify(body)).not.toContain(`anna${all.anna.user_id}`)
    expect(body.email_hint).toMatch(/^p•+@example\.it$/)
    const paid = await pay(token)
    expect(paid).toMatchObject({ status: 201, body: { state: 'succeeded' } })
    const [row] = await app.services.asSystem(
      (tx) =>
        tx`select created_by, receipt_email, payer_name from payments where payment_id = ${paid.body.payment_id}`,
    )
    const [name] = await app.services.asSystem(
      (tx) => tx`select nominative from users where user_id = ${all.paolo.user_id}`,
    )
    expect(row).toEqual({
      ...{ created_by: all.paolo.user_id, receipt_email: all.address, payer_name: name?.nominative },
    })
    expect(await mailsTo(all.address, 'receipt')).toHaveLength(1)
    expect(await mailsTo(`anna${all.anna.user_id}@example.it`, 'receipt')).toHaveLength(0)
    for (const side of [all.paolo, all.anna])
      expect((await newsFor(side)).at(-1)).toMatchObject({
        ...{ title: 'Pagamento ricevuto: 412,50\u00a0€', body: expect.stringContaining(all.bill.number) },
      })
    // The owner has the link of the result, too: it says nothing of the delegate's card.
    expect((await ask('GET', `checkout-result/${paid.body.result_token}`)).body).toMatchObject({
      ...{ bill_token: null, brand: null, last4: null, receipt_hint: null },
    })
    const payments = await ask<Paid[]>('GET', 'delegations/payments', all.paolo.headers)
    expect(payments.body).toMatchObject([{ owner_name: 'Rossi Anna', amount: 41_250, state: 'succeeded' }])
    const [told] = await app.services.asSystem(
      (tx) =>
        tx`select actor from bill_events where bill_id = ${all.bill.bill_id} and kind = 'payment_started'`,
    )
    expect(told?.actor).toBe(name?.nominative)
  })

  it('pays with Klarna too, and saves no method for the owner', async () => {
    const all = await delegated()
    const token = (await billsFor(all.paolo))[0]?.token ?? ''
    const kept = await pay(token, {
      save_payment_method: true,
      mandate: { accepted: true },
      email: all.address,
    })
    expect(kept).toMatchObject({ status: 409, body: { error: 'not_kept' } })
    const klarna = await ask<{ state: string }>('POST', `stripe/klarna/${token}`, {}, {})
    expect(klarna).toMatchObject({ status: 201, body: { state: 'requires_action' } })
  })

  it('404 for a payment of the owner: its result would show the bill’s own link', async () => {
    const all = await delegated()
    const token = (await billsFor(all.paolo))[0]?.token ?? ''
    const { body: owners } = await pay(all.bill.token, { amount: 41_250 })
    const { payment_id } = owners
    const confirm = (of: string, paid: number) =>
      ask<{ payment_id: number }>('POST', `stripe/confirm_payment/${of}`, {}, { payment_id: paid })
    expect((await confirm(token, payment_id)).status).toBe(404)
    expect((await pay(token, { payment_id })).status).toBe(404)
    expect((await ask('POST', `stripe/klarna/${token}`, {}, { payment_id })).status).toBe(404)
    expect((await confirm(all.bill.token, payment_id)).status).toBe(200)
    // Their own they may follow.
    const other = await delegated()
    const its = (await billsFor(other.paolo))[0]?.token ?? ''
    const own = await pay(its)
    expect(await confirm(its, own.body.payment_id)).toMatchObject({
      ...{ status: 200, body: { payment_id: own.body.payment_id } },
    })
  })

  it('404 for everything else of the owner: plan, mandate, credit, PDF, receipts, contacts, methods, documents', async () => {
    const all = await delegated()
    const token = (await billsFor(all.paolo))[0]?.token ?? ''
    const refused = [
      ['GET', `mybill/${token}/pdf`],
      ['POST', `mybill/${token}/credit`],
      ['GET', `mybill/${token}/receipt/1`],
      ['GET', `mybill/${token}/mandate`],
      ['GET', `mybill/${token}/plan`],
    ] as const
    for (const [method, path] of refused)
      expect([path, (await ask(method, path)).status]).toEqual([path, 404])
    const seen = await app.services.sql.begin(async (tx) => {
      await tx`select enter('saldo_consumer', null, ${all.paolo.user_id}, null)`
      const [counts] = await tx`
        select (select count(*) from subjects) as subjects, (select count(*) from bills) as bills,
          (select count(*) from payments) as payments, (select count(*) from payment_sources) as sources,
          (select count(*) from delegations) as delegations`
      return counts
    })
    expect(seen).toMatchObject({ subjects: 0, bills: 0, payments: 0, sources: 0, delegations: 1 })
  })

  it.each(['anna', 'paolo', 'office'] as const)(
    '%s ends it: at once the link opens nothing, and both are told',
    async (who) => {
      const all = await delegated()
      const token = (await billsFor(all.paolo))[0]?.token ?? ''
      expect((await read(token)).status).toBe(200)
      expect((await end(all.delegation_id, all[who])).status).toBe(204)
      expect((await read(token)).status).toBe(404)
      expect((await pay(token)).status).toBe(404)
      expect(await billsFor(all.paolo)).toEqual([])
      expect((await end(all.delegation_id, all[who])).status).toBe(204)
      for (const address of [all.address, await addressOf(all.anna.user_id)])
        expect(await mailsTo(address, 'delegation-ended')).toHaveLength(1)
      expect((await ask('GET', `mybill/${all.bill.token}`)).status).toBe(200)
    },
  )

  it('it lasts until its last day, and opens no bill of another person', async () => {
    const all = await delegated()
    const token = (await billsFor(all.paolo))[0]?.token ?? ''
    const other = await people()
    const strange = delegatedToken(app.services, other.bill.bill_id, all.delegation_id)
    expect((await read(strange)).status).toBe(404)
    const lasts = (day: string) =>
      app.services.asSystem(
        (tx) => tx`update delegations set expires_on = ${day} where delegation_id = ${all.delegation_id}`,
      )
    await lasts(today())
    expect((await read(token)).status).toBe(200)
    await lasts(addDays(today(), -1))
    expect((await read(token)).status).toBe(404)
    expect(await billsFor(all.paolo)).toEqual([])
  })

  it('404: nobody else ends it', async () => {
    const all = await delegated()
    for (const role of ['consumer', 'customer'] as const)
      expect((await end(all.delegation_id, await signIn(app.services, role))).status).toBe(404)
    expect(await billsFor(all.paolo)).toHaveLength(1)
  })
})
