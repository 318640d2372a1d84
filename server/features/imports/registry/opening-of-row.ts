import { whyNotOpeningOn } from '@saldo/domain/accounting/registration-dates'
import { cellAmount } from '../spreadsheet/cells.ts'
import type { FurtherCell, RowInHand } from './registry-row.ts'

/**
 * Reads the opening balance in cents, negative when owed, from a balance or from a debt and a credit, and its day. Several
 * columns of one kind are added, as somebody answered.
 */
export function readOpening(hand: RowInHand, further: readonly FurtherCell[]): void {
  const { facts, checks, keep } = hand
  const debt = sumOf('opening_debt', hand, further)
  const credit = sumOf('opening_credit', hand, further)
  if (credit !== undefined && credit < 0)
    checks.complain('opening_credit', 'amount', 'Un credito sotto zero non si capisce: scrivilo senza segno.')
  // Both together are added only when a person said so; otherwise the question about them is still open.
  const balance = sumOf('opening_balance', hand, further)
  facts.amount = (balance ?? 0) + (credit ?? 0) - (debt ?? 0)
  if (facts.amount === 0) {
    if (balance !== undefined || credit !== undefined || debt !== undefined) facts.opening_zero = true
    return
  }
  keep('opening_date', checks.date('opening_date'))
  const why = facts.opening_date && whyNotOpeningOn(facts.opening_date)
  if (why) checks.complain('opening_date', 'date', why)
}

/** The sum of the columns of a field; undefined when all are empty. */
function sumOf(
  field: 'opening_balance' | 'opening_debt' | 'opening_credit',
  { checks }: RowInHand,
  further: readonly FurtherCell[],
): number | undefined {
  const first = checks.amount(field)
  const others = further.flatMap((each) => {
    if (each.field !== field) return []
    const read = cellAmount(each.cell)
    if (!read.ok) checks.complain(field, 'amount', read.reason)
    return read.ok && read.value !== null ? [read.value] : []
  })
  return first === undefined && others.length === 0
    ? undefined
    : others.reduce((sum, each) => sum + each, first ?? 0)
}
