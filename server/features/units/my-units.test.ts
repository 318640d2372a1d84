import type { MyUnit } from '@saldo/contract/registry/my-records'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../testing/app.ts'
import { makeAccount, makeBill, makeCustomer, makeSubject, signIn } from '../../testing/people.ts'

let test: TestApp
beforeAll(async () => {
  test = await startApp()
})
afterAll(() => test.close())

/** A condominium with two flats: the resident’s and a neighbour’s. */
async function resident() {
  const customer_id = await makeCustomer(test.services)
  const { user_id, headers } = await signIn(test.services, 'consumer')
  const subject_id = await makeSubject(test.services, customer_id, { user_id, nominative: 'Rossi Lucia' })
  const neighbour_id = await makeSubject(test.services, customer_id)
  const account_id = await makeAccount(test.services, customer_id, { name: 'Via Ghibellina 41' })
  const [own, other] = await test.services.asSystem(async (tx) => {
    const units = await tx<{ unit_id: number }[]>`
      insert into units ${tx([
        {
          ...{ customer_id, account_id, staircase: 'A', number: '7', floor: '3', use: 'home', position: 1 },
          ...{
            cadastral_sheet: '12',
            cadastral_parcel: '340',
            cadastral_subunit: '7',
            cadastral_category: 'A/3',
          },
          notes: 'Chiavi dal portiere',
        },
        {
          ...{ customer_id, account_id, staircase: 'A', number: '8', floor: '4', use: 'home', position: 2 },
          ...{ cadastral_sheet: null, cadastral_parcel: null, cadastral_subunit: null },
          ...{ cadastral_category: null, notes: null },
        },
      ])} returning unit_id`
    const [table] = await tx`
      insert into weight_tables ${tx({ customer_id, account_id, name: 'Tabella A', kind: 'value' })}
      returning weight_table_id`
    const weight_table_id = table?.weight_table_id as number
    const weight = (unit_id: number | undefined, weight: number) => ({
      ...{ weight_table_id, unit_id: unit_id as number, customer_id, account_id, weight },
    })
    await tx`
      insert into weights ${tx([weight(units[0]?.unit_id, 312_500), weight(units[1]?.unit_id, 9_687_500)])}`
    return units.map(({ unit_id }) => unit_id)
  })
  const give = (
    unit_id: number | undefined,
    of: { since?: string; until?: string; subject_id?: number } = {},
  ) =>
    test.services.asSystem(
      (tx) => tx`
        insert into right_holders ${tx({
          ...{ customer_id, account_id, unit_id: unit_id as number, subject_id, right_kind: 'owner' },
          ...{ share_numerator: 1, share_denominator: 2, since: null, until: null, ...of },
        })}`,
    )
  const units = async () => {
    const { status, body } = await test.call({ url: '/v1/myunits', headers })
    expect(status).toBe(200)
    return (body as { units: MyUnit[] }).units
  }
  return { customer_id, user_id, subject_id, neighbour_id, account_id, own, other, give, units }
}

describe('the units of a resident', () => {
  it('are those in which they have a right today, with its share, the register’s data and their weights', async () => {
    const at = await resident()
    await at.give(at.own, { since: '2020-01-31' })
    expect(await at.units()).toEqual([
      {
        ...{ unit_id: at.own, account_id: at.account_id, account_name: 'Via Ghibellina 41' },
        ...{ name: 'Int. 7, scala A', staircase: 'A', number: '7', floor: '3', use: 'home' },
        ...{
          cadastral_sheet: '12',
          cadastral_parcel: '340',
          cadastral_subunit: '7',
          cadastral_category: 'A/3',
        },
        rights: [
          {
            ...{ nominative: 'Rossi Lucia', right_kind: 'owner', share_numerator: 1, share_denominator: 2 },
            ...{ since: '2020-01-31', until: null, pays: false },
          },
        ],
        weights: [{ name: 'Tabella A', kind: 'value', weight: 312_500, total: 10_000_000 }],
      },
    ])
  })

  it('leave out those of neighbours, and those in which a right has ended or not begun', async () => {
    const at = await resident()
    await at.give(at.own, { until: '2020-01-31' })
    await at.give(at.other, { since: '2999-01-01' })
    await at.give(at.other, { subject_id: at.neighbour_id })
    expect(await at.units()).toEqual([])
  })

  it('are also those that a bill of the last year names, where the register is not written', async () => {
    const at = await resident()
    await makeBill(test.services, at.customer_id, { account_id: at.account_id, subject_id: at.subject_id })
    expect(await at.units()).toMatchObject([{ unit_id: at.own, rights: [], weights: [{ weight: 312_500 }] }])
    await at.give(at.own, { until: '2020-01-31' })
    expect(await at.units(), 'the register says that they have left').toEqual([])
  })

  it('are not those that only a draft names', async () => {
    const at = await resident()
    await makeBill(test.services, at.customer_id, {
      ...{ account_id: at.account_id, subject_id: at.subject_id, draft: true },
    })
    expect(await at.units()).toEqual([])
  })

  it('are nobody else’s, in SQL either: neither weights nor neighbours are read by a resident', async () => {
    const at = await resident()
    await at.give(at.own)
    const other = await resident()
    expect(await other.units()).toEqual([])
    const asNeighbour = (sql: string) =>
      test.services.sql.begin(async (tx) => {
        await tx`select enter('saldo_consumer', null, ${other.user_id}, null)`
        return tx.unsafe(sql)
      })
    for (const shown of ['own_units()', 'units', 'right_holders', 'account_residents', 'accounts'])
      expect([shown, await asNeighbour(`select 1 from ${shown}`)]).toEqual([shown, []])
    for (const hidden of ['weights', 'weight_tables'])
      await expect(asNeighbour(`select 1 from ${hidden}`)).rejects.toThrow(/permission denied/)
  })
})
