import { hash } from 'node:crypto'
import { billIdentity } from './bill-identity.ts'
import type { Complaint } from './bill-row.ts'
import type { BillSheet, CandidateBill, ImportContext, ImportSummary } from './candidate-bill.ts'
import { sheetReader } from './read-sheet-bills.ts'
import type { Workbook } from './read-workbook.ts'
import type { RecognisedSheet } from './recognise-bills.ts'

export type ParsedBills = ImportSummary & { bills: CandidateBill[] }

/** The sheets of a workbook that were recognised. Hidden sheets are left out: they hold last year's copy as often as data. */
export function billSheets(workbook: Workbook, recognised: (RecognisedSheet | null)[]): BillSheet[] {
  return workbook.sheets.flatMap((sheet, index) => {
    const plan = recognised[index]
    if (!plan || sheet.hidden) return []
    const { name, hidden_columns } = sheet
    return [{ name, hidden_columns, epoch: workbook.epoch, rows: sheet.rows(), recognised: plan }]
  })
}

/** Reads whole sheets at once; `readBills` does the same piece by piece. */
export async function parseBills(sheets: BillSheet[], context: ImportContext = {}): Promise<ParsedBills> {
  const bills: CandidateBill[] = []
  const reading = readBills(sheets, context)
  for (;;) {
    const { done, value } = await reading.next()
    if (done) return { bills, ...value }
    bills.push(value)
  }
}

/**
 * Yields the right bills of all sheets and returns what there is to say about the rest. A list gives nothing for
 * a row with an issue; side-by-side instalments give the right cells of a row with a wrong one. Nothing may be
 * written while there are issues that the person has not corrected or left out.
 */
export async function* readBills(
  sheets: BillSheet[],
  context: ImportContext = {},
): AsyncGenerator<CandidateBill, ImportSummary> {
  const summary = emptySummary()
  const seen: Seen = new Map()
  const condominium = context.condominium ?? namedInTitles(sheets)

  for (const sheet of sheets) {
    const reader = sheetReader(sheet, condominium, summary)
    for await (const row of sheet.rows) {
      for (const { bill, column } of reader.read(row)) {
        const kept = firstOfItsKind(bill, seen)
        if (kept === 'first') {
          summary.count++
          summary.sum += bill.amount
          yield bill
        } else reader.report(row, kept.same ? 'warnings' : 'issues', kept.complaint, column)
        if (kept !== 'first' && kept.same) summary.repeated++
      }
    }
    summary.notices.push(...reader.finish())
  }
  return summary
}

function emptySummary(): ImportSummary {
  const found = { issues: [], issue_count: 0, warnings: [], warning_count: 0, notices: [] }
  const apart = {
    credits: { count: 0, sum: 0 },
    repeated: 0,
    skipped_totals: 0,
    skipped_notes: 0,
    empty_cells: 0,
  }
  return { count: 0, sum: 0, ...found, ...apart, hidden: { rows: 0, columns: 0 } }
}

/** When all titles that name a condominium name the same one, sheets without a title belong to it too. */
function namedInTitles(sheets: BillSheet[]): ImportContext['condominium'] {
  const titles = sheets.map(({ recognised }) => recognised.title).filter((title) => title.condominium_name)
  const names = new Set(titles.map(({ condominium_name }) => condominium_name))
  const [title] = titles
  if (!title || names.size !== 1) return undefined
  return { name: title.condominium_name, fiscal_code: title.condominium_fiscal_code, iban: title.iban }
}

type Kept = 'first' | { same: boolean; complaint: Complaint }

/** A hash instead of the content: hundreds of thousands of bills are remembered. */
type Seen = Map<string, { content: string; sheet: string; row: number }>

/** The same row again is the same bill; another content under the same identity is a mistake of the sheet. */
function firstOfItsKind(bill: CandidateBill, seen: Seen): Kept {
  const identity = billIdentity(bill)
  const content = hash('sha1', contentOf(bill), 'base64')
  const before = seen.get(identity)
  if (!before) {
    seen.set(identity, { content, sheet: bill.sheet, row: bill.row })
    return 'first'
  }
  const where = `${before.row} del foglio «${before.sheet}»`
  const field = bill.number ? 'number' : 'due_date'
  if (before.content === content) {
    const message = `Ripete la riga ${where}: conta una volta sola.`
    return { same: true, complaint: { field, code: 'same_bill', message } }
  }
  const message = bill.number
    ? `Questo numero è già della riga ${where}, con altri dati: ogni bolletta ha il suo.`
    : `Unità, scadenza e causale sono quelle della riga ${where}, con altri dati: aggiungi un numero di bolletta o una causale diversa.`
  return { same: false, complaint: { field, code: bill.number ? 'number_reused' : 'same_bill', message } }
}

const SAID = [
  'condominium_name',
  'condominium_fiscal_code',
  'iban',
  'holder',
  'fiscal_code',
  'email',
  'phone',
  'unit',
  'staircase',
  'number',
  'description',
  'issue_date',
  'due_date',
  'amount',
  'creditor_reference',
  'address',
  'zip_code',
  'city',
  'province',
  'notes',
] as const satisfies (keyof CandidateBill)[]

function contentOf(bill: CandidateBill): string {
  let content = ''
  for (const field of SAID) content += `${bill[field] ?? ''}\u0000`
  return content
}
