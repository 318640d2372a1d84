import { formatEuro } from '@saldo/domain/money'
import { countOf } from '../read/column-words.ts'
import type { OddRows } from '../read/recognise-columns.ts'
import type { Doubt } from '../read/row-doubts.ts'

/** A row that may be a total or no person: `read` or `skip`. */
export const ODD: Doubt = {
  question: 'rows:odd',
  text: ({ rows, examples }) =>
    rows === 1
      ? `Una riga è diversa dalle altre (${examples}): è una persona che deve pagare?`
      : `${countOf(rows)} sono diverse dalle altre (${examples}): sono persone che devono pagare?`,
  options: [
    { value: 'read', label: 'Sì, si chiede come alle altre', detail: null },
    { value: 'skip', label: 'No, è un totale o un riepilogo', detail: 'resta fuori' },
  ],
  proposal: 'skip',
}

/** An amount alone that is no sum of the rows above: a `total`, or a `bill` whose name is missing. */
export const NO_TOTAL: Doubt = {
  question: 'rows:no_total',
  text: ({ inRows, examples }) =>
    `C’è un importo senza nome ${inRows}, e non è la somma delle righe sopra (${examples}): che cos’è?`,
  options: [
    { value: 'bill', label: 'Una bolletta a cui manca il nome', detail: 'la riga resta da correggere' },
    { value: 'total', label: 'Un totale: non si chiede', detail: null },
  ],
  proposal: 'total',
}

/** A row that says the same as another one, without a number that tells them apart: `one` bill or `both`. */
export const EQUAL: Doubt = {
  question: 'rows:equal',
  text: ({ rows, examples }) =>
    rows === 1
      ? `Una riga è uguale a un’altra (${examples}): sono due bollette o una sola?`
      : `${countOf(rows)} sono uguali ad altre (${examples}): ognuna è una bolletta?`,
  options: [
    { value: 'one', label: 'È la stessa bolletta: si chiede una volta', detail: null },
    { value: 'both', label: 'Sono bollette diverse: si chiedono tutte', detail: null },
  ],
  proposal: 'one',
}

/** A total that is not the sum of the rows. */
export const WRONG_TOTAL: Doubt = {
  question: 'rows:totals',
  text: ({ examples }) => `Il totale del foglio non torna con le righe: ${examples}. Importo lo stesso?`,
  options: [
    {
      value: 'yes',
      label: 'Sì, gli importi delle righe sono giusti',
      detail: 'altrimenti correggi il file e caricalo di nuovo',
    },
  ],
  proposal: 'yes',
}

/** Two names on two lines of a cell: they owe the bill `together`, or only the `first` does. */
export const TWO_LINES: Doubt = {
  question: 'rows:two_names',
  text: ({ inRows, examples }) =>
    `Nella cella del nome, ${inRows}, ci sono due nomi uno sotto l’altro (${examples}): di chi è la bolletta?`,
  options: [
    { value: 'together', label: 'Di tutti e due insieme', detail: 'una bolletta sola, con i due nomi' },
    { value: 'first', label: 'Solo del primo', detail: null },
  ],
  proposal: 'together',
}

/** The total of a row that is not the sum of its instalments. */
export const WRONG_ROW_TOTAL: Doubt = {
  question: 'rows:row_totals',
  text: ({ inRows, examples }) =>
    `Il totale scritto ${inRows} non è la somma delle rate (${examples}): chiedo le rate come sono scritte?`,
  options: [
    {
      value: 'yes',
      label: 'Sì, gli importi delle rate sono giusti',
      detail: 'altrimenti correggi il file e caricalo di nuovo',
    },
  ],
  proposal: 'yes',
}

/** `scritto 200,00 €, le righe sommano 180,00 €` */
export const totalInWords = ({
  written,
  found,
}: Pick<OddRows['totals'][number], 'written' | 'found'>): string =>
  `scritto ${formatEuro(written)}, le righe sommano ${formatEuro(found)}`
