import type { Unit, UnitRow } from '@saldo/contract/registry/units'
import { addDays, today } from '@saldo/domain/dates'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../testing/app.ts'
import { makeAccount, makeBill, makeSubject, signIn, signInSubUser } from '../../testing/people.ts'

let test: TestApp
beforeAll(async () => {
  test = await startApp()
})
afterAll(() => test.close())

type Summary = Record<'count' | 'weight' | 'residue' | 'overdue' | 'unplaced' | 'unplaced_residue', number>

/** A condominium with three units: a flat with an owner and a tenant, a shop, and one that nobody has filled in. */
async function condominium() {
  const { services } = test
  const { headers, customer_id } = await signIn(services, 'customer')
  const account_id = await makeAccount(services, customer_id)
  const [owner, tenant, trader] = await Promise.all([
    makeSubject(services, customer_id, { nominative: 'Bianchi Ada', email: 'ada@example.it' }),
    makeSubject(services, customer_id, { nominative: 'Neri Ugo', email: null }),
    makeSubject(services, customer_id, { nominative: 'Fiori srl', email: 'fiori@example.it' }),
  ])
  const { flat, shop, table } = await services.asSystem(async (tx) => {
    const where = { customer_id, account_id }
    await tx`update subjects set phone = '055 123' where subject_id = ${owner}`
    const made = await tx`
      insert into units ${tx([
        { ...where, staircase: 'A', number: '7', floor: '2', use: 'home', position: 1 },
        { ...where, staircase: '', number: 'Negozio 1', floor: 'T', use: 'shop', position: 2 },
        { ...where, staircase: 'B', number: '7', floor: null, use: 'home', position: 3 },
      ])} returning unit_id`
    const [flat, shop] = made.map(({ unit_id }) => unit_id as number) as [number, number]
    await tx`
      insert into right_holders ${tx([
        { ...where, unit_id: flat, subject_id: owner, right_kind: 'owner', pays: false, until: null },
        { ...where, unit_id: flat, subject_id: tenant, right_kind: 'tenant', pays: true, until: null },
        {
          ...where,
          unit_id: flat,
          subject_id: trader,
          right_kind: 'owner',
          pays: false,
          until: '2020-12-31',
        },
        { ...where, unit_id: shop, subject_id: trader, right_kind: 'owner', pays: true, until: null },
      ])}`
    const [stairs] = await tx`
      insert into weight_tables ${tx({ ...where, name: 'Scale', kind: 'stairs', position: 1 })} returning weight_table_id`
    const [main] = await tx`
      insert into weight_tables ${tx({ ...where, name: 'Tabella A', kind: 'value', position: 2 })} returning weight_table_id`
    await tx`
      insert into weights ${tx([
        { ...where, weight_table_id: main?.weight_table_id, unit_id: flat, weight: 6_000_000 },
        { ...where, weight_table_id: main?.weight_table_id, unit_id: shop, weight: 3_855_000 },
        { ...where, weight_table_id: stairs?.weight_table_id, unit_id: flat, weight: 1 },
      ])}`
    return { flat, shop, table: main?.weight_table_id as number }
  })
  const bill = async (unit: string | null, amounts: number[], due_dates: string[]) => {
    const { bill_id } = await makeBill(services, customer_id, {
      account_id,
      subject_id: owner,
      amounts,
      due_dates,
    })
    await services.asSystem((tx) => tx`update bills set unit = ${unit} where bill_id = ${bill_id}`)
  }
  const get = async <T>(url: string, as = headers) => {
    const reply = await test.call({ method: 'GET', url, headers: as })
    expect(reply.status).toBe(200)
    return reply.body as T
  }
  const list = async (search = '', as = headers) =>
    (await get<{ items: UnitRow[] }>(`/v1/units?account_id=${account_id}${search}`, as)).items
  const summary = (search = '', as = headers) =>
    get<Summary>(`/v1/units/summary?account_id=${account_id}${search}`, as)
  return {
    account_id,
    customer_id,
    headers,
    owner,
    tenant,
    trader,
    flat,
    shop,
    table,
    bill,
    get,
    list,
    summary,
  }
}
const names = (rows: UnitRow[]) => rows.map(({ name }) => name)
const yesterday = () => addDays(today(), -1)
const tomorrow = () => addDays(today(), 1)

describe('GET /v1/units', () => {
  it('200: weight of the main table, the people of today with their contacts, and what is owed', async () => {
    const { bill, list, owner, account_id, customer_id } = await condominium()
    await bill('Int. 7, scala A', [10_000, 20_000], [yesterday(), tomorrow()])
    await bill('int 7 sc. a', [500], [tomorrow()])
    await test.services.asSystem(
      (tx) =>
        tx`insert into subject_credits ${tx({ customer_id, account_id, subject_id: owner, balance: 700 })}`,
    )
    const [flat, shop, empty] = await list()
    expect(flat).toMatchObject({
      name: 'Int. 7, scala A',
      ...{ floor: '2', weight_table: 'Tabella A', weight: 6_000_000, residue: 30_500, overdue: 10_000 },
      people: [
        { nominative: 'Neri Ugo', right_kind: 'tenant', pays: true, phone: null, email: null, credit: 0 },
        {
          nominative: 'Bianchi Ada',
          right_kind: 'owner',
          phone: '055 123',
          email: 'ada@example.it',
          credit: 700,
        },
      ],
    })
    expect(shop).toMatchObject({ people: [{ nominative: 'Fiori srl' }], residue: 0, overdue: 0 })
    expect(empty).toMatchObject({ weight: null, people: [], residue: 0 })
  })
  it('200: filters by weight, contact and debt, searches names, sorts and pages', async () => {
    const { bill, list, get, account_id } = await condominium()
    await bill('Negozio 1', [900], [yesterday()])
    await bill('Int. 7, scala A', [300], [tomorrow()])
    expect(names(await list('&weight=without'))).toEqual(['Int. 7, scala B'])
    expect(names(await list('&contact=without'))).toEqual(['Int. 7, scala A', 'Int. 7, scala B'])
    expect(names(await list('&contact=with'))).toEqual(['Negozio 1'])
    expect(names(await list('&debt=overdue'))).toEqual(['Negozio 1'])
    expect(names(await list('&debt=none'))).toEqual(['Int. 7, scala B'])
    expect(names(await list('&q=ada'))).toEqual(['Int. 7, scala A'])
    expect(names(await list('&q=negozio'))).toEqual(['Negozio 1'])
    expect(names(await list('&sort=-residue'))).toEqual(['Negozio 1', 'Int. 7, scala A', 'Int. 7, scala B'])
    type Page = { items: UnitRow[]; next_cursor: string }
    const first = await get<Page>(`/v1/units?account_id=${account_id}&sort=weight&limit=2`)
    expect(names(first.items)).toEqual(['Int. 7, scala B', 'Negozio 1'])
    const next = await list(`&sort=weight&limit=2&cursor=${first.next_cursor}`)
    expect(names(next)).toEqual(['Int. 7, scala A'])
  })
  it('200: the sums of units and of bills without a unit are those of the condominium', async () => {
    const { bill, summary, get, account_id } = await condominium()
    await bill('Int. 7, scala A', [10_000, 20_000], [yesterday(), tomorrow()])
    await bill(null, [450], [yesterday()])
    // Staircase A or B: nobody knows.
    await bill('Int. 7', [50], [yesterday()])
    const sums = await summary()
    expect(sums).toMatchObject({
      count: 3,
      weight: 9_855_000,
      without_weight: 1,
      residue: 30_000,
      overdue: 10_000,
    })
    expect(sums).toMatchObject({ unplaced: 2, unplaced_residue: 500 })
    const account = await get<{ residue: number }>(`/v1/accounts/${account_id}`)
    expect(account.residue).toBe(sums.residue + sums.unplaced_residue)
  })
  it('200: a bill is of no unit while two units are called alike', async () => {
    const { bill, list, summary, account_id, customer_id } = await condominium()
    await test.services.asSystem(
      (tx) =>
        tx`insert into units ${tx({ customer_id, account_id, staircase: '', number: 'Int. 9', position: 4 })}`,
    )
    await bill('Int. 9', [100], [yesterday()])
    expect((await list('&q=9'))[0]).toMatchObject({ residue: 100 })
    await test.services.asSystem(
      (tx) =>
        tx`insert into units ${tx({ customer_id, account_id, staircase: '', number: '9', position: 5 })}`,
    )
    expect((await list('&q=9')).map(({ residue }) => residue)).toEqual([0, 0])
    expect(await summary()).toMatchObject({ unplaced: 1, unplaced_residue: 100 })
  })
  it('200: no sums and contacts for a sub-user who may not read bills and people; 403: to sort or filter by them', async () => {
    const { account_id, customer_id, bill, list, summary } = await condominium()
    await bill('Int. 7, scala A', [100], [yesterday()])
    const { headers } = await signInSubUser(test.services, customer_id, { permissions: ['accounts:read'] })
    const [flat] = await list('', headers)
    expect(flat).toMatchObject({ weight: 6_000_000, residue: null, overdue: null, pending: null })
    expect(flat?.people[1]).toMatchObject({
      nominative: 'Bianchi Ada',
      credit: null,
      phone: null,
      email: null,
    })
    expect(await summary('', headers)).toMatchObject({
      residue: null,
      unplaced: null,
      unplaced_residue: null,
    })
    for (const asked of ['sort=-overdue', 'debt=overdue', 'contact=with', 'contact=without']) {
      const url = `/v1/units?account_id=${account_id}&${asked}`
      expect((await test.call({ method: 'GET', url, headers })).status).toBe(403)
    }
  })
  it('200: exports what the list shows', async () => {
    const { account_id, headers, bill } = await condominium()
    await bill('Int. 7, scala A', [10_000], [yesterday()])
    const url = `/v1/units/export?account_id=${account_id}&columns=name,weight,people,phone,email,residue,overdue&q=scala%20a`
    const { status, raw } = await test.call({ method: 'GET', url, headers })
    expect(status).toBe(200)
    expect(raw.toString()).toContain(
      'Int. 7, scala A;600;"Neri Ugo (locazione); Bianchi Ada (proprietà)";"—; 055 123";"—; ada@example.it";100,00;100,00',
    )
  })
})

describe('POST /v1/units/holders/replace/{id}', () => {
  it('201: the old right ends the day before, the new one has its share; 409: again', async () => {
    const { headers, list, tenant, trader } = await condominium()
    const [flat] = await list()
    const right = flat?.people.find(({ subject_id }) => subject_id === tenant)
    const url = `/v1/units/holders/replace/${right?.right_holder_id}`
    const replace = (payload: object) => test.call({ method: 'POST', url, headers, payload })
    expect(await replace({ subject_id: tenant, since: today() })).toMatchObject({ status: 409 })
    const since = today()
    const replaced = await replace({ subject_id: trader, since })
    expect(replaced.status).toBe(201)
    expect((replaced.body as Unit).holders).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ subject_id: tenant, until: yesterday() }),
        expect.objectContaining({ subject_id: trader, right_kind: 'tenant', pays: true, since, until: null }),
      ]),
    )
    expect((await list())[0]?.people.map(({ nominative }) => nominative)).toEqual([
      'Fiori srl',
      'Bianchi Ada',
    ])
    expect(await replace({ subject_id: trader, since })).toMatchObject({ status: 409 })
  })
})
