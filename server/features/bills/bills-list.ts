import * as contract from '@saldo/contract/bills/bills'
import type { BillState } from '@saldo/domain/bills/bill'
import type { billMoney } from '@saldo/domain/bills/owed'
import type { PendingQuery, Row } from 'postgres'
import type { z } from 'zod'
import type { Tx } from '../../db/connection.ts'
import type { Listing } from '../../db/listing.ts'
import { type Found, find, isFound, textOfPerson } from '../../db/search.ts'
import { serveList } from '../../http/serve.ts'

type Filters = z.output<typeof contract.summariseBills.query>

/** Bills for list, summary and export. */
export const billsList: Listing<Filters, Record<'accounts' | 'subjects' | 'bills', Found>> = {
  select: (tx) => tx`
    b.bill_id, b.customer_id, b.account_id, a.name as account_name, b.subject_id, s.nominative as subject_nominative,
    b.number, b.description, b.unit, b.issue_date, b.next_due_date, b.amount, b.settled, b.pending, b.residue, b.phase,
    bill_state(b.phase, b.next_due_date, today()) as state`,
  from: (tx) => tx`
    bills b
    join accounts a on a.customer_id = b.customer_id and a.account_id = b.account_id
    join subjects s on s.customer_id = b.customer_id and s.subject_id = b.subject_id`,
  id: (tx) => tx`b.bill_id`,
  id_name: 'bill_id',
  filters: {
    q: (tx, { accounts, subjects, bills }) => tx`(
      ${isFound(tx, bills, tx`b.bill_id`, tx`b.folded`)}
      or ${isFound(tx, subjects, tx`b.subject_id`, textOfPerson(tx))}
      or ${isFound(tx, accounts, tx`b.account_id`, tx`a.folded`)})`,
    ids: (tx, ids) => tx`b.bill_id = any(${ids})`,
    state: inAnyState,
    money: (tx, which) => withMoney[which](tx),
    account_id: (tx, id) => tx`b.account_id = ${id}`,
    subject_id: (tx, id) => tx`b.subject_id = ${id}`,
    unit_id: (tx, id) => tx`b.bill_id in (select o.bill_id from bill_units o where o.unit_id = ${id})`,
    import_id: (tx, id) => tx`b.import_id = ${id}`,
    budget_id: (tx, id) => tx`b.budget_id = ${id}`,
    next_due_date_from: (tx, day) => tx`b.next_due_date >= ${day}`,
    next_due_date_to: (tx, day) => tx`b.next_due_date <= ${day}`,
    issue_date_from: (tx, day) => tx`b.issue_date >= ${day}`,
    issue_date_to: (tx, day) => tx`b.issue_date <= ${day}`,
    amount_min: (tx, cents) => tx`b.amount >= ${cents}`,
    amount_max: (tx, cents) => tx`b.amount <= ${cents}`,
  },
  search: (tx, text) => find(tx, text, ['accounts', 'subjects', 'bills']),
  sorts: {
    next_due_date: { sql: (tx) => tx`b.next_due_date`, type: 'date' },
    number: { sql: (tx) => tx`b.number`, type: 'text' },
    subject_nominative: { sql: (tx) => tx`s.name_key`, type: 'text' },
    account_name: { sql: (tx) => tx`a.name_key`, type: 'text' },
    amount: { sql: (tx) => tx`b.amount`, type: 'bigint' },
    residue: { sql: (tx) => tx`b.residue`, type: 'bigint' },
    issue_date: { sql: (tx) => tx`b.issue_date`, type: 'date' },
  },
  default_sort: '-issue_date',
  last: {
    rows: (tx) => tx`b.phase = 'draft'`,
    mixed: ({ state, money }) => !money && !(state && isUnmixed(state)),
  },
}

/** Drafts alone, or no drafts. */
const isUnmixed = (states: BillState[]) => !states.includes('draft') || states.length === 1

type Condition = (tx: Tx) => PendingQuery<Row[]>

/**
 * The reverse of the SQL function bill_state: conditions on stored columns, which indexes serve. Written as literals
 * instead of parameters, and with the residue that follows from the state, so that PostgreSQL can choose the index of
 * owed bills.
 */
const inState: Record<BillState, Condition> = {
  to_pay: (tx) => tx`(b.residue > 0 and b.phase = 'open' and b.next_due_date > today() + due_soon_days())`,
  due_soon: (tx) =>
    tx`(b.residue > 0 and b.phase = 'open' and b.next_due_date between today() and today() + due_soon_days())`,
  overdue: (tx) => tx`(b.residue > 0 and b.phase in ('open', 'partly_paid') and b.next_due_date < today())`,
  partly_paid: (tx) => tx`(b.phase = 'partly_paid' and b.next_due_date >= today())`,
  draft: (tx) => tx`b.phase = 'draft'`,
  pending: (tx) => tx`b.phase = 'pending'`,
  paid: (tx) => tx`b.phase = 'paid'`,
  returned: (tx) => tx`b.phase = 'returned'`,
  cancelled: (tx) => tx`b.phase = 'cancelled'`,
  refunded: (tx) => tx`b.phase = 'refunded'`,
  disputed: (tx) => tx`b.phase = 'disputed'`,
}

/**
 * Bills by the money they have, in any state: the amounts of `owed_instalments`, written so that an index serves. The
 * date of a bill with a residue is that of its oldest unsettled instalment.
 */
const withMoney: Record<(typeof billMoney)[number], Condition> = {
  residue: (tx) => tx`b.residue > 0`,
  overdue: (tx) => tx`(b.residue > 0 and b.next_due_date < today())`,
  falling_due: (tx) => tx`(b.residue > 0 and b.next_due_date <= today() + falling_due_days() and exists (
    select from owed_instalments o
    where o.customer_id = b.customer_id and o.bill_id = b.bill_id and o.falling_due > 0))`,
  settled: (tx) => tx`(b.settled > 0 and b.phase not in ('draft', 'cancelled'))`,
}

function inAnyState(tx: Tx, states: BillState[]) {
  const any = states.map((state) => inState[state](tx))
  return tx`(${any.reduce((one, other) => tx`${one} or ${other}`, tx`false`)})`
}

/** The filters in a query string of the list (after the `?`), read as the list reads it, with its order; null if not valid. */
export function readBillsQuery(text: string): Filters | null {
  const parsed = contract.listBills.query.safeParse(Object.fromEntries(new URLSearchParams(text)))
  if (!parsed.success) return null
  const { sort: _order, limit: _most, cursor: _from, ...filters } = parsed.data
  return filters
}

export const listBills = serveList(contract.listBills, billsList)
