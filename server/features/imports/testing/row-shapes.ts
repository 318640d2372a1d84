import { aurora, day, header, neri, one, rossi, type SheetShape, verdi } from './sheet-shapes.ts'

const line = (building: string, who: string, cents: number, due = '2027-01-31') =>
  `${building} | ${who} | ${due} | ${cents}`

/** Rows that the file marks as paid or cancelled, shares of a whole year, and buildings that only their address tells apart. */
export const rowShapes: SheetShape[] = [
  {
    name: 'Two buildings of one name in two streets',
    sheets: [
      { name: 'Foglio1', rows: [[`${aurora} – Via Po 3`], header, rossi()] },
      { name: 'Foglio2', rows: [[`${aurora} (Via Dora 8)`], header, neri()] },
    ],
    rows: [
      line(`${aurora}, Via Po 3`, 'Rossi Lucia', 10_000),
      line(`${aurora}, Via Dora 8`, 'Neri Ada', 6_000),
    ],
  },
  {
    name: 'The address of the building in a line of its own',
    sheets: [
      { name: 'Foglio1', rows: [[aurora], ['Via Po 3 – Torino'], header, rossi()] },
      { name: 'Foglio2', rows: [[aurora], ['Via Dora 8 – Torino'], header, neri()] },
    ],
    rows: [
      line(`${aurora}, Via Po 3 – Torino`, 'Rossi Lucia', 10_000),
      line(`${aurora}, Via Dora 8 – Torino`, 'Neri Ada', 6_000),
    ],
  },
  {
    name: 'A sentence with the word condominium and no name',
    sheets: one([['Riunione di condominio del 12/01/2027'], header, rossi()]),
    asks: ['condominium'],
    answers: { condominium: `name:${aurora}` },
    rows: [line(aurora, 'Rossi Lucia', 10_000)],
  },
  {
    name: 'The name of the next building with its sum, between the rows',
    sheets: one([
      [aurora],
      ['Int.', 'Nominativo', 'Scadenza', 'Importo'],
      ['1', 'Rossi Lucia', day('2027-01-31'), 100],
      ['Condominio Corso Garibaldi 18', null, null, 60],
      ['1', 'Neri Ada', day('2027-01-31'), 60],
    ]),
    rows: [line(aurora, 'Rossi Lucia', 10_000), line('Condominio Corso Garibaldi 18', 'Neri Ada', 6_000)],
  },
  {
    name: 'A column that says which bills are paid',
    sheets: one([[aurora], [...header, 'Pagata'], [...rossi(), 'SI'], [...verdi(), 'NO']]),
    asks: ['marked_rows'],
    answers: { marked_rows: 'skip' },
    rows: [line(aurora, 'Verdi Ugo', 8_000)],
  },
  {
    name: 'Bills, credit notes and cancelled bills in one list',
    sheets: one([
      [aurora],
      [...header, 'Tipo documento'],
      [...rossi(), 'Bolletta'],
      [...verdi(), 'Nota di credito'],
      [...neri(), 'ANNULLATA'],
    ]),
    asks: ['marked_rows'],
    answers: { marked_rows: 'only:Bolletta' },
    rows: [line(aurora, 'Rossi Lucia', 10_000)],
  },
  {
    name: 'A column of amounts paid already',
    sheets: one([
      [aurora],
      [...header, 'Già versato'],
      [...rossi(), 40],
      [...verdi(), null],
      [...neri(), 60],
    ]),
    asks: ['marked_rows'],
    answers: { marked_rows: 'rest' },
    rows: [line(aurora, 'Rossi Lucia', 6_000), line(aurora, 'Verdi Ugo', 8_000)],
  },
  {
    name: 'A column of debit and credit beside the amounts',
    sheets: one([[aurora], [...header, 'D/A'], [...rossi(), 'D'], [...verdi(), 'A']]),
    asks: ['marked_rows'],
    answers: { marked_rows: 'only:D' },
    rows: [line(aurora, 'Rossi Lucia', 10_000)],
  },
  {
    name: 'A column of debit and credit beside the balances of a registry',
    kind: 'registry',
    sheets: one([
      [aurora],
      ['Int.', 'Nominativo', 'Qualità', 'Saldo', 'D/A'],
      ['1', 'Rossi Lucia', 'Proprietario', 70, 'D'],
      ['2', 'Verdi Ugo', 'Proprietario', 30, 'A'],
    ]),
    asks: ['marked_rows', 'sign'],
    answers: { marked_rows: 'owed:D' },
    rows: [
      `${aurora} | Rossi Lucia |  | -7000 | 1 | owner | `,
      `${aurora} | Verdi Ugo |  | 3000 | 2 | owner | `,
    ],
  },
  {
    name: 'The amount of a whole year with the number of its instalments',
    sheets: one([
      [aurora],
      ['Nominativo', 'Int.', 'Importo annuo', 'N. rate', 'Prima scadenza'],
      ['Rossi Lucia', '1', 400, 4, day('2027-01-31')],
    ]),
    asks: ['annual'],
    answers: { annual: 'yes' },
    rows: [line(aurora, 'Rossi Lucia', 40_000)],
  },
  {
    name: 'Months as dates on the first of each month',
    sheets: one([
      [aurora],
      ['Nominativo', 'Int.', day('2027-01-01'), day('2027-02-01')],
      ['Rossi Lucia', '1', 10, 20],
    ]),
    asks: ['due_dates'],
    answers: { due_dates: 'yes' },
    rows: [
      line(aurora, 'Rossi Lucia', 1_000, '2027-01-01'),
      line(aurora, 'Rossi Lucia', 2_000, '2027-02-01'),
    ],
  },
  {
    name: 'A column of buildings with numbers only',
    sheets: one([
      ['Edificio', ...header],
      [1, ...rossi()],
      [2, ...neri()],
    ]),
    asks: ['building_codes'],
  },
  {
    name: 'The parts of one condominium, numbered in a column',
    sheets: one([[aurora], ['Edificio', ...header], [1, ...rossi()], [2, ...neri()]]),
    asks: ['building_codes'],
    answers: { building_codes: 'parts' },
    rows: [line(aurora, 'Rossi Lucia', 10_000), line(aurora, 'Neri Ada', 6_000)],
  },
]
