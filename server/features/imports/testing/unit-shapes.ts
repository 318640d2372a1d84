import type { SheetCell } from './flat-sheets.ts'
import type { SheetShape } from './sheet-shapes.ts'

/* Lists of units in which a building, a part of one or a weight may mean several things. */

const aurora = 'Condominio Aurora'
const one = (...rows: SheetCell[][]) => [{ name: 'Foglio1', rows: [[aurora], ...rows] }]
const right = (holder: string, unit: string, weights = '') =>
  `${aurora} | ${holder} |  | 0 | ${unit} | owner | ${weights}`

export const unitShapes: SheetShape[] = [
  {
    name: 'Letters in a column of buildings, below a title',
    kind: 'registry',
    sheets: one(['Fabbricato', 'Int.', 'Proprietario'], ['A', '1', 'Rossi Lucia'], ['B', '1', 'Verdi Ugo']),
    asks: ['building_codes'],
    answers: { building_codes: 'parts' },
    rows: [right('Rossi Lucia', '1'), right('Verdi Ugo', '1')],
  },
  {
    name: 'The office’s codes of condominiums',
    kind: 'registry',
    sheets: one(['Cod. condominio', 'Int.', 'Proprietario'], ['C01', '1', 'Rossi Lucia']),
    asks: ['building_codes'],
    answers: { building_codes: 'none' },
    rows: [right('Rossi Lucia', '1')],
  },
  {
    name: 'Merged cells of blocks and staircases',
    kind: 'registry',
    sheets: one(
      ['Palazzina', 'Scala', 'Int.', 'Proprietario'],
      ['1', 'A', '1', 'Rossi Lucia'],
      [null, null, '2', 'Verdi Ugo'],
      ['2', 'A', '1', 'Neri Ada'],
    ),
    asks: ['rows:block_above', 'rows:staircase_above'],
    answers: { 'rows:block_above': 'above', 'rows:staircase_above': 'above' },
    rows: [right('Rossi Lucia', '1'), right('Verdi Ugo', '2'), right('Neri Ada', '1')],
  },
  {
    name: 'A unit called 0',
    kind: 'registry',
    sheets: one(['Int.', 'Proprietario'], ['0', 'Rossi Lucia'], ['1', 'Verdi Ugo']),
    asks: ['rows:unit_zero'],
    answers: { 'rows:unit_zero': 'whole' },
    rows: [right('Rossi Lucia', '0'), right('Verdi Ugo', '1')],
  },
  {
    name: 'Weights of each co-owner that add up to a thousand',
    kind: 'registry',
    sheets: one(
      ['Int.', 'Nominativo', 'Ruolo', 'Millesimi'],
      ['1', 'Rossi Lucia', 'P', 300],
      ['1', 'Rossi Mario', 'P', 300],
      ['2', 'Neri Ada', 'P', 400],
    ),
    asks: ['rows:weights_per'],
    answers: { 'rows:weights_per': 'person' },
    rows: [
      right('Rossi Lucia', '1', 'Millesimi=3000000'),
      right('Rossi Mario', '1', 'Millesimi=3000000'),
      right('Neri Ada', '2', 'Millesimi=4000000'),
    ],
    notes: /Millesimi: 2 unità, in tutto 1\.000/,
  },
  {
    name: 'The unit’s weights repeated in the row of each co-owner',
    kind: 'registry',
    sheets: one(
      ['Int.', 'Nominativo', 'Ruolo', 'Millesimi'],
      ['1', 'Rossi Lucia', 'P', 600],
      ['1', 'Rossi Mario', 'P', 600],
      ['2', 'Neri Ada', 'P', 400],
    ),
    rows: [
      right('Rossi Lucia', '1', 'Millesimi=6000000'),
      right('Rossi Mario', '1', 'Millesimi=6000000'),
      right('Neri Ada', '2', 'Millesimi=4000000'),
    ],
  },
  {
    name: 'Page numbers and repeated headers of a printed list',
    kind: 'registry',
    sheets: one(
      ['Int.', 'Proprietario'],
      ['1', 'Rossi Lucia'],
      ['Pag. 1'],
      [aurora],
      ['Int.', 'Proprietario'],
      ['2', 'Verdi Ugo'],
    ),
    rows: [right('Rossi Lucia', '1'), right('Verdi Ugo', '2')],
  },
]
