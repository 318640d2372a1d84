import * as contract from '@saldo/contract/bills/plans'
import { type PlanState, planStateLabels } from '@saldo/domain/arrears/instalment-plan'
import { formatDateTime } from '@saldo/domain/dates'
import type { z } from 'zod'
import { type Listing, summaryOf } from '../../db/listing.ts'
import { type Found, find, isFound, textOfPerson } from '../../db/search.ts'
import { exportReply, type ListColumn } from '../../exports/export-reply.ts'
import { serve, serveAcross, serveList } from '../../http/serve.ts'

type Filters = z.output<typeof contract.summarisePlans.query>

/** Plans for list, summary and export. */
export const plansList: Listing<Filters, Record<'accounts' | 'subjects', Found>> = {
  select: (tx) => tx`
    p.plan_id, p.customer_id, p.account_id, a.name as account_name, p.subject_id, s.nominative as subject_nominative,
    p.state, p.amount, f.residue, (select count(*)::int from plan_rates r
      where r.customer_id = p.customer_id and r.plan_id = p.plan_id) as rates_count,
    case when p.state = 'active' and f.residue > 0 then f.next_due_date end as next_due_date,
    p.grace_days, p.expires_on, shown_addresses(p.email) as email, p.accepted_at, p.created_at`,
  from: (tx) => tx`
    plans p
    join accounts a on a.customer_id = p.customer_id and a.account_id = p.account_id
    join subjects s on s.customer_id = p.customer_id and s.subject_id = p.subject_id
    cross join lateral (
      select coalesce(sum(b.residue), 0)::bigint as residue,
        min(b.next_due_date) filter (where b.residue > 0) as next_due_date
      from plan_bills pb join bills b on b.customer_id = pb.customer_id and b.bill_id = pb.bill_id
      where pb.customer_id = p.customer_id and pb.plan_id = p.plan_id) f`,
  id: (tx) => tx`p.plan_id`,
  id_name: 'plan_id',
  filters: {
    q: (tx, { accounts, subjects }) => tx`(
      ${isFound(tx, subjects, tx`p.subject_id`, textOfPerson(tx))}
      or ${isFound(tx, accounts, tx`p.account_id`, tx`a.folded`)})`,
    ids: (tx, ids) => tx`p.plan_id = any(${ids})`,
    state: (tx, states) => tx`p.state = any(${states})`,
    account_id: (tx, id) => tx`p.account_id = ${id}`,
    subject_id: (tx, id) => tx`p.subject_id = ${id}`,
    bill_id: (tx, id) => tx`exists (select from plan_bills pb
      where pb.customer_id = p.customer_id and pb.plan_id = p.plan_id and pb.bill_id = ${id})`,
    created_at_from: (tx, day) => tx`p.created_at >= ${day}::date::timestamp at time zone 'Europe/Rome'`,
    created_at_to: (tx, day) => tx`p.created_at < (${day}::date + 1)::timestamp at time zone 'Europe/Rome'`,
    amount_min: (tx, cents) => tx`p.amount >= ${cents}`,
    amount_max: (tx, cents) => tx`p.amount <= ${cents}`,
  },
  search: (tx, text) => find(tx, text, ['accounts', 'subjects']),
  sorts: {
    created_at: { sql: (tx) => tx`p.created_at`, type: 'timestamptz' },
    amount: { sql: (tx) => tx`p.amount`, type: 'bigint' },
    subject_nominative: { sql: (tx) => tx`s.name_key`, type: 'text' },
    account_name: { sql: (tx) => tx`a.name_key`, type: 'text' },
  },
  default_sort: '-created_at',
}

export const listPlans = serveList(contract.listPlans, plansList)

export const summarisePlans = serve(contract.summarisePlans, async ({ tx, query }) => {
  const sums = await summaryOf(
    tx,
    plansList,
    query,
    (of) => of`
      count(*)::int as count, coalesce(sum(p.amount), 0)::bigint as amount,
      coalesce(sum(f.residue) filter (where p.state = 'active'), 0)::bigint as residue`,
  )
  return sums as { count: number; amount: number; residue: number }
})

const columns: Record<string, ListColumn> = {
  created_at: { header: 'Proposto il', kind: 'text', value: ({ created_at }) => formatDateTime(created_at) },
  subject_nominative: { header: 'Intestatario', kind: 'text' },
  account_name: { header: 'Condominio', kind: 'text' },
  state: { header: 'Stato', kind: 'text', value: ({ state }) => planStateLabels[state as PlanState] },
  amount: { header: 'Importo', kind: 'amount' },
  residue: { header: 'Residuo', kind: 'amount' },
  rates_count: { header: 'Rate', kind: 'number' },
  next_due_date: { header: 'Prossima rata', kind: 'date' },
  accepted_at: {
    header: 'Accettato il',
    kind: 'text',
    value: ({ accepted_at }) => (accepted_at ? formatDateTime(accepted_at) : null),
  },
}

export const exportPlans = serveAcross(contract.exportPlans, ({ as, services, query }) =>
  exportReply({ as, services, listing: plansList, query, columns, name: 'piani-di-rientro' }),
)
