import { aurora, day, one, over, type SheetShape } from './sheet-shapes.ts'

/** Instalments side by side: headed by numbers, days or months, or as pairs of due date and amount. */
export const instalmentShapes: SheetShape[] = [
  {
    name: 'Instalments headed by number and date',
    sheets: one([
      [aurora],
      ['Int.', 'Nominativo', '1^ rata scad. 31/01/27', '2^ rata scad. 31/03/27', 'Totale'],
      ['1', 'Rossi Lucia', 100, 50, 150],
    ]),
    rows: [`${aurora} | Rossi Lucia | 2027-01-31 | 10000`, `${aurora} | Rossi Lucia | 2027-03-31 | 5000`],
  },
  {
    name: 'Numbered instalments whose dates stand in the title',
    sheets: one([
      [aurora],
      ['Scadenze: 31/01/2027, 31/03/2027, 30/06/2027 e 30/09/2027'],
      ['Int.', 'Nominativo', 'I RATA', 'II RATA', 'III RATA', 'IV RATA'],
      ['1', 'Rossi Lucia', 100, 50, 50, 50],
    ]),
    asks: ['due_dates'],
    answers: { due_dates: 'yes' },
    rows: [
      `${aurora} | Rossi Lucia | 2027-01-31 | 10000`,
      `${aurora} | Rossi Lucia | 2027-03-31 | 5000`,
      `${aurora} | Rossi Lucia | 2027-06-30 | 5000`,
      `${aurora} | Rossi Lucia | 2027-09-30 | 5000`,
    ],
  },
  {
    name: 'Numbered instalments with their dates in the row above',
    sheets: one([
      [aurora],
      [null, null, day('2027-01-31'), day('2027-03-31')],
      ['Int.', 'Nominativo', 'Rata 1', 'Rata 2'],
      ['1', 'Rossi Lucia', 100, 50],
    ]),
    rows: [`${aurora} | Rossi Lucia | 2027-01-31 | 10000`, `${aurora} | Rossi Lucia | 2027-03-31 | 5000`],
  },
  {
    name: 'Numbered instalments without any date',
    sheets: one([
      [aurora],
      ['Int.', 'Nominativo', 'Prima rata', 'Seconda rata'],
      ['1', 'Rossi Lucia', 100, 50],
    ]),
    asks: ['due_dates'],
  },
  {
    name: 'Pairs of due date and amount below merged headings of instalments',
    sheets: one([
      [aurora],
      [null, null, over('1ª rata', 2), over('2ª rata', 2)],
      ['Int.', 'Nominativo', 'Scadenza', 'Importo', 'Scadenza', 'Importo'],
      ['1', 'Rossi Lucia', day('2027-01-31'), 100, day('2027-03-31'), 50],
      ['2', 'Verdi Ugo', day('2027-02-15'), 80, null, null],
    ]),
    rows: [
      `${aurora} | Rossi Lucia | 2027-01-31 | 10000`,
      `${aurora} | Rossi Lucia | 2027-03-31 | 5000`,
      `${aurora} | Verdi Ugo | 2027-02-15 | 8000`,
    ],
  },
  {
    name: 'Pairs of due date and amount of two years',
    sheets: one([
      [aurora],
      ['Int.', 'Nominativo', 'Scadenza 2026', 'Importo 2026', 'Scadenza 2027', 'Importo 2027'],
      ['1', 'Rossi Lucia', day('2026-12-31'), 90, day('2027-01-31'), 100],
    ]),
    asks: ['pairs'],
    answers: { pairs: '5' },
    rows: [`${aurora} | Rossi Lucia | 2027-01-31 | 10000`],
  },
  {
    name: 'Months across a year’s end',
    sheets: one([
      ['Condominio Aurora – esercizio 2026/2027'],
      ['Int.', 'Nominativo', 'Novembre', 'Dicembre', 'Gennaio'],
      ['1', 'Rossi Lucia', 10, 20, 30],
    ]),
    asks: ['due_dates'],
    answers: { due_dates: 'yes' },
    rows: [
      `${aurora} | Rossi Lucia | 2026-11-30 | 1000`,
      `${aurora} | Rossi Lucia | 2026-12-31 | 2000`,
      `${aurora} | Rossi Lucia | 2027-01-31 | 3000`,
    ],
  },
  {
    name: 'A total of the row that is not the sum of its instalments',
    sheets: one([
      [aurora],
      ['Int.', 'Nominativo', day('2027-01-31'), day('2027-03-31'), 'Totale'],
      ['1', 'Rossi Lucia', 100, 50, 150],
      ['2', 'Verdi Ugo', 80, 40, 130],
    ]),
    asks: ['rows:row_totals'],
    answers: { 'rows:row_totals': 'yes' },
    rows: [
      `${aurora} | Rossi Lucia | 2027-01-31 | 10000`,
      `${aurora} | Rossi Lucia | 2027-03-31 | 5000`,
      `${aurora} | Verdi Ugo | 2027-01-31 | 8000`,
      `${aurora} | Verdi Ugo | 2027-03-31 | 4000`,
    ],
  },
]
