import type { Day } from './days.ts'
import { sumOf } from './sharing.ts'

/** The ledger's accounts, as in docs/accounting.md. */
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

/** In cents: debit positive, credit negative. */
export type Line = { account: Account; cents: number; bill?: number }
export type Entry = {
  day: Day
  what: string
  /** The person and condominium of the movement. */
  subject: number | null
  condominium: number
  payment?: number
  lines: Line[]
}

/** A plain double-entry journal: entries are added, never changed. */
export class Journal {
  readonly entries: Entry[] = []

  /** Adds an entry without its zero lines; throws unless its lines sum to zero. */
  write(entry: Entry): void {
    const lines = entry.lines.filter(({ cents }) => cents !== 0)
    if (sumOf(lines.map(({ cents }) => cents)) !== 0)
      throw new Error(`the accountant’s own entry does not balance: ${JSON.stringify(entry)}`)
    if (lines.length > 0) this.entries.push({ ...entry, lines })
  }

  /** The sum of an account over the entries that match `of`. */
  sum(account: Account, of: (entry: Entry, line: Line) => boolean = () => true): number {
    let cents = 0
    for (const entry of this.entries)
      for (const line of entry.lines) if (line.account === account && of(entry, line)) cents += line.cents
    return cents
  }
}

/** How an entry changes what a person owes: debts and credit together. */
export const owedBy = ({ lines }: Entry): number =>
  sumOf(
    lines
      .filter(({ account }) => account === 'receivables' || account === 'subject_credit')
      .map(({ cents }) => cents),
  )
