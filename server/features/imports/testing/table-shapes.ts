import { aurora, day, header, neri, one, rossi, type SheetShape, verdi } from './sheet-shapes.ts'

const line = (who: string, cents: number, due = '2027-01-31') => `${aurora} | ${who} | ${due} | ${cents}`
const all = [line('Rossi Lucia', 10_000), line('Verdi Ugo', 8_000)]
const march = (name: string, unit: string, euro: number) => [name, unit, day('2027-03-31'), euro]

/** Several tables about the same people: copies, summaries, the next instalment, another kind of expense. */
export const tableShapes: SheetShape[] = [
  {
    name: 'A copy of the sheet with one amount changed',
    sheets: [
      { name: 'Rate', rows: [[aurora], header, rossi(), verdi()] },
      { name: 'Rate (2)', rows: [[aurora], header, rossi(), verdi(90)] },
    ],
    asks: ['repeats'],
    answers: { repeats: 'no' },
    rows: all,
  },
  {
    name: 'One sheet per instalment, with the same amounts',
    sheets: [
      { name: 'Rata 1', rows: [[aurora], header, rossi(), verdi()] },
      {
        name: 'Rata 2',
        rows: [[aurora], header, march('Rossi Lucia', '1', 100), march('Verdi Ugo', '2', 80)],
      },
    ],
    rows: [...all, line('Rossi Lucia', 10_000, '2027-03-31'), line('Verdi Ugo', 8_000, '2027-03-31')],
  },
  {
    name: 'Two kinds of expense in two sheets, due on the same day',
    sheets: [
      { name: 'Ordinaria', rows: [[aurora], header, rossi(), verdi()] },
      { name: 'Riscaldamento', rows: [[aurora], header, rossi(40), verdi(30)] },
    ],
    rows: [...all, line('Rossi Lucia', 4_000), line('Verdi Ugo', 3_000)],
  },
  {
    name: 'A sheet with the sums of the two before',
    sheets: [
      { name: 'Gennaio', rows: [[aurora], header, rossi(), verdi()] },
      {
        name: 'Marzo',
        rows: [[aurora], header, march('Rossi Lucia', '1', 50), march('Verdi Ugo', '2', 40)],
      },
      {
        name: 'Anno',
        rows: [
          [aurora],
          header,
          ['Rossi Lucia', '1', day('2027-12-31'), 150],
          ['Verdi Ugo', '2', day('2027-12-31'), 120],
        ],
      },
    ],
    asks: ['repeats'],
    answers: { repeats: 'no' },
    rows: [...all, line('Rossi Lucia', 5_000, '2027-03-31'), line('Verdi Ugo', 4_000, '2027-03-31')],
  },
  {
    name: 'Two years below each other with the same header',
    sheets: one([
      [`${aurora} 2026`],
      header,
      ['Rossi Lucia', '1', day('2026-11-30'), 90],
      ['Verdi Ugo', '2', day('2026-11-30'), 70],
      [`${aurora} 2027`],
      header,
      rossi(),
      verdi(),
    ]),
    asks: ['repeats'],
    answers: { repeats: 'no' },
    rows: all,
  },
  {
    name: 'Another building below the rows than in the title',
    sheets: one([[aurora], header, rossi(), verdi(), [], ['Condominio Le Querce']]),
    asks: ['condominium'],
    answers: { condominium: `name:${aurora}` },
    rows: all,
  },
  {
    name: 'A legend below the rows',
    sheets: one([[aurora], header, rossi(), verdi(), ['In verde: già pagati']]),
    asks: ['matter'],
    answers: { matter: 'yes' },
    rows: all,
  },
  {
    name: 'Notes that put off, share or reduce an amount',
    sheets: one([
      [aurora],
      [...header, 'Note'],
      [...rossi(), 'a rate'],
      [...verdi(), null],
      [...neri(), '-50 sconto'],
    ]),
    asks: ['marked_rows'],
    answers: { marked_rows: 'skip' },
    rows: [line('Verdi Ugo', 8_000)],
  },
  {
    name: 'Paid, in brackets behind the name',
    sheets: one([[aurora], header, ['Rossi Lucia (pagato)', '1', day('2027-01-31'), 100], verdi()]),
    asks: ['marked_rows'],
    answers: { marked_rows: 'skip' },
    rows: [line('Verdi Ugo', 8_000)],
  },
  {
    name: 'Two names on two lines of one cell',
    sheets: one([[aurora], header, ['Rossi Lucia\nBianchi Ivo', '1', day('2027-01-31'), 100], verdi()]),
    asks: ['rows:two_names'],
    answers: { 'rows:two_names': 'together' },
    rows: [line('Rossi Lucia e Bianchi Ivo', 10_000), line('Verdi Ugo', 8_000)],
  },
  {
    name: 'A signature below the due dates',
    sheets: one([
      [aurora],
      header,
      rossi(),
      verdi(),
      [null, null, 'L’Amministratore'],
      [null, null, 'Rag. Carlo Bianchi'],
    ]),
    rows: all,
  },
  {
    name: 'A column of buildings with letters below a title',
    sheets: one([[aurora], ['Edificio', ...header], ['A', ...rossi()], ['B', ...verdi()]]),
    asks: ['building_codes'],
    answers: { building_codes: 'parts' },
    rows: all,
  },
  {
    name: 'A column that counts the rows, and one of titles',
    sheets: one([
      [aurora],
      ['N.', 'Titolo', ...header, 'Ruolo'],
      [1, 'Dott.', ...rossi(), 'Proprietario'],
      [2, 'Sig.', ...verdi(), 'Inquilino'],
    ]),
    rows: all,
  },
]
