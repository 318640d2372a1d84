import type Stripe from 'stripe'
import { invalid } from '../errors.ts'
import { texts } from '../params.ts'
import { lineNow } from '../resources/balance/balance-transactions.ts'
import type { RequestContext } from '../sandbox.ts'
import { listOf } from './list.ts'
import type { Book } from './store.ts'
import type { TableName } from './tables.ts'

/** The table of each kind of id. */
const tableOf: Record<string, TableName> = {
  acct: 'accounts',
  ch: 'charges',
  cus: 'customers',
  dp: 'disputes',
  fee: 'application_fees',
  fr: 'fee_refunds',
  mandate: 'mandates',
  pi: 'payment_intents',
  pm: 'payment_methods',
  po: 'payouts',
  py: 'charges',
  pyr: 'refunds',
  re: 'refunds',
  setatt: 'setup_attempts',
  seti: 'setup_intents',
  tr: 'transfers',
  trr: 'transfer_reversals',
  txn: 'balance_transactions',
}

/**
 * Replaces ids by their objects, for each path in `expand[]` (at most four levels; the stored object is not changed).
 */
export function expand(context: RequestContext, reply: object): object {
  let expanded = reply
  for (const path of texts(context.params, 'expand') ?? []) {
    const names = path.split('.')
    if (names.length > 4 + (names[0] === 'data' ? 1 : 0))
      throw invalid(`You cannot expand more than 4 levels of a property (${path}).`, 'expand')
    expanded = expandPath(context, expanded, names, path)
  }
  return asOfNow(context, expanded)
}

/** Fields that Stripe leaves out when empty, and that can be expanded all the same. */
const optional: Record<string, readonly string[]> = { charge: ['transfer'] }
const objectOf = (value: object) => ('object' in value ? String(value.object) : '')

function expandPath<T extends object>(
  context: RequestContext,
  object: T,
  names: readonly string[],
  path: string,
): T {
  const [name = '', ...rest] = names
  const lists = name === 'refunds' && 'object' in object && object.object === 'charge'
  if (!(name in object) && !lists && !(optional[objectOf(object)] ?? []).includes(name))
    throw invalid(`This property cannot be expanded (${path}).`, 'expand')
  const value = lists
    ? refundsOf(context.book, object as { id?: string })
    : (object as Record<string, unknown>)[name]
  return value === undefined ? object : { ...object, [name]: expandValue(context, value, rest, path) }
}

function expandValue(
  context: RequestContext,
  value: unknown,
  rest: readonly string[],
  path: string,
): unknown {
  if (value === null || value === undefined) return value
  if (Array.isArray(value)) return value.map((entry) => expandValue(context, entry, rest, path))
  const object = typeof value === 'string' ? lookUp(context, value, path) : (value as object)
  return rest.length > 0 ? expandPath(context, object, rest, path) : object
}

function lookUp(context: RequestContext, id: string, path: string): object {
  const table = tableOf[id.slice(0, id.lastIndexOf('_'))]
  const object = table && (context.book.get(table, id) ?? ofAccounts(context, table, id))
  if (!object) throw invalid(`This property cannot be expanded (${path}).`, 'expand')
  return asOfNow(context, object)
}

/** A platform sees objects in the books of its connected accounts if its own objects refer to them (a fee's charge). */
function ofAccounts(context: RequestContext, table: TableName, id: string): object | undefined {
  for (const { id: account } of context.book.rows('accounts')) {
    const object = context.box.store.book(account).get(table, id)
    if (object) return object
  }
  return undefined
}

/** Balance lines show their status at the time of the request. */
function asOfNow(context: RequestContext, reply: object): object {
  const object = reply as { object?: string; data?: object[]; balance_transactions?: object[] }
  if (object.object === 'balance_transaction')
    return lineNow(reply as Stripe.BalanceTransaction, context.box.clock.seconds())
  if (object.object === 'list' && isShownLater(object.data?.[0]))
    return { ...object, data: object.data?.map((entry) => asOfNow(context, entry)) }
  if (object.object === 'dispute')
    return {
      ...object,
      balance_transactions: object.balance_transactions?.map((line) => asOfNow(context, line)),
    }
  return reply
}

function isShownLater(first: object | undefined): boolean {
  return (
    first !== undefined &&
    'object' in first &&
    (first.object === 'balance_transaction' || first.object === 'dispute')
  )
}

/** Charges list their refunds only on request. */
function refundsOf(book: Book, charge: { id?: string }): object {
  const refunds = book.where('refunds', 'charge', charge.id ?? '')
  return listOf(`/v1/charges/${charge.id}/refunds`, refunds.reverse())
}
