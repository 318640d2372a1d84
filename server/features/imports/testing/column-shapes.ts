import { aurora, day, header, one, rossi, type SheetShape, verdi } from './sheet-shapes.ts'

const line = (who: string, cents: number, due = '2027-01-31') => `${aurora} | ${who} | ${due} | ${cents}`

/** Columns of money beside the amount, and columns whose use only a person knows. */
export const columnShapes: SheetShape[] = [
  {
    name: 'Late fees and reminder costs beside the amount, without a total',
    sheets: one([
      [aurora],
      [...header, 'Interessi di mora', 'Spese sollecito'],
      [...rossi(), 3.2, 5],
      [...verdi(), null, null],
    ]),
    asks: ['extra:4', 'extra:5'],
    answers: { 'extra:4': 'part', 'extra:5': 'part' },
    rows: [line('Rossi Lucia', 10_820), line('Verdi Ugo', 8_000)],
  },
  {
    name: 'Amount and stamp duty, with their total',
    sheets: one([[aurora], [...header, 'Bollo', 'Totale avviso'], [...rossi(), 2, 102], [...verdi(), 2, 82]]),
    asks: ['amount'],
    answers: { amount: '5' },
    rows: [line('Rossi Lucia', 10_200), line('Verdi Ugo', 8_200)],
  },
  {
    name: 'Kinds of expense that add up to the total',
    sheets: one([
      [aurora],
      ['Nominativo', 'Int.', 'Scadenza', 'Spese generali', 'Riscaldamento', 'Acqua', 'Totale'],
      ['Rossi Lucia', '1', day('2027-01-31'), 50, 40, 10, 100],
      ['Verdi Ugo', '2', day('2027-01-31'), 40, 30, 10, 80],
    ]),
    rows: [line('Rossi Lucia', 10_000), line('Verdi Ugo', 8_000)],
  },
  {
    name: 'Three shares and no total',
    sheets: one([
      [aurora],
      ['Nominativo', 'Int.', 'Scadenza', 'Quota ordinaria', 'Quota riscaldamento', 'Quota acqua'],
      ['Rossi Lucia', '1', day('2027-01-31'), 50, 40, 10],
    ]),
    asks: ['amount'],
    answers: { amount: 'sum' },
    rows: [line('Rossi Lucia', 10_000)],
  },
  {
    name: 'Columns without a known name that add up to the total',
    sheets: one([
      [aurora],
      ['Nominativo', 'Int.', 'Scadenza', 'R1', 'R2', 'Totale'],
      ['Rossi Lucia', '1', day('2027-01-31'), 60, 40, 100],
      ['Verdi Ugo', '2', day('2027-01-31'), 50, 30, 80],
    ]),
    asks: ['instalments'],
    answers: { instalments: 'no' },
    rows: [line('Rossi Lucia', 10_000), line('Verdi Ugo', 8_000)],
  },
  {
    name: 'Debit and credit in two columns',
    sheets: one([
      [aurora],
      ['Nominativo', 'Int.', 'Scadenza', 'Dare', 'Avere'],
      ['Rossi Lucia', '1', day('2027-01-31'), 100, null],
      ['Verdi Ugo', '2', day('2027-01-31'), 80, 20],
    ]),
    asks: ['marked_rows'],
    answers: { marked_rows: 'rest' },
    rows: [line('Rossi Lucia', 10_000), line('Verdi Ugo', 6_000)],
  },
  {
    name: 'A column with a cross in some rows, below a header that tells nothing',
    sheets: one([[aurora], [...header, 'P'], [...rossi(), 'x'], verdi()]),
    asks: ['column:4'],
    answers: { 'column:4': 'skip_filled' },
    rows: [line('Verdi Ugo', 8_000)],
  },
  {
    name: 'Notes, phone, floor and thousandths beside a plain list',
    sheets: one([
      [aurora],
      [...header, 'Piano', 'Mill.', 'Telefono', 'Note'],
      [...rossi(), 'T', 512.5, '051 123456', 'citofonare'],
      [...verdi(), '1', 487.5, null, null],
    ]),
    rows: [line('Rossi Lucia', 10_000), line('Verdi Ugo', 8_000)],
  },
  {
    name: 'A note that says paid in other words',
    sheets: one([[aurora], [...header, 'Note'], [...rossi(), 'Bonificata il 10/01'], verdi()]),
    asks: ['marked_rows'],
    answers: { marked_rows: 'skip' },
    rows: [line('Verdi Ugo', 8_000)],
  },
  {
    name: 'Two equal rows without a number',
    sheets: one([[aurora], header, rossi(), rossi(), verdi()]),
    asks: ['rows:equal'],
    answers: { 'rows:equal': 'both' },
    rows: [line('Rossi Lucia', 10_000), line('Rossi Lucia', 10_000), line('Verdi Ugo', 8_000)],
  },
  {
    name: 'A total under a name of its own',
    sheets: one([[aurora], header, rossi(), verdi(), ['Tutti i condomini', null, day('2027-01-31'), 180]]),
    asks: ['rows:odd'],
    answers: { 'rows:odd': 'skip' },
    rows: [line('Rossi Lucia', 10_000), line('Verdi Ugo', 8_000)],
  },
  {
    name: 'A company whose name begins like a total',
    sheets: one([[aurora], header, rossi(), ['Totale Servizi Srl', null, day('2027-01-31'), 80]]),
    asks: ['rows:odd'],
    answers: { 'rows:odd': 'read' },
    rows: [line('Rossi Lucia', 10_000), line('Totale Servizi Srl', 8_000)],
  },
  {
    name: 'A heading between the rows that says they are paid',
    sheets: one([[aurora], header, rossi(), ['Rate già saldate'], verdi()]),
    asks: ['headings'],
    answers: { headings: 'skip' },
    rows: [line('Rossi Lucia', 10_000)],
  },
]
