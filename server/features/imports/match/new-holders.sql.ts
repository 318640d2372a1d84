import type { Tx } from '../../../db/connection.ts'
import { rightRows } from './merged-rows.sql.ts'

/**
 * Makes the rows wrong that would add a person beside others who have the same right in the unit and whom the file does not
 * name: nobody can say whether a buyer joins the seller or takes their place. Naming the others in the file, or ending their
 * right in the unit's page, says it.
 */
export async function refuseUnclearHolders(tx: Tx, import_id: number): Promise<void> {
  await tx`
    update import_rows r
    set status = 'error', issues = jsonb_build_array(jsonb_build_object(
      'ref', null, 'header', null, 'value', r.candidate->>'holder', 'code', 'other_holder', 'message',
      case when b.same_name
        then 'Nell’interno ' || b.number || ' c’è già ' || b.names
          || ', con un altro codice fiscale o senza: scrivilo prima nella scheda della persona.'
        else 'L’interno ' || b.number || ' è di ' || b.names || ', che nel foglio non c’è: se ' || (r.candidate->>'holder')
          || ' si aggiunge, scrivi nel foglio anche le persone di prima; se prende il loro posto, chiudi prima il loro diritto nella pagina dell’unità.'
      end)) || r.issues
    from (
      select r.row_id, u.number, string_agg(s.nominative, ', ' order by s.nominative) as names,
        bool_or(fold(s.nominative) = fold(r.candidate->>'holder')) as same_name
      from import_rows r
      join units u on u.unit_id = r.unit_id
      join right_holders h on h.unit_id = r.unit_id and h.right_kind = r.candidate->>'right_kind' and h.until is null
      join subjects s on s.customer_id = h.customer_id and s.subject_id = h.subject_id
      where ${rightRows(tx, import_id)} and r.right_holder_id is null and r.candidate->>'until' is null
        and not exists (
          select from import_rows named
          where named.import_id = ${import_id} and named.right_holder_id = h.right_holder_id)
      group by r.row_id, u.number
    ) b
    where r.row_id = b.row_id`
}
