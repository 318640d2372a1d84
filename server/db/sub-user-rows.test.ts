import { sections } from '@saldo/domain/section'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../testing/app.ts'
import { type Catalogue, useCatalogue } from '../testing/catalogue.ts'
import { makeCustomer, signIn, signInSubUser } from '../testing/people.ts'
import { makeRecords } from '../testing/records.ts'
import { readBy } from '../testing/table-readers.ts'

const catalogue = useCatalogue()
let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

/** Tables of which a sub-user of some condominiums reads all rows, with the reason. */
const ofWholeOffice: Record<string, string> = {
  api_users: 'no condominium owns them: users of the office’s programs',
  receipt_layouts: 'no condominium owns them: how the office’s accounting program reads any file of receipts',
  user_accounts: 'no condominium owns them: what each user of the office may do',
  user_permissions: 'no condominium owns them: what each user of the office may do',
}
/** Tables that every section reads, with the reason. */
const readByAll: Record<string, string> = {
  accounts: 'names are on every screen',
  subjects: 'names are on every screen',
  units: 'names are on every screen',
  right_holders: 'a sub-user of some condominiums sees the people who have rights there',
  weight_tables: 'part of the units',
  weights: 'part of the units',
  documents: 'a user who merges two people must see which documents they have',
  opening_balances: 'a user who removes a unit must see that it has an opening balance',
  subject_consents: 'a user who sends a mail must see that the person does not want any',
}

type Policy = { table: string; condition: string }
const readPolicies = (sql: Catalogue) => sql<Policy[]>`
  select tablename as table, qual as condition from pg_policies where policyname = 'limited_read' order by 1`
const unlimited = (policies: readonly Policy[]) =>
  policies
    .filter(({ table, condition }) => readBy.has(table) && !condition.includes('actor_accounts()'))
    .map(({ table }) => table)
const sentence = (table: string) =>
  `${table} shows all its rows to a sub-user of some condominiums: its limit_subusers does not ask actor_accounts(). Use by_account() or by_parent(), or list the table in ofWholeOffice with the reason`

describe('a sub-user of some condominiums', () => {
  it('is limited to them by the condition of each table', async () => {
    const found = unlimited(await catalogue(readPolicies))
    expect(found.filter((table) => !(table in ofWholeOffice)).map(sentence)).toEqual([])
    expect(Object.keys(ofWholeOffice).filter((table) => !found.includes(table))).toEqual([])
  })
  it('is said to be unlimited when the condition is true', async () => {
    const open = `
      drop policy limited_read on plans; drop policy limited_insert on plans;
      drop policy limited_update on plans; drop policy limited_delete on plans;
      select limit_subusers('plans', 'true', array['bills'], array['bills']);`
    const found = unlimited(await catalogue(readPolicies, open))
    expect(found.filter((table) => !(table in ofWholeOffice))).toEqual(['plans'])
  })

  it('sees in no table a row of another condominium', async () => {
    const customer_id = await makeCustomer(app.services)
    const office = await signIn(app.services, 'customer', customer_id)
    const { ids } = await makeRecords(app.services, customer_id, { mark: 'Proprio' })
    const permissions = sections.map((section) => `${section}:read`)
    const limited = await signInSubUser(app.services, customer_id, { permissions, accounts: [ids.account] })
    const tables = [...readBy.keys()]
    const count = (user_id: number) =>
      app.services.asCustomer({ customer_id, user_id }, async (tx) => {
        const counts = tables.map((table) => `(select count(*)::int from ${table}) as ${table}`)
        const [row] = await tx.unsafe<Record<string, number>[]>(`select ${counts.join(', ')}`)
        return (table: string) => row?.[table] ?? 0
      })
    const [own, all] = [await count(limited.user_id), await count(office.user_id)]
    await makeRecords(app.services, customer_id, { mark: 'Altrui' })
    const [ownLater, allLater] = [await count(limited.user_id), await count(office.user_id)]
    const tried = tables.filter((table) => !(table in ofWholeOffice) && allLater(table) > all(table))
    expect(tried.length).toBeGreaterThan(35)
    expect(
      tried
        .filter((table) => ownLater(table) > own(table))
        .map((table) => `${table}: the row of another condominium is visible; correct its limit_subusers`),
    ).toEqual([])
  })
})

describe('a table that every section reads', () => {
  it('is listed with the reason', () => {
    const found = [...readBy].filter(([, by]) => by.length === sections.length).map(([table]) => table)
    expect(
      found
        .filter((table) => !(table in readByAll))
        .map(
          (table) =>
            `${table} is read with a permission of any section: name in limit_subusers and in the manifest only the sections that show it, or list it in readByAll with the reason`,
        ),
    ).toEqual([])
    expect(Object.keys(readByAll).filter((table) => !found.includes(table))).toEqual([])
  })
})
