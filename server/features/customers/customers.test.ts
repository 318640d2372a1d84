import type { Customer } from '@saldo/contract/registry/customers'
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
  it('200: pages through all by name without repeats, also with equal names', async () => {
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
  it.each([
    ['/v1/customers', 'customers'],
    ['/v1/customers/incomplete', 'incomplete_customers'],
  ] as const)(
    '200: %s answers all when no page is asked for, in the same order as the pages',
    async (url, table) => {
      const { headers } = await signIn(app.services, 'super_user')
      await app.services.asSystem(
        (tx) => tx`
        insert into ${tx(table)} (business_name)
        select 'Studio ' || to_char(n, 'FM0000') from generate_series(1, 1234) n`,
      )
      const all = await get<Page>(url, headers)
      expect(all.status).toBe(200)
      const paged: unknown[] = []
      for (let cursor: string | null = ''; cursor !== null; ) {
        const { body }: { body: Page } = await get(`${url}?limit=200&cursor=${cursor}`, headers)
        paged.push(...body.items)
        cursor = body.next_cursor
      }
      expect(all.body.items).toEqual(paged)
      expect(paged.length).toBeGreaterThanOrEqual(1234)
      expect(all.body.next_cursor).toBeNull()
      const found = await get<Page>(`${url}?q=studio+0007`, headers)
      expect(found.body.items).toHaveLength(1)
      expect((await get<Page>(`${url}?q=studio+9999`, headers)).body).toEqual({
        items: [],
        next_cursor: null,
      })
      expect((await get(`${url}?sort=wrong`, headers)).status).toBe(400)
    },
  )
  it('200: finds by every field that the chooser shows, ignoring case and accents', async () => {
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
  it('200: pages in order through more than a thousand matches of a text, including a match by id', async () => {
    const { headers } = await signIn(app.services, 'super_user')
    // Its phone does not contain the digits of its id, which those of the others do.
    const other = await makeCustomer(app.services, { business_name: 'Anche questo' })
    await app.services.asSystem(
      (tx) => tx`
        insert into customers (business_name, state, primary_email, primary_mobile_phone)
        select 'Folla ' || lpad(n::text, 4, '0') || ' numero-' || ${other}::bigint, '1', 'f' || n || '@folla.example', '055 000 0000'
        from generate_series(1, 1100) n`,
    )
    for (const [q, found] of [
      ['folla', 1100],
      [String(other), 1101],
    ] as const) {
      const seen: string[] = []
      let cursor: string | null = ''
      while (cursor !== null) {
        const { body }: { body: Page } = await get(`/v1/customers?q=${q}&limit=100&cursor=${cursor}`, headers)
        seen.push(...body.items.map(({ business_name }) => business_name))
        cursor = body.next_cursor
      }
      expect(
        seen.filter((name) => /^(Folla|Anche questo)/.test(name)),
        q,
      ).toHaveLength(found)
      expect(seen).toEqual(seen.toSorted())
    }
  })
  it('200: all customers, also while working for one', async () => {
    const { headers } = await signIn(app.services, 'super_user')
    const chosen = await makeCustomer(app.services, { business_name: 'Scelto' })
    const other = await makeCustomer(app.services, { business_name: 'Altro' })
    const working = { ...headers, 'x-customer-id': String(chosen) }
    const { body } = await get<Page>(`/v1/customers?ids=${chosen},${other}&sort=customer_id`, working)
    expect(body.items.map(({ customer_id }) => customer_id)).toEqual([chosen, other])
    expect((await get(`/v1/customers/${other}`, working)).status).toBe(200)
  })
  it('200: filters by state, kind, province, group, sector and open reviews; the file has the same rows', async () => {
    const { headers } = await signIn(app.services, 'super_user')
    const id = await makeCustomer(app.services, { business_name: 'Filtrato', is_store: true, state: '0' })
    await makeCustomer(app.services, { business_name: 'Non filtrato' })
    const [made] = await app.services.asSystem(
      (tx) => tx`
        with g as (insert into customer_groups (name) values ('Gruppo Nord') returning group_id),
          s as (insert into sectors (name) values ('Giardini') returning sector_id)
        update customers set prov = 'AO', group_id = (select group_id from g), sector_id = (select sector_id from s)
        where customer_id = ${id} returning group_id, sector_id`,
    )
    await app.services.asSystem(
      (tx) => tx`
        insert into documents (customer_id, type, file_name, mime, size, sha256, file_path)
        values (${id}, 'identity', 'a.pdf', 'application/pdf', 1, '', 'documents/a')`,
    )
    for (const filter of [
      'state=0&q=filtrato',
      'is_store=1&q=filtrato',
      'prov=ao',
      `group_id=${made?.group_id}`,
      `sector_id=${made?.sector_id}`,
      'documents=to_check',
    ]) {
      const { body } = await get<Page>(`/v1/customers?${filter}&sort=-created_at`, headers)
      expect(
        body.items.map(({ customer_id }) => customer_id),
        filter,
      ).toEqual([id])
      expect((await get<{ count: number }>(`/v1/customers/summary?${filter}`, headers)).body.count).toBe(1)
      const file = await app.call({
        url: `/v1/customers/export?${filter}&columns=business_name,group`,
        headers,
      })
      expect(file.raw.toString().trim().split('\r\n').slice(1)).toEqual(['Filtrato;Gruppo Nord'])
    }
    const { body } = await get<Page>(`/v1/customers?ids=${id}`, headers)
    expect(body.items[0]).toMatchObject({ documents_to_check: 1, accounts_count: 0, sector_name: 'Giardini' })
  })
  it('403: a customer, list or file', async () => {
    const { headers } = await signIn(app.services, 'customer')
    expect((await get('/v1/customers', headers)).status).toBe(403)
    expect((await get('/v1/customers/export', headers)).status).toBe(403)
  })
})

describe('GET /v1/customers/{id}', () => {
  it('200: the user’s own customer, with the fields of the specification', async () => {
    const { headers, customer_id } = await signIn(app.services, 'awaiting')
    const { body } = await get<Customer>(`/v1/customers/${customer_id}`, headers)
    expect(body).toMatchObject({ customer_id, is_store: false, state: '0', fiscal_code: null })
    const named =
      'customer_id business_name is_store firstname lastname address house_number city zip_code prov fiscal_code ' +
      'vat_number primary_email primary_mobile_phone'
    expect(Object.keys(body)).toEqual(expect.arrayContaining(named.split(' ')))
  })
  it('404: another customer’s, or an unknown id', async () => {
    const { headers } = await signIn(app.services, 'customer')
    const other = await makeCustomer(app.services)
    expect((await get(`/v1/customers/${other}`, headers)).status).toBe(404)
    expect((await get('/v1/customers/999999999', headers)).status).toBe(404)
  })
  it('400: an id that is not a number', async () => {
    const { headers } = await signIn(app.services, 'customer')
    expect((await get('/v1/customers/uno', headers)).status).toBe(400)
  })
})

describe('GET /v1/customers/users/{customer_id}', () => {
  it('200: only its own users; 404: an unknown customer; 403: an office', async () => {
    const { headers } = await signIn(app.services, 'super_user')
    const office = await signIn(app.services, 'customer')
    await signIn(app.services, 'customer')
    const { body } = await get<{ user_id: number }[]>(`/v1/customers/users/${office.customer_id}`, headers)
    expect(body.map(({ user_id }) => user_id)).toEqual([office.user_id])
    expect((await get('/v1/customers/users/999999999', headers)).status).toBe(404)
    expect((await get(`/v1/customers/users/${office.customer_id}`, office.headers)).status).toBe(403)
  })
})

describe('GET /v1/customers/state/{id}', () => {
  it('200: OK for an active customer, a code and a sentence for one that is not active yet', async () => {
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
  it('404: another customer’s', async () => {
    const { headers } = await signIn(app.services, 'store')
    const other = await makeCustomer(app.services)
    expect((await get(`/v1/customers/state/${other}`, headers)).status).toBe(404)
  })
})
