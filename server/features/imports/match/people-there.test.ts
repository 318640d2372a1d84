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
