import type { DocumentCheck, DocumentToCheck } from '@saldo/contract/backoffice/document-checks'
import type { Activation } from '@saldo/contract/registry/activations'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../testing/app.ts'
import { makeAccount, makeCustomer, makeSubject, signIn, signInFor } from '../../testing/people.ts'
import { sendFile } from '../../testing/send-file.ts'
import { taken } from '../documents/sample-files.ts'

let app: TestApp
let scanned: TestApp
beforeAll(async () => {
  app = await startApp()
  scanned = await startApp({ env: { SCAN_URL: 'clamd://127.0.0.1:9' } })
})
afterAll(async () => {
  await app.close()
  await scanned.close()
})

type Headers = Record<string, string>
type Queue = { items: DocumentToCheck[]; next_cursor: string | null }
const [pdf] = taken['piano.pdf'] as [Buffer, string]

async function upload(headers: Headers, path: string, on = app): Promise<number> {
  const url = `/v1/${path}`
  const { body } = await sendFile(on, { method: 'PUT', url, headers, file: pdf, name: 'carta.pdf' })
  return (body as unknown as DocumentToCheck).document_id
}
const read = async <Body>(url: string, headers: Headers, on = app) => {
  const reply = await on.call({ method: 'GET', url, headers })
  return { ...reply, body: reply.body as Body & { error: string } }
}
const queue = async (headers: Headers, query: string) =>
  (await read<Queue>(`/v1/document-checks?${query}`, headers)).body.items.map(
    ({ document_id }) => document_id,
  )
const decide = (headers: Headers, noun: string, id: number) =>
  app.call({ method: 'POST', url: `/v1/${noun}/docs/checked/${id}`, headers })

/** An office with a document of its own, of a condominium and of a person, in this order. */
async function office() {
  const { headers, customer_id } = await signIn(app.services, 'customer')
  const account_id = await makeAccount(app.services, customer_id, { name: 'Condominio Aurora' })
  const subject_id = await makeSubject(app.services, customer_id)
  const ids = [
    await upload(headers, `customers/docs/${customer_id}/chamber_of_commerce`),
    await upload(headers, `accounts/docs/${account_id}/bank`),
    await upload(headers, `subjects/docs/${subject_id}/identity`),
  ] as const
  const backOffice = (await signIn(app.services, 'super_user')).headers
  return { headers, customer_id, account_id, subject_id, ids, backOffice }
}

describe('GET /v1/document-checks', () => {
  it('200: what waits, of all offices, oldest first; a decision takes it out', async () => {
    const one = await office()
    const other = await office()
    const all = await queue(one.backOffice, 'limit=200')
    expect(all.filter((id) => [...one.ids, ...other.ids].includes(id))).toEqual([...one.ids, ...other.ids])
    await decide(one.backOffice, 'customers', one.ids[0])
    expect(await queue(one.backOffice, `customer_id=${one.customer_id}`)).toEqual(one.ids.slice(1))
  })

  it('200: says whose it is, and of which file the preview is', async () => {
    const { backOffice, customer_id, account_id, ids } = await office()
    const { body } = await read<Queue>(`/v1/document-checks?ids=${ids[1]}`, backOffice)
    expect(body.items).toEqual([
      expect.objectContaining({
        ...{ document_id: ids[1], customer_id, owner: 'account', account_id },
        ...{
          account_name: 'Condominio Aurora',
          type: 'bank',
          scan: 'not_scanned',
          file_id: expect.any(Number),
        },
      }),
    ])
    const preview = await read<object>(`/v1/files/${body.items[0]?.file_id}/preview`, backOffice)
    expect([preview.status, preview.body]).toMatchObject([200, { shows: 'pages' }])
  })

  it('200: by office, kind, day and words, a page at a time', async () => {
    const { backOffice, customer_id, ids } = await office()
    const of = (more: string) => queue(backOffice, `customer_id=${customer_id}&${more}`)
    expect(await of('kind=customer.chamber_of_commerce,subject.identity')).toEqual([ids[0], ids[2]])
    expect(await of('kind=customer.identity')).toEqual([])
    expect(await of('created_at_to=2020-01-01')).toEqual([])
    expect(await of('created_at_from=2020-01-01')).toEqual(ids)
    expect(await of('q=aurora carta')).toEqual([ids[1]])
    const { body } = await read<Queue>(`/v1/document-checks?customer_id=${customer_id}&limit=2`, backOffice)
    expect(await of(`limit=2&cursor=${body.next_cursor}`)).toEqual([ids[2]])
    const sums = await read(`/v1/document-checks/summary?customer_id=${customer_id}`, backOffice)
    expect(sums.body).toEqual({ count: 3, customers: 1 })
  })

  it('200: a file with the same rows, in words', async () => {
    const { backOffice, customer_id } = await office()
    const url = `/v1/document-checks/export?customer_id=${customer_id}`
    const csv = (await app.call({ method: 'GET', url, headers: backOffice })).raw.toString()
    expect(csv).toContain('Visura camerale')
    expect(csv.trim().split('\n')).toHaveLength(4)
  })

  it('403: an office; 401: nobody', async () => {
    const { headers, ids } = await office()
    for (const path of ['', '/summary', '/export', `/${ids[0]}`]) {
      expect((await read(`/v1/document-checks${path}`, headers)).status).toBe(403)
      expect((await read(`/v1/document-checks${path}`, {})).status).toBe(401)
    }
  })
})

describe('GET /v1/document-checks/{document_id}', () => {
  const open = async (headers: Headers, id: number, on = app) =>
    (await read<DocumentCheck>(`/v1/document-checks/${id}`, headers, on)).body

  it('200: what the office wrote and the document proves, with IBANs masked', async () => {
    const { backOffice, ids, account_id } = await office()
    const [visura, bank, card] = await Promise.all(ids.map((id) => open(backOffice, id)))
    expect(visura?.proves.map(({ field }) => field)).toEqual([
      ...['business_name', 'vat_number', 'fiscal_code', 'address', 'person', 'email'],
    ])
    const of = (check: DocumentCheck | undefined, name: string) =>
      check?.proves.find(({ field }) => field === name)?.values
    expect(of(visura, 'business_name')).toEqual([visura?.customer_name])
    expect(of(visura, 'vat_number')).toEqual([])
    expect(of(bank, 'account_name')).toEqual(['Condominio Aurora'])
    const [row] = await app.services.asSystem(
      (tx) => tx`select iban from accounts where account_id = ${account_id}`,
    )
    expect(of(bank, 'iban')?.join()).toMatch(/^IT..•+.{4}$/)
    expect(JSON.stringify(bank)).not.toContain(row?.iban)
    expect(of(card, 'nominative')).toEqual([card?.subject_name])
  })

  it('200: one that somebody decided says who and what', async () => {
    const { backOffice, ids } = await office()
    await decide(backOffice, 'customers', ids[0])
    expect(await open((await signIn(app.services, 'super_user')).headers, ids[0])).toMatchObject({
      ...{ state: 'checked', reason: null, checked_at: expect.any(String) },
      checked_by: expect.stringMatching(/^Persona/),
    })
  })

  it('200: says why one cannot decide: an upload of one’s own, a file that no scanner has passed', async () => {
    const { customer_id, ids } = await office()
    const person = await signInFor(app.services, customer_id)
    const own = await upload(person.headers, `customers/docs/${customer_id}/identity`)
    expect((await open(person.headers, own)).why_not).toMatch(/^L’hai caricato tu/)
    expect((await open(person.headers, ids[0])).why_not).toBeNull()

    const { headers } = await signIn(scanned.services, 'super_user')
    const another = await makeCustomer(scanned.services)
    const uploader = await signIn(scanned.services, 'customer', another)
    const waiting = await upload(uploader.headers, `customers/docs/${another}/identity`, scanned)
    const one = await open(headers, waiting, scanned)
    expect([one.scan, one.why_not]).toEqual(['waiting', expect.stringMatching(/antivirus/)])
    await scanned.services.asSystem(
      (tx) => tx`update documents set scan = 'not_scanned' where document_id = ${waiting}`,
    )
    const never = await open(headers, waiting, scanned)
    expect(never.why_not).toMatch(/^L’antivirus non ha mai controllato/)
    for (const act of ['checked', 'invalid']) {
      const url = `/v1/customers/docs/${act}/${waiting}`
      expect((await scanned.call({ method: 'POST', url, headers })).status).toBe(409)
    }
    expect((await read(`/v1/files/${never.file_id}/preview`, headers, scanned)).status).toBe(409)
  })

  it('404: no such document', async () => {
    const { headers } = await signIn(app.services, 'super_user')
    expect((await read('/v1/document-checks/987654321', headers)).status).toBe(404)
  })
})

describe('the check list of an activation', () => {
  it('has what it waited for, as soon as the last document is decided, and again when that is taken back', async () => {
    const { headers, customer_id } = await signIn(app.services, 'awaiting')
    const { headers: backOffice } = await signIn(app.services, 'super_user')
    const types = ['identity', 'chamber_of_commerce', 'contract']
    const states = async () => {
      const { body } = await read<{ items: Activation[] }>(`/v1/activations?ids=${customer_id}`, backOffice)
      return body.items[0]?.checks.slice(-3).map(({ state }) => state)
    }
    expect(await states()).toEqual(['missing', 'missing', 'missing'])
    const ids: number[] = []
    for (const type of types) ids.push(await upload(headers, `customers/docs/${customer_id}/${type}`))
    expect(await states()).toEqual(['to_check', 'to_check', 'to_check'])
    for (const id of ids) await decide(backOffice, 'customers', id)
    expect(await states()).toEqual(['done', 'done', 'done'])
    await app.call({ method: 'POST', url: `/v1/customers/docs/to-check/${ids[2]}`, headers: backOffice })
    expect(await states()).toEqual(['done', 'done', 'to_check'])
  })
})
