import * as contract from '@saldo/contract/registry/units'
import { rightKinds } from '@saldo/domain/right-holder'
import type { z } from 'zod'
import type { Tx } from '../../db/connection.ts'
import type { Fragment } from '../../db/fragments.ts'
import { type Listing, summaryOf } from '../../db/listing.ts'
import { containingWords } from '../../db/search.ts'
import { serve, serveList } from '../../http/serve.ts'
import { ofBills } from '../accounts/bill-totals.ts'
import { mainTable } from './main-table.ts'

type Filters = z.output<typeof contract.summariseUnits.query>

/** Units for list, summary and export, in one query: weight, people of today with their contacts, what is owed. */
export const unitsList: Listing<Filters> = {
  select: (tx) => tx`
    u.unit_id, u.account_id, u.name, u.staircase, u.number, u.floor, u.use, m.name as weight_table, w.weight,
    coalesce(h.people, '[]') as people, ${owedColumns(tx)}`,
  from: (tx) => tx`
    units u
    left join lateral (${mainTable(tx)}) m on true
    left join weights w on w.weight_table_id = m.weight_table_id and w.unit_id = u.unit_id
    left join lateral (
      select json_agg(json_build_object('right_holder_id', r.right_holder_id, 'subject_id', r.subject_id,
          'nominative', s.nominative, 'right_kind', r.right_kind, 'share_numerator', r.share_numerator,
          'share_denominator', r.share_denominator, 'pays', r.pays, 'email', ${ofPeople(tx, tx`s.email`)},
          'phone', ${ofPeople(tx, tx`s.phone`)}, 'credit', ${ofBills(tx, tx`coalesce(c.balance, 0)`)})
        order by r.pays desc, array_position(${[...rightKinds]}::text[], r.right_kind), s.nominative,
          r.right_holder_id) as people,
        string_agg(fold(s.nominative), ' ' order by r.pays desc, s.nominative) as folded,
        bool_and(coalesce(s.email, s.phone) is not null) as reachable
      from right_holders r
      join subjects s on s.customer_id = r.customer_id and s.subject_id = r.subject_id
      left join subject_credits c on c.customer_id = r.customer_id and c.account_id = r.account_id
        and c.subject_id = r.subject_id
      where r.customer_id = u.customer_id and r.unit_id = u.unit_id
        and (r.since is null or r.since <= today()) and (r.until is null or r.until >= today())
    ) h on true
    left join (
      select b.customer_id, b.account_id, b.unit_id, sum(o.residue)::bigint as residue, sum(o.overdue)::bigint as overdue,
        sum(o.pending)::bigint as pending
      from bill_units b join owed_bills o on o.customer_id = b.customer_id and o.account_id = b.account_id and o.bill_id = b.bill_id
      group by b.customer_id, b.account_id, b.unit_id
    ) o on o.customer_id = u.customer_id and o.account_id = u.account_id and o.unit_id = u.unit_id`,
  id: (tx) => tx`u.unit_id`,
  id_name: 'unit_id',
  filters: {
    q: (tx, text) => tx`concat_ws(' ', fold(u.name), h.folded) like all (${containingWords(text)})`,
    ids: (tx, ids) => tx`u.unit_id = any(${ids})`,
    account_id: (tx, account_id) => tx`u.account_id = ${account_id}`,
    weight: (tx, weight) => (weight === 'with' ? tx`w.weight is not null` : tx`w.weight is null`),
    contact: (tx, contact) => (contact === 'with' ? tx`h.reachable` : tx`h.reachable is not true`),
    debt: (tx, debt) =>
      debt === 'overdue' ? tx`o.overdue > 0` : debt === 'due' ? tx`o.residue > 0` : tx`o.residue is null`,
  },
  sorts: {
    position: { sql: (tx) => tx`u.position`, type: 'bigint' },
    holder: { sql: (tx) => tx`coalesce(h.folded, '')`, type: 'text' },
    weight: { sql: (tx) => tx`coalesce(w.weight, -1)`, type: 'bigint' },
    residue: { sql: (tx) => tx`coalesce(o.residue, 0)`, type: 'bigint' },
    overdue: { sql: (tx) => tx`coalesce(o.overdue, 0)`, type: 'bigint' },
  },
  default_sort: 'position',
}

export const listUnits = serveList(contract.listUnits, unitsList)

export const summariseUnits = serve(contract.summariseUnits, async ({ tx, query }) => {
  const sums = await summaryOf(
    tx,
    unitsList,
    query,
    (of) => of`
      count(*) as count, coalesce(sum(w.weight), 0)::bigint as weight,
      count(*) filter (where w.weight is null) as without_weight,
      ${ofBills(of, of`coalesce(sum(o.residue), 0)::bigint`)} as residue,
      ${ofBills(of, of`coalesce(sum(o.overdue), 0)::bigint`)} as overdue,
      ${ofBills(of, of`coalesce(sum(o.pending), 0)::bigint`)} as pending`,
  )
  const [unplaced] = await tx`
    select ${ofBills(tx, tx`count(*)`)} as unplaced,
      ${ofBills(tx, tx`coalesce(sum(o.residue), 0)::bigint`)} as unplaced_residue
    from owed_bills o
    where ${query.account_id ? tx`o.account_id = ${query.account_id}` : tx`true`}
      and not exists (select from bill_units b where b.customer_id = o.customer_id and b.account_id = o.account_id
        and b.bill_id = o.bill_id)`
  return { ...sums, ...unplaced } as z.input<typeof contract.summariseUnits.reply>
})

/** A contact of a person; null for a sub-user who may not read people. */
const ofPeople = (tx: Tx, contact: Fragment): Fragment =>
  tx`case when actor_reads('subjects') then ${contact} end`

/** Nothing owed is zero; what may not be seen is null. */
const owedColumns = (tx: Tx): Fragment => tx`
  ${ofBills(tx, tx`coalesce(o.residue, 0)`)} as residue, ${ofBills(tx, tx`coalesce(o.overdue, 0)`)} as overdue,
  ${ofBills(tx, tx`coalesce(o.pending, 0)`)} as pending`
