import type { Tx } from '../../../db/connection.ts'

/** Why an import cannot be undone any more, as a sentence: the records that depend on it. Null when it can. */
export async function whyNotUndo(tx: Tx, import_id: number): Promise<string | null> {
  const [found] = await tx`
    with mine as (select bill_id, settled, pending, status from bills where import_id = ${import_id}),
      their_units as (select unit_id, account_id from units where import_id = ${import_id})
    select
      (select count(*) from mine where settled + pending > 0
        or exists (select from payment_bills p where p.bill_id = mine.bill_id)
        or exists (select from debits d where d.bill_id = mine.bill_id))::int as paid,
      (select count(*) from mine
        where exists (select from plan_bills p where p.bill_id = mine.bill_id))::int as planned,
      (select count(*) from mine where exists (select from credit_notes n where n.bill_id = mine.bill_id)
        or exists (select from bills b where b.reissued_bill_id = mine.bill_id)
        or exists (select from late_interest_charges c where c.bill_id = mine.bill_id))::int as corrected,
      (select count(*) from mine where exists (select from emails e where e.bill_id = mine.bill_id)
        or exists (select from reminder_bills r where r.bill_id = mine.bill_id))::int as sent,
      (select count(*) from (
        select o.account_id, o.subject_id, sum(o.amount) as given from opening_balances o
        where o.import_id = ${import_id} and o.amount > 0 group by 1, 2) o
      join subject_credits c on c.account_id = o.account_id and c.subject_id = o.subject_id
      where c.balance < o.given)::int as spent,
      (select count(*) from right_holders h join their_units u using (unit_id) where h.import_id is distinct from ${import_id})::int
        as other_rights,
      (select count(*) from weights w join their_units u using (unit_id) join weight_tables t using (weight_table_id)
        where t.import_id is distinct from ${import_id} and not exists (
          select from import_rows r, jsonb_each(r.candidate->'weights') e
          where r.import_id = ${import_id} and r.unit_id = w.unit_id and fold(e.key) = t.name_key))::int as other_weights,
      (select count(*) from units u join imports i on i.import_id = u.import_id
        where u.import_id = ${import_id} and u.updated_at > i.finished_at)::int as changed_units,
      (select count(*) from bills b join accounts a on a.account_id = b.account_id and a.import_id = ${import_id}
        where b.import_id is distinct from ${import_id} and b.status <> 'cancelled')::int as other_bills`
  const counts = found as Record<string, number>
  const reasons = Object.entries(words).flatMap(([name, [one, many]]) => {
    const count = counts[name] ?? 0
    return count === 0 ? [] : [count === 1 ? one : many.replace('#', grouped.format(count))]
  })
  return reasons.length > 0 ? `Non si può più annullare: ${reasons.join('; ')}.` : null
}

const grouped = new Intl.NumberFormat('it-IT', { useGrouping: 'always' })

const words: Record<string, [one: string, many: string]> = {
  paid: ['un saldo precedente è già in pagamento', '# saldi precedenti sono già in pagamento'],
  planned: ['un saldo precedente è in un piano di rientro', '# saldi precedenti sono in un piano di rientro'],
  corrected: [
    'un saldo precedente ha una nota di credito, una riemissione o interessi di mora',
    '# saldi precedenti hanno note di credito, riemissioni o interessi di mora',
  ],
  sent: ['un saldo precedente è già stato mandato', '# saldi precedenti sono già stati mandati'],
  spent: ['un credito è già stato usato', '# crediti sono già stati usati'],
  other_rights: [
    'qualcuno è stato aggiunto a una di queste unità',
    '# persone sono state aggiunte a queste unità',
  ],
  other_weights: ['un’unità ha millesimi scritti dopo', '# millesimi sono stati scritti dopo'],
  changed_units: ['un’unità è stata cambiata dopo', '# unità sono state cambiate dopo'],
  other_bills: ['c’è una bolletta di uno di questi condomìni', 'ci sono # bollette di questi condomìni'],
}
