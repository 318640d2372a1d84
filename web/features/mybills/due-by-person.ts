import { formatEuro } from '@saldo/domain/money'

type DueForOther = { owner_name: string; due_now: number }

/** As many people are named; the others are summed. */
const mostNamed = 3

/**
 * What is due now, by person: `Tu 120,00 €, per Anna 80,00 €`. One sum for each, never added up: nobody owes what others owe. Null
 * when nothing is due for anybody else. @param own cents due of one's own bills; null: one has none
 */
export function dueByPerson(own: number | null, others: readonly DueForOther[]): string | null {
  const sums = new Map<string, number>()
  for (const { owner_name, due_now } of others) sums.set(owner_name, (sums.get(owner_name) ?? 0) + due_now)
  if (sums.size === 0) return null
  const all = [...sums].map(([name, cents]) => ({ name, cents }))
  const named = all.length > mostNamed ? all.slice(0, mostNamed - 1) : all
  const rest = all.slice(named.length)
  const parts = [
    own !== null && (own > 0 ? `tu ${formatEuro(own)}` : 'tu niente'),
    ...named.map(({ name, cents }) => `per ${name} ${formatEuro(cents)}`),
    rest.length > 0 &&
      `per altri ${rest.length} ${formatEuro(rest.reduce((sum, { cents }) => sum + cents, 0))}`,
  ].filter((part) => part !== false)
  const sentence = parts.join(', ')
  return sentence.charAt(0).toUpperCase() + sentence.slice(1)
}
