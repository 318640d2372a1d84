import * as contract from '@saldo/contract/reports/situation'
import type { z } from 'zod'
import { type Listing, pageOf, summaryOf } from '../../db/listing.ts'
import { type Found, find, isFound, textOfPerson } from '../../db/search.ts'
import { exportReply, type ListColumn } from '../../exports/export-reply.ts'
import { serve, serveAcross } from '../../http/serve.ts'
import { visibleAccount } from '../accounts/visible-account.ts'

type Filters = z.output<typeof contract.summariseDebtors.query>

/**
 * The people who owe something in a condominium, from `owed_instalments`. Their bills are summed before the people are
 * joined, because a condominium has few debtors and an office many people.
 */
export const debtors = (account_id: number): Listing<Filters, Record<'subjects', Found>> => ({
  select: (tx) => tx`
    s.subject_id, s.nominative, o.bills, o.residue, o.overdue, o.pending, o.oldest_due, r.sent_on as reminded_on,
    r.step_name as reminded_by,
    (select string_agg(distinct u.name, ' · ' order by u.name)
      from right_holders h join units u on u.customer_id = h.customer_id and u.unit_id = h.unit_id
      where h.customer_id = s.customer_id and h.subject_id = s.subject_id and h.account_id = ${account_id}
        and (h.since is null or h.since <= today()) and (h.until is null or h.until >= today())) as units`,
  from: (tx) => tx`
    (
      select i.customer_id, i.subject_id, count(distinct i.bill_id)::int as bills, sum(i.due)::bigint as residue,
        sum(i.overdue)::bigint as overdue, sum(i.pending)::bigint as pending, min(i.due_date) as oldest_due
      from owed_instalments i where i.account_id = ${account_id} group by i.customer_id, i.subject_id
    ) o
    join subjects s on s.customer_id = o.customer_id and s.subject_id = o.subject_id
    left join lateral (
      select m.sent_on, m.step_name from reminders m
      where m.customer_id = o.customer_id and m.subject_id = o.subject_id and m.account_id = ${account_id}
        and m.state = 'sent'
      order by m.sent_on desc, m.reminder_id desc limit 1
    ) r on true`,
  id: (tx) => tx`s.subject_id`,
  id_name: 'subject_id',
  search: (tx, text) => find(tx, text, ['subjects']),
  filters: {
    q: (tx, { subjects }) => isFound(tx, subjects, tx`s.subject_id`, textOfPerson(tx)),
    ids: (tx, ids) => tx`s.subject_id = any(${ids})`,
    // It selects which instalments are summed in the from clause.
    account_id: (tx) => tx`true`,
    overdue_min: (tx, cents) => tx`o.overdue >= ${cents}`,
    overdue_max: (tx, cents) => tx`o.overdue <= ${cents}`,
    late: (tx) => tx`o.overdue > 0`,
  },
  sorts: {
    nominative: { sql: (tx) => tx`s.name_key`, type: 'text' },
    residue: { sql: (tx) => tx`o.residue`, type: 'bigint' },
    overdue: { sql: (tx) => tx`o.overdue`, type: 'bigint' },
    oldest_due: { sql: (tx) => tx`o.oldest_due`, type: 'date' },
  },
  default_sort: '-overdue',
})

export const listDebtors = serve(contract.listDebtors, async ({ tx, query }) => {
  await visibleAccount(tx, query.account_id)
  return (await pageOf(tx, debtors(query.account_id), query)) as never
})

export const summariseDebtors = serve(contract.summariseDebtors, async ({ tx, query }) => {
  await visibleAccount(tx, query.account_id)
  return (await summaryOf(
    tx,
    debtors(query.account_id),
    query,
    (of) => of`
      count(*)::int as count, coalesce(sum(o.residue), 0)::bigint as residue,
      coalesce(sum(o.overdue), 0)::bigint as overdue, coalesce(sum(o.pending), 0)::bigint as pending`,
  )) as never
})

const columns: Record<string, ListColumn> = {
  nominative: { header: 'Condòmino', kind: 'text', width: 34 },
  units: { header: 'Unità', kind: 'text', width: 24 },
  bills: { header: 'Bollette', kind: 'number' },
  residue: { header: 'Residuo', kind: 'amount' },
  overdue: { header: 'Scaduto', kind: 'amount' },
  pending: { header: 'In corso', kind: 'amount' },
  oldest_due: { header: 'Prima scadenza', kind: 'date' },
  reminded_on: { header: 'Ultimo sollecito', kind: 'date' },
  reminded_by: { header: 'Tipo di sollecito', kind: 'text', width: 24 },
}

export const exportDebtors = serveAcross(contract.exportDebtors, async ({ as, services, query }) => {
  await as((tx) => visibleAccount(tx, query.account_id))
  return exportReply({ as, services, listing: debtors(query.account_id), query, columns, name: 'situazione' })
})
