import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../../testing/app.ts'
import { billImports } from '../../../testing/features/bill-imports.ts'
import { makeAccount, makeSubject } from '../../../testing/people.ts'

let test: TestApp
beforeAll(async () => {
  test = await startApp()
})
afterAll(() => test.close())

const header = 'Condominio;Numero;Interno;Intestatario;Scadenza;Importo'
const sheet = (...rows: string[]) => Buffer.from([header, ...rows].join('\n'))

/** A condominium in which two people are called Neri Paolo, in units 1 and 2. */
async function twoOfOneName() {
  const importing = await billImports(test)
  const { customer_id } = importing
  const account_id = await makeAccount(test.services, customer_id, { name: 'Le Rose' })
  const people: number[] = []
  for (const number of ['1', '2']) {
    const subject_id = await makeSubject(test.services, customer_id, { nominative: 'Neri Paolo' })
    people.push(subject_id)
    await test.services.asSystem(async (tx) => {
      const [unit] = await tx`
        insert into units ${tx({ customer_id, account_id, number })} returning unit_id`
      await tx`
        insert into right_holders ${tx({ customer_id, account_id, unit_id: unit?.unit_id, subject_id, right_kind: 'owner' })}`
    })
  }
  const holders = () =>
    test.services.asSystem(
      (tx) => tx`select number, subject_id from bills where customer_id = ${customer_id} order by number`,
    )
  return { ...importing, people, holders }
}

describe('a bill for a name that two people of the condominium have', () => {
  it('is of the one who has the unit', async () => {
    const { upload, confirm, people, holders } = await twoOfOneName()
    const rows = ['Le Rose;A1;1;Neri Paolo;31/12/2027;10', 'Le Rose;A2;2;NERI PAOLO;31/12/2027;20']
    const read = await upload(sheet(...rows), 'a.csv')
    expect(read.counts).toMatchObject({ errors: 0, new_subjects: 0 })
    expect((await confirm(read.import_id)).body.state).toBe('done')
    expect(await holders()).toEqual([
      { number: 'A1', subject_id: people[0] },
      { number: 'A2', subject_id: people[1] },
    ])
  })

  it('is wrong when the unit does not say whose it is', async () => {
    const { upload, send } = await twoOfOneName()
    const read = await upload(sheet('Le Rose;A3;9;Neri Paolo;31/12/2027;10'), 'a.csv')
    expect(read.counts).toMatchObject({ errors: 1 })
    const { body } = await send('GET', `/v1/bills/import/${read.import_id}/rows`)
    expect(JSON.stringify(body)).toContain('più persone si chiamano Neri Paolo')
  })
})

it('a bill that another person has for the same unit, due date and sum is not “already there”', async () => {
  const { upload, confirm } = await billImports(test)
  const bill = (who: string) =>
    Buffer.from(`Condominio;Interno;Intestatario;Scadenza;Importo\nLe Rose;1;${who};31/12/2027;10`)
  await confirm((await upload(bill('Rossi Lucia'), 'a.csv')).import_id)
  expect((await upload(bill('Rossi Lucia'), 'b.csv')).counts).toMatchObject({ same_bills: 1, errors: 0 })
  expect((await upload(bill('Verdi Ugo'), 'c.csv')).counts).toMatchObject({ same_bills: 0, errors: 1 })
})
