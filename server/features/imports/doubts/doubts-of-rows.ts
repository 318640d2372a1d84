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

/** Two people of one unit with a bill of the same day: `each` has one, or a row is wrong. */
export const TWO_OF_A_UNIT: Doubt = {
  question: 'rows:two_of_a_unit',
  text: ({ inRows, examples }) =>
    `Unità e scadenza, ${inRows}, sono quelle di un’altra riga con un altro nome (${examples}): ognuno ha la sua bolletta?`,
  options: [
    { value: 'each', label: 'Sì, ognuno paga la sua', detail: 'per esempio proprietario e inquilino' },
    { value: 'no', label: 'No, c’è un errore', detail: 'le righe restano da correggere' },
  ],
  proposal: 'each',
}

/** A row without a name below one that has it: `above` is whose it is. */
export const NAME_ABOVE: Doubt = {
  question: 'rows:name_above',
  text: ({ inRows, examples }) => `Il nome manca, ${inRows} (${examples}): è quello scritto sopra?`,
  options: [
    { value: 'above', label: 'Sì, è la persona della riga sopra', detail: null },
    { value: 'no', label: 'No', detail: 'le righe restano da correggere' },
  ],
  proposal: 'above',
}

/** A row without a due date below one that has it. */
export const DUE_ABOVE: Doubt = {
  question: 'rows:due_above',
  text: ({ inRows, examples }) => `La scadenza manca, ${inRows} (${examples}): è quella scritta sopra?`,
  options: [
    { value: 'above', label: 'Sì, quella della riga sopra', detail: null },
    { value: 'no', label: 'No', detail: 'le righe restano da correggere' },
  ],
  proposal: 'above',
}

/** A comment on a cell that says that something is not owed, put off or changed. */
export const COMMENTED: Doubt = {
  question: 'rows:commented',
  text: ({ inRows, examples }) =>
    `In un commento, ${inRows}, c’è scritto qualcosa che può cambiare quello che si chiede (${examples}): queste righe vanno chieste?`,
  options: [
    { value: 'read', label: 'Sì, per l’intero importo', detail: null },
    { value: 'skip', label: 'No, restano fuori', detail: null },
  ],
  proposal: null,
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
