import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../../testing/app.ts'
import { billImports } from '../../../testing/features/bill-imports.ts'
import { registryFixtures } from '../../../testing/features/registry-fixtures.ts'

let test: TestApp
beforeAll(async () => {
  test = await startApp()
})
afterAll(() => test.close())

const rossi = 'RSSMRA60D10F205B'
const registry = (...rows: string[]) =>
  Buffer.from(['Condominio;Interno;Nominativo;C.F.', ...rows].join('\n'))
const bills = (...rows: string[]) =>
  Buffer.from(['Condominio;Interno;Nominativo;C.F.;Scadenza;Importo', ...rows].join('\n'))

describe('a tax code that the office has with another name', () => {
  it('is wrong in a registry, and right again with the name corrected', async () => {
    const { upload, write, check, rowsOf, there } = await registryFixtures(test)
    await write((await upload(registry(`I Tigli;1;Rossi Mario;${rossi}`))).import_id)
    const same = await upload(registry(`I Tigli;1;Sig. MARIO ROSSI;${rossi}`), 'b.csv')
    expect(same.counts).toMatchObject({ errors: 0, same_rows: 1 })
    const other = await upload(registry(`I Tigli;2;Bianchi Anna;${rossi}`), 'c.csv')
    expect(other.counts).toMatchObject({ errors: 1, new_rows: 0 })
    const [row] = await rowsOf(other.import_id, 'error')
    expect(row?.issues[0]).toMatchObject({
      code: 'other_name',
      message: expect.stringContaining('in Saldo è di Rossi Mario, qui è di Bianchi'),
    })
    const corrections = [{ sheet: 'c', ref: 'C2', value: 'Rossi Mario' }]
    const corrected = await check(other.import_id, { corrections })
    expect(corrected.counts).toMatchObject({ errors: 0, new_rows: 1, new_subjects: 0 })
    expect(await there()).toMatchObject({ subjects: 1 })
  })

  it('is wrong in a list of bills', async () => {
    const { upload, confirm, written } = await billImports(test)
    await confirm((await upload(bills(`I Tigli;1;Rossi Mario;${rossi};31/12/2027;100`), 'a.csv')).import_id)
    const other = await upload(bills(`I Tigli;2;Bianchi Anna;${rossi};31/12/2027;80`), 'b.csv')
    expect(other.counts).toMatchObject({ errors: 1, new_bills: 0 })
    expect((await confirm(other.import_id)).status).toBe(409)
    expect(await written()).toMatchObject({ bills: 1, subjects: 1 })
  })
})

describe('a person in a unit that others own', () => {
  it('is wrong while the file names none of them, and joins those whom it names', async () => {
    const { upload, write, rowsOf, there } = await registryFixtures(test)
    await write((await upload(registry('I Tigli;4;Rossi Mario;'))).import_id)
    const unclear = await upload(registry('I Tigli;4;Bianchi Anna;'), 'b.csv')
    expect(unclear.counts).toMatchObject({ errors: 1, new_rows: 0 })
    const [row] = await rowsOf(unclear.import_id, 'error')
    expect(row?.issues).toMatchObject([
      {
        code: 'other_holder',
        message: expect.stringMatching(
          /^L’interno 4 è di Rossi Mario, che nel foglio non c’è: se Bianchi Anna/,
        ),
      },
    ])
    expect((await write(unclear.import_id)).status).toBe(409)
    const both = await upload(registry('I Tigli;4;Rossi Mario;', 'I Tigli;4;Bianchi Anna;'), 'c.csv')
    expect(both.counts).toMatchObject({ errors: 0, new_rows: 1, same_rows: 1 })
    expect((await write(both.import_id)).body.state).toBe('done')
    expect(await there()).toMatchObject({ rights: 2 })
  })

  it('takes the place of one whose right has ended', async () => {
    const { upload, write, customer_id, there } = await registryFixtures(test)
    await write((await upload(registry('I Tigli;4;Rossi Mario;'))).import_id)
    await test.services.asSystem(
      (tx) => tx`update right_holders set until = '2026-01-31' where customer_id = ${customer_id}`,
    )
    const buyer = await upload(registry('I Tigli;4;Bianchi Anna;'), 'b.csv')
    expect(buyer.counts).toMatchObject({ errors: 0, new_rows: 1 })
    expect((await write(buyer.import_id)).body.state).toBe('done')
    expect(await there()).toMatchObject({ rights: 2 })
  })
})
