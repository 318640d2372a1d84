import { aurora, day, header, neri, one, rossi, type SheetShape, verdi } from './sheet-shapes.ts'

const line = (who: string, cents: number, due = '2027-01-31') => `${aurora} | ${who} | ${due} | ${cents}`
const rossiPays = line('Rossi Lucia', 10_000)
const verdiPays = line('Verdi Ugo', 8_000)

/** Amounts and days that are written in another way than they are meant. */
export const writtenShapes: SheetShape[] = [
  {
    name: 'Amounts with a point before the cents',
    sheets: one([[aurora], header, rossi('1,100.50'), verdi('80.00')]),
    asks: ['decimals'],
    answers: { decimals: 'point' },
    rows: [line('Rossi Lucia', 110_050), verdiPays],
  },
  {
    name: 'Amounts such as 1.234, which may be a thousand or one',
    sheets: one([[aurora], header, rossi('1.100'), verdi('2.080')]),
    asks: ['decimals'],
    answers: { decimals: 'comma' },
    rows: [line('Rossi Lucia', 110_000), line('Verdi Ugo', 208_000)],
  },
  {
    name: 'Days with the month first',
    sheets: one([
      [aurora],
      header,
      ['Rossi Lucia', '1', '01/31/2027', 100],
      ['Verdi Ugo', '2', '02/03/2027', 80],
    ]),
    asks: ['date_order'],
    answers: { date_order: 'month_first' },
    rows: [rossiPays, line('Verdi Ugo', 8_000, '2027-02-03')],
  },
  {
    name: 'Days that a program has turned round, beside days as text',
    sheets: one([
      [aurora],
      header,
      ['Rossi Lucia', '1', '31/01/2027', 100],
      ['Verdi Ugo', '2', day('2027-02-01'), 80],
    ]),
    asks: ['date_order'],
    answers: { date_order: 'swapped' },
    rows: [rossiPays, line('Verdi Ugo', 8_000, '2027-01-02')],
  },
  {
    name: 'Another currency in the title',
    sheets: one([[aurora], ['Importi in CHF'], header, rossi(), verdi()]),
    asks: ['money'],
    answers: { money: 'euro' },
    rows: [rossiPays, verdiPays],
  },
  {
    name: 'Cents below the header',
    sheets: one([
      [aurora],
      ['Nominativo', 'Int.', 'Scadenza', 'Importo (cent.)'],
      rossi(10_000),
      verdi(8_000),
    ]),
    asks: ['money'],
    answers: { money: 'cents' },
    rows: [rossiPays, verdiPays],
  },
  {
    name: 'A title that speaks of what was paid',
    sheets: one([[`${aurora} – incassi di gennaio`], header, rossi(), verdi()]),
    asks: ['matter'],
    answers: { matter: 'yes' },
    rows: [rossiPays, verdiPays],
  },
  {
    name: 'Thousands that only the number format shows',
    sheets: one([
      [aurora],
      header,
      rossi({ number: 1_500, shown: 'in thousands' }),
      verdi({ number: 2_500, shown: 'in thousands' }),
    ]),
    asks: ['rows:shown:3'],
    answers: { 'rows:shown:3': 'value' },
    rows: [line('Rossi Lucia', 150_000), line('Verdi Ugo', 250_000)],
  },
  {
    name: 'A minus that only the number format shows',
    sheets: one([[aurora], header, rossi({ number: 100, shown: 'with a minus' }), verdi()]),
    asks: ['rows:shown:3'],
    answers: { 'rows:shown:3': 'skip' },
    rows: [verdiPays],
  },
  {
    name: 'Francs that only the number format shows',
    sheets: one([[aurora], header, rossi({ number: 100, shown: 'in francs' }), verdi()]),
    asks: ['rows:shown:3'],
    answers: { 'rows:shown:3': 'value' },
    rows: [rossiPays, verdiPays],
  },
  {
    name: 'A number that its format shows as paid',
    sheets: one([[aurora], header, rossi({ number: 100, shown: 'as paid' }), verdi(), neri()]),
    asks: ['rows:shown:3'],
    answers: { 'rows:shown:3': 'skip' },
    rows: [verdiPays, line('Neri Ada', 6_000)],
  },
  {
    name: 'Cents that the number format hides',
    sheets: one([
      [aurora],
      header,
      rossi({ number: 99.6, shown: 'in whole euros' }),
      verdi({ number: 80, shown: 'in whole euros' }),
    ]),
    asks: ['rows:shown:3'],
    answers: { 'rows:shown:3': 'shown' },
    rows: [rossiPays, verdiPays],
  },
  {
    name: 'Due dates of which only the month is shown',
    sheets: one([
      [aurora],
      header,
      ['Rossi Lucia', '1', { month_of: '2027-01-01' }, 100],
      ['Verdi Ugo', '2', { month_of: '2027-02-01' }, 80],
    ]),
    asks: ['rows:month:2'],
    answers: { 'rows:month:2': 'last' },
    rows: [rossiPays, line('Verdi Ugo', 8_000, '2027-02-28')],
  },
]
