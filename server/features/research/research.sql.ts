import { maxResultsPerKind, maxUnitsPerPerson, type SearchResult } from '@saldo/contract/reports/research'
import type { PendingQuery, Row } from 'postgres'
import type { Tx } from '../../db/connection.ts'
import { ofBills } from '../accounts/bill-totals.ts'
import type { SearchWords } from './search-words.ts'

export type Among = { accounts: boolean; subjects: boolean; bills: boolean; transactions: boolean }

/**
 * Finds condominiums, people, bills and payments by a text, the best of each kind. People are found first; their bills
 * and payments are reached by key, and so are the payments of bills found by number. Every step is limited: ten people,
 * ten bills and ten payments of each.  The query does not depend on the text, so its plan is cached: planning would
 * take longer than everything else.
 */
export async function findResults(tx: Tx, searched: SearchWords, among: Among): Promise<SearchResult[]> {
  const kinds = [
    among.accounts && condominiums(tx),
    among.subjects && people(tx),
    among.bills && bills(tx),
    among.transactions && payments(tx),
  ].filter((kind) => kind !== false)
  if (kinds.length === 0) return []
  const { phrase, beginning, containing, at_words, looked_up, short, amount, payment_id } = searched
  const asked = tx`(${phrase}, ${beginning}, ${containing}, ${at_words}, ${looked_up}, ${short}, ${maxResultsPerKind})`
  const [, rows] = await Promise.all([
    tx`
      select set_config('plan_cache_mode', 'force_generic_plan', true), set_config('jit', 'off', true),
        set_config('random_page_cost', '1.1', true)`,
    tx<SearchResult[]>`
      with typed as (select ${amount}::bigint as amount, ${payment_id}::bigint as payment_id),
      named_accounts as materialized (select * from find_accounts${asked}),
      named_subjects as materialized (select * from find_subjects${asked}),
      named_bills as materialized (select * from find_bills${asked})
      ${kinds.reduce((one, other) => tx`${one} union all ${other}`)}`,
  ])
  return rows
}

type Fragment = PendingQuery<Row[]>
const most = (tx: Tx) => tx.unsafe(String(maxResultsPerKind))

/** A tax code; null for a sub-user who may not read the section. */
const codeOf = (tx: Tx, section: 'accounts' | 'subjects', code: Fragment): Fragment =>
  tx`case when actor_reads(${tx.unsafe(`'${section}'`)}) then ${code} end as fiscal_code`

const condominiums = (tx: Tx): Fragment => tx`
  (select 'condomini' as data_from, a.account_id, a.name as account_name, null::bigint as subject_id,
    null as subject_nominative, null::bigint as bill_id, null as bill_number, null::bigint as payment_id,
    ${codeOf(tx, 'accounts', tx`a.fiscal_code`)},
    c.customer_id, c.business_name as customer_name, null::bigint as amount, null::date as date, null as bill_state,
    null as payment_state, null::bigint as residue, null::bigint as overdue, null as unit, '[]'::json as units
  from named_accounts n
  join accounts a on a.customer_id = n.customer_id and a.account_id = n.id
  join customers c on c.customer_id = a.customer_id
  order by n.rank, a.account_id desc)`

const people = (tx: Tx): Fragment => tx`
  (select 'soggetti' as data_from, null::bigint as account_id, null as account_name, s.subject_id,
    s.nominative as subject_nominative, null::bigint as bill_id, null as bill_number, null::bigint as payment_id,
    ${codeOf(tx, 'subjects', tx`s.fiscal_code`)}, c.customer_id, c.business_name as customer_name, null::bigint as amount, null::date as date,
    null as bill_state, null as payment_state, o.residue, o.overdue, null as unit, h.units
  from named_subjects n
  join subjects s on s.customer_id = n.customer_id and s.subject_id = n.id
  join customers c on c.customer_id = s.customer_id
  cross join ${owedByPerson(tx)} o
  cross join ${unitsOfPerson(tx)} h
  order by n.rank, s.subject_id desc)`

/** The sums of a person's bills, as everywhere; null without the permission to read bills. */
const owedByPerson = (tx: Tx): Fragment => tx`
  lateral (
    select ${ofBills(tx, tx`coalesce(sum(i.due), 0)::bigint`)} as residue,
      ${ofBills(tx, tx`coalesce(sum(i.overdue), 0)::bigint`)} as overdue
    from owed_instalments i where i.customer_id = s.customer_id and i.subject_id = s.subject_id
  )`

/** The units in which a person has a right today. */
const unitsOfPerson = (tx: Tx): Fragment => tx`
  lateral (
    select coalesce(json_agg(json_build_object('unit_name', held.unit_name, 'account_name', held.account_name,
      'right_kind', held.right_kind) order by held.name_key, held.position, held.unit_id), '[]') as units
    from (
      select u.name as unit_name, a.name as account_name, r.right_kind, a.name_key, u.position, u.unit_id
      from right_holders r
      join units u on u.customer_id = r.customer_id and u.unit_id = r.unit_id
      join accounts a on a.customer_id = r.customer_id and a.account_id = r.account_id
      where r.customer_id = s.customer_id and r.subject_id = s.subject_id
        and (r.since is null or r.since <= today()) and (r.until is null or r.until >= today())
      order by a.name_key, u.position, u.unit_id limit ${tx.unsafe(String(maxUnitsPerPerson))}
    ) held
  )`

/** Bills by number, by amount, and those of the people found: the latest due of each. */
const bills = (tx: Tx): Fragment => tx`
  (select 'bollette' as data_from, a.account_id, a.name as account_name, s.subject_id,
    s.nominative as subject_nominative, b.bill_id, b.number as bill_number, null::bigint as payment_id,
    ${codeOf(tx, 'subjects', tx`s.fiscal_code`)},
    c.customer_id, c.business_name as customer_name, b.amount, b.issue_date as date,
    bill_state(b.phase, b.next_due_date, today()) as bill_state, null as payment_state,
    ${ofBills(tx, tx`b.residue`)} as residue, null::bigint as overdue, b.unit, '[]'::json as units
  from (
    select id, min(rank) as rank from (
      select id, rank from named_bills
      union all
      (select b.bill_id, 0 from bills b
        where b.amount = (select amount from typed) order by b.bill_id desc limit ${most(tx)})
      union all
      select l.bill_id, n.rank from named_subjects n cross join lateral (
        select b.bill_id from bills b where b.customer_id = n.customer_id and b.subject_id = n.id
        order by b.next_due_date desc, b.bill_id desc limit ${most(tx)}) l
    ) reached group by id order by rank, id desc limit ${most(tx)}
  ) r
  join bills b on b.bill_id = r.id
  join accounts a on a.customer_id = b.customer_id and a.account_id = b.account_id
  join subjects s on s.customer_id = b.customer_id and s.subject_id = b.subject_id
  join customers c on c.customer_id = b.customer_id
  order by r.rank, b.bill_id desc)`

/** Payments by number, by amount, and those of the people and bills found. */
const payments = (tx: Tx): Fragment => tx`
  (select 'transazioni' as data_from, a.account_id, a.name as account_name, s.subject_id,
    s.nominative as subject_nominative, b.bill_id, b.number as bill_number, p.payment_id,
    ${codeOf(tx, 'subjects', tx`s.fiscal_code`)}, c.customer_id,
    c.business_name as customer_name, p.amount, (p.created_at at time zone 'Europe/Rome')::date as date,
    null as bill_state, p.state as payment_state, null::bigint as residue, null::bigint as overdue, null as unit,
    '[]'::json as units
  from (
    select id, min(rank) as rank from (
      select payment_id as id, 0 as rank from typed where payment_id is not null
      union all
      (select p.payment_id, 0 from payments p
        where p.amount = (select amount from typed) order by p.payment_id desc limit ${most(tx)})
      union all
      select l.payment_id, n.rank from named_subjects n cross join lateral (
        select p.payment_id from payments p where p.customer_id = n.customer_id and p.subject_id = n.id
        order by p.created_at desc, p.payment_id desc limit ${most(tx)}) l
      union all
      select l.payment_id, n.rank from named_bills n cross join lateral (
        select pb.payment_id from payment_bills pb where pb.customer_id = n.customer_id and pb.bill_id = n.id
        order by pb.payment_id desc limit ${most(tx)}) l
    ) reached group by id order by rank, id desc limit ${most(tx)}
  ) r
  join payments p on p.payment_id = r.id
  join bills b on b.customer_id = p.customer_id and b.bill_id = p.bill_id
  join accounts a on a.customer_id = p.customer_id and a.account_id = p.account_id
  join subjects s on s.customer_id = p.customer_id and s.subject_id = p.subject_id
  join customers c on c.customer_id = p.customer_id
  order by r.rank, p.payment_id desc)`
