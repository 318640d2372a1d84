import type { PeriodState } from '@saldo/domain/platform/periods'
import type { Tx } from '../../db/connection.ts'
import type { Fragment } from '../../db/fragments.ts'

/** Where a row with starts_at, until and ended_at stands now. */
export const periodState = (tx: Tx, row: Fragment): Fragment => tx`
  case when ${row}.ended_at is not null or ${row}.until <= now() then 'over'
    when ${row}.starts_at > now() then 'scheduled' else 'current' end`

/** The rows that stand in any of these states. */
export const inPeriodStates = (tx: Tx, row: Fragment, states: readonly PeriodState[]): Fragment =>
  tx`${periodState(tx, row)} = any(${[...states]}::text[])`

/** The rows that start on these days in Italy. */
export const startsFrom = (tx: Tx, row: Fragment, day: string): Fragment =>
  tx`${row}.starts_at >= ${day}::date::timestamp at time zone 'Europe/Rome'`
export const startsTo = (tx: Tx, row: Fragment, day: string): Fragment =>
  tx`${row}.starts_at < (${day}::date + 1)::timestamp at time zone 'Europe/Rome'`

/** A minute in Italy (`yyyy-mm-ddThh:mm`) as an instant; null is now. */
export const instantOf = (tx: Tx, minute: string | null): Fragment =>
  minute === null ? tx`now()` : tx`(${minute}::timestamp at time zone 'Europe/Rome')`
