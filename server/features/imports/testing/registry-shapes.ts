import type { SheetCell } from './flat-sheets.ts'
import type { SheetShape } from './sheet-shapes.ts'

/* Lists of units and people whose meaning stands beside their rows: in titles, sheet names, headings, the row above. */

const aurora = 'Condominio Aurora'
const header = ['Int.', 'Nominativo', 'Telefono']
const rossi: SheetCell[] = ['1', 'Rossi Lucia', '051 1']
const verdi: SheetCell[] = ['2', 'Verdi Ugo', '051 2']
const gialli: SheetCell[] = ['1', 'Gialli Eva', '051 3']
const one = (...rows: SheetCell[][]) => [{ name: 'Foglio1', rows }]
const right = (holder: string, unit: string, role: string, amount = 0) =>
  `${aurora} | ${holder} |  | ${amount} | ${unit} | ${role} | `

export const registryShapes: SheetShape[] = [
  {
    name: 'A list of tenants, as its title says',
    kind: 'registry',
    sheets: one([`${aurora} - elenco inquilini`], header, rossi, verdi),
    rows: [right('Rossi Lucia', '1', 'tenant'), right('Verdi Ugo', '2', 'tenant')],
  },
  {
    name: 'Owners, and below a heading tenants',
    kind: 'registry',
    sheets: one([aurora], ['PROPRIETARI'], header, rossi, verdi, [], ['Elenco conduttori'], header, gialli),
    rows: [
      right('Rossi Lucia', '1', 'owner'),
      right('Verdi Ugo', '2', 'owner'),
      right('Gialli Eva', '1', 'tenant'),
    ],
  },
  {
    name: 'A sheet of owners and a sheet of tenants',
    kind: 'registry',
    sheets: [
      { name: 'Proprietari', rows: [[aurora], header, rossi] },
      { name: 'Inquilini', rows: [[aurora], header, gialli] },
    ],
    rows: [right('Rossi Lucia', '1', 'owner'), right('Gialli Eva', '1', 'tenant')],
  },
  {
    name: 'A title that names owners and tenants, without a column that tells them apart',
    kind: 'registry',
    sheets: one([aurora], ['Anagrafica proprietari e inquilini'], header, rossi),
    asks: ['table_role'],
    answers: { table_role: 'tenant' },
    rows: [right('Rossi Lucia', '1', 'tenant')],
  },
  {
    name: 'Ditto marks below names and units',
    kind: 'registry',
    sheets: one(
      [aurora],
      header,
      rossi,
      ['2', '"', null],
      ['idem', 'Verdi Ugo', '051 2'],
      ['idem', 'Neri Ada', null],
    ),
    asks: ['rows:beside'],
    answers: { 'rows:beside': 'owner' },
    rows: [
      right('Rossi Lucia', '1', 'owner'),
      right('Rossi Lucia', '2', 'owner'),
      right('Verdi Ugo', '2', 'owner'),
      right('Neri Ada', '2', 'owner'),
    ],
  },
  {
    name: 'Summaries below the people: cash, average, general expenses',
    kind: 'registry',
    sheets: one(
      [aurora],
      ['Int.', 'Nominativo', 'Debito'],
      ['1', 'Rossi Lucia', 100],
      ['2', 'Verdi Ugo', 50],
      [null, 'Complessivo', 150],
      [null, 'Media', 75],
      [null, 'SALDO CASSA', 1250],
      ['Spese generali', null, 30],
    ),
    rows: [right('Rossi Lucia', '1', 'owner', -10_000), right('Verdi Ugo', '2', 'owner', -5_000)],
  },
  {
    name: 'Ditto marks and summaries in a list of bills',
    sheets: one(
      [aurora],
      ['Nominativo', 'Int.', 'Scadenza', 'Importo'],
      ['Rossi Lucia', '1', { day: '2027-01-31' }, 100],
      ['c.s.', '2', '"', 80],
      ['Fondo cassa', null, null, 20],
    ),
    rows: [`${aurora} | Rossi Lucia | 2027-01-31 | 10000`, `${aurora} | Rossi Lucia | 2027-01-31 | 8000`],
  },
]
