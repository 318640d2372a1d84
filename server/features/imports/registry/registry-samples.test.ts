import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { rowsXml, xlsxOf } from '../spreadsheet/spreadsheet-files.ts'
import { readFile } from '../testing/read-file.ts'
import type { CandidateRight } from './candidate-right.ts'

const fixture = (name: string) => readFileSync(new URL(`../fixtures/${name}`, import.meta.url))
const expected = JSON.parse(fixture('expected.json').toString())['01']

async function read(file: Buffer, name: string, corrections: Record<string, string> = {}) {
  const { candidates: rights, ...rest } = await readFile<CandidateRight>('registry', file, name, {
    corrections,
  })
  return { rights, ...rest }
}
const csv = (...lines: string[]) => read(Buffer.from(lines.join('\r\n')), 'registro.csv')

describe('units and people: 01-unita-e-anagrafiche.xlsx', () => {
  const sample = () => read(fixture('01-unita-e-anagrafiche.xlsx'), '01.xlsx')

  it('the header is found under merged titles, and the condominium in the titles', async () => {
    const { recognised } = await sample()
    expect(recognised[0]).toMatchObject({
      header_row: expected.header_row,
      first_row: expected.first_row,
      title: {
        condominium_name: 'Condominio Le Magnolie',
        condominium_fiscal_code: '97222450690',
        iban: 'IT20C0306999411000009974229',
      },
    })
    const tables = recognised[0]?.columns
      .filter(({ field }) => field === 'weight')
      .map(({ header }) => header)
    expect(tables).toEqual(['Tab. A Proprietà', 'Tab. B Scale e asc.'])
  })

  it('each wrong cell is reported with row and column, the CAP that lost its zeros and a person’s second number', async () => {
    const { issues, warnings } = await sample()
    expect(issues.map(({ row, header }) => ({ row, column: header }))).toEqual(
      expected.wrong.map(({ row, column }: { row: number; column: string }) => ({ row, column })),
    )
    expect(issues.map(({ code }) => code)).toEqual([
      'fiscal_code',
      'fiscal_code',
      'iban',
      'province',
      'missing',
    ])
    expect(warnings).toMatchObject([
      { row: 11, header: 'CAP', message: expect.stringContaining('00184') },
      { row: 61, header: 'Tel1', message: expect.stringContaining('051 0111875') },
    ])
  })

  it('the account numbers of people, which are not kept, are listed masked', async () => {
    const { notices } = await sample()
    const listed = notices.find((notice) => notice.includes('IBAN delle persone')) ?? ''
    expect(listed).toMatch(/Tirelli Ada IT71 •••• 4657;/)
    expect(listed).not.toMatch(/[A-Z]{2}\d{2}[A-Z0-9]{11}/)
  })

  it('the other rows have their units, roles, people and balances', async () => {
    const { rights, sum, count } = await sample()
    expect(count).toBe(expected.rows - expected.wrong.length)
    expect(sum).toBe(expected.opening_balance_sum_cents_valid_rows)
    expect(new Set(rights.map(({ fiscal_code, holder }) => fiscal_code ?? holder)).size).toBe(
      expected.distinct_people_valid_rows,
    )
    expect(rights.find(({ row }) => row === 11)).toMatchObject({
      staircase: 'A',
      unit: '3',
      use: 'home',
      floor: '1',
      right_kind: 'owner',
      zip_code: '00184',
      city: 'Roma',
      province: 'RM',
      amount: 266_453,
      weights: { 'Tab. A Proprietà': 207_380, 'Tab. B Scale e asc.': 142_140 },
    })
    expect(rights.find(({ row }) => row === 15)).toMatchObject({ fiscal_code: '17297940359' })
    expect(rights.find(({ row }) => row === 58)).toMatchObject({ staircase: 'S', use: 'garage' })
  })

  it('the corrected sheet has 44 units, 46 owners, 11 tenants, 3 usufructuaries and complete tables', async () => {
    const { rights, sum } = await corrected()
    expect(sum).toBe(expected.opening_balance_sum_cents)
    expect(new Set(rights.map(({ staircase, unit }) => `${staircase}/${unit}`)).size).toBe(expected.units)
    const roles = Object.groupBy(rights, ({ right_kind }) => right_kind)
    expect([roles.owner?.length, roles.tenant?.length, roles.usufructuary?.length]).toEqual([
      expected.roles.Pr,
      expected.roles.Co,
      expected.roles.Us,
    ])
    const table = (name: string) => rights.reduce((all, { weights }) => all + (weights?.[name] ?? 0), 0)
    expect(table('Tab. A Proprietà')).toBe(expected.weights_table_A_thousandths * 10)
    expect(table('Tab. B Scale e asc.')).toBe(expected.weights_table_B_thousandths * 10)
  })
})

/** The sample file with its five wrong cells emptied or corrected. */
const corrected = () =>
  read(fixture('01-unita-e-anagrafiche.xlsx'), '01.xlsx', {
    Q20: '',
    Q33: '',
    W41: '',
    N47: 'BO',
    I55: 'Mancini Niccolò',
  })

describe('registries of other offices', () => {
  it('separate surname and name, a unit written once for its co-owners, shares, and roles in full are read', async () => {
    const { rights, issues, warnings } = await csv(
      'Condominio Le Querce - Via Larga 3',
      '',
      'Int.;Scala;Cognome;Nome;Quota;Diritto;C.F.;mm. proprietà',
      '1;A;Rossi;Lucia;1/2;Proprietaria;;31,25',
      ';;Rossi;Ugo;50%;proprietario;;',
      '2;A;Verdi;Anna;;Nuda proprietà;GNTLCU62B51F540T;12,5',
      '2;A;Verdi;Elsa;;Usufruttuaria;;',
      '2;A;Bianchi;Ivo;;Conduttore;;',
    )
    expect(issues).toEqual([])
    expect(warnings).toMatchObject([
      { row: 5, code: 'unit_above' },
      { row: 6, code: 'code_name' },
    ])
    expect(rights).toMatchObject([
      {
        condominium_name: 'Condominio Le Querce',
        holder: 'Rossi Lucia',
        unit: '1',
        share_numerator: 1,
        share_denominator: 2,
        weights: { 'mm. proprietà': 312_500 },
      },
      { holder: 'Rossi Ugo', staircase: 'A', unit: '1', share_numerator: 1, share_denominator: 2 },
      { holder: 'Verdi Anna', right_kind: 'bare_owner' },
      { holder: 'Verdi Elsa', right_kind: 'usufructuary' },
      { holder: 'Bianchi Ivo', right_kind: 'tenant' },
    ])
  })

  it('tables named in a second header row below a merged heading are read; a total row is no unit', async () => {
    const rows = rowsXml([
      ['Condominio I Gelsi – Via Larga 3, Milano'],
      ['Interno', 'Nominativo', 'Cod. Fisc.', 'Debito', 'Tabelle millesimali'],
      [null, null, null, null, 'A', 'Scale'],
      ['1', 'Rossi Lucia', null, 120.5, 600, 1000],
      ['2', 'Verdi Ugo', null, null, 400.1234, null],
      [null, 'TOTALE', null, 120.5, 1000.1234, 1000],
    ])
    const { recognised, rights, skipped_totals } = await read(
      xlsxOf([{ name: 'Unità', rows }]),
      'due righe.xlsx',
    )
    expect(recognised[0]).toMatchObject({ header_row: 2, first_row: 4 })
    expect(skipped_totals).toBe(1)
    expect(rights).toMatchObject([
      { unit: '1', amount: -12_050, weights: { 'Tabella A': 6_000_000, Scale: 10_000_000 } },
      { unit: '2', amount: 0, weights: { 'Tabella A': 4_001_234 } },
    ])
  })

  it('a “Saldo al” above amounts is the column of balances', async () => {
    const { recognised, rights } = await csv(
      'Condominio;Interno;Nominativo;Saldo al',
      'I Tigli;1;Rossi Lucia;-70,00',
    )
    expect(recognised[0]?.columns[3]).toMatchObject({ field: 'opening_balance' })
    expect(rights).toMatchObject([{ amount: -7_000 }])
  })

  it('wrong roles, shares and weights, and a repeated right, are reported in Italian', async () => {
    const { rights, issues } = await csv(
      'Condominio;Interno;Nominativo;Ruolo;Quota;Millesimi',
      'I Tigli;1;Rossi Lucia;Pr;;10a',
      'I Tigli;2;Verdi Ugo;Pr;3/2;10',
      'I Tigli;3;Neri Ada;Pr;;12.5',
      'I Tigli;4;Gialli Eva;Pr;1/2;10',
      'I Tigli;4;Gialli Eva;Pr;1/3;10',
      'I Tigli;4;Gialli Ivo;Pr;1/2;11',
    )
    expect(rights.map(({ unit }) => unit)).toEqual(['4'])
    expect(issues.map(({ ref, code }) => [ref, code])).toEqual([
      ['F2', 'weight'],
      ['E3', 'share'],
      ['F4', 'weight'],
      ['C6', 'same_right'],
      ['F7', 'weight'],
    ])
    for (const { message } of issues) expect(message).toMatch(/[.]$/)
  })
})

it('a unit’s weights count once for its co-owners, a company with “e Figli” is one name, and debts and credits in one column ask for the sign', async () => {
  const { questions, issues } = await csv(
    'Condominio I Tigli',
    'Int.;Nominativo;Ruolo;Tabella A',
    '1;Rossi Lucia;Pr;600',
    '1;Rossi Ugo;Pr;600',
    '2;De Luca e Figli s.n.c.;Pr;400',
    ';Totale;;1000',
  )
  expect([questions, issues]).toEqual([[], []])
  const floors = await read(
    xlsxOf([
      {
        name: 'Unità',
        rows: rowsXml([
          ['Condominio I Tigli'],
          ['Interno', 'Piano', 'Nominativo', 'Debito/Credito'],
          ['1', 'T', 'Rossi Lucia', -120.5],
        ]),
      },
    ]),
    'a.xlsx',
  )
  expect(floors.questions.map(({ question }) => question)).toEqual(['sign'])
  expect(floors.rights).toMatchObject([{ floor: 'T', amount: -12_050 }])
})
