import type { Day } from '../dates.ts'

export const statementKinds = [
  'bill',
  'amendment',
  'credit_note',
  'cancellation',
  'opening',
  'payment',
  'reversal',
  'credit',
  'return',
  'refund',
  'dispute',
  'correction',
] as const
export type StatementKind = (typeof statementKinds)[number]

/** The kinds that change what was asked. All other kinds are money received or returned. */
const asking: readonly StatementKind[] = ['bill', 'amendment', 'credit_note', 'cancellation']

/** Something that changed what a person owes. Cents: asked positive, paid negative; `credit` is what it added to their credit. */
export type Movement = {
  day: Day
  kind: StatementKind
  amount: number
  credit: number
}
export type StatementOf<M extends Movement> = {
  opening: number
  lines: (M & { balance: number })[]
  asked: number
  paid: number
  given_back: number
  closing: number
  credit: number
}

/**
 * The movements of a period, both days included, between what was owed before and after. It adds up: closing = opening +
 * asked − paid + given_back. The reversal of a registration lowers `paid`: no money was given back.
 */
export function statementOf<M extends Movement>(
  movements: readonly M[],
  period: { from: Day; to: Day },
): StatementOf<M> {
  const inOrder = movements.toSorted((one, other) => (one.day < other.day ? -1 : one.day > other.day ? 1 : 0))
  const before = inOrder.filter(({ day }) => day < period.from)
  const within = inOrder.filter(({ day }) => day >= period.from && day <= period.to)
  const opening = sum(before.map(({ amount }) => amount))
  let balance = opening
  const lines = within.map((movement) => {
    balance += movement.amount
    return { ...movement, balance }
  })
  const others = within.filter(({ kind }) => !asking.includes(kind))
  const isPaid = ({ kind, amount }: M) => amount < 0 || kind === 'reversal'
  return {
    opening,
    lines,
    asked: sum(within.filter(({ kind }) => asking.includes(kind)).map(({ amount }) => amount)),
    // Avoids -0.
    paid: 0 - sum(others.filter(isPaid).map(({ amount }) => amount)),
    given_back: sum(others.filter((movement) => !isPaid(movement)).map(({ amount }) => amount)),
    closing: balance,
    credit: sum([...before, ...within].map(({ credit }) => credit)),
  }
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)
