import type { Account } from '@saldo/contract/registry/accounts'
import { makeItalianIban, maskIban } from '@saldo/domain/iban'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { withApp } from '../../testing/app.ts'
import { makeAccount, makeBill, makeCustomer, signIn, signInFor } from '../../testing/people.ts'

type Refusal = { error: string; error_description: string; fields?: Record<string, string> }
type Reply<Body = Account> = { status: number; body: Body & Refusal }
type Page = { items: Account[]; next_cursor: string | null }

async function setUp() {
  const test = await withApp()
  const customer_id = await makeCustomer(test.services)
  const { headers } = await signIn(test.services, 'customer', customer_id)
  const write = (
    method: 'PUT' | 'POST',
    payload: object,
    as: Record<string, string> = headers,
  ): Promise<Reply> => test.call({ method, url: '/v1/accounts', headers: as, payload })
  const get = <Body = Account>(path: string, as: Record<string, string> = headers): Promise<Reply<Body>> =>
    test.call({ url: `/v1/accounts${path}`, headers: as })
  return { ...test, customer_id, headers, write, get }
}

const iban = (account: number) =>
  makeItalianIban({ abi: '05428', cab: '11101', account: String(account).padStart(12, '0') })

describe('200, 201', () => {
  it('creates a condominium with normalised data and nothing due', async () => {
    const { write, get, customer_id } = await setUp()
    const spaced = iban(77).replace(/(.{4})/g, '$1 ')
    const { status, body } = await write('PUT', {
      name: ' Condominio Aurora ',
      iban: spaced,
      prov: 'fi',
      city_id: '048017',
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      customer_id,
      name: 'Condominio Aurora',
      iban: maskIban(iban(77)),
      state: 'awaiting',
      prov: 'FI',
      bills_count: 0,
      residue: 0,
    })
    expect((await get(`/${body.account_id}`)).body).toEqual(body)
  })

  it('changes the fields that are sent, empties those sent as null and keeps the rest', async () => {
    const { write } = await setUp()
    const { body } = await write('PUT', {
      name: 'Aurora',
      phone: '055 1',
      email: 'a@example.it',
      iban: iban(1),
    })
    const { account_id } = body
    const changed = await write('POST', { account_id, name: 'Aurora 2', phone: null })
    expect(changed.body).toMatchObject({
      name: 'Aurora 2',
      phone: null,
      email: 'a@example.it',
      iban: maskIban(iban(1)),
    })
  })

  it('accepts an IBAN if there was none, and the same IBAN again', async () => {
    const { write } = await setUp()
    const { account_id } = (await write('PUT', { name: 'Aurora' })).body
    for (const _again of [1, 2]) {
      const { status, body } = await write('POST', { account_id, name: 'Aurora', iban: iban(5) })
      expect([status, body.iban]).toEqual([200, maskIban(iban(5))])
    }
  })

  it('sums only issued bills: collected, still due, and overdue', async () => {
    const { services, customer_id, get } = await setUp()
    const account_id = await makeAccount(services, customer_id)
    const late = {
      account_id,
      amounts: [1_000, 2_000, 4_000],
      due_dates: ['2020-01-01', '2020-02-01', '2199-01-01'],
    }
    const { bill_id } = await makeBill(services, customer_id, late)
    await services.asSystem(
      (tx) => tx`update bill_instalments set settled = 1000 where bill_id = ${bill_id} and position = 1`,
    )
    await makeBill(services, customer_id, { account_id, amounts: [50], due_dates: ['2199-01-01'] })
    await makeBill(services, customer_id, { account_id, amounts: [9_000], draft: true })
    const gone = await makeBill(services, customer_id, {
      account_id,
      amounts: [9_000],
      due_dates: ['2020-01-01'],
    })
    await services.asSystem((tx) => tx`update bills set status = 'cancelled' where bill_id = ${gone.bill_id}`)
    const owed = { residue: 6_050, overdue: 2_000, pending: 0, disputed: 0 }
    const sums = { bills_count: 2, issued: 7_050, collected: 1_000, ...owed }
    expect((await get(`/${account_id}`)).body).toMatchObject(sums)
    const { bills_count, ...money } = sums
    expect((await get('/summary')).body).toEqual({ count: 1, ...money })
    expect(bills_count).toBe(2)
  })

  it('pages through every order and filter without gaps or repeats, and sums and exports the same rows', async () => {
    const { services, customer_id, get, call, headers } = await setUp()
    const cities = ['Firenze', 'Forlì', 'Milano', null]
    for (let n = 0; n < 23; n += 1) {
      const account_id = await makeAccount(services, customer_id, {
        name: ['Álba', 'alba', 'Zeta', 'Beta'][n % 4],
        iban: null,
      })
      await services.asSystem(
        (tx) => tx`update accounts set city = ${cities[n % 4] ?? null} where account_id = ${account_id}`,
      )
      if (n % 3)
        await makeBill(services, customer_id, {
          account_id,
          amounts: [n % 2 ? 700 : 900],
          due_dates: ['2020-01-01'],
        })
    }
    const asked = fc.record({
      sort: fc.constantFrom('name', 'city', 'residue', 'overdue', 'issued', 'collected', 'bills_count'),
      descending: fc.constantFrom('', '-'),
      limit: fc.integer({ min: 1, max: 9 }),
      filter: fc.constantFrom(
        ['', 23],
        ['&q=ALBA', 12],
        ['&city=forli', 6],
        ['&prov=FI', 23],
        ['&prov=MI', 0],
      ),
    })
    await fc.assert(
      fc.asyncProperty(asked, async ({ sort, descending, limit, filter: [filter, count] }) => {
        const seen: Account[] = []
        for (let cursor = ''; ; ) {
          const { body } = await get<Page>(
            `?sort=${descending}${sort}&limit=${limit}${filter}&cursor=${cursor}`,
          )
          seen.push(...body.items)
          if (body.next_cursor === null) break
          cursor = body.next_cursor
        }
        expect(new Set(seen.map(({ account_id }) => account_id)).size).toBe(count)
        expect(seen).toHaveLength(count as number)
        const key = sort as 'residue'
        if (typeof seen[0]?.[key] === 'number')
          for (const [n, account] of seen.slice(1).entries())
            expect(
              (Number(account[key]) - Number(seen[n]?.[key])) * (descending ? -1 : 1),
            ).toBeGreaterThanOrEqual(0)
        const residue = seen.reduce((sum, account) => sum + Number(account.residue), 0)
        expect((await get(`/summary?${filter}`)).body).toMatchObject({ count, residue })
        const file = await call({
          url: `/v1/accounts/export?sort=${descending}${sort}${filter}&columns=name,residue`,
          headers,
        })
        expect(file.raw.toString().trim().split('\r\n')).toHaveLength((count as number) + 1)
      }),
      { numRuns: 25 },
    )
  })

  it('says which condominiums of a customer can collect', async () => {
    const { services, customer_id, get } = await setUp()
    const can = await makeAccount(services, customer_id, { name: 'B' })
    const cannot = await makeAccount(services, customer_id, { name: 'A', iban: null })
    const ids = async (query: string) =>
      (await get<Account[]>(`/customer/${customer_id}${query}`)).body.map(({ account_id }) => account_id)
    expect(await ids('')).toEqual([cannot, can])
    expect(await ids('?check_account=1')).toEqual([can])
    expect(await ids('?check_account=0')).toEqual([cannot, can])
  })

  it('creates it for the customer whom a super user impersonates', async () => {
    const { services, customer_id, write } = await setUp()
    const { headers } = await signInFor(services, customer_id)
    expect((await write('PUT', { name: 'A' }, headers)).body.customer_id).toBe(customer_id)
  })
})

describe('400', () => {
  it('names the wrong fields', async () => {
    const { write } = await setUp()
    for (const [body, field] of [
      [{ name: '' }, 'name'],
      [{ name: 'A', iban: 'IT64Y0542811101000000123456' }, 'iban'],
      [{ name: 'A', fiscal_code: '80012345678' }, 'fiscal_code'],
      [{ name: 'A', prov: 'XX' }, 'prov'],
      [{ name: 'A', city_id: '999999' }, 'city_id'],
      [{ name: 'A\u0000' }, 'name'],
      [{ name: 'A\ud83d' }, 'name'],
      [{ name: 'A\ud83d\u200b\ude00' }, 'name'],
      [{ name: 'A', note: '\udc00' }, 'note'],
    ] as [object, string][]) {
      const reply = await write('PUT', body)
      expect(reply.status).toBe(400)
      expect(reply.body.fields?.[field]).toMatch(/\.$/)
    }
  })
})

describe('404', () => {
  it('is the answer for another customer’s condominium, whatever the request', async () => {
    const { services, customer_id, get, write } = await setUp()
    const account_id = await makeAccount(services, customer_id)
    const { headers } = await signIn(services, 'customer')
    expect((await get(`/${account_id}`, headers)).status).toBe(404)
    expect((await get(`/customer/${customer_id}`, headers)).status).toBe(404)
    expect((await write('POST', { account_id, name: 'Mio' }, headers)).status).toBe(404)
    expect((await write('PUT', { customer_id, name: 'Mio' }, headers)).status).toBe(404)
    expect((await get<Page>('', headers)).body.items).toEqual([])
  })
})

describe('409', () => {
  it('refuses a tax code or an IBAN that another condominium has, and names the field', async () => {
    const { write, services } = await setUp()
    const fiscal_code = '94000000011'
    await write('PUT', { name: 'A', iban: iban(9), fiscal_code })
    const { account_id } = (await write('PUT', { name: 'B' })).body
    for (const refused of [
      await write('PUT', { name: 'C', iban: iban(9) }),
      await write('POST', { account_id, name: 'B', iban: iban(9) }),
    ])
      expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([409, ['iban']])
    for (const refused of [
      await write('PUT', { name: 'C', fiscal_code }),
      await write('POST', { account_id, name: 'B', fiscal_code }),
    ])
      expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([409, ['fiscal_code']])
    const { headers } = await signIn(services, 'customer')
    expect((await write('PUT', { name: 'Altrove', iban: iban(9), fiscal_code }, headers)).status).toBe(201)
  })

  it('refuses to change or remove an IBAN without a confirmation', async () => {
    const { write, get } = await setUp()
    const { account_id } = (await write('PUT', { name: 'A', iban: iban(3) })).body
    for (const change of [iban(4), null, '']) {
      const refused = await write('POST', { account_id, name: 'A', iban: change })
      expect([refused.status, refused.body.error]).toEqual([409, 'iban_already_set'])
    }
    expect((await get(`/${account_id}`)).body.iban).toBe(maskIban(iban(3)))
  })
})

describe('403', () => {
  it('asks a super user to impersonate a customer first', async () => {
    const { services, write } = await setUp()
    const { headers } = await signIn(services, 'super_user')
    expect((await write('PUT', { name: 'A' }, headers)).body).toMatchObject({
      error: 'impersonation_required',
    })
  })
})
