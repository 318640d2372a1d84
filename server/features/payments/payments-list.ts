import * as contract from '@saldo/contract/payments/payments'
import { debitRefundDays } from '@saldo/domain/payments/debit-refund-days'
import { declineForOffice, type moneyParts, statesWithoutMoney } from '@saldo/domain/payments/payment'
import type { Row } from 'postgres'
import type { z } from 'zod'
import type { Tx } from '../../db/connection.ts'
import type { Fragment } from '../../db/fragments.ts'
import { type Listing, summaryOf } from '../../db/listing.ts'
import { type Found, find, isFound, textOfPerson } from '../../db/search.ts'
import { serve, serveList } from '../../http/serve.ts'

type Filters = z.output<typeof contract.summarisePayments.query>

type Search = Record<'accounts' | 'subjects' | 'bills', Found> & { number: number | null }

/** A period with both days included; every bound is optional. */
export type Days = { moved_on_from?: string | undefined; moved_on_to?: string | undefined }

/** Payments for pages and files, each with the money it moved in the period. */
export const paymentsWithin = (days: Days): Listing<Filters, Search> => {
  const list = countedWithin(days)
  return {
    ...list,
    select: (tx) => tx`${list.select(tx)}, m.gross - c.gross as gross, m.given_back, m.taken_back, m.fees,
      c.gross as corrected, m.net`,
    from: (tx) => tx`
      ${list.from(tx)}
      cross join lateral (select ${moneySums(tx)} from money_lines m where ${movedWithin(tx, days)}) m
      cross join lateral (select ${correctedSum(tx, days)} as gross ${correctionsWithin(tx, days)}) c`,
  }
}

/** The same payments without their money, for counting and summing. */
export const countedWithin = (days: Days): Listing<Filters, Search> => ({
  select: (tx) => tx`
    p.payment_id, p.customer_id, p.account_id, a.name as account_name, p.bill_id, b.number as bill_number, p.subject_id,
    s.nominative as subject_nominative, p.method, p.amount, p.refunded, p.fee, p.state, p.provider_account, p.brand, p.last4,
    p.failure_code, p.created_at, p.settled_at`,
  from: (tx) => tx`
    payments p
    join accounts a on a.customer_id = p.customer_id and a.account_id = p.account_id
    join bills b on b.customer_id = p.customer_id and b.bill_id = p.bill_id
    join subjects s on s.customer_id = p.customer_id and s.subject_id = p.subject_id`,
  id: (tx) => tx`p.payment_id`,
  id_name: 'payment_id',
  filters: {
    q: (tx, { number, accounts, subjects, bills }) => tx`(
      ${number === null ? tx`false` : tx`p.payment_id = ${number}`}
      or ${isFound(tx, bills, tx`p.bill_id`, tx`b.folded`)}
      or ${isFound(tx, subjects, tx`p.subject_id`, textOfPerson(tx))}
      or ${isFound(tx, accounts, tx`p.account_id`, tx`a.folded`)})`,
    ids: (tx, ids) => tx`p.payment_id in ${tx(ids)}`,
    state: (tx, states) => tx`p.state in ${tx(states)}`,
    method: (tx, methods) => tx`p.method in ${tx(methods)}`,
    account_id: (tx, id) => tx`p.account_id = ${id}`,
    subject_id: (tx, id) => tx`p.subject_id = ${id}`,
    bill_id: (tx, id) => tx`(p.customer_id, p.payment_id) in (
      select pb.customer_id, pb.payment_id from payment_bills pb where pb.bill_id = ${id})`,
    created_at_from: (tx, day) => tx`p.created_at >= ${day}::date::timestamp at time zone 'Europe/Rome'`,
    created_at_to: (tx, day) => tx`p.created_at < (${day}::date + 1)::timestamp at time zone 'Europe/Rome'`,
    settled_at_from: (tx, day) => tx`p.settled_at >= ${day}::date::timestamp at time zone 'Europe/Rome'`,
    settled_at_to: (tx, day) => tx`p.settled_at < (${day}::date + 1)::timestamp at time zone 'Europe/Rome'`,
    moved_on_from: (tx, day) =>
      moved(tx, days, tx`p.payment_id in (select e.payment_id from ledger_entries e where e.day >= ${day})`),
    moved_on_to: (tx, day) =>
      moved(tx, days, tx`p.payment_id in (select e.payment_id from ledger_entries e where e.day <= ${day})`),
    money: (tx, part) => withPart(tx, days, part),
    amount_min: (tx, cents) => tx`p.amount >= ${cents}`,
    amount_max: (tx, cents) => tx`p.amount <= ${cents}`,
  },
  search: async (tx, text) => ({
    ...(await find(tx, text, ['accounts', 'subjects', 'bills'])),
    number: paymentNumber(text),
  }),
  sorts: {
    created_at: { sql: (tx) => tx`p.created_at`, type: 'timestamptz' },
    amount: { sql: (tx) => tx`p.amount`, type: 'bigint' },
    subject_nominative: { sql: (tx) => tx`s.name_key`, type: 'text' },
    account_name: { sql: (tx) => tx`a.name_key`, type: 'text' },
  },
  default_sort: '-created_at',
})

/** Payments with all money they ever moved. */
export const paymentsList = paymentsWithin({})

/** Sums of the money lines `m` (see the view). In cents. */
export const moneySums = (tx: Tx) => tx`
  coalesce(sum(m.gross), 0)::bigint as gross, coalesce(sum(m.given_back), 0)::bigint as given_back,
  coalesce(sum(m.taken_back), 0)::bigint as taken_back, coalesce(sum(m.fees), 0)::bigint as fees,
  coalesce(sum(m.net), 0)::bigint as net`

/** The money lines `m` of payment `p` in the period. */
export const movedWithin = (tx: Tx, { moved_on_from, moved_on_to }: Days) => tx`
  m.customer_id = p.customer_id and m.payment_id = p.payment_id
  ${moved_on_from ? tx`and m.day >= ${moved_on_from}` : tx``} ${moved_on_to ? tx`and m.day <= ${moved_on_to}` : tx``}`

/**
 * The sum of corrections in the period of money that had come before it: part of `net`, not of the period's `gross`.
 * Without a first day every correction meets the money that it corrects.
 */
const correctedSum = (tx: Tx, { moved_on_from }: Days) =>
  moved_on_from ? tx`coalesce(sum(c.gross), 0)::bigint` : tx`0::bigint`
const correctionsWithin = (tx: Tx, { moved_on_from, moved_on_to }: Days) =>
  moved_on_from
    ? tx`from money_corrections c where c.customer_id = p.customer_id and c.payment_id = p.payment_id
        and c.day >= ${moved_on_from} and c.received_on < ${moved_on_from}
        ${moved_on_to ? tx`and c.day <= ${moved_on_to}` : tx``}`
    : tx``

/** Payments that moved money in the period, in any direction; the subselect lets an index find them. */
const moved = (tx: Tx, days: Days, of: Fragment) => tx`
  ${of} and (select sum(m.gross) <> 0 or sum(m.given_back) <> 0 or sum(m.taken_back) <> 0 or sum(m.fees) <> 0
    from money_lines m where ${movedWithin(tx, days)})`

/** Payments that contribute to one part of the sums. */
const withPart = (tx: Tx, days: Days, part: (typeof moneyParts)[number]) => {
  const sum = (of: Fragment) => tx`(select sum(${of}) from money_lines m where ${movedWithin(tx, days)}) <> 0`
  if (part === 'gross')
    return tx`(select coalesce(sum(m.gross), 0) from money_lines m where ${movedWithin(tx, days)})
      <> (select ${correctedSum(tx, days)} ${correctionsWithin(tx, days)})`
  if (part === 'given_back') return sum(tx`m.given_back`)
  if (part === 'taken_back') return sum(tx`m.taken_back`)
  if (part === 'fees') return sum(tx`m.fees`)
  if (part === 'credit') return tx`p.method = 'CREDIT' and ${sum(tx`m.credit`)}`
  return moved(tx, days, tx`true`)
}

/** Reads a payment number as people write it, `PG-88421`, or the number alone. */
function paymentNumber(text: string): number | null {
  const digits = /^(?:pg-)?(\d{1,15})$/i.exec(text.trim())?.[1]
  return digits ? Number(digits) : null
}

export const listPayments = serveList(
  contract.listPayments,
  (query: Days) => (isPeriod(query) ? paymentsWithin(query) : paymentsList),
  withReason,
)

/** Payments are counted separately, because each has several money lines. */
export const summarisePayments = serve(contract.summarisePayments, async ({ tx, query }) => {
  const list = countedWithin(query)
  const lines: typeof list = {
    ...list,
    from: (of) => of`${list.from(of)} join money_lines m on ${movedWithin(of, query)}`,
  }
  const [count, { gross, ...money }, corrections] = await Promise.all([
    summaryOf(
      tx,
      list,
      query,
      (of) => of`
        count(*)::int as count, coalesce(sum(p.amount), 0)::bigint as amount,
        coalesce(sum(p.amount) filter (where p.state not in ${of([...statesWithoutMoney])}), 0)::bigint as standing`,
    ),
    summaryOf(
      tx,
      lines,
      query,
      (of) => of`
        ${moneySums(of)}, coalesce(sum(m.credit) filter (where p.method = 'CREDIT'), 0)::bigint as credit`,
    ),
    correctionsOf(tx, list, query),
  ])
  const corrected = Number(corrections?.corrected ?? 0)
  return { ...count, ...money, gross: gross - corrected, corrected } as never
})

/** The listed payments that correct others, in the period; null without its first day. */
const correctionsOf = (tx: Tx, list: ReturnType<typeof countedWithin>, query: Filters) =>
  query.moved_on_from === undefined
    ? null
    : summaryOf(
        tx,
        {
          ...list,
          from: (of) =>
            of`${list.from(of)} cross join lateral (select c.gross ${correctionsWithin(of, query)}) c`,
        },
        query,
        (of) => of`${correctedSum(of, query)} as corrected`,
      )

const isPeriod = ({ moved_on_from, moved_on_to }: Days) => Boolean(moved_on_from || moved_on_to)

/** Adds the reason in words to the error code. */
export function withReason(payment: Row) {
  return {
    ...payment,
    failure_reason: payment.failure_code ? declineForOffice(payment.failure_code) : null,
    ...debitRefundDays(payment as unknown as Parameters<typeof debitRefundDays>[0]),
  } as never
}
