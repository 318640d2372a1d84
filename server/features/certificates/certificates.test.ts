import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Certificate, CheckedCertificate } from '@saldo/contract/reports/certificates'
import { today } from '@saldo/domain/dates'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { testSecret, withApp } from '../../testing/app.ts'
import {
  makeAccount,
  makeBill,
  makeCustomer,
  makeSubject,
  signIn,
  signInSubUser,
} from '../../testing/people.ts'
import { certificateCode, hashOfCode } from './certificate-code.ts'
import { shortened } from './check-certificate.ts'

type Refusal = { error: string; error_description: string; fields?: Record<string, string> }

async function setUp() {
  const test = await withApp()
  const { services } = test
  const customer_id = await makeCustomer(services, { business_name: 'Studio Bianchi' })
  const { headers } = await signIn(services, 'customer', customer_id)
  const account_id = await makeAccount(services, customer_id, { name: 'Aurora' })
  const subject_id = await makeSubject(services, customer_id, { nominative: 'Rossi Lucia' })
  const bill = (amounts: number[], due_dates: string[]) =>
    makeBill(services, customer_id, { account_id, subject_id, amounts, due_dates })
  const send = async <Body>(method: 'PUT' | 'POST', url: string, payload: object, as: object = headers) => {
    const reply = await test.call({ method, url, headers: as as Record<string, string>, payload })
    return { status: reply.status, body: reply.body as Body & Refusal }
  }
  const issue = (of: object = {}, as?: object) =>
    send<Certificate>('PUT', '/v1/certificates', { subject_id, account_id, ...of }, as)
  const check = (code: string) => send<CheckedCertificate>('POST', '/v1/certificates/check', { code }, {})
  const revoke = (id: number, reason = 'C’era un errore.') =>
    send<Certificate>('POST', `/v1/certificates/revoke/${id}`, { reason })
  return { ...test, customer_id, account_id, subject_id, headers, bill, issue, check, revoke }
}

describe('200, 201', () => {
  it('certifies the overdue debt and the debt not due yet, and shows the same to anybody with the code', async () => {
    const { bill, issue, check, call, headers, subject_id } = await setUp()
    await bill([10_000, 5_000], ['2020-01-31', '2199-01-31'])
    const { status, body } = await issue({ disputes: 'Causa davanti al Giudice di pace.' })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      ...{ account_name: 'Aurora', subject_nominative: 'Rossi Lucia', as_of: today(), regular: false },
      ...{
        overdue: 10_000,
        residue: 15_000,
        disputes: 'Causa davanti al Giudice di pace.',
        revoked_at: null,
      },
    })
    expect(body.code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){6}[0-9A-HJKMNP-TV-Z]{4}$/)
    expect(body.url).toMatch(new RegExp(`/#/verifica/${body.code}$`))
    expect((await check(body.code)).body).toEqual({
      ...{ business_name: 'Studio Bianchi', account_name: 'Aurora', name: 'Rossi L.', as_of: today() },
      ...{ issued_at: body.issued_at, regular: false, overdue: 10_000, residue: 15_000 },
      ...{ disputes: true, revoked_at: null },
    })
    const { body: all } = await call({ url: `/v1/subjects/certificates/${subject_id}`, headers })
    expect(all).toEqual([body])
  })

  it('keeps its content when the debt changes, until it is revoked', async () => {
    const { bill, issue, check, revoke, services } = await setUp()
    const { bill_id } = await bill([10_000], ['2199-01-31'])
    const { body } = await issue()
    expect(body).toMatchObject({ regular: true, overdue: 0, residue: 10_000, disputes: null })
    await services.asSystem(
      (tx) => tx`update bill_instalments set due_date = '2020-01-31' where bill_id = ${bill_id}`,
    )
    expect((await check(body.code)).body).toMatchObject({ regular: true, residue: 10_000, revoked_at: null })
    expect((await revoke(body.certificate_id)).body).toMatchObject({ revoke_reason: 'C’era un errore.' })
    expect((await check(body.code)).body.revoked_at).not.toBeNull()
    await expect(
      services.asSystem((tx) => tx`update certificates set as_of = '2020-01-01'`),
    ).rejects.toMatchObject({ constraint_name: 'certificate_stays' })
  })

  it('accepts the code in any notation, and stores only its hash', async () => {
    const { bill, issue, check, services } = await setUp()
    await bill([100], ['2199-01-31'])
    const { code } = (await issue()).body
    const typed = ` ${code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')} `
    expect((await check(typed)).status).toBe(200)
    const [row] = await services.asSystem((tx) => tx`select to_json(c)::text as row from certificates c`)
    expect(row?.row).not.toContain(code)
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.string({ minLength: 1 }), (one, other) => {
        const same = hashOfCode(certificateCode(testSecret, one)).equals(
          hashOfCode(certificateCode(testSecret, other)),
        )
        expect(same).toBe(one === other)
      }),
    )
  })

  it('comes as a PDF that names the person, the debt, its age, and where to verify it', async () => {
    const { bill, issue, revoke, call, headers } = await setUp()
    const { number } = await bill([10_000, 5_000], ['2020-01-31', '2199-01-31'])
    const { body } = await issue()
    const url = `/v1/certificates/pdf/${body.certificate_id}`
    const { raw } = await call({ url, headers })
    expect((await call({ url, headers })).raw).toEqual(raw)
    const text = await read(raw)
    for (const fact of [
      'Attestazione dello stato dei pagamenti',
      ...['Art. 1130', 'Aurora', 'Studio Bianchi', 'Rossi Lucia', number, body.code],
      ...['Liti in corso: non ne risultano.', '/#/verifica/'],
    ])
      expect(text).toContain(fact)
    expect(text).toMatch(/ha rate scadute non pagate per 100,00/)
    expect(text).not.toContain('revocata')
    await revoke(body.certificate_id)
    expect(await read((await call({ url, headers })).raw)).toContain('revocata e non vale più')
  })
})

describe('400', () => {
  it('requires a reason and a code', async () => {
    const { bill, issue, check, revoke } = await setUp()
    await bill([100], ['2199-01-31'])
    const { body } = await issue()
    expect((await revoke(body.certificate_id, ' ')).body.fields).toEqual({
      reason: 'Scrivi perché la revochi.',
    })
    expect((await check('')).body.fields).toEqual({ code: 'Scrivi il codice dell’attestazione.' })
  })
})

describe('403', () => {
  it('a sub-user may not see the figures', async () => {
    const { bill, customer_id, issue, services } = await setUp()
    await bill([10_000], ['2020-01-31'])
    const blind = await signInSubUser(services, customer_id, {
      permissions: ['subjects:write'],
    })
    expect((await issue({}, blind.headers)).status).toBe(403)
    const seeing = await signInSubUser(services, customer_id, {
      permissions: ['subjects:write', 'bills:read'],
    })
    expect((await issue({}, seeing.headers)).body).toMatchObject({ regular: false, overdue: 10_000 })
  })
})

describe('404', () => {
  it('is the answer for another customer’s person, condominium or certificate', async () => {
    const { bill, call, issue, headers, revoke, services } = await setUp()
    await bill([100], ['2199-01-31'])
    const { certificate_id } = (await issue()).body
    const other = await makeCustomer(services)
    const stranger = await signIn(services, 'customer', other)
    for (const of of [
      { subject_id: await makeSubject(services, other) },
      { account_id: await makeAccount(services, other) },
    ])
      expect((await issue(of)).status).toBe(404)
    const pdf = (as: Record<string, string>) =>
      call({ url: `/v1/certificates/pdf/${certificate_id}`, headers: as })
    expect([(await pdf(headers)).status, (await pdf(stranger.headers)).status]).toEqual([200, 404])
    expect((await revoke(certificate_id + 1000)).status).toBe(404)
  })
})

describe('409', () => {
  it('a person without unit or bill there, or a certificate that is revoked already', async () => {
    const { bill, issue, revoke } = await setUp()
    expect(await issue()).toMatchObject({ status: 409, body: { error: 'no_tie' } })
    await bill([100], ['2199-01-31'])
    const { certificate_id } = (await issue()).body
    expect((await revoke(certificate_id)).status).toBe(200)
    expect(await revoke(certificate_id)).toMatchObject({ status: 409, body: { error: 'already_revoked' } })
  })
})

describe('422, 429', () => {
  it('422: an unknown code; 429: too many guesses', async () => {
    const { bill, issue, check } = await setUp()
    await bill([100], ['2199-01-31'])
    const { code } = (await issue()).body
    expect(await check(code.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')))).toMatchObject({
      status: 422,
      body: { error: 'unknown_code', fields: { code: expect.stringContaining('ricontrollalo') } },
    })
    for (let n = 0; n < 8; n += 1) await check(`CODE-${n}`)
    expect(await check(code)).toMatchObject({ status: 429 })
  })
})

describe('a name', () => {
  it('is shortened so that the holder of the paper recognises it', () => {
    expect(shortened('Rossi Lucia')).toBe('Rossi L.')
    expect(shortened('De Àngelis Ugo Maria')).toBe('De À. U. M.')
    expect(shortened('Aurora')).toBe('Aurora')
  })
})

async function read(pdf: Buffer): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'saldo-certificate-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'certificate.pdf')
  await writeFile(file, pdf)
  const { stdout } = await promisify(execFile)('pdftotext', ['-layout', file, '-'])
  return stdout.replace(/[^\S\n]+/g, ' ')
}
