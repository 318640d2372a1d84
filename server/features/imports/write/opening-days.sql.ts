import { formatDate } from '@saldo/domain/dates'
import type { Tx } from '../../../db/connection.ts'
import { rightRows } from '../match/merged-rows.sql.ts'

/** The balance day of import `i`, for rows that have none. */
const dayOfImport = (tx: Tx) => tx`coalesce(i.opening_date, i.opening_date_proposed)`

/** The balance day of row `r` of import `i`; null while there is none. */
export const openingDay = (tx: Tx) => tx`coalesce((r.candidate->>'opening_date')::date, ${dayOfImport(tx)})`

/** Whether a balance that will be written has no day. */
export async function openingDayIsMissing(tx: Tx, import_id: number): Promise<boolean> {
  const found = await tx`
    select from import_rows r join imports i on i.import_id = r.import_id
    where ${rightRows(tx, import_id)} and r.opening and ${openingDay(tx)} is null limit 1`
  return found.length > 0
}

/** A sentence with the days of the balances to be written; nothing when there are none. */
export async function openingDaysInWords(tx: Tx, import_id: number): Promise<string[]> {
  const [found] = await tx`
    select count(*)::int as count, bool_or(${openingDay(tx)} is null) as missing,
      min(${openingDay(tx)}) as first_day, max(${openingDay(tx)}) as last_day
    from import_rows r join imports i on i.import_id = r.import_id
    where ${rightRows(tx, import_id)} and r.opening`
  if (!found || found.count === 0) return []
  if (found.missing) return [missingDaySentence]
  const [first, last] = [formatDate(found.first_day), formatDate(found.last_day)]
  return first === last
    ? [`Saldi al ${first}.`]
    : [`Saldi dal ${first} al ${last}: ognuno ha la data della sua riga.`]
}

export const missingDaySentence = 'Scrivi a che giorno sono i saldi: il foglio non lo dice.'
