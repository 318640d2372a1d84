import { invalid } from './errors.ts'
import { listOf } from './list.ts'
import { texts } from './params.ts'
import type { Ask } from './sandbox.ts'
import type { Book } from './store.ts'
import type { TableName } from './tables.ts'

/** Where an id of this kind lives. */
const tableOf: Record<string, TableName> = {
  acct: 'accounts',
  ch: 'charges',
  cus: 'customers',
  dp: 'disputes',
  fee: 'application_fees',
  mandate: 'mandates',
  pi: 'payment_intents',
  pm: 'payment_methods',
  py: 'charges',
  pyr: 'refunds',
  re: 'refunds',
  seti: 'setup_intents',
  tr: 'transfers',
  txn: 'balance_transactions',
}

/** Replaces ids by the objects they name, for each path in `expand[]` (at most four levels; never in place). */
export function expand(ask: Ask, reply: object): object {
  let expanded = reply
  for (const path of texts(ask.params, 'expand') ?? []) {
    const names = path.split('.')
    if (names.length > 4 + (names[0] === 'data' ? 1 : 0))
      throw invalid(`You cannot expand more than 4 levels of a property (${path}).`, 'expand')
    expanded = expandPath(ask.book, expanded, names, path)
  }
  return expanded
}

function expandPath<T extends object>(book: Book, object: T, names: readonly string[], path: string): T {
  const [name = '', ...rest] = names
  const lists = name === 'refunds' && 'object' in object && object.object === 'charge'
  if (!(name in object) && !lists) throw invalid(`This property cannot be expanded (${path}).`, 'expand')
  const value = lists ? refundsOf(book, object as { id?: string }) : (object as Record<string, unknown>)[name]
  return { ...object, [name]: expandValue(book, value, rest, path) }
}

function expandValue(book: Book, value: unknown, rest: readonly string[], path: string): unknown {
  if (value === null || value === undefined) return value
  if (Array.isArray(value)) return value.map((entry) => expandValue(book, entry, rest, path))
  const object = typeof value === 'string' ? lookUp(book, value, path) : (value as object)
  return rest.length > 0 ? expandPath(book, object, rest, path) : object
}

function lookUp(book: Book, id: string, path: string): object {
  const table = tableOf[id.slice(0, id.lastIndexOf('_'))]
  const object = table && book.get(table, id)
  if (!object) throw invalid(`This property cannot be expanded (${path}).`, 'expand')
  return object
}

/** Charges list their refunds only when asked. */
function refundsOf(book: Book, charge: { id?: string }): object {
  const refunds = book.rows('refunds').filter((refund) => refund.charge === charge.id)
  return listOf(`/v1/charges/${charge.id}/refunds`, refunds.reverse())
}
