import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { CandidateBill } from '../bills/candidate-bill.ts'
import { readFile } from '../testing/read-file.ts'
import { notesOf } from './notes-of-import.ts'

const fixture = (name: string) => readFileSync(new URL(`../fixtures/${name}`, import.meta.url))
const expected = JSON.parse(fixture('expected.json').toString())

async function read(name: string, file = fixture(name)) {
  const { candidates: bills, ...rest } = await readFile<CandidateBill>('bills', file, name)
  return { bills, ...rest }
}

const sumOf = (bills: { amount: number }[]) => bills.reduce((sum, { amount }) => sum + amount, 0)

describe.each(['02-rate-2026.xlsx', '02-rate-2026.ods'])('instalments side by side: %s', (name) => {
  it('every bill of both tabs is read, by due date, and none from the wrong cells', async () => {
    const { bills, issues, count, sum } = await read(name)
    expect({ count, sum }).toEqual({ count: expected['02'].bills, sum: expected['02'].sum })
    for (const sheet of ['Ordinaria', 'Riscaldamento']) {
      const own = bills.filter((bill) => bill.sheet === sheet)
      const byDue = Object.groupBy(own, ({ due_date }) => due_date)
      const sums = Object.fromEntries(Object.entries(byDue).map(([due, some]) => [due, sumOf(some ?? [])]))
      expect({ bills: own.length, sum: sumOf(own), by_due: sums }).toEqual(expected['02'][sheet])
    }
    expect(Object.fromEntries(issues.map(({ ref, value }) => [ref, value]))).toEqual(expected['02'].wrong)
    expect(new Set(issues.map(({ sheet }) => sheet))).toEqual(new Set(['Ordinaria']))
  })

  it('the tab without a title asks for its condominium; staircase and unit are split', async () => {
    const { bills, recognised, questions } = await read(name)
    expect(
      questions.map(({ sheet, question, proposal, answer }) => [sheet, question, proposal, answer]),
    ).toEqual([['Riscaldamento', 'condominium', `name:${expected['02'].condominium}`, null]])
    expect(recognised.map((sheet) => [sheet?.layout, sheet?.header_row, sheet?.first_row])).toEqual([
      ['months', 4, 6],
      ['months', 3, 4],
    ])
    expect(new Set(bills.map((bill) => bill.condominium_name))).toEqual(new Set([expected['02'].condominium]))
    const heating = bills.find((bill) => bill.sheet === 'Riscaldamento')
    expect(heating).toMatchObject({ staircase: 'A', unit: '2', holder: 'GIORDANO STEFANO' })
  })
})

describe('a list of bills: 03-bollette.csv', () => {
  it('300 bills of six condominiums and 150 holders are read', async () => {
    const { bills, issues, warnings, recognised } = await read('03-bollette.csv')
    expect(issues).toEqual([])
    expect(warnings).toEqual([])
    expect({ bills: bills.length, sum: sumOf(bills) }).toEqual({ bills: 300, sum: expected['03'].sum })
    expect(new Set(bills.map((bill) => bill.fiscal_code)).size).toBe(expected['03'].holders)
    expect(recognised[0]?.columns.every(({ field, confidence }) => field !== null && confidence === 1)).toBe(
      true,
    )

    const groups = Object.groupBy(bills, (bill) => bill.condominium_name ?? '')
    const found = Object.fromEntries(
      Object.entries(groups).map(([name, some = []]) => [
        name,
        {
          bills: some.length,
          sum_cents: sumOf(some),
          fiscal_code: [...new Set(some.map((bill) => bill.condominium_fiscal_code))].join(),
          iban: [...new Set(some.map((bill) => bill.iban))].join(),
        },
      ]),
    )
    expect(found).toEqual(expected['03'].condominiums)
    expect(new Set(bills.map((bill) => bill.issue_date))).toEqual(new Set(['2026-04-27']))
    expect(new Set(bills.map((bill) => bill.due_date))).toEqual(new Set(['2026-05-31', '2026-07-31']))
  })

  it('accents, the curly apostrophe, separators, quotes and line breaks in quotes are read', async () => {
    const { bills } = await read('03-bollette.csv')
    expect(bills[16]?.notes).toBe('Pagare solo con bonifico; non usare il bollettino')
    expect(bills[63]?.notes).toBe('Addebito "una tantum" per chiavi')
    expect(bills[132]?.notes).toBe('Prima riga della nota seconda riga della nota')
    expect(bills.map((bill) => bill.holder)).toContain('Dall’Aglio Niccolò')
  })

  it('reading twice gives the same 300 bills', async () => {
    const file = fixture('03-bollette.csv')
    const rows = file.subarray(file.indexOf('\n') + 1)
    const twice = await read('due-volte.csv', Buffer.concat([file, rows]))
    expect([twice.count, twice.sum, twice.repeated, twice.issue_count]).toEqual([
      300,
      expected['03'].sum,
      300,
      0,
    ])
  })
})

describe('a list with ten wrong rows: 03b-bollette-con-errori.csv', () => {
  it('record, column and value of each wrong row are reported, and the other 290 are read', async () => {
    const { bills, issues, credits } = await read('03b-bollette-con-errori.csv')
    expect({ bills: bills.length, sum: sumOf(bills) }).toEqual({ bills: 290, sum: expected['03b'].sum })
    expect(issues.map(({ record, header, value }) => ({ record, column: header, value }))).toEqual(
      expected['03b'].wrong,
    )
    expect(credits).toEqual(expected['03b'].credits)
    expect(issues.map(({ code }) => code)).toEqual([
      'date',
      'amount',
      'amount',
      'fiscal_code',
      'iban',
      'missing',
      'number_reused',
      'credit',
      'missing',
      'missing',
    ])
  })

  it('the row on screen and the line in the file are both given; they differ after the line break of record 133', async () => {
    const { issues } = await read('03b-bollette-con-errori.csv')
    for (const { record, row, line } of issues) {
      expect(row).toBe(record + 1)
      expect(line).toBe(record < 134 ? record + 1 : record + 2)
    }
    expect(issues[0]?.ref).toBe('F26')
  })
})

describe('other samples', () => {
  it('the registry is refused as a list of bills, with the missing columns', async () => {
    const { recognised, plans, ...summary } = await read('01-unita-e-anagrafiche.xlsx')
    const notes = notesOf({ kind: 'bills' }, summary, plans)
    expect(notes.slice(0, 2)).toEqual([
      'Indica la colonna con l’importo.',
      'Indica la colonna con la scadenza.',
    ])
    expect(recognised[0]).toMatchObject({
      header_row: 5,
      title: {
        condominium_name: 'Condominio Le Magnolie',
        condominium_fiscal_code: '97222450690',
        iban: 'IT20C0306999411000009974229',
      },
    })
  })

  it('the .xls is refused with a way to solve it', async () => {
    await expect(read('04-unita-e-anagrafiche.xls')).rejects.toMatchObject({
      name: 'ImportRefused',
      code: 'old_excel',
      message: expect.stringContaining('salvalo come .xlsx'),
    })
  })
})
