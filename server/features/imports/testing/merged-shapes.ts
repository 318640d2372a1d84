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
