import { describe, expect, it } from 'vitest'
import type { Import, Table } from './import-kinds.ts'
import {
  canLeaveOut,
  confirmWords,
  isGuess,
  otherCounts,
  placeOf,
  whyNotConfirm,
  whyNotOpeningDay,
  whySkippedWords,
  withField,
} from './import-words.ts'

const plain = (text: string | null) => text?.replaceAll('\u00a0', ' ') ?? null
const counts: Import['counts'] = {
  bills: 290,
  amount: 13_687_675,
  new_bills: 290,
  new_amount: 13_687_675,
  same_bills: 0,
  new_accounts: 6,
  new_subjects: 150,
  errors: 0,
  warnings: 0,
  credits: 1,
  credits_amount: -4_500,
  skipped_totals: 0,
  skipped_notes: 0,
  taken_numbers: 0,
  renumbered: 0,
  hidden_rows: 0,
  hidden_columns: 0,
  left_out: 10,
  new_rows: 0,
  changed_rows: 0,
  same_rows: 0,
  new_units: 0,
  new_tables: 0,
  opening_debts: 0,
  opening_debts_amount: 0,
  opening_credits: 0,
  opening_credits_amount: 0,
  opening_undated: 0,
}
const column = (index: number, field: string | null, confidence = 1) => ({
  index,
  letter: String.fromCharCode(65 + index),
  header: '',
  field,
  confidence,
})
const sheet: Table = {
  sheet: 'Bollette',
  table: 1,
  skipped: false,
  layout: 'list',
  header_row: 1,
  columns: [column(0, 'number'), column(1, 'amount', 0.4), column(2, null)],
}
const of = (changed: Partial<Import['counts']>) => ({
  counts: { ...counts, ...changed },
  account_id: null,
  opening_date: null,
  tables: [sheet],
  questions: [],
})

describe('confirmWords', () => {
  it('names what will be written', () =>
    expect(plain(confirmWords('bills', counts))).toBe('Importa 290 bollette, 136.876,75 €'))
})

const registry = {
  ...counts,
  new_bills: 0,
  new_subjects: 48,
  new_units: 44,
  new_rows: 55,
  opening_debts: 2,
  opening_debts_amount: 12_050,
}

describe('a registry', () => {
  it('is summed up in rows, units and people', () => {
    expect(confirmWords('registry', registry)).toBe('Importa 55 righe')
    expect(otherCounts('registry', { ...registry, left_out: 5 }).map(plain)).toEqual([
      '6 condomìni nuovi',
      '44 unità nuove',
      '48 persone nuove',
      '2 saldi precedenti in bolletta, 120,50 €',
      '5 righe lasciate fuori',
    ])
  })
  it('with no new data has nothing to import', () =>
    expect(whyNotConfirm(of({ ...registry, new_rows: 0, same_rows: 55 }))).toContain('c’è già tutto'))
  it('allows several columns of weights', () =>
    expect(withField(withField(sheet, 1, 'weight'), 2, 'weight').columns.map(({ field }) => field)).toEqual([
      'number',
      'weight',
      'weight',
    ]))
})

describe('whyNotConfirm', () => {
  it('allows an import without wrong rows', () => expect(whyNotConfirm(of({}))).toBeNull())
  it('says how to handle wrong rows', () =>
    expect(whyNotConfirm(of({ errors: 10 }))).toBe(
      '10 righe sono da correggere: correggile qui sotto o nel foglio, oppure lasciale fuori.',
    ))
  it('asks for the answers first', () => {
    const open = {
      question: 'headings',
      sheet: 'Bollette',
      table: 1,
      text: 'Che cosa sono?',
      options: [],
      free: null,
      remembered: false,
    }
    expect(whyNotConfirm({ ...of({}), questions: [{ ...open, proposal: null, answer: null }] })).toContain(
      'una domanda',
    )
    expect(whyNotConfirm({ ...of({}), questions: [{ ...open, proposal: null, answer: 'notes' }] })).toBeNull()
  })
  it('reports that everything is there already', () =>
    expect(whyNotConfirm(of({ new_bills: 0, same_bills: 300 }))).toContain('ci sono già tutte'))
  it('asks for the date of the balances if the file has none', () => {
    const undated = of({ opening_undated: 2 })
    expect(whyNotConfirm(undated)).toBe('Scrivi a che giorno sono i saldi: il foglio non lo dice.')
    expect(whyNotConfirm({ ...undated, opening_date: '2025-12-31' })).toBeNull()
  })
  it('refers to the columns when nothing was recognised', () =>
    expect(whyNotConfirm(of({ new_bills: 0, left_out: 0 }))).toContain('controlla le colonne'))
})

describe('a table that misses a column', () => {
  const incomplete = { ...sheet, missing: ['Indica la colonna con l’importo.'] }
  const found = { ...of({ errors: 10 }), tables: [incomplete] }
  it('is why nothing can be confirmed, and its wrong rows are not offered to be left out', () => {
    expect(whyNotConfirm(found)).toBe('Indica la colonna con l’importo.')
    expect(canLeaveOut(found)).toBe(false)
    expect(canLeaveOut(of({ errors: 10 }))).toBe(true)
  })
  it('is named if there are several', () =>
    expect(whyNotConfirm({ ...found, tables: [sheet, { ...incomplete, table: 2 }] })).toBe(
      'Bollette, tabella 2. Indica la colonna con l’importo.',
    ))
  it('is no reason when it is left out, which is said', () => {
    const skipped: Table = { ...incomplete, skipped: true, why_skipped: 'missing_columns' }
    expect(whyNotConfirm({ ...found, counts: of({}).counts, tables: [sheet, skipped] })).toBeNull()
    expect(whySkippedWords(skipped)).toBe('non importata: mancano colonne. Indica la colonna con l’importo.')
  })
})

describe('the place of a row', () => {
  const row = { sheet: 'Bollette', row: 1_004, table: 2 }
  it('names sheet and table if there are several', () => {
    expect(placeOf(row, [sheet])).toBe('Riga 1.004')
    expect(placeOf(row, [sheet, { ...sheet, table: 2 }])).toBe('Tabella 2, riga 1.004')
    expect(placeOf(row, [sheet, { ...sheet, sheet: 'Rate' }])).toBe('Bollette, riga 1.004')
  })
})

describe('whyNotOpeningDay', () => {
  it('refuses an invalid, a future and a too old date', () => {
    expect(whyNotOpeningDay('31/02/2025')).toContain('che esista')
    expect(whyNotOpeningDay('2199-01-01')).toContain('nel futuro')
    expect(whyNotOpeningDay('1999-12-31')).toContain('dieci anni')
    expect(whyNotOpeningDay('2025-12-31')).toBeNull()
  })
})

describe('withField', () => {
  it('takes the field from the column that had it', () =>
    expect(withField(sheet, 2, 'amount').columns.map(({ field }) => field)).toEqual([
      'number',
      null,
      'amount',
    ]))
  it('allows many instalments', () =>
    expect(
      withField(withField(sheet, 1, 'instalment'), 2, 'instalment').columns.map(({ field }) => field),
    ).toEqual(['number', 'instalment', 'instalment']))
  it('treats a user’s choice as certain', () =>
    expect(withField(sheet, 1, 'amount').columns.some(isGuess)).toBe(false))
})

describe('besides', () => {
  it('returns what was added besides, and what was left out', () =>
    expect(otherCounts('bills', counts).map(plain)).toEqual([
      '6 condomìni nuovi',
      '150 persone nuove',
      '10 righe lasciate fuori',
      '1 credito a parte, −45,00 €',
    ]))
})
