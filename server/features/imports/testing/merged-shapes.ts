import type { SheetCell } from './flat-sheets.ts'
import { aurora, day, header, one, rossi, type SheetShape, verdi } from './sheet-shapes.ts'

const merged = (cell: SheetCell, columns: number, rows = 1): SheetCell => ({ merged: cell, columns, rows })
const covered: SheetCell = { covered: true }
const rates = ['Int.', 'Nominativo', '1^ rata 31/01/2027', '2^ rata 31/03/2027']
const rossis = [`${aurora} | Rossi Lucia | 2027-01-31 | 5000`, `${aurora} | Rossi Lucia | 2027-03-31 | 5000`]
const rateOf = (who: string, due: string, cents: number) => `${aurora} | ${who} | ${due} | ${cents}`

/** What the layout of the sheet says: merged cells, and what is printed above each page. */
export const mergedShapes: SheetShape[] = [
  {
    name: 'Another building above each printed page than in the title',
    sheets: one([[aurora], header, rossi()], { printed: 'Condominio Le Querce – rate 2027' }),
    asks: ['condominium'],
    answers: { condominium: `name:${aurora}` },
    rows: [rateOf('Rossi Lucia', '2027-01-31', 10_000)],
  },
  {
    name: 'The building only above each printed page',
    sheets: one([header, rossi()], { printed: aurora }),
    asks: ['condominium'],
    answers: { condominium: `name:${aurora}` },
    rows: [rateOf('Rossi Lucia', '2027-01-31', 10_000)],
  },
  {
    name: 'The same building in the title and above each printed page',
    sheets: one([['Condominio Aurora – Via Po 3'], header, rossi()], { printed: 'CONDOMINIO AURORA – 2027' }),
    rows: [rateOf('Rossi Lucia', '2027-01-31', 10_000)],
  },
  {
    name: 'A title that names two buildings',
    sheets: one([['Condominio Aurora e Condominio Le Querce'], header, rossi()]),
    asks: ['condominium'],
    answers: { condominium: `name:${aurora}` },
    rows: [rateOf('Rossi Lucia', '2027-01-31', 10_000)],
  },
  {
    name: 'An amount merged across two instalments',
    sheets: one([[aurora], rates, ['1', 'Rossi Lucia', 50, 50], ['2', 'Verdi Ugo', merged(81, 2)]]),
    asks: ['rows:merged_across'],
    answers: { 'rows:merged_across': 'shared' },
    rows: [...rossis, rateOf('Verdi Ugo', '2027-01-31', 4_050), rateOf('Verdi Ugo', '2027-03-31', 4_050)],
  },
  {
    name: 'An amount merged over the rows of two people',
    sheets: one([
      [aurora],
      header,
      ['Rossi Lucia', '1', day('2027-01-31'), merged(100.01, 1, 2)],
      ['Verdi Ugo', '2', day('2027-01-31'), covered],
      ['Neri Ada', '3', day('2027-01-31'), 60],
    ]),
    asks: ['rows:merged_down'],
    answers: { 'rows:merged_down': 'shared' },
    rows: [
      rateOf('Rossi Lucia', '2027-01-31', 5_001),
      rateOf('Verdi Ugo', '2027-01-31', 5_000),
      rateOf('Neri Ada', '2027-01-31', 6_000),
    ],
  },
  {
    name: 'A name and a unit merged over the rows of the instalments',
    sheets: one([
      [aurora],
      header,
      [merged('Rossi Lucia', 1, 2), merged('1', 1, 2), day('2027-01-31'), 50],
      [covered, covered, day('2027-03-31'), 50],
      ['Verdi Ugo', '2', merged(day('2027-01-31'), 1, 2), 80],
      ['Neri Ada', '3', covered, 60],
    ]),
    rows: [...rossis, rateOf('Verdi Ugo', '2027-01-31', 8_000), rateOf('Neri Ada', '2027-01-31', 6_000)],
  },
  {
    name: 'Rows of a printed list that are two rows tall',
    sheets: one([
      [aurora],
      header,
      rossi().map((cell) => merged(cell, 1, 2)),
      [covered, covered, covered, covered],
      verdi().map((cell) => merged(cell, 1, 2)),
      [covered, covered, covered, covered],
    ]),
    rows: [rateOf('Rossi Lucia', '2027-01-31', 10_000), rateOf('Verdi Ugo', '2027-01-31', 8_000)],
  },
]

const lines = [rateOf('Rossi Lucia', '2027-01-31', 10_000), rateOf('Verdi Ugo', '2027-01-31', 8_000)]

/** Rows that say less, or something else, than they seem to. */
export const rowAsideShapes: SheetShape[] = [
  {
    name: 'A bill that is struck through',
    sheets: one([
      [aurora],
      header,
      rossi(),
      [
        { text: 'Verdi Ugo', struck: true },
        { text: '2', struck: true },
        { text: '31/01/2027', struck: true },
        { text: '80,00', struck: true },
      ],
    ]),
    asks: ['rows:struck'],
    answers: { 'rows:struck': 'skip' },
    rows: lines.slice(0, 1),
  },
  {
    name: 'A comment that says that a bill is paid',
    sheets: one([
      [aurora],
      header,
      rossi(),
      [{ text: 'Verdi Ugo', comment: 'Pagato il 3/1' }, '2', day('2027-01-31'), 80],
    ]),
    asks: ['rows:commented'],
    answers: { 'rows:commented': 'skip' },
    rows: lines.slice(0, 1),
  },
  {
    name: 'Owner and tenant of one unit, a row each',
    sheets: one([[aurora], header, rossi(), ['Verdi Ugo', '1', day('2027-01-31'), 80]]),
    asks: ['rows:two_of_a_unit'],
    answers: { 'rows:two_of_a_unit': 'each' },
    rows: lines,
  },
  {
    name: 'The name only beside the first instalment of each person',
    sheets: one([
      [aurora],
      ['Nominativo', 'Int.', 'Rata', 'Scadenza', 'Importo'],
      ['Rossi Lucia', '1', '1^ rata', day('2027-01-31'), 50],
      [null, null, '2^ rata', day('2027-03-31'), 50],
      ['Verdi Ugo', '2', '1^ rata', day('2027-01-31'), 80],
      [null, null, '2^ rata', day('2027-03-31'), 70],
    ]),
    asks: ['rows:name_above'],
    answers: { 'rows:name_above': 'above' },
    rows: [...rossis, rateOf('Verdi Ugo', '2027-01-31', 8_000), rateOf('Verdi Ugo', '2027-03-31', 7_000)],
  },
  {
    name: 'The due date only in the first row',
    sheets: one([[aurora], header, rossi(), ['Verdi Ugo', '2', null, 80]]),
    asks: ['rows:due_above'],
    answers: { 'rows:due_above': 'above' },
    rows: lines,
  },
  {
    name: 'Amounts of formulas with more than two decimals',
    sheets: one([[aurora], header, rossi(33.333333), verdi(66.666667), ['TOTALE', null, null, 100]]),
    asks: ['rows:decimals:3'],
    answers: { 'rows:decimals:3': 'round' },
    rows: [rateOf('Rossi Lucia', '2027-01-31', 3_333), rateOf('Verdi Ugo', '2027-01-31', 6_667)],
  },
  {
    name: 'A second instalment that is due before the first',
    sheets: one([
      [aurora],
      ['Int.', 'Nominativo', '1^ rata 31/01/2027', '2^ rata 31/03/2026'],
      ['1', 'Rossi Lucia', 50, 50],
    ]),
    asks: ['due_dates'],
  },
]
