import type { Customer, CustomerGroup, IncompleteCustomer, Sector } from '@saldo/contract/registry/customers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../testing/app.ts'
import { newsOf } from '../../testing/news.ts'
import { makeCustomer, signIn, signInSubUser } from '../../testing/people.ts'
import { makeTaxNumber } from '../demo/generate/tax-number.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

type Headers = Record<string, string>
type Refusal = { error: string; fields?: Record<string, string> }
let serial = 1000
const taxNumber = () => {
  serial += 1
  return makeTaxNumber(`070${serial}`, '048')
}
const whole = () => ({
  business_name: 'Studio Serra',
  firstname: 'Davide',
  lastname: 'Serra',
  address: 'Via Ricasoli',
  house_number: '4',
  city: 'Firenze',
  zip_code: '50122',
  prov: 'FI',
  vat_number: taxNumber(),
  primary_email: 'studio@serra.example.it',
})

const call = async <Body = Customer>(
  method: 'GET' | 'PUT' | 'POST' | 'DELETE',
  url: string,
  headers: Headers,
  payload?: object,
) => {
  const reply = await app.call({ method, url, headers, ...(payload ? { payload } : {}) })
  return { status: reply.status, body: reply.body as Body & Refusal }
}
const save = (headers: Headers, payload: object) => call('PUT', '/v1/customers', headers, payload)
const backOffice = async () => (await signIn(app.services, 'super_user')).headers

describe('PUT /v1/customers', () => {
  it('200: the back office creates a customer, who awaits activation', async () => {
    const data = whole()
    const { status, body } = await save(await backOffice(), { ...data, is_store: true, prov: 'fi' })
    expect([status, body]).toMatchObject([200, { ...data, is_store: true, state: '0', activated_at: null }])
  })
  it('200: an office changes its own data in every state; fields left out stay, null empties', async () => {
    for (const role of ['customer', 'awaiting', 'store'] as const) {
      const { headers, customer_id } = await signIn(app.services, role)
      await save(headers, { business_name: 'Primo nome', city: 'Prato', address: 'Via Po' })
      const { status, body } = await save(headers, { business_name: 'Secondo nome', house_number: null })
      expect([status, body]).toMatchObject([
        200,
        { customer_id, business_name: 'Secondo nome', city: 'Prato', address: 'Via Po', house_number: null },
      ])
    }
  })
  it('200: the back office changes any customer while working for any other, and the log has who did it', async () => {
    const [one, other] = [await makeCustomer(app.services), await makeCustomer(app.services)]
    const headers = { ...(await backOffice()), 'x-customer-id': String(other) }
    const { status } = await save(headers, { customer_id: one, business_name: 'Cambiato', is_store: true })
    expect(status).toBe(200)
    const [line] = await app.services.asSystem(
      (tx) => tx`
        select after, flag_super_user from audit_log
        where noun = 'customers' and record_id = ${one} and act = 'changed'`,
    )
    expect(line).toEqual({ after: { business_name: 'Cambiato', is_store: true }, flag_super_user: true })
  })
  it('400: names the missing or wrong fields', async () => {
    const headers = await backOffice()
    const none = await save(headers, { business_name: 'Incompleto' })
    expect(none.status).toBe(400)
    expect(Object.keys(none.body.fields ?? {}).sort()).toEqual([
      'address',
      'city',
      'primary_email',
      'prov',
      'vat_number',
      'zip_code',
    ])
    for (const wrong of [
      { vat_number: '01234567890' },
      { fiscal_code: 'RSSLCU' },
      { prov: 'XX' },
      { zip_code: '501' },
      { primary_email: 'studio@' },
      { business_name: ' ' },
      { business_name: 'A\u0000' },
      { group_id: 999_999_999 },
      { sector_id: 999_999_999 },
      { is_store: 'sì' },
    ]) {
      const { status, body } = await save(headers, { ...whole(), ...wrong })
      expect([status, Object.keys(body.fields ?? {})]).toEqual([400, Object.keys(wrong)])
    }
  })
  it('400: an office can neither become a store nor change its group, nor remove data that invoices need', async () => {
    const { headers, customer_id } = await signIn(app.services, 'customer')
    const business_name = 'Studio'
    expect(Object.keys((await save(headers, { business_name, is_store: true })).body.fields ?? {})).toEqual([
      'is_store',
    ])
    expect(Object.keys((await save(headers, { business_name, group_id: null })).body.fields ?? {})).toEqual([
      'group_id',
    ])
    await save(headers, { ...whole(), business_name })
    const emptied = await save(headers, { business_name, vat_number: null })
    expect([emptied.status, Object.keys(emptied.body.fields ?? {})]).toEqual([400, ['vat_number']])
    // Its database role cannot make it active either.
    const acting = { customer_id, user_id: null }
    for (const column of ['state', 'is_store', 'group_id', 'activated_at'])
      await expect(
        app.services.asCustomer(acting, (tx) => tx`update customers set ${tx(column)} = ${tx(column)}`),
      ).rejects.toMatchObject({ code: '42501' })
  })
  it('403: a sub-user without the permission; 404: another customer’s', async () => {
    const { headers, customer_id } = await signIn(app.services, 'customer')
    const reader = await signInSubUser(app.services, customer_id, { permissions: ['office:read'] })
    expect((await save(reader.headers, { business_name: 'Mio' })).body.error).toBe('not_permitted')
    const other = await makeCustomer(app.services)
    expect((await save(headers, { customer_id: other, business_name: 'Mio' })).status).toBe(404)
    expect((await save(await backOffice(), { customer_id: 999_999_999, business_name: 'Mio' })).status).toBe(
      404,
    )
  })
  it('409: a tax number of another customer, named to the back office only; also in parallel', async () => {
    const headers = await backOffice()
    const data = whole()
    const both = await Promise.all([save(headers, data), save(headers, data)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    const refused = await save(headers, { ...whole(), vat_number: data.vat_number })
    expect(refused.body.fields?.vat_number).toContain('Studio Serra')
    // An office does not learn other customers' data.
    const own = await signIn(app.services, 'customer')
    expect((await save(own.headers, { business_name: 'Altro', vat_number: data.vat_number })).status).toBe(
      200,
    )
  })
})

describe('PUT /v1/customers/activated/{id}', () => {
  it('200: activates once: message, mail, history; the menu opens', async () => {
    const headers = await backOffice()
    const { customer_id } = (await save(headers, whole())).body
    const office = await signIn(app.services, 'customer', customer_id)
    expect((await call('GET', '/v1/accounts', office.headers)).status).toBe(403)
    const hasty = await call('PUT', `/v1/customers/activated/${customer_id}`, headers)
    expect(hasty).toMatchObject({ status: 409, body: { error: 'without_checks' } })
    for (const _again of [1, 2]) {
      const override_reason = 'Documenti visti di persona'
      const url = `/v1/customers/activated/${customer_id}`
      const { status, body } = await call('PUT', url, headers, { override_reason })
      expect([status, body]).toMatchObject([200, { state: '1', activated_at: expect.any(String) }])
    }
    expect((await call('GET', '/v1/accounts', office.headers)).status).toBe(200)
    expect((await call('GET', `/v1/customers/state/${customer_id}`, office.headers)).body).toMatchObject({
      error: 'OK',
    })
    expect(await newsOf(app.services, customer_id)).toMatchObject([
      { title: 'Il tuo studio è attivo', metadata: { kind: 'activation', link: '/dashboard' } },
    ])
    const mails = await app.services.asSystem(
      (tx) =>
        tx`select subject, customer_id from emails where dedupe_key like ${`customer-activated:${customer_id}:%`}`,
    )
    expect(mails).toEqual([{ subject: 'Il tuo studio è attivo', customer_id }])
    const acts = await app.services.asSystem(
      (tx) =>
        tx`select act from audit_log where noun = 'customers' and record_id = ${customer_id} order by audit_id`,
    )
    expect(acts.map(({ act }) => act)).toEqual(['created', 'created', 'changed', 'activated'])
  })
  it('403: an office; 404: an unknown customer; 409: missing data, named by field', async () => {
    const { headers, customer_id } = await signIn(app.services, 'awaiting')
    const url = `/v1/customers/activated/${customer_id}`
    expect((await call('PUT', url, headers)).status).toBe(403)
    expect((await call('PUT', '/v1/customers/activated/999999999', await backOffice())).status).toBe(404)
    const { status, body } = await call('PUT', url, await backOffice())
    expect([status, Object.keys(body.fields ?? {})]).toEqual([
      409,
      expect.arrayContaining(['vat_number', 'city']),
    ])
  })
})

describe('/v1/customers/incomplete', () => {
  const keep = (headers: Headers, payload: object) =>
    call<IncompleteCustomer>('PUT', '/v1/customers/incomplete', headers, payload)
  const list = (headers: Headers, query = '') =>
    call<{ items: IncompleteCustomer[] }>('GET', `/v1/customers/incomplete${query}`, headers)

  it('200: stores the data as typed, even if wrong, and names what is missing', async () => {
    const headers = await backOffice()
    const { status, body } = await keep(headers, {
      business_name: 'Però & Figli',
      vat_number: '123',
      zip_code: '5',
    })
    expect([status, body]).toMatchObject([
      200,
      { business_name: 'Però & Figli', vat_number: '123', zip_code: '5' },
    ])
    expect(Object.keys(body.missing)).toEqual([
      'vat_number',
      'address',
      'city',
      'zip_code',
      'prov',
      'primary_email',
    ])
    const { incomplete_id } = body
    const changed = await keep(headers, { incomplete_id, city: 'Pisa', zip_code: null })
    expect(changed.body).toMatchObject({
      incomplete_id,
      business_name: 'Però & Figli',
      city: 'Pisa',
      zip_code: null,
    })
    expect((await call('GET', `/v1/customers/incomplete/${incomplete_id}`, headers)).body).toEqual(
      changed.body,
    )
    expect((await list(headers, '?q=figli+pero')).body.items).toEqual([changed.body])
    const summary = await call<{ count: number }>('GET', '/v1/customers/incomplete/summary?q=figli', headers)
    expect(summary.body.count).toBe(1)
    const file = await app.call({
      url: '/v1/customers/incomplete/export?columns=business_name,missing',
      headers,
    })
    expect(file.raw.toString()).toContain('Però & Figli;Partita IVA, Indirizzo, CAP, Provincia, E-mail')
  })
  it('201: the missing data are added, and it becomes a customer', async () => {
    const headers = await backOffice()
    const { vat_number, ...rest } = whole()
    const { incomplete_id } = (await keep(headers, rest)).body
    const url = `/v1/customers/incomplete/complete/${incomplete_id}`
    const early = await call('POST', url, headers, {})
    expect([early.status, Object.keys(early.body.fields ?? {})]).toEqual([400, ['vat_number']])
    expect((await list(headers, `?ids=${incomplete_id}`)).body.items).toHaveLength(1)
    const { status, body } = await call('POST', url, headers, { vat_number })
    expect([status, body]).toMatchObject([201, { ...rest, vat_number, state: '0' }])
    expect((await list(headers, `?ids=${incomplete_id}`)).body.items).toEqual([])
    expect((await call('POST', url, headers, { vat_number })).status).toBe(404)
  })
  it('400: wrong data are named by field when it is completed', async () => {
    const headers = await backOffice()
    const { incomplete_id } = (await keep(headers, { ...whole(), vat_number: '123', prov: 'ZZ', city: null }))
      .body
    const { status, body } = await call(
      'POST',
      `/v1/customers/incomplete/complete/${incomplete_id}`,
      headers,
      {},
    )
    expect([status, Object.keys(body.fields ?? {}).sort()]).toEqual([400, ['city', 'prov', 'vat_number']])
  })
  it('204: deletes it; 404: an unknown one; 403: an office', async () => {
    const headers = await backOffice()
    const { incomplete_id } = (await keep(headers, { business_name: 'Rinuncia' })).body
    const url = `/v1/customers/incomplete/${incomplete_id}`
    expect((await call('DELETE', url, headers)).status).toBe(204)
    expect((await call('DELETE', url, headers)).status).toBe(404)
    expect((await call('GET', url, headers)).status).toBe(404)
    expect((await keep(headers, { incomplete_id, city: 'Pisa' })).status).toBe(404)
    const office = await signIn(app.services, 'customer')
    for (const refused of [await list(office.headers), await keep(office.headers, { city: 'Pisa' })])
      expect(refused.status).toBe(403)
  })
})

describe.each([
  ['groups', 'group_id'],
  ['sectors', 'sector_id'],
] as const)('/v1/customers/%s', (noun, key) => {
  type One = CustomerGroup & Sector
  const url = `/v1/customers/${noun}`
  it('creates, renames, lists by name and removes; not while it has customers', async () => {
    const headers = await backOffice()
    const { body } = await call<One>('PUT', url, headers, { name: 'Zeta' })
    const renamed = await call<One>('PUT', url, headers, { [key]: body[key], name: 'Alba' })
    expect([renamed.status, renamed.body]).toEqual([200, { [key]: body[key], name: 'Alba', customers: 0 }])
    const names = (await call<One[]>('GET', url, headers)).body.map(({ name }) => name)
    expect(names).toEqual([...names].sort((one, other) => one.localeCompare(other, 'it')))
    expect(names).toContain('Alba')
    const { customer_id } = (await save(headers, { ...whole(), [key]: body[key] })).body
    expect((await call('DELETE', `${url}/${body[key]}`, headers)).status).toBe(409)
    await save(headers, { customer_id, business_name: 'Altrove', [key]: null })
    expect((await call('DELETE', `${url}/${body[key]}`, headers)).status).toBe(204)
    expect((await call('DELETE', `${url}/${body[key]}`, headers)).status).toBe(404)
  })
  it('400: no name; 403: an office changes one; 404: an unknown one; 409: the same name in any case', async () => {
    const headers = await backOffice()
    expect((await call('PUT', url, headers, { name: ' ' })).body.fields).toHaveProperty('name')
    await call('PUT', url, headers, { name: 'Società' })
    const taken = await call('PUT', url, headers, { name: 'SOCIETA' })
    expect([taken.status, Object.keys(taken.body.fields ?? {})]).toEqual([409, ['name']])
    expect((await call('PUT', url, headers, { [key]: 999_999_999, name: 'X' })).status).toBe(404)
    const office = await signIn(app.services, 'customer')
    expect((await call('PUT', url, office.headers, { name: 'Mio' })).status).toBe(403)
  })
})

it('GET /v1/customers/sectors: offices can read the list, but not the number of customers of each', async () => {
  const { headers } = await signIn(app.services, 'awaiting')
  const { status, body } = await call<Sector[]>('GET', '/v1/customers/sectors', headers)
  expect(status).toBe(200)
  expect(body.length).toBeGreaterThan(5)
  expect(body.every(({ customers }) => customers <= 1)).toBe(true)
})
