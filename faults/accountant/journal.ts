import type { Day } from './days.ts'
import { sumOf } from './sharing.ts'

/** The accounts of the books, as docs/accounting.md lists them. */
export type Account =
  | 'receivables'
  | 'billed'
  | 'opening'
  | 'provider_transit'
  | 'connected_balance'
  | 'payout_transit'
  | 'bank'
  | 'collection_fees'
  | 'application_fees'
  | 'subject_credit'
  | 'disputed'
  | 'office_debt'
  | 'platform'

/** Cents: debit positive, credit negative. */
export type Line = { account: Account; cents: number; bill?: number }
export type Entry = {
  day: Day
  what: string
  /** Whose movement it is, and of which condominium. */
  subject: number | null
  condominium: number
  payment?: number
  lines: Line[]
}

/** A journal in plain double entry: entries are written, never changed. */
export class Journal {
  readonly entries: Entry[] = []

  /** Writes an entry, leaving out lines of nothing; throws unless its lines sum to zero. */
  write(entry: Entry): void {
    const lines = entry.lines.filter(({ cents }) => cents !== 0)
    if (sumOf(lines.map(({ cents }) => cents)) !== 0)
      throw new Error(`the accountant’s own entry does not balance: ${JSON.stringify(entry)}`)
    if (lines.length > 0) this.entries.push({ ...entry, lines })
  }

  /** The sum of an account over the entries that are `of` it. */
  sum(account: Account, of: (entry: Entry, line: Line) => boolean = () => true): number {
    let cents = 0
    for (const entry of this.entries)
      for (const line of entry.lines) if (line.account === account && of(entry, line)) cents += line.cents
    return cents
  }
}

/** What an entry changes of what a person owes: debts and credit together. */
export const owedBy = ({ lines }: Entry): number =>
  sumOf(
    lines
      .filter(({ account }) => account === 'receivables' || account === 'subject_credit')
      .map(({ cents }) => cents),
  )
