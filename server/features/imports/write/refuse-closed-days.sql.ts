import { type Day, formatDate } from '@saldo/domain/dates'
import type { Tx } from '../../../db/connection.ts'
import { rightRows } from '../match/merged-rows.sql.ts'
import { openingDay } from './opening-days.sql.ts'

/** How many rows were refused because of a closed period, with one of the condominiums concerned. */
export type ClosedRows = { count: number; account_name: string; closed_to: Day }

/** The issue date of the bill of row `r`: the sheet's, else the due date, at the latest today. */
export const issueDay = (tx: Tx) =>
  tx`coalesce((r.candidate->>'issue_date')::date, least(today(), (r.candidate->>'due_date')::date))`

/**
 * Marks rows as wrong whose bill would be issued in a closed period of its condominium. Runs after matching. Null when
 * there are none.
 */
export async function refuseClosedDays(tx: Tx, import_id: number): Promise<ClosedRows | null> {
  const refused = await tx<{ account_name: string; closed_to: Day }[]>`
    with books as materialized (
      select a.account_id, a.name, books_closed_to(a.customer_id, a.account_id) as closed_to
      from accounts a
      where a.account_id in (select account_id from import_rows where import_id = ${import_id} and status in ('new', 'warning'))
    ), closed as (
      select r.row_id, b.name, b.closed_to, ${issueDay(tx)} as day
      from import_rows r join books b on b.account_id = r.account_id
      where r.import_id = ${import_id} and r.status in ('new', 'warning') and r.amount is not null
        and ${issueDay(tx)} <= b.closed_to
    )
    update import_rows r
    set status = 'error',
      issues = jsonb_build_array(jsonb_build_object('ref', null, 'header', null, 'value', to_char(c.day, 'DD/MM/YYYY'),
        'code', 'period_closed',
        'message', 'La bolletta è del ' || to_char(c.day, 'DD/MM/YYYY') || ', ma i conti di ' || c.name || ' sono chiusi fino al '
          || to_char(c.closed_to, 'DD/MM/YYYY') || ': cambia la data di emissione, lascia fuori la riga, o riapri il periodo nel registro contabile.'))
    from closed c
    where r.row_id = c.row_id
    returning c.name as account_name, c.closed_to`
  const [first] = refused
  return first ? { ...first, count: refused.length } : null
}

/** Refuses the rows of a registry whose opening balance has a day in a closed period. */
export async function refuseClosedOpenings(tx: Tx, import_id: number): Promise<ClosedRows | null> {
  const refused = await tx<{ account_name: string; closed_to: Day }[]>`
    with books as materialized (
      select a.account_id, a.name, books_closed_to(a.customer_id, a.account_id) as closed_to
      from accounts a
      where a.account_id in (select r.account_id from import_rows r where ${rightRows(tx, import_id)} and r.opening)
    ), closed as (
      select r.row_id, b.name, b.closed_to, ${openingDay(tx)} as day
      from import_rows r
      join imports i on i.import_id = r.import_id
      join books b on b.account_id = r.account_id
      where ${rightRows(tx, import_id)} and r.opening and ${openingDay(tx)} <= b.closed_to
    )
    update import_rows r
    set status = 'error',
      issues = r.issues || jsonb_build_array(jsonb_build_object('ref', null, 'header', null,
        'value', to_char(c.day, 'DD/MM/YYYY'), 'code', 'period_closed',
        'message', 'Il saldo è del ' || to_char(c.day, 'DD/MM/YYYY') || ', ma i conti di ' || c.name || ' sono chiusi fino al '
          || to_char(c.closed_to, 'DD/MM/YYYY') || ': cambia la data del saldo, lascia fuori la riga, o riapri il periodo nel registro contabile.'))
    from closed c
    where r.row_id = c.row_id
    returning c.name as account_name, c.closed_to`
  const [first] = refused
  return first ? { ...first, count: refused.length } : null
}

const grouped = new Intl.NumberFormat('it-IT', { useGrouping: 'always' })

/** Explains why rows that were valid in the preview cannot be written any more, and what to do. */
export function closedRowsInWords({ count, account_name, closed_to }: ClosedRows): string {
  const rows =
    count === 1 ? 'una riga è di un giorno chiuso' : `${grouped.format(count)} righe sono di giorni chiusi`
  return `I conti di ${account_name} sono chiusi fino al ${formatDate(closed_to)}: ${rows}. Lasciale fuori, o riapri il periodo nel registro contabile.`
}
