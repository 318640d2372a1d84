import { hash } from 'node:crypto'
import { fold } from '@saldo/domain/fold'
import { doubtsAboutName, namesByCode } from '../read/names-and-codes.ts'
import type { Complaint } from '../read/row-checks.ts'
import { emptySummary, type ImportSummary, type ReadSheet } from '../read/sheet-reading.ts'
import { type Buildings, noBuildings, useKnownName } from '../read/table-building.ts'
import { billIdentity } from './bill-identity.ts'
import type { CandidateBill } from './candidate-bill.ts'
import { billsReader } from './read-sheet-bills.ts'

export type ParsedBills = ImportSummary & { bills: CandidateBill[] }

/** Reads all sheets at once; `readBills` does the same row by row. */
export async function parseBills(sheets: ReadSheet[], known: Buildings = noBuildings): Promise<ParsedBills> {
  const bills: CandidateBill[] = []
  const reading = readBills(sheets, known)
  for (;;) {
    const { done, value } = await reading.next()
    if (done) return { bills, ...value }
    bills.push(value)
  }
}

/**
 * Yields the valid bills of all sheets and returns a summary of the rest. In a list, a row with an issue yields
 * nothing; with side-by-side instalments, its valid cells are yielded. Nothing may be written while there are issues
 * that the person has not corrected or left out.
 */
export async function* readBills(
  sheets: ReadSheet[],
  known: Buildings = noBuildings,
): AsyncGenerator<CandidateBill, ImportSummary> {
  const summary = emptySummary()
  const seen: Seen = new Map()
  const names = namesByCode()

  for (const { rows, tables } of sheets) {
    const readers = tables.map((table) => billsReader(table, summary))
    for await (const row of rows) {
      for (const reader of readers) {
        for (const { bill, column } of reader.read(row)) {
          useKnownName(bill, known)
          const other = names.otherName(bill)
          if (other) {
            reader.report(row, 'issues', other)
            continue
          }
          const kept = firstOfItsKind(bill, seen, reader)
          if (kept === 'first') {
            summary.count++
            summary.sum += bill.amount
            for (const doubt of doubtsAboutName(bill)) reader.report(row, 'warnings', doubt)
            yield bill
          } else reader.report(row, kept.same ? 'warnings' : 'issues', kept.complaint, column)
          if (kept !== 'first' && kept.same) summary.repeated++
        }
      }
    }
    for (const reader of readers) reader.finish()
  }
  return summary
}

/**
 * Whether a person says that a bill is another one than the bill of the row `like`: than an equal one (`isAnother`), or than
 * one of another person in the unit (`isAnothers`).
 */
type Asking = Record<'isAnother' | 'isAnothers', (bill: CandidateBill, like: number) => boolean>

type Kept = 'first' | { same: boolean; complaint: Complaint }

/** A hash instead of the content, because hundreds of thousands of bills are remembered. */
type Seen = Map<string, { content: string; sheet: string; row: number; times: number }>

/** An equal row is the same bill, unless a person says that it is another, which its description then tells; different content with the same identity is an error in the sheet. */
function firstOfItsKind(bill: CandidateBill, seen: Seen, asking: Asking): Kept {
  const identity = billIdentity(bill)
  const content = `${whoHash(bill)}${hash('sha1', contentOf(bill), 'base64').slice(WHO)}`
  const before = seen.get(identity)
  if (!before) {
    seen.set(identity, { content, sheet: bill.sheet, row: bill.row, times: 1 })
    return 'first'
  }
  const where = `${before.row} del foglio «${before.sheet}»`
  const field = bill.number ? 'number' : 'due_date'
  if (before.content === content) {
    if (!bill.number && asking.isAnother(bill, before.row)) {
      before.times++
      bill.description = `${bill.description ?? 'Bolletta'} (${before.times})`
      return 'first'
    }
    const message = `Ripete la riga ${where}: conta una volta sola.`
    return { same: true, complaint: { field, code: 'same_bill', message } }
  }
  const isOfAnother = !bill.number && !bill.apart && before.content.slice(0, WHO) !== content.slice(0, WHO)
  if (isOfAnother && asking.isAnothers(bill, before.row)) {
    bill.apart = true
    return firstOfItsKind(bill, seen, asking)
  }
  const message = bill.number
    ? `Questo numero è già della riga ${where}, con altri dati: ogni bolletta ha il suo.`
    : `Unità, scadenza e causale sono quelle della riga ${where}, con altri dati: aggiungi un numero di bolletta o una causale diversa.`
  return { same: false, complaint: { field, code: bill.number ? 'number_reused' : 'same_bill', message } }
}

/** How many characters of a hash tell the person, before those that tell the rest. */
const WHO = 8
const whoHash = ({ fiscal_code, holder }: CandidateBill): string =>
  hash('sha1', fiscal_code ?? fold(holder), 'base64').slice(0, WHO)

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
