import { fold } from '@saldo/domain/fold'
import { type Cell, cellAmount, cellText, nearestAmount } from '../spreadsheet/cells.ts'
import type { RecognisedColumn } from './recognise-columns.ts'

/**
 * Rows that the file itself marks as paid, cancelled, a credit note or otherwise to be asked for, and columns that say what a row is: whether and how
 * they are asked for is a person's decision. `marked`: how many rows say that nothing is owed, in which words. `paid`:
 * cents in columns such as "Versato". `state`: a column with a few different words, such as "Stato" or "D/A".
 */
export type RowMarks = {
  rows: number
  marked: { rows: number; words: string[] }
  paid: number
  state: { name: string; values: { text: string; rows: number }[] } | null
}

/**
 * What to do with marked rows: `read` all, `skip` the marked ones, ask the `rest` after what is paid, `only:` the rows
 * with a word in the state column; `owed:` in a registry the word of those who owe their balance.
 */
export type MarksAnswer = string

/** Reads the marks of single rows. `mark` is the word that says that nothing is owed; null: the row is like any other. */
export function markReader(columns: readonly RecognisedColumn[]) {
  const unread = columns.filter(({ field }) => field === null)
  const paid = unread.filter(({ header }) => saysPaid(header))
  const state = unread.find(({ header }) => saysState(header))
  const texts = columns.filter(({ field }) => field === null || field === 'notes' || field === 'description')
  const names = columns.filter(({ field }) => NAMES.has(field ?? ''))

  return {
    state,
    mark(cells: readonly (Cell | undefined)[]): string | null {
      for (const { index, field } of texts) {
        const cell = cells[index]
        if (cell?.kind === 'text' && isSettled(cell.value, field !== 'description'))
          return cellText(cell).slice(0, 40)
      }
      for (const { index } of names) {
        const text = cellText(cells[index])
        const aside = fold(/\(([^)]*)\)/.exec(text)?.[1] ?? '')
        if (SETTLED.test(fold(text)) || SETTLED_NOTE.test(aside) || MARKED_NAME.test(text))
          return text.slice(0, 40)
      }
      const said = paid.find(({ index }) => isYes(cells[index]))
      return said ? `${said.header}: ${cellText(cells[said.index])}`.slice(0, 40) : null
    },
    /** Adds up the amounts in the columns of payments ("Versato") of one row, in cents. */
    paid: (cells: readonly (Cell | undefined)[]): number =>
      paid.reduce((sum, { index }) => sum + (isYes(cells[index]) ? 0 : (centsIn(cells[index]) ?? 0)), 0),
    stateOf: (cells: readonly (Cell | undefined)[]): string =>
      state ? cellText(cells[state.index]).slice(0, 40) : '',
  }
}

/** Applies a person's answer to the rows of a table. */
export function marksApplied(columns: readonly RecognisedColumn[], answer: MarksAnswer) {
  const reader = markReader(columns)
  const [what = '', word = ''] = [answer.split(':', 1)[0], answer.slice(answer.indexOf(':') + 1)]
  const balance = columns.find(({ field }) => field === 'opening_balance')
  return {
    leavesOut: (cells: readonly (Cell | undefined)[]): boolean =>
      (what === 'skip' && reader.mark(cells) !== null) || (what === 'only' && reader.stateOf(cells) !== word),
    /** Gives the balance its sign: below zero for those who owe. */
    sign(cells: (Cell | undefined)[]): void {
      const cents = balance && what === 'owed' ? centsIn(cells[balance.index]) : null
      if (!balance || cents === null) return
      const value = ((reader.stateOf(cells) === word ? -1 : 1) * Math.abs(cents)) / 100
      cells[balance.index] = { column: balance.index, kind: 'number', value }
    },
    /** The cents that the row's columns say are paid; 0 unless the person chose to ask for the rest. */
    paid: (cells: readonly (Cell | undefined)[]): number =>
      what === 'rest' && !asksTheRest(columns) ? reader.paid(cells) : 0,
  }
}

/** Counts the marks of all rows of a table; null when there is nothing to ask. */
export function rowMarks(columns: readonly RecognisedColumn[]) {
  const reader = markReader(columns)
  const words = new Set<string>()
  const values = new Map<string, number>()
  let [rows, marked, paid] = [0, 0, 0]
  return {
    add(cells: readonly (Cell | undefined)[]): void {
      rows++
      paid += reader.paid(cells)
      const mark = reader.mark(cells)
      if (mark !== null) {
        marked++
        if (words.size < 4) words.add(mark)
      }
      const text = reader.stateOf(cells)
      if (values.size <= MOST_STATES) values.set(text, (values.get(text) ?? 0) + 1)
    },
    end(): RowMarks | null {
      const several = values.size > 1 && values.size <= MOST_STATES
      const state =
        reader.state && several
          ? { name: nameOf(reader.state), values: [...values].map(([text, rows]) => ({ text, rows })) }
          : null
      if (marked === 0 && paid === 0 && !state) return null
      return { rows, marked: { rows: marked, words: [...words] }, paid, state }
    },
  }
}

const nameOf = ({ letter, header }: RecognisedColumn): string => `${letter} «${header}»`

/** Whether the amount is what is left to pay already. */
export const asksTheRest = (columns: readonly RecognisedColumn[]): boolean =>
  columns.some(
    ({ field, header }) =>
      field === 'amount' &&
      /\b(?:residuo|restante|rest[ao]|saldo|da (?:pagare|versare|saldare)|dovuto)\b/.test(fold(header)),
  )

/** More different words than this are no states. */
const MOST_STATES = 6

const NOT = '(?<!\\b(?:non|da|mai) (?:ancora )?)'
const SETTLED = new RegExp(
  `${NOT}\\b(?:pagat|saldat|incassat|riscoss|quietanzat|annullat|stornat|sospes|bonificat|accreditat|compensat|abbuonat|condonat|rateizzat|contestat|vers?at)[oaie]\\b|\\bnot[ae] di (?:credito|accredito)\\b|^n\\/?c\\.?(?: |$)|\\b(?:storn|rimbors|accredit|abbuon)[oi]\\b|\\bquietanz[ae]\\b`,
)
/** In a column of notes also words that a description of expenses may have, too. */
const SETTLED_NOTE =
  /\b(?:ok|quietanz\w*|esent[ei]|esonerat[oaie]|evas[oaie]|chius[oaie]|duplicat[oaie]|doppion[ei]|errat[oaie]|bozza|vendut[oaie]|ricevut[oaie]|legale|avvocato|decreto|pignorament[oi]|rid|sdd|saldo|incass[oi]|pag|in parte|parzial\w+|acconto|credito|eliminat[oaie]|cancellat[oaie]|duplicat[oaie]|non (?:chiedere|emettere|sollecitare|inviare|dovut[oaie]|spedire|mandare))\b/
/** In a column of notes also words that put off, share, change or doubt an amount, and amounts. */
const CHANGES =
  /\b(?:a rate|\d rate|rateizz\w*|dilazion\w*|rientro|(?:in|a) (?:\d|due|tre|quattro) (?:volte|rate)|meta|mezz[oa]|scont[oi]|detra\w+|dedu\w+|toglie\w*|togli|in meno|aggiunge\w*|mora|rinvi\w+|prorog\w+|posticip\w+|anticip\w+|sospen\w+|scad\w* (?:il )?\d+|doppi[oa]|conguagl\w+|contest\w+|rived\w+|verific\w+|ricalcol\w+|corregg\w+|modificat\w+|decedut\w+|defunt\w+|ered[ei]|successione|fallit\w+|fallimento|cedut[oaie]|provvedut\w+|sistemat\w+|regolarizzat\w+|definit[oaie]|a posto|fatto|accord[oi]|transazione|stornare|paga|paghera|pagano|versera|pagherebbe|a carico|vedi (?:sotto|sopra|mail|accordo))\b|€|\beuro\b|(?:^|\s)[-+−]\s?\d|\d,\d\d\b/
/** A name with a sign behind it, which a legend explains somewhere. */
const MARKED_NAME = /[*†‡#]+\s*\)?$/
const NAMES = new Set(['holder', 'surname', 'given_name', 'unit'])
const isSettled = (text: string, isNote: boolean): boolean => {
  const words = fold(text)
  return (
    words.length <= 80 &&
    (SETTLED.test(words) ||
      (isNote && (SETTLED_NOTE.test(words) || (/[a-z]{2}/.test(words) && CHANGES.test(words)))))
  )
}

/** Whether a note or a comment on a row says that it is settled, put off or changed. */
export const saysSettled = (note: string): boolean => isSettled(note.slice(0, 80), true)

/** Whether a header is of what is paid, or taken off. */
export const saysPaid = (header: string): boolean =>
  !/^\W*(?:\d|prim|second)/i.test(header) && SAYS_PAID.test(fold(header)) && !SAYS_OWED.test(fold(header))
/** Whether a header is of what a row is: its state, or its sign. */
export const saysState = (header: string): boolean => SAYS_STATE.test(fold(header).trim())

const SAYS_PAID =
  /\b(?:pagat|versat|incassat|riscoss|saldat|quietanzat|annullat|stornat|scontat|rimborsat)[oiae]\b|\bacconti?\b.*\b(?:versat|pagat|ricevut|incassat)\w|\b(?:avere|accredit[oi]|a credito|crediti?|rimbors[oi]|scont[oi]|abbuon[oi]|detrazion[ei]|incass[oi]|versament[oi])\b|^(?:importo |totale |tot\.? )?pagament[oi]\b|^pag\.(?! ?\d)|\bdata (?:di )?(?:pagamento|incasso|versamento)\b/
const SAYS_OWED = /\b(?:non|da)\b/
const SAYS_STATE =
  /^(?:stato|esito|situazione|segno|[+]\/-|d\/?[ac]|dare ?[/-]? ?avere|(?:tipo|tipologia)(?: (?:di )?(?:documento|doc\.?|riga|movimento))?)\b[\w .]{0,12}$/

/** `SI`, `x`, `1` or a day. */
function isYes(cell: Cell | undefined): boolean {
  if (!cell) return false
  if (cell.kind === 'boolean') return cell.value
  if (cell.kind === 'date') return true
  if (cell.kind === 'number') return cell.value === 1
  if (cell.kind !== 'text') return false
  const text = fold(cellText(cell)).replace(/[.'’]/g, '')
  // Any word that is neither an amount nor a no: whoever wrote it meant something.
  return text !== '' && !cellAmount(cell).ok && !NO.test(text)
}

const NO = /^(?:no|n|falso|false|-+|non .*|da (?:pagare|versare|saldare|incassare).*|apert[oa]|insolut[oa])$/

export function centsIn(cell: Cell | undefined): number | null {
  if (!cell || cell.kind === 'date' || cell.kind === 'boolean') return null
  const read = nearestAmount(cell)
  return read.ok ? read.value : null
}
