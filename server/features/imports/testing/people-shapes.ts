import type { SheetCell } from './flat-sheets.ts'
import type { SheetShape } from './sheet-shapes.ts'

/* Lists of people in which a cell, or a row beside another, may mean several things. */

const aurora = 'Condominio Aurora'
const one = (...rows: SheetCell[][]) => [{ name: 'Foglio1', rows: [[aurora], ...rows] }]
const right = (holder: string, unit: string, role = 'owner', amount = 0, weights = '') =>
  `${aurora} | ${holder} |  | ${amount} | ${unit} | ${role} | ${weights}`

export const peopleShapes: SheetShape[] = [
  {
    name: 'Letters for owners and tenants below a header of letters',
    kind: 'registry',
    sheets: one(['Int.', 'Nominativo', 'P/I'], ['1', 'Rossi Lucia', 'P'], ['2', 'Verdi Ugo', 'I']),
    rows: [right('Rossi Lucia', '1'), right('Verdi Ugo', '2', 'tenant')],
  },
  {
    name: 'A C among the letters: tenant or co-owner',
    kind: 'registry',
    sheets: one(['Int.', 'Nominativo', 'Ruolo'], ['1', 'Rossi Lucia', 'P'], ['2', 'Verdi Ugo', 'C']),
    asks: ['rows:role:c'],
    answers: { 'rows:role:c': 'tenant' },
    rows: [right('Rossi Lucia', '1'), right('Verdi Ugo', '2', 'tenant')],
  },
  {
    name: 'A delegate of the owner in the column of roles',
    kind: 'registry',
    sheets: one(
      ['Int.', 'Nominativo', 'Ruolo'],
      ['1', 'Rossi Lucia', 'Proprietario'],
      ['1', 'Verdi Ugo', 'Delegato del proprietario'],
    ),
    asks: ['rows:role:delegato del proprietario'],
    answers: { 'rows:role:delegato del proprietario': 'skip' },
    rows: [right('Rossi Lucia', '1')],
  },
  {
    name: 'Two owners in one cell',
    kind: 'registry',
    sheets: one(['Int.', 'Proprietario'], ['1', 'Rossi Lucia e Verdi Ugo'], ['2', 'Rossi & Figli S.n.c.']),
    asks: ['rows:several_names'],
    answers: { 'rows:several_names': 'two' },
    rows: [right('Rossi Lucia', '1'), right('Verdi Ugo', '1'), right('Rossi & Figli S.n.c.', '2')],
  },
  {
    name: 'The role in brackets behind the name',
    kind: 'registry',
    sheets: one(['Int.', 'Nominativo'], ['1', 'Rossi Lucia'], ['2', 'Verdi Ugo (inquilino)']),
    asks: ['rows:odd_names'],
  },
  {
    name: 'A caretaker among the people',
    kind: 'registry',
    sheets: one(['Int.', 'Nominativo'], ['1', 'Rossi Lucia'], ['2', 'Custode']),
    asks: ['rows:no_people'],
    answers: { 'rows:no_people': 'skip' },
    rows: [right('Rossi Lucia', '1')],
  },
  {
    name: 'Two people of one unit without a role',
    kind: 'registry',
    sheets: one(['Int.', 'Nominativo'], ['1', 'Rossi Lucia'], ['1', 'Verdi Ugo']),
    asks: ['rows:beside'],
    answers: { 'rows:beside': 'tenant' },
    rows: [right('Rossi Lucia', '1'), right('Verdi Ugo', '1', 'tenant')],
  },
  {
    name: 'One e-mail column behind owner and tenant',
    kind: 'registry',
    sheets: one(
      ['Int.', 'Proprietario', 'Inquilino', 'E-mail'],
      ['1', 'Rossi Lucia', 'Verdi Ugo', 'ugo@example.it'],
    ),
    asks: ['whose:3'],
    answers: { 'whose:3': 'tenant' },
    rows: [right('Rossi Lucia', '1'), right('Verdi Ugo', '1', 'tenant')],
  },
  {
    name: 'One name in two orders',
    kind: 'registry',
    sheets: one(['Int.', 'Proprietario'], ['1', 'Neri Paolo'], ['2', 'Paolo Neri']),
    asks: ['rows:same:condominio aurora|Neri Paolo|Paolo Neri|'],
    answers: { 'rows:same:condominio aurora|Neri Paolo|Paolo Neri|': 'yes' },
    rows: [right('Neri Paolo', '1'), right('Neri Paolo', '2')],
  },
  {
    name: 'Units with a letter that may be the staircase',
    kind: 'registry',
    sheets: one(['Int.', 'Proprietario'], ['A1', 'Rossi Lucia'], ['B1', 'Verdi Ugo']),
    asks: ['rows:unit_letters_staircase'],
    answers: { 'rows:unit_letters_staircase': 'whole' },
    rows: [right('Rossi Lucia', 'A1'), right('Verdi Ugo', 'B1')],
  },
  {
    name: 'One unit spelled in two ways',
    kind: 'registry',
    sheets: one(['Int.', 'Nominativo', 'Ruolo'], ['01', 'Rossi Lucia', 'P'], ['1', 'Verdi Ugo', 'I']),
    asks: ['rows:unit_spelling'],
    answers: { 'rows:unit_spelling': 'same' },
    rows: [right('Rossi Lucia', '01'), right('Verdi Ugo', '01', 'tenant')],
  },
  {
    name: 'Debts written below zero',
    kind: 'registry',
    sheets: one(['Int.', 'Proprietario', 'Debito'], ['1', 'Rossi Lucia', -120.5]),
    asks: ['sign'],
    answers: { sign: 'negative' },
    rows: [right('Rossi Lucia', '1', 'owner', -12_050)],
  },
  {
    name: 'Debts and credits in two columns',
    kind: 'registry',
    sheets: one(
      ['Int.', 'Proprietario', 'Debito', 'Credito'],
      ['1', 'Rossi Lucia', 120.5, null],
      ['2', 'Verdi Ugo', null, 30],
    ),
    rows: [right('Rossi Lucia', '1', 'owner', -12_050), right('Verdi Ugo', '2', 'owner', 3_000)],
  },
  {
    name: 'Weights that add up to a hundred',
    kind: 'registry',
    sheets: one(['Int.', 'Proprietario', 'Millesimi'], ['1', 'Rossi Lucia', 62.5], ['2', 'Verdi Ugo', 37.5]),
    asks: ['rows:scale:2'],
    answers: { 'rows:scale:2': 'by:10' },
    rows: [
      right('Rossi Lucia', '1', 'owner', 0, 'Millesimi=6250000'),
      right('Verdi Ugo', '2', 'owner', 0, 'Millesimi=3750000'),
    ],
  },
  {
    name: 'Two tables of weights with one name',
    kind: 'registry',
    sheets: one(
      ['Int.', 'Proprietario', 'Millesimi', 'Millesimi'],
      ['1', 'Rossi Lucia', 600, 400],
      ['2', 'Verdi Ugo', 400, 600],
    ),
    rows: [
      right('Rossi Lucia', '1', 'owner', 0, 'Millesimi (C)=6000000,Millesimi (D)=4000000'),
      right('Verdi Ugo', '2', 'owner', 0, 'Millesimi (C)=4000000,Millesimi (D)=6000000'),
    ],
  },
  {
    name: 'Surname or company in one column, first name in another',
    kind: 'registry',
    sheets: one(
      ['Int.', 'Cognome o ragione sociale', 'Nome'],
      ['1', 'Costa e Silva', 'Maria'],
      ['2', 'Immobiliare Sole Srl', null],
    ),
    rows: [right('Costa e Silva Maria', '1'), right('Immobiliare Sole Srl', '2')],
  },
  {
    name: 'Telephone beside mobile, each in some rows',
    kind: 'registry',
    sheets: one(
      ['Int.', 'Nominativo', 'Telefono', 'Cellulare'],
      ['1', 'Rossi Lucia', '051 123456', null],
      ['2', 'Verdi Ugo', null, '347 1234567'],
    ),
    rows: [right('Rossi Lucia', '1'), right('Verdi Ugo', '2')],
  },
  {
    name: 'A second column of e-mails',
    kind: 'registry',
    sheets: one(
      ['Int.', 'Nominativo', 'E-mail', 'E-mail 2'],
      ['1', 'Rossi Lucia', 'lucia@example.it', 'rossi@example.it'],
    ),
    rows: [right('Rossi Lucia', '1')],
    notes: /indirizzi e-mail oltre al primo.*rossi@example\.it/,
  },
  {
    name: 'Certified addresses among the e-mails, and the other way round',
    kind: 'registry',
    sheets: one(
      ['Int.', 'Nominativo', 'E-mail', 'PEC'],
      ['1', 'Rossi Lucia', 'lucia@ingpec.eu', null],
      ['2', 'Verdi Ugo', null, 'ugo@gmail.com'],
    ),
    asks: ['rows:pec', 'rows:no_pec'],
    answers: { 'rows:pec': 'pec', 'rows:no_pec': 'email' },
    rows: [right('Rossi Lucia', '1'), right('Verdi Ugo', '2')],
  },
  {
    name: 'One e-mail for people of two units',
    kind: 'registry',
    sheets: one(
      ['Int.', 'Nominativo', 'E-mail'],
      ['1', 'Rossi Lucia', 'casa@example.it'],
      ['2', 'Verdi Ugo', 'casa@example.it'],
    ),
    asks: ['rows:shared_email'],
    answers: { 'rows:shared_email': 'both' },
    rows: [right('Rossi Lucia', '1'), right('Verdi Ugo', '2')],
  },
  {
    name: 'One name in two units with two telephones',
    kind: 'registry',
    sheets: one(
      ['Int.', 'Nominativo', 'Telefono'],
      ['1', 'Rossi Mario', '051 111111'],
      ['2', 'Rossi Mario', '347 2222222'],
    ),
    asks: ['rows:homonyms'],
    answers: { 'rows:homonyms': 'same' },
    rows: [right('Rossi Mario', '1'), right('Rossi Mario', '2')],
  },
  {
    name: 'A person struck through, and a telephone',
    kind: 'registry',
    sheets: one(
      ['Int.', 'Nominativo', 'Telefono'],
      ['1', { text: 'Rossi Lucia', struck: true }, '051 111111'],
      ['1', 'Verdi Ugo', { text: '347 2222222', struck: true }],
    ),
    asks: ['rows:struck', 'rows:struck_cells'],
    answers: { 'rows:struck': 'skip', 'rows:struck_cells': 'skip' },
    rows: [right('Verdi Ugo', '1')],
  },
  {
    name: 'A balance and a debt that come on top of each other',
    kind: 'registry',
    sheets: one(
      ['Int.', 'Proprietario', 'Saldo precedente', 'Debito'],
      ['1', 'Rossi Lucia', -100, 50],
      ['2', 'Verdi Ugo', 20, null],
    ),
    asks: ['sign', 'two_balances'],
    answers: { sign: 'negative', two_balances: 'sum' },
    rows: [right('Rossi Lucia', '1', 'owner', -15_000), right('Verdi Ugo', '2', 'owner', 2_000)],
  },
]
