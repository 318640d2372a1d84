import type {
  DebitMandate,
  DebitMandateDetail,
  DebitSetup,
  PublicMandate,
} from '@saldo/contract/payments/mandates'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runJobs } from '../../jobs/worker.ts'
import { startApp, type TestApp } from '../../testing/app.ts'
import { makeAccount, makeBill, makeSubject, signIn, signInSubUser } from '../../testing/people.ts'
import { sendFile } from '../../testing/send-file.ts'
import { expireMandates } from './expire-mandates.job.ts'

let test: TestApp
beforeAll(async () => {
  test = await startApp()
})
afterAll(() => test.close())

const creditor_id = 'IT66ZZZA1B2C3D4E5F6G7H8'
const iban = 'IT60X0542811101000000123456'
type Headers = Record<string, string>
type Failed = { error: string; fields?: Record<string, string> }

async function send<Body>(method: 'GET' | 'POST', url: string, headers: Headers, payload?: object) {
  const reply = await test.call({ method, url, headers, ...(payload ? { payload } : {}) })
  return { status: reply.status, body: reply.body as Body & Failed }
}

async function stage() {
  const { headers, customer_id } = await signIn(test.services, 'customer')
  const account_id = await makeAccount(test.services, customer_id)
  const subject_id = await makeSubject(test.services, customer_id)
  await send('POST', `/v1/debit-setup/${account_id}`, headers, { creditor_id })
  const paper = (more: object = {}) =>
    send<DebitMandateDetail>('POST', '/v1/mandates', headers, {
      ...{ account_id, subject_id, iban, signed_on: '2026-01-10', ...more },
    })
  return { headers, customer_id, account_id, subject_id, paper }
}
const scan = (mandate_id: number, headers: Headers, content: string) =>
  sendFile(test, {
    ...{ method: 'PUT', url: `/v1/mandates/${mandate_id}/scan`, headers, name: 'mandato.pdf' },
    file: Buffer.from(content),
  })

describe('the creditor identifier of a condominium', () => {
  it('is suggested from its tax code, and refused when a digit is wrong', async () => {
    const { headers, account_id } = await stage()
    expect(
      await send('POST', `/v1/debit-setup/${account_id}`, headers, {
        creditor_id: 'IT67ZZZA1B2C3D4E5F6G7H8',
      }),
    ).toMatchObject({ status: 400, body: { fields: { creditor_id: expect.stringContaining('sbagliata') } } })
    await test.services.asSystem(
      (tx) => tx`update accounts set fiscal_code = '98481810962' where account_id = ${account_id}`,
    )
    const { body } = await send<DebitSetup>('GET', `/v1/debit-setup/${account_id}`, headers)
    expect(body).toMatchObject({ creditor_id, suggested_creditor_id: 'IT34ZZZ0000098481810962' })
  })
  it('409: it cannot change under a mandate in force', async () => {
    const { headers, account_id, paper } = await stage()
    const { body } = await paper()
    await scan(body.mandate_id, headers, '%PDF-1.4')
    const other = { creditor_id: 'IT34ZZZ0000098481810962' }
    expect(await send('POST', `/v1/debit-setup/${account_id}`, headers, other)).toMatchObject({ status: 409 })
  })
})

describe('a mandate on paper', () => {
  it('is a draft until its scan is there; the scan can be read, and no text is one', async () => {
    const { headers, paper } = await stage()
    const { body } = await paper({ umr: 'COND-12/2026' })
    expect(body).toMatchObject({
      state: 'draft',
      umr: 'COND-12/2026',
      iban: 'IT60 •••• 3456',
      lapses_on: null,
    })
    expect(await scan(body.mandate_id, headers, 'solo testo')).toMatchObject({ status: 415 })
    expect(await scan(body.mandate_id, headers, '%PDF-1.4 firmato')).toMatchObject({
      ...{ status: 200, body: { state: 'active', has_scan: true, lapses_on: '2029-01-10' } },
    })
    const file = await test.call({ method: 'GET', url: `/v1/mandates/${body.mandate_id}/scan`, headers })
    expect(file.raw.toString()).toBe('%PDF-1.4 firmato')
  })
  it('409: a scan in which a virus was found later is given to nobody', async () => {
    const { headers, paper } = await stage()
    const { mandate_id } = (await paper()).body
    await scan(mandate_id, headers, '%PDF-1.4 firmato')
    await test.services.asSystem(
      (tx) => tx`
        update stored_files set scan = 'infected' where record_table = 'mandates' and record_id = ${mandate_id}`,
    )
    expect(await test.call({ url: `/v1/mandates/${mandate_id}/scan`, headers })).toMatchObject({
      ...{ status: 409, body: { error: 'scan_infected' } },
    })
  })
  it('400: an account in a country outside SEPA', async () => {
    const { paper } = await stage()
    expect(await paper({ iban: 'TR33 0006 1005 1978 6457 8413 26' })).toMatchObject({
      ...{ status: 400, body: { fields: { iban: expect.stringContaining('paesi SEPA') } } },
    })
  })
  it('409: a second one in force, or a reference that is taken', async () => {
    const { headers, customer_id, paper } = await stage()
    const { body } = await paper({ umr: 'COND-1' })
    const subject_id = await makeSubject(test.services, customer_id)
    expect(await paper({ subject_id, umr: 'COND-1' })).toMatchObject({ status: 409 })
    await scan(body.mandate_id, headers, '%PDF-1.4')
    expect(await paper()).toMatchObject({ status: 409, body: { error: 'mandate_in_force' } })
  })
  it('404: another customer’s; a sub-user sees those of their condominiums', async () => {
    const { headers, customer_id, account_id, paper } = await stage()
    const { mandate_id } = (await paper()).body
    const other = await signIn(test.services, 'customer')
    expect(await send('GET', `/v1/mandates/${mandate_id}`, other.headers)).toMatchObject({ status: 404 })
    const list = async (of: Headers) =>
      (await send<{ items: DebitMandate[] }>('GET', '/v1/mandates', of)).body.items.map(
        (each) => each.mandate_id,
      )
    const elsewhere = await makeAccount(test.services, customer_id)
    const blind = await signInSubUser(test.services, customer_id, {
      ...{ permissions: ['debits:read'], accounts: [elsewhere] },
    })
    const seeing = await signInSubUser(test.services, customer_id, {
      ...{ permissions: ['debits:read'], accounts: [account_id] },
    })
    // A sub-user sees the people who have a bill there.
    const [{ subject_id }] = (await test.services.asSystem(
      (tx) => tx`select subject_id from mandates where mandate_id = ${mandate_id}`,
    )) as unknown as [{ subject_id: number }]
    await makeBill(test.services, customer_id, { account_id, subject_id })
    await makeBill(test.services, customer_id, { account_id: elsewhere, subject_id })
    expect(await list(headers)).toEqual([mandate_id])
    expect(await list(seeing.headers)).toEqual([mandate_id])
    expect(await list(blind.headers)).toEqual([])
  })
  it('ends after 36 months without a collection', async () => {
    const { headers, paper } = await stage()
    const { mandate_id } = (await paper({ signed_on: '2022-03-01' })).body
    await scan(mandate_id, headers, '%PDF-1.4')
    await expireMandates(test.services, {})
    const { body } = await send<DebitMandateDetail>('GET', `/v1/mandates/${mandate_id}`, headers)
    expect(body).toMatchObject({ state: 'expired', lapses_on: null })
    expect(body.timeline.at(-1)?.text).toContain('36 mesi')
    expect(await send('POST', `/v1/mandates/${mandate_id}/resume`, headers)).toMatchObject({ status: 409 })
  })
})

describe('a mandate online', () => {
  it('is signed by the payer with the code that was mailed, for their own IBAN', async () => {
    const { headers, customer_id, account_id, subject_id } = await stage()
    const ask = () =>
      send<DebitMandateDetail>('POST', '/v1/mandates/ask', headers, { account_id, subject_id })
    expect(await ask()).toMatchObject({ status: 409, body: { error: 'no_bill' } })
    const { token } = await makeBill(test.services, customer_id, { account_id, subject_id })
    expect((await send('GET', `/v1/mybill/${token}/mandate`, {})).status).toBe(404)
    const asked = await ask()
    expect(asked).toMatchObject({ status: 201, body: { state: 'draft', signing: 'online', iban: null } })
    const page = await send<PublicMandate>('GET', `/v1/mybill/${token}/mandate`, {})
    expect(page.body).toMatchObject({ state: 'draft', creditor_id, umr: asked.body.umr })
    expect(page.body.text).toContain('8 settimane')

    expect((await send('POST', `/v1/mybill/${token}/mandate/code`, {})).status).toBe(200)
    await runJobs(test.services)
    const [mail] = await test.services.asSystem(
      (tx) => tx`
        select text from emails where customer_id is not distinct from null and template = 'one-time-code'
        order by email_id desc limit 1`,
    )
    const code = /\b\d{6}\b/.exec(mail?.text)?.[0] as string
    const sign = (given: string, account = iban) =>
      send<PublicMandate>(
        'POST',
        `/v1/mybill/${token}/mandate/sign`,
        {},
        {
          ...{ code: given, iban: account, debtor_name: 'Lucia Rossi' },
        },
      )
    expect(await sign(code === '000000' ? '111111' : '000000')).toMatchObject({ status: 400 })
    expect(await sign(code, 'TR330006100519786457841326')).toMatchObject({
      ...{ status: 400, body: { fields: { iban: expect.stringContaining('paesi SEPA') } } },
    })
    expect(await sign(code)).toMatchObject({ status: 200, body: { state: 'active', iban: 'IT60 •••• 3456' } })
    expect(await sign(code)).toMatchObject({ status: 409 })
    const { body } = await send<DebitMandateDetail>('GET', `/v1/mandates/${asked.body.mandate_id}`, headers)
    expect(body).toMatchObject({ state: 'active', debtor_name: 'Lucia Rossi' })
    expect(body.timeline.at(-1)).toMatchObject({ actor: 'pagatore', text: expect.stringContaining('codice') })
  })
})
