import type { ImportKind } from '@saldo/contract/imports'
import type { Answers } from '../import-view.ts'
import type { FlatSheet, SheetCell } from './flat-sheets.ts'

/**
 * A spreadsheet as administrators make them, and what the importer must make of it: read it right at once (`right`), ask
 * (`asks`: the questions, and with `answers` it is read right) or refuse it (`refuses`: the code). `rows` is the right
 * reading, one line per bill or right: `building | holder | due date | cents`, and `unit | role | weights` for a registry.
 */
export type SheetShape = {
  name: string
  kind?: ImportKind
  sheets: FlatSheet[]
  asks?: string[]
  answers?: Answers
  refuses?: string
  rows?: string[]
  notes?: RegExp
}

export const header = ['Nominativo', 'Int.', 'Scadenza', 'Importo']
export const day = (text: string): SheetCell => ({ day: text })
export const rossi = (euro: SheetCell = 100): SheetCell[] => ['Rossi Lucia', '1', day('2027-01-31'), euro]
export const verdi = (euro: SheetCell = 80): SheetCell[] => ['Verdi Ugo', '2', day('2027-01-31'), euro]
export const neri = (euro: SheetCell = 60): SheetCell[] => ['Neri Ada', '3', day('2027-01-31'), euro]
export const one = (rows: SheetCell[][], more: Partial<FlatSheet> = {}): FlatSheet[] => [
  { name: 'Foglio1', rows, ...more },
]
export const aurora = 'Condominio Aurora'
/** A text in merged cells. */
export const over = (text: string, columns: number): SheetCell => ({ text, columns })

export const sheetShapes: SheetShape[] = [
  {
    name: 'Buildings named after their street, one per sheet',
    sheets: [
      { name: 'Foglio1', rows: [['CONDOMINIO DI VIA ROMA 10 – MILANO'], header, rossi()] },
      { name: 'Foglio2', rows: [['CONDOMINIO DI VIA ROMA 12 – MILANO'], header, neri()] },
      { name: 'Foglio3', rows: [['Condominio Piazza Duomo, 4 – Monza'], header, verdi()] },
    ],
    rows: [
      'Condominio di Via Roma 10 – Milano | Rossi Lucia | 2027-01-31 | 10000',
      'Condominio di Via Roma 12 – Milano | Neri Ada | 2027-01-31 | 6000',
      'Condominio Piazza Duomo 4 – Monza | Verdi Ugo | 2027-01-31 | 8000',
    ],
  },
  {
    name: 'One sheet per building, named without the word condominium',
    sheets: [
      { name: 'Aurora', rows: [header, rossi()] },
      { name: 'Via Roma 10', rows: [header, neri()] },
    ],
    asks: ['condominium', 'condominium'],
  },
  {
    name: 'Only the first sheet has a title',
    sheets: [
      { name: 'Foglio1', rows: [[aurora], header, rossi()] },
      { name: 'Foglio2', rows: [header, verdi()] },
    ],
    asks: ['condominium'],
    answers: { condominium: `name:${aurora}` },
    rows: [`${aurora} | Rossi Lucia | 2027-01-31 | 10000`, `${aurora} | Verdi Ugo | 2027-01-31 | 8000`],
  },
  {
    name: 'Two tables below each other, each with a title and a header',
    sheets: one([
      ['Condominio Aurora'],
      header,
      rossi(),
      verdi(),
      [],
      ['Condominio Le Querce'],
      ['Intestatario', 'Interno', 'Scade il', 'Da versare'],
      neri(),
    ]),
    rows: [
      `${aurora} | Rossi Lucia | 2027-01-31 | 10000`,
      `${aurora} | Verdi Ugo | 2027-01-31 | 8000`,
      'Condominio Le Querce | Neri Ada | 2027-01-31 | 6000',
    ],
  },
  {
    name: 'Two tables below each other, the second without a title',
    sheets: one([[aurora], header, rossi(), [], ['Condomino', 'Unità', 'Entro il', 'Quota'], neri()]),
    asks: ['condominium'],
    answers: { condominium: 'name:Condominio Le Querce' },
  },
  {
    name: 'The first header again after another table',
    sheets: one([
      [aurora],
      header,
      rossi(),
      ['Condominio Le Querce'],
      ['Importo', 'Scadenza', 'Int.', 'Nominativo'],
      [60, day('2027-01-31'), '1', 'Neri Ada'],
      ['Condominio I Tigli'],
      header,
      verdi(),
    ]),
    rows: [
      `${aurora} | Rossi Lucia | 2027-01-31 | 10000`,
      'Condominio Le Querce | Neri Ada | 2027-01-31 | 6000',
      'Condominio I Tigli | Verdi Ugo | 2027-01-31 | 8000',
    ],
  },
  {
    name: 'Two tables side by side, each with its title',
    sheets: one([
      [over('Condominio Aurora', 4), null, over('Condominio Le Querce', 4)],
      [...header, null, ...header],
      [...rossi(), null, ...neri()],
      [...verdi()],
    ]),
    rows: [
      `${aurora} | Rossi Lucia | 2027-01-31 | 10000`,
      'Condominio Le Querce | Neri Ada | 2027-01-31 | 6000',
      `${aurora} | Verdi Ugo | 2027-01-31 | 8000`,
    ],
  },
  {
    name: 'Titles between the rows of one table',
    sheets: one([header, ['CONDOMINIO AURORA'], rossi(), verdi(), ['CONDOMINIO VIA PO 3'], neri()]),
    rows: [
      `${aurora} | Rossi Lucia | 2027-01-31 | 10000`,
      `${aurora} | Verdi Ugo | 2027-01-31 | 8000`,
      'Condominio Via Po 3 | Neri Ada | 2027-01-31 | 6000',
    ],
  },
  {
    name: 'Names between the rows that may be buildings or notes',
    sheets: one([[aurora], header, rossi(), ['LE QUERCE'], neri()]),
    asks: ['headings'],
    answers: { headings: 'buildings' },
    rows: [`${aurora} | Rossi Lucia | 2027-01-31 | 10000`, 'LE QUERCE | Neri Ada | 2027-01-31 | 6000'],
  },
  {
    name: 'Annual share and instalment, both called Importo below merged headings',
    sheets: one([
      [aurora],
      [null, null, over('Quota annua', 1), over('Prima rata', 2)],
      ['Nominativo', 'Int.', 'Importo', 'Importo', 'Scadenza'],
      ['Rossi Lucia', '1', 400, 100, day('2027-01-31')],
      ['Verdi Ugo', '2', 320, 80, day('2027-01-31')],
      ['TOTALE', null, 720, 180],
    ]),
    asks: ['amount'],
    answers: { amount: '3' },
    rows: [`${aurora} | Rossi Lucia | 2027-01-31 | 10000`, `${aurora} | Verdi Ugo | 2027-01-31 | 8000`],
  },
  {
    name: 'Gross and net amount',
    sheets: one([
      [aurora],
      ['Nominativo', 'Int.', 'Scadenza', 'Importo lordo', 'Importo netto'],
      ['Rossi Lucia', '1', day('2027-01-31'), 122, 100],
    ]),
    asks: ['amount'],
    answers: { amount: '4' },
    rows: [`${aurora} | Rossi Lucia | 2027-01-31 | 10000`],
  },
  {
    name: 'Last year and this year side by side',
    sheets: one([
      [aurora],
      ['Nominativo', 'Int.', 'Scadenza', 'Importo 2025', 'Importo 2026'],
      ['Rossi Lucia', '1', day('2027-01-31'), 90, 100],
    ]),
    asks: ['amount'],
    answers: { amount: '4' },
    rows: [`${aurora} | Rossi Lucia | 2027-01-31 | 10000`],
  },
  {
    name: 'Importo beside Residuo and Da versare',
    sheets: one([
      [aurora],
      ['Nominativo', 'Int.', 'Scadenza', 'Importo', 'Da versare', 'Residuo'],
      ['Rossi Lucia', '1', day('2027-01-31'), 150, 100, 20],
    ]),
    asks: ['amount'],
    answers: { amount: '4' },
    rows: [`${aurora} | Rossi Lucia | 2027-01-31 | 10000`],
  },
  {
    name: 'A hidden amount beside a visible one',
    sheets: one(
      [
        [aurora],
        ['Nominativo', 'Int.', 'Scadenza', 'Importo', 'Importo'],
        ['Rossi Lucia', '1', day('2027-01-31'), 999, 100],
      ],
      { hidden_columns: [3] },
    ),
    rows: [`${aurora} | Rossi Lucia | 2027-01-31 | 10000`],
  },
  {
    name: 'Rows hidden by a filter',
    sheets: one([[aurora], header, rossi(), verdi()], { hidden_rows: [3] }),
    asks: ['hidden_rows'],
    answers: { hidden_rows: 'skip' },
    rows: [`${aurora} | Rossi Lucia | 2027-01-31 | 10000`],
  },
  {
    name: 'A column that numbers the buildings',
    sheets: one([
      ['Cod. cond.', ...header],
      ['001', ...rossi()],
      ['002', ...neri()],
    ]),
    asks: ['building_codes'],
    answers: { building_codes: 'condominiums' },
    rows: ['001 | Rossi Lucia | 2027-01-31 | 10000', '002 | Neri Ada | 2027-01-31 | 6000'],
  },
  {
    name: 'Two due dates that differ',
    sheets: one([
      [aurora],
      ['Nominativo', 'Int.', 'Scadenza', 'Esigibile il', 'Importo'],
      ['Rossi Lucia', '1', day('2026-12-31'), day('2027-01-31'), 100],
    ]),
    asks: ['due_date'],
    answers: { due_date: '3' },
    rows: [`${aurora} | Rossi Lucia | 2027-01-31 | 10000`],
  },
  {
    name: 'Owner and tenant in two columns of a list of bills',
    sheets: one([
      [aurora],
      ['Int.', 'Proprietario', 'Inquilino', 'Scadenza', 'Importo'],
      ['1', 'Rossi Lucia', 'Gialli Eva', day('2027-01-31'), 100],
    ]),
    asks: ['holder'],
    answers: { holder: '2' },
    rows: [`${aurora} | Gialli Eva | 2027-01-31 | 10000`],
  },
  {
    name: 'A total row that does not agree, with notes below',
    sheets: one([
      [aurora],
      header,
      rossi(),
      verdi(),
      ['TOTALE', null, null, 200],
      ['N.B.: pagare entro la scadenza'],
    ]),
    asks: ['rows:totals'],
    answers: { 'rows:totals': 'yes' },
    rows: [`${aurora} | Rossi Lucia | 2027-01-31 | 10000`, `${aurora} | Verdi Ugo | 2027-01-31 | 8000`],
  },
  {
    name: 'Columns that no field takes, with amounts and tax codes',
    sheets: one([
      [aurora],
      ['Nominativo', 'Int.', 'Scadenza', 'Importo', 'Cauzione', 'Delegato'],
      [...rossi(), 55.5, 'GNTLCU62B51F540T'],
    ]),
    asks: ['extra:4', 'column:5'],
    answers: { 'extra:4': 'none', 'column:5': 'none' },
    rows: [`${aurora} | Rossi Lucia | 2027-01-31 | 10000`],
    notes: /E «Cauzione» \(1 numero, in tutto 55,50.*F «Delegato» \(1 codice fiscale/,
  },
  {
    name: 'Words of the trade and amounts as people type them',
    sheets: one([
      [aurora],
      ['Cognome e nome / Rag. soc.', 'Cod. fisc./P.IVA', 'P.no', 'Esigibile il', 'Quota da pagare'],
      ['Rossi Lucia', 'GNTLCU62B51F540T', '1', '31/01/27', '€\u00a01.234,50'],
      ['Verdi Ugo', null, '2', '31.01.2027', '1\u202f080,00 €'],
    ]),
    rows: [`${aurora} | Rossi Lucia | 2027-01-31 | 123450`, `${aurora} | Verdi Ugo | 2027-01-31 | 108000`],
  },
  {
    name: 'A staircase as a heading between the rows',
    sheets: one([[aurora], header, ['SCALA A – ingresso via Po'], rossi(), ['Scala B'], neri()]),
    rows: [`${aurora} | Rossi Lucia | 2027-01-31 | 10000`, `${aurora} | Neri Ada | 2027-01-31 | 6000`],
  },
  {
    name: 'A registry with owner and tenant in one row, percentages and parts of one',
    kind: 'registry',
    sheets: one([
      [aurora],
      [
        'Int.',
        'P.no',
        'Nominativo',
        'C.Fiscale',
        'Qualità',
        'Quota %',
        'Inquilino',
        'Tab. A',
        'Tab. B',
        'Saldo',
      ],
      [
        '1',
        'T',
        'Rossi Lucia',
        'GNTLCU62B51F540T',
        'Proprietario',
        '50%',
        'Gialli Eva',
        '2,58 %',
        0.025793,
        -70,
      ],
      ['2', '1', 'Verdi Ugo', null, 'Proprietario', '100', null, '97,42%', 0.974207, 30],
    ]),
    asks: ['sign'],
    answers: { sign: 'positive' },
    rows: [
      `${aurora} | Rossi Lucia |  | 7000 | 1 | owner | Tab. A=258000,Tab. B=257930`,
      `${aurora} | Gialli Eva |  | 0 | 1 | tenant | `,
      `${aurora} | Verdi Ugo |  | -3000 | 2 | owner | Tab. A=9742000,Tab. B=9742070`,
    ],
  },
  { name: 'A header without rows', sheets: one([[aurora], header]), refuses: 'no_rows' },
  { name: 'An empty workbook', sheets: one([[]]), refuses: 'empty' },
]
