import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../../testing/app.ts'
import { registryFixtures } from '../../../testing/features/registry-fixtures.ts'

let test: TestApp
beforeAll(async () => {
  test = await startApp()
})
afterAll(() => test.close())

/* A file about units that Saldo has already, which says the same thing in other words, or another thing. */

const day = '2025-12-31'
const sheet = (...rows: string[]) => Buffer.from(rows.join('\n'))
const answer = (question: string, value: string) => ({
  answers: [{ question, sheet: null, table: null, value }],
})

describe('a balance of 0 where Saldo has imported one', () => {
  it('is said, and an empty cell is not', async () => {
    const { upload, write, rowsOf } = await registryFixtures(test)
    const header = 'Condominio;Int.;Nominativo;Debito'
    await write(
      (await upload(sheet(header, 'I Tigli;1;Rossi Lucia;100', 'I Tigli;2;Verdi Ugo;50'))).import_id,
      day,
    )
    const again = await upload(sheet(header, 'I Tigli;1;Rossi Lucia;0', 'I Tigli;2;Verdi Ugo;'), 'b.csv')
    expect(await rowsOf(again.import_id, 'warning')).toMatchObject([
      { row: 2, issues: [{ code: 'opening_kept' }] },
    ])
  })
})

describe('a unit that is new under this name', () => {
  const header = 'Condominio;Scala;Int.;Nominativo'

  async function withTwoUnits() {
    const office = await registryFixtures(test)
    const first = await office.upload(sheet(header, 'I Tigli;A;1;Rossi Lucia', 'I Tigli;A;2;Verdi Ugo'))
    await office.write(first.import_id)
    return office
  }

  it('is asked about when Saldo has one like it, and is that one', async () => {
    const { upload, check, write, there } = await withTwoUnits()
    const before = await there()
    const second = await upload(sheet(header, 'I Tigli;;01;Rossi Lucia', 'I Tigli;A;2;Verdi Ugo'), 'b.csv')
    const [asked] = second.questions
    expect(second.questions).toHaveLength(1)
    expect(asked).toMatchObject({
      question: expect.stringMatching(/^unit:/),
      text: 'Int. 01 (I Tigli) nel foglio non c’è in Saldo con questo nome: è un’unità che c’è già?',
      options: [{ label: 'Sì, è Int. 1, scala A' }, { value: 'new' }],
    })
    const said = await check(second.import_id, answer(asked?.question ?? '', asked?.options[0]?.value ?? ''))
    expect(said.counts).toMatchObject({ same_rows: 2, new_units: 0 })
    expect((await write(second.import_id)).body.state).toBe('done')
    expect(await there()).toEqual(before)
  })

  it('is another one if somebody says so', async () => {
    const { upload, check, write, there } = await withTwoUnits()
    const second = await upload(sheet(header, 'I Tigli;;01;Rossi Lucia', 'I Tigli;A;2;Verdi Ugo'), 'b.csv')
    const [asked] = second.questions
    const said = await check(second.import_id, answer(asked?.question ?? '', 'new'))
    const homonym = said.questions.find(({ answer: given }) => given === null)
    expect(homonym?.text).toBe(
      'Rossi Lucia nel foglio ha int. 01; in Saldo Rossi Lucia ha Int. 1, scala A: è la stessa persona?',
    )
    await check(second.import_id, answer(homonym?.question ?? '', homonym?.options[0]?.value ?? ''))
    expect((await write(second.import_id)).body.state).toBe('done')
    expect(await there()).toMatchObject({ units: 3 })
  })

  it('is asked about once for a whole file without staircases', async () => {
    const { upload, check, there, write } = await withTwoUnits()
    const before = await there()
    const second = await upload(
      sheet('Condominio;Int.;Nominativo', 'I Tigli;1;Rossi Lucia', 'I Tigli;2;Verdi Ugo'),
      'b.csv',
    )
    expect(second.questions).toMatchObject([{ question: 'unit:all', options: [{ value: 'same' }, {}, {}] }])
    expect((await check(second.import_id, answer('unit:all', 'same'))).counts).toMatchObject({ same_rows: 2 })
    await write(second.import_id)
    expect(await there()).toEqual(before)
  })

  it('is not asked about when the file names the other one as well', async () => {
    const { upload } = await withTwoUnits()
    const rows = ['I Tigli;;1;Neri Ada', 'I Tigli;A;1;Rossi Lucia', 'I Tigli;A;2;Verdi Ugo']
    expect((await upload(sheet(header, ...rows), 'b.csv')).questions).toEqual([])
  })
})

describe('a balance in the rows of two co-owners', () => {
  const header = 'Condominio;Int.;Nominativo;Titolo;Debito'
  const rows = [
    'I Tigli;1;Rossi Lucia;Prop.;100',
    'I Tigli;1;Verdi Ugo;Prop.;100',
    'I Tigli;2;Neri Ada;Prop.;50',
  ]

  it.each([
    ['once', 15_000],
    ['each', 25_000],
  ])('counts %s, as somebody says', async (value, owed) => {
    const { upload, check, write, there } = await registryFixtures(test)
    const { import_id, questions } = await upload(sheet(header, ...rows))
    expect(questions).toMatchObject([
      {
        question: 'openings:repeated',
        options: [
          { detail: expect.stringContaining('200,00') },
          { detail: expect.stringContaining('100,00') },
        ],
        answer: null,
      },
    ])
    await check(import_id, answer('openings:repeated', value))
    expect((await write(import_id, day)).body.state).toBe('done')
    expect(await there()).toMatchObject({ owed })
  })
})

it('names that the office has in other units are other people, all at once', async () => {
  const { upload, write, check, there } = await registryFixtures(test)
  const header = 'Condominio;Int.;Nominativo'
  await write((await upload(sheet(header, 'I Tigli;1;Rossi Lucia', 'I Tigli;2;Verdi Ugo'))).import_id)
  const second = await upload(sheet(header, 'I Tigli;7;Rossi Lucia', 'I Tigli;8;Verdi Ugo'), 'b.csv')
  expect(second.questions).toMatchObject([{ question: 'person:homonyms' }])
  await check(second.import_id, answer('person:homonyms', 'new'))
  expect((await write(second.import_id)).body.state).toBe('done')
  expect(await there()).toMatchObject({ subjects: 4, units: 4 })
})
