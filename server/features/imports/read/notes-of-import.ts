import { formatEuro } from '@saldo/domain/money'
import type { StoredImport, TablePlan } from '../import-view.ts'
import { holdsMoney } from './column-facts.ts'
import { missingIn } from './plan-tables.ts'
import type { RecognisedColumn } from './recognise-columns.ts'
import { type ImportSummary, MOST_UNREAD } from './sheet-reading.ts'

/** Sentences worth reading before an import is confirmed: above all, what the file holds and is not imported. */
export function notesOf(
  { kind }: Pick<StoredImport, 'kind'>,
  summary: ImportSummary,
  plans: readonly TablePlan[],
): string[] {
  const several = plans.length > 1
  const place = (plan: TablePlan) => (several ? `${tableName(plan, plans)}. ` : '')
  return [
    ...plans.flatMap((plan) =>
      plan.skipped ? [] : missingIn(kind, plan).map((ask) => `${place(plan)}${ask}`),
    ),
    ...leftOutTables(kind, plans),
    ...plans.flatMap((plan) =>
      plan.skipped ? [] : unreadColumns(plan).map((said) => `${place(plan)}${said}`),
    ),
    ...summary.notices,
    ...aboutRows(summary),
  ]
}

/** Comments on cells are not imported, and may say what a person must know. */
export function commentsInWords(
  sheets: readonly { name: string; comments: readonly { ref: string; text: string }[] }[],
  plans: readonly Pick<TablePlan, 'sheet' | 'skipped'>[],
): string[] {
  const read = sheets.filter(({ name }) => plans.some(({ sheet, skipped }) => sheet === name && !skipped))
  const comments = read.flatMap(({ name, comments }) =>
    comments.map(({ ref, text }) => {
      const said = text.replace(/\s+/g, ' ').trim()
      return `${read.length > 1 ? `${name} ` : ''}${ref} «${said.slice(0, 80)}${said.length > 80 ? '…' : ''}»`
    }),
  )
  if (comments.length === 0) return []
  const more = comments.length > MOST_COMMENTS_SHOWN ? ' …' : ''
  return [
    `Nel foglio ci sono commenti, che non si importano: ${comments.slice(0, MOST_COMMENTS_SHOWN).join(', ')}${more}.`,
  ]
}
const MOST_COMMENTS_SHOWN = 10

/** `Foglio «Rate»`, with the table's number when the sheet has several. */
function tableName({ sheet, table }: TablePlan, plans: readonly TablePlan[]): string {
  const several = plans.filter((plan) => plan.sheet === sheet).length > 1
  return `Foglio «${sheet}»${several ? `, tabella ${table}` : ''}`
}

function leftOutTables(kind: StoredImport['kind'], plans: readonly TablePlan[]): string[] {
  const unknown = plans.filter(({ recognised }) => !recognised).map(({ sheet }) => `«${sheet}»`)
  const skipped = plans.filter(({ skipped, recognised }) => skipped && recognised)
  return [
    ...(unknown.length > 0
      ? [
          `Non importo ${unknown.length === 1 ? 'il foglio' : 'i fogli'} ${unknown.join(', ')}: non c’è una riga di intestazione riconoscibile.`,
        ]
      : []),
    ...skipped.map((plan) => {
      const missing = missingIn(kind, plan)
      const subject = plans.filter(({ sheet }) => sheet === plan.sheet).length > 1 ? 'importata' : 'importato'
      const why = plan.why_skipped ? `, ${whySkippedInWords[plan.why_skipped]}` : ''
      return `${tableName(plan, plans)}: non viene ${subject}${why}.${missing.length > 0 ? ` ${missing.join(' ')}` : ''}`
    }),
  ]
}

const whySkippedInWords: Record<NonNullable<TablePlan['why_skipped']>, string> = {
  hidden_sheet: 'perché il foglio è nascosto',
  missing_columns: 'perché mancano colonne',
  no_header: 'perché non c’è una riga di intestazione riconoscibile',
  by_hand: 'perché l’hai escluso',
}

/** The columns of a table that hold something and are not imported, with what they hold. */
function unreadColumns({ recognised }: TablePlan): string[] {
  const unread = (recognised?.columns ?? []).filter(
    ({ field, facts }) => field === null && (facts?.filled ?? 0) > 0,
  )
  if (unread.length === 0) return []
  return [`Colonne non importate: ${unread.map(holdingOf).join('; ')}.`]
}

function holdingOf(column: RecognisedColumn): string {
  const { letter, header, group, facts } = column
  const name = [group, header].filter(Boolean).join(' › ')
  const { filled = 0, amounts = 0, codes = 0, sum = 0 } = facts ?? {}
  const what =
    codes * 2 > filled
      ? counted(filled, 'codice fiscale o IBAN', 'codici fiscali o IBAN')
      : amounts * 2 > filled
        ? `${counted(amounts, 'numero', 'numeri')}, in tutto ${holdsMoney(column) ? formatEuro(sum) : plainNumber(sum)}`
        : counted(filled, 'cella', 'celle')
  return `${letter}${name ? ` «${name}»` : ''} (${what})`
}

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`
/** Hundredths as a number: `12`, `1.000`, `2,58`. */
const plainNumber = (hundredths: number) =>
  (hundredths / 100).toLocaleString('it-IT', { useGrouping: 'always', maximumFractionDigits: 2 })

function aboutRows({ credits, hidden, issue_count, issues, ...summary }: ImportSummary): string[] {
  const unread = summary.skipped_totals + summary.skipped_notes
  return [
    ...(credits.count > 0
      ? [
          `${credits.count === 1 ? 'Un importo negativo: è un credito, non una bolletta' : `${credits.count} importi negativi: sono crediti, non bollette`}.`,
        ]
      : []),
    ...(hidden.rows > 0
      ? [
          `${counted(hidden.rows, 'riga nascosta è stata letta', 'righe nascoste sono state lette')} come le altre.`,
        ]
      : []),
    ...(hidden.columns > 0
      ? [
          `${counted(hidden.columns, 'colonna nascosta è stata letta', 'colonne nascoste sono state lette')} come le altre.`,
        ]
      : []),
    ...(issue_count > issues.length
      ? [`Gli errori sono ${issue_count}: qui ci sono i primi ${issues.length}.`]
      : []),
    ...(unread > MOST_UNREAD
      ? [`Le righe non importate sono ${unread}: qui ci sono le prime ${MOST_UNREAD}.`]
      : []),
  ]
}
