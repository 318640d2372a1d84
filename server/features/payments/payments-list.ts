import type * as contract from '@saldo/contract/payments'
import type { z } from 'zod'
import type { Listing } from '../../db/listing.ts'
import { type Found, find, isAmong } from '../../db/search.ts'

type Filters = z.output<typeof contract.summarisePayments.query>

type Search = Record<'accounts' | 'subjects' | 'bills', Found> & { number: number | null }

/** Payments as list, summary and export read them. */
export const paymentsList: Listing<Filters, Search> = {
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
      or ${isAmong(tx, bills, tx`p.bill_id`, tx`b.folded`)}
      or ${isAmong(tx, subjects, tx`p.subject_id`, tx`s.folded`)}
      or ${isAmong(tx, accounts, tx`p.account_id`, tx`a.folded`)})`,
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
}

/** `PG-88421`, as people read it, or the bare number. */
function paymentNumber(text: string): number | null {
  const digits = /^(?:pg-)?(\d{1,15})$/i.exec(text.trim())?.[1]
  return digits ? Number(digits) : null
}
