import type { columnKinds } from '@saldo/contract/backoffice/queries'

/** How a column is shown and exported, by PostgreSQL's name of its type. Everything else is text. */
export const kindOf = (type: string): (typeof columnKinds)[number] => kinds[type] ?? 'text'

const kinds: Record<string, (typeof columnKinds)[number]> = {
  smallint: 'number',
  integer: 'number',
  bigint: 'number',
  numeric: 'number',
  real: 'number',
  'double precision': 'number',
  date: 'day',
  'timestamp with time zone': 'instant',
  'timestamp without time zone': 'instant',
  boolean: 'boolean',
  json: 'json',
  jsonb: 'json',
}
