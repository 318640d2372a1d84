import type { Book } from '../store/store.ts'
import type { TableName, Tables } from '../store/tables.ts'

/** The fields of each object that a checker needs to know what was charged. */
const fields = {
  payment_intents: [
    'id',
    'object',
    'created',
    'status',
    'amount',
    'amount_capturable',
    'amount_received',
    'currency',
    'customer',
    'latest_charge',
    'metadata',
    'transfer_data',
  ],
  charges: [
    'id',
    'object',
    'created',
    'status',
    'payment_intent',
    'amount',
    'amount_captured',
    'amount_refunded',
    'captured',
    'refunded',
    'disputed',
    'failure_code',
    'balance_transaction',
    'source_transfer',
  ],
  refunds: [
    'id',
    'object',
    'created',
    'status',
    'charge',
    'payment_intent',
    'amount',
    'balance_transaction',
    'failure_balance_transaction',
    'metadata',
  ],
  disputes: ['id', 'object', 'created', 'status', 'charge', 'payment_intent', 'amount', 'reason'],
} as const satisfies Partial<{ [T in TableName]: readonly (keyof Tables[T])[] }>

const linesPerPiece = 500

/** Every payment intent, charge, refund and dispute of a book, oldest first, one JSON object per line. */
export function* dumpBook(book: Book): Generator<string> {
  for (const table of Object.keys(fields) as (keyof typeof fields)[]) {
    // A copy: the book may grow while a client reads slowly.
    const ids = [...book.ids(table)]
    for (let from = 0; from < ids.length; from += linesPerPiece)
      yield ids
        .slice(from, from + linesPerPiece)
        .map((id) => `${JSON.stringify(picked(book.get(table, id) ?? {}, fields[table]))}\n`)
        .join('')
  }
}

function picked(row: object, names: readonly string[]): object {
  return Object.fromEntries(names.map((name) => [name, (row as Record<string, unknown>)[name]]))
}
