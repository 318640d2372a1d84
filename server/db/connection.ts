import postgres from 'postgres'
import { addressOf } from './address.ts'

export type Sql = postgres.Sql<{ bigint: number; instant: string }>
/** A connection with an open transaction, as one actor. Every query takes one. */
export type Tx = postgres.ReservedSql<{ bigint: number; instant: string }>

/** Opens a pool with the driver's own types. Every connection of this driver is opened here, so that all follow the address. */
export function openSessions(
  given: string,
  options: postgres.Options<Record<string, never>> = {},
): postgres.Sql {
  const { url, ssl } = addressOf(given)
  return postgres(url, { onnotice: () => {}, ssl, ...options }) as unknown as postgres.Sql
}

/**
 * Opens a pool. Values arrive as the API sends them: bigint as number (ids and cents stay far below 2^53), dates as
 * `yyyy-mm-dd`, instants as ISO 8601 UTC text; parsing dates into objects would halve throughput.
 */
export function connect(given: string, options: { max?: number } = {}): Sql {
  const { url, ssl } = addressOf(given)
  return postgres(url, {
    ssl,
    max: options.max ?? 20,
    onnotice: () => {},
    connection: { TimeZone: 'UTC', application_name: 'saldo' },
    types: {
      bigint: { to: 20, from: [20, 1700], serialize: String, parse: Number },
      day: { to: 1082, from: [1082], serialize: String, parse: String },
      // The job queue writes JSON as text: leave such text as it is.
      json: {
        to: 114,
        from: [114, 3802],
        serialize: (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value)),
        parse: (text: string) => JSON.parse(text),
      },
      instant: { to: 1184, from: [1184, 1114], serialize: String, parse: isoInstant },
    },
  }) as unknown as Sql
}

/** `2026-09-15 10:42:07.123+00` → `2026-09-15T10:42:07.123Z` */
const isoInstant = (text: string) => `${text.slice(0, 10)}T${text.slice(11).replace(/\+00$/, '')}Z`
