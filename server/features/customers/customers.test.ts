import type { Customer } from '@saldo/contract/customers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../testing/app.ts'
import { makeCustomer, signIn } from '../../testing/people.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

type Page = { items: Customer[]; next_cursor: string | null }
const get = async <Reply>(url: string, headers: Record<string, string>) => {
  const { status, body } = await app.call({ url, headers })
  return { status, body: body as Reply }
}

describe('GET /v1/customers', () => {
  it('200: pages through all by name, each once, also those of the same name', async () => {
    const { headers } = await signIn(app.services, 'super_user')
    for (const name of ['Gemelli', 'Alfa', 'Gemelli', 'Zeta', 'Gemelli'])
      await makeCustomer(app.services, { business_name: name })
    const seen: Customer[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const { body }: { body: Page } = await get(`/v1/customers?limit=2&cursor=${cursor}`, headers)
      expect(body.items.length).toBeLessThanOrEqual(2)
      seen.push(...body.items)
      cursor = body.next_cursor
    }
    const [{ count }] = (await app.services.asSystem((tx) => tx`select count(*) from customers`)) as [
      { count: number },
    ]
    expect(new Set(seen.map(({ customer_id }) => customer_id)).size).toBe(count)
    expect(seen).toHaveLength(count)
    expect(seen[0]?.business_name).toBe('Alfa')
  })
  it('200: finds by each thing the chooser shows, whatever the case and the accents', async () => {
    const { headers } = await signIn(app.services, 'super_user')
    const id = await makeCustomer(app.services, { business_name: 'Società Però' })
    await app.services.asSystem(
      (tx) => tx`
        update customers set firstname = 'Niccolò', lastname = 'D’Àmico', fiscal_code = 'DMCNCL80A01F205X',
          vat_number = '01234567897', city = 'Forlì', address = 'Via Pagàno', primary_email = 'posta@damico.example',
          primary_mobile_phone = '333 7654321'
        where customer_id = ${id}`,
    )
    for (const q of [
      'societa pero',
      "niccolo d'amico",
      "D'Amico Niccolò",
      'dmcncl80',
      '0123456789',
      'forli',
      'pagano',
      'POSTA@damico',
      '7654321',
      String(id),
    ]) {
      const { body } = await get<Page>(`/v1/customers?q=${encodeURIComponent(q)}`, headers)
      expect(
        body.items.map(({ customer_id }) => customer_id),
        q,
      ).toContain(id)
    }
    expect((await get<Page>('/v1/customers?q=100%25', headers)).body.items).toEqual([])
  })
  it('200: all customers also while working for one', async () => {
    const { headers } = await signIn(app.services, 'super_user')
    const chosen = await makeCustomer(app.services, { business_name: 'Scelto' })
    const other = await makeCustomer(app.services, { business_name: 'Altro' })
    const working = { ...headers, 'x-customer-id': String(chosen) }
    const { body } = await get<Page>(`/v1/customers?ids=${chosen},${other}&sort=customer_id`, working)
    expect(body.items.map(({ customer_id }) => customer_id)).toEqual([chosen, other])
    expect((await get(`/v1/customers/${other}`, working)).status).toBe(200)
  })
  it('403: a customer', async () => {
    const { headers } = await signIn(app.services, 'customer')
    expect((await get('/v1/customers', headers)).status).toBe(403)
  })
})

describe('GET /v1/customers/{id}', () => {
  it('200: one’s own, with what the specification names', async () => {
    const { headers, customer_id } = await signIn(app.services, 'awaiting')
    const { body } = await get<Customer>(`/v1/customers/${customer_id}`, headers)
    expect(body).toMatchObject({ customer_id, is_store: false, state: '0', fiscal_code: null })
    expect(Object.keys(body)).toHaveLength(15)
  })
  it('404: another’s, or nobody’s', async () => {
    const { headers } = await signIn(app.services, 'customer')
    const other = await makeCustomer(app.services)
    expect((await get(`/v1/customers/${other}`, headers)).status).toBe(404)
    expect((await get('/v1/customers/999999999', headers)).status).toBe(404)
  })
  it('400: no number', async () => {
    const { headers } = await signIn(app.services, 'customer')
    expect((await get('/v1/customers/uno', headers)).status).toBe(400)
  })
})

describe('GET /v1/customers/state/{id}', () => {
  it('200: OK for an active customer, a code and a sentence for one who waits', async () => {
    const active = await signIn(app.services, 'customer')
    const waits = await signIn(app.services, 'awaiting')
    expect((await get(`/v1/customers/state/${active.customer_id}`, active.headers)).body).toEqual({
      error: 'OK',
      message: '',
    })
    expect((await get(`/v1/customers/state/${waits.customer_id}`, waits.headers)).body).toEqual({
      error: 'AWAITING_ACTIVATION',
      message: expect.stringContaining('attesa di attivazione'),
    })
  })
  it('404: another’s', async () => {
    const { headers } = await signIn(app.services, 'store')
    const other = await makeCustomer(app.services)
    expect((await get(`/v1/customers/state/${other}`, headers)).status).toBe(404)
  })
})
