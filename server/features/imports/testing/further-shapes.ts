import type { SheetCell } from './flat-sheets.ts'
import type { SheetShape } from './sheet-shapes.ts'

/* Lists of units with columns beside those of the first person: further people, boxes, balances, tables without a name. */

const aurora = 'Condominio Aurora'
const one = (...rows: SheetCell[][]) => [{ name: 'Foglio1', rows: [[aurora], ...rows] }]
const right = (holder: string, unit: string, role = 'owner', amount = 0, weights = '') =>
  `${aurora} | ${holder} |  | ${amount} | ${unit} | ${role} | ${weights}`

export const furtherShapes: SheetShape[] = [
  {
    name: 'A second owner in a column of their own',
    kind: 'registry',
    sheets: one(
      ['Int.', 'Proprietario', 'Comproprietario'],
      ['1', 'Rossi Lucia', 'Verdi Ugo'],
      ['2', 'Neri Ada', null],
    ),
    asks: ['column:2'],
    answers: { 'column:2': 'also_owner' },
    rows: [right('Rossi Lucia', '1'), right('Verdi Ugo', '1'), right('Neri Ada', '2')],
  },
  {
    name: 'Bare owner and usufructuary side by side',
    kind: 'registry',
    sheets: one(['Int.', 'Nudo proprietario', 'Usufruttuario'], ['1', 'Rossi Lucia', 'Rossi Pia']),
    asks: ['column:2'],
    answers: { 'column:2': 'also_usufructuary' },
    rows: [right('Rossi Lucia', '1', 'bare_owner'), right('Rossi Pia', '1', 'usufructuary')],
  },
  {
    name: 'Two numbered holders, each with a tax code',
    kind: 'registry',
    sheets: one(
      ['Int.', 'Intestatario 1', 'C.F. 1', 'Intestatario 2', 'C.F. 2'],
      ['1', 'Rossi Mario', 'RSSMRA60D10A944M', 'Bianchi Anna', 'BNCNNA60D50A944J'],
      ['2', 'Verdi Ugo', null, null, null],
    ),
    asks: ['column:3'],
    answers: { 'column:3': 'also_owner' },
    rows: [right('Rossi Mario', '1'), right('Bianchi Anna', '1'), right('Verdi Ugo', '2')],
  },
  {
    name: 'Who lives there, in a column that names no right',
    kind: 'registry',
    sheets: one(
      ['Int.', 'Proprietario', 'Occupato da'],
      ['1', 'Rossi Lucia', 'Verdi Ugo'],
      ['2', 'Neri Ada', 'Proprietario'],
    ),
    asks: ['column:2'],
    answers: { 'column:2': 'also_tenant' },
    rows: [right('Rossi Lucia', '1'), right('Verdi Ugo', '1', 'tenant'), right('Neri Ada', '2')],
  },
  {
    name: 'Former tenants in a column of their own',
    kind: 'registry',
    sheets: one(['Int.', 'Proprietario', 'Ex inquilino'], ['1', 'Rossi Lucia', 'Verdi Ugo']),
    rows: [right('Rossi Lucia', '1')],
    notes: /Colonne non importate: C «Ex inquilino»/,
  },
  {
    name: 'The owner of before and the one of today',
    kind: 'registry',
    sheets: one(
      ['Int.', 'Vecchio proprietario', 'Nuovo proprietario'],
      ['1', 'Rossi Lucia', 'Verdi Ugo'],
      ['2', 'Gialli Pia', 'Neri Ada'],
    ),
    asks: ['holder'],
    answers: { holder: '2' },
    rows: [right('Verdi Ugo', '1'), right('Neri Ada', '2')],
  },
  {
    name: 'A balance under a name of its own',
    kind: 'registry',
    sheets: one(
      ['Int.', 'Proprietario', 'Conguaglio 2025'],
      ['1', 'Rossi Lucia', 120.5],
      ['2', 'Verdi Ugo', -30],
    ),
    asks: ['column:2'],
    answers: { 'column:2': 'opening_debt' },
    rows: [right('Rossi Lucia', '1', 'owner', -12_050), right('Verdi Ugo', '2', 'owner', 3_000)],
  },
  {
    name: 'Credits, beside debts under a name of their own',
    kind: 'registry',
    sheets: one(
      ['Int.', 'Proprietario', 'Debiti v/condominio', 'Crediti'],
      ['1', 'Rossi Lucia', 100, 20],
      ['2', 'Verdi Ugo', null, 20],
    ),
    asks: ['column:2'],
    answers: { 'column:2': 'opening_debt' },
    rows: [right('Rossi Lucia', '1', 'owner', -8_000), right('Verdi Ugo', '2', 'owner', 2_000)],
  },
  {
    name: 'Balances of three kinds of expense',
    kind: 'registry',
    sheets: one(
      ['Int.', 'Proprietario', 'Saldo ordinario', 'Saldo riscaldamento', 'Saldo straordinario'],
      ['1', 'Rossi Lucia', -100, -20, -30],
      ['2', 'Verdi Ugo', 10, 0, -5],
    ),
    asks: ['column:2', 'column:3', 'column:4'],
    answers: {
      'column:2': 'opening_balance',
      'column:3': 'opening_balance',
      'column:4': 'opening_balance',
    },
    rows: [right('Rossi Lucia', '1', 'owner', -15_000), right('Verdi Ugo', '2', 'owner', 500)],
  },
  {
    name: 'Tables of weights headed by a letter only',
    kind: 'registry',
    sheets: one(
      ['Int.', 'Proprietario', 'A', 'B'],
      ['1', 'Rossi Lucia', 300.25, 400],
      ['2', 'Verdi Ugo', 699.75, 600],
    ),
    asks: ['column:2', 'column:3'],
    answers: { 'column:2': 'weight', 'column:3': 'weight' },
    rows: [
      right('Rossi Lucia', '1', 'owner', 0, 'A=3002500,B=4000000'),
      right('Verdi Ugo', '2', 'owner', 0, 'A=6997500,B=6000000'),
    ],
  },
  {
    name: 'Boxes and cellars in columns beside the flat',
    kind: 'registry',
    sheets: one(
      ['Int.', 'Proprietario', 'Box', 'Cantina', 'Millesimi'],
      ['1', 'Rossi Lucia', 3, 'C1', 600],
      ['2', 'Verdi Ugo', null, 'no', 400],
    ),
    asks: ['column:2', 'column:3'],
    answers: { 'column:2': 'annex', 'column:3': 'annex' },
    rows: [
      right('Rossi Lucia', '1', 'owner', 0, 'Millesimi=6000000'),
      right('Rossi Lucia', 'Box 3'),
      right('Rossi Lucia', 'Cantina C1'),
      right('Verdi Ugo', '2', 'owner', 0, 'Millesimi=4000000'),
    ],
  },
  {
    name: 'A note that somebody has left',
    kind: 'registry',
    sheets: one(
      ['Int.', 'Nominativo', 'Titolo', 'Note'],
      ['1', 'Rossi Lucia', 'Propr.', 'chiavi dal custode'],
      ['1', 'Verdi Ugo', 'Inq.', 'uscito il 30/06/2025'],
    ),
    asks: ['rows:gone'],
    answers: { 'rows:gone': 'skip' },
    rows: [right('Rossi Lucia', '1')],
  },
  {
    name: 'A tenant whose right has ended, below the header Al',
    kind: 'registry',
    sheets: one(
      ['Int.', 'Nominativo', 'Titolo', 'Dal', 'Al'],
      ['1', 'Verdi Ugo', 'Inq.', { day: '2020-01-01' }, { day: '2023-12-31' }],
      ['1', 'Neri Ada', 'Inq.', { day: '2024-01-01' }, null],
    ),
    rows: [right('Verdi Ugo', '1', 'tenant'), right('Neri Ada', '1', 'tenant')],
  },
  {
    name: 'A header that says which sign a debt has',
    kind: 'registry',
    sheets: one(
      ['Int.', 'Proprietario', 'Saldo (+ a debito, - a credito)'],
      ['1', 'Rossi Lucia', 120.5],
      ['2', 'Verdi Ugo', -30],
    ),
    rows: [right('Rossi Lucia', '1', 'owner', -12_050), right('Verdi Ugo', '2', 'owner', 3_000)],
  },
  {
    name: 'A company with the name of who acts for it',
    kind: 'registry',
    sheets: one(
      ['Int.', 'Proprietario'],
      ['1', 'Immobiliare Sole Srl - leg. rapp. Bianchi Carlo'],
      ['2', 'Luna S.a.s. di Verdi Ugo & C.'],
    ),
    asks: ['rows:odd_names'],
    answers: { 'rows:odd_names': 'skip' },
    rows: [right('Luna S.a.s. di Verdi Ugo & C.', '2')],
  },
  {
    name: 'A box and a parking place of one number',
    kind: 'registry',
    sheets: one(
      ['Tipo', 'N.', 'Proprietario'],
      ['App.', '1', 'Rossi Lucia'],
      ['Box', '1', 'Rossi Lucia'],
      ['Posto auto', '1', 'Rossi Lucia'],
    ),
    asks: ['rows:two_uses'],
    answers: { 'rows:two_uses': 'apart' },
    rows: [right('Rossi Lucia', '1'), right('Rossi Lucia', 'Box 1'), right('Rossi Lucia', 'Posto auto 1')],
  },
  {
    name: 'Subtotals of weights without a word',
    kind: 'registry',
    sheets: one(
      ['Scala', 'Int.', 'Proprietario', 'Millesimi'],
      ['A', '1', 'Rossi Lucia', 500],
      [null, null, null, 500],
      ['B', '1', 'Verdi Ugo', 500],
      [null, null, null, 500],
      [null, null, null, 1000],
    ),
    rows: [
      right('Rossi Lucia', '1', 'owner', 0, 'Millesimi=5000000'),
      right('Verdi Ugo', '1', 'owner', 0, 'Millesimi=5000000'),
    ],
  },
]
