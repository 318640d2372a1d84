import * as contract from '@saldo/contract/payments/debits'
import { declineForOffice, declineSentence } from '@saldo/domain/payments/payment'
import { cardBrandLabels } from '@saldo/domain/payments/payment-method'
import { debitStateLabels } from '@saldo/domain/state-labels'
import type { Row } from 'postgres'
import type { z } from 'zod'
import { containing, type Listing, pageOf, summaryOf } from '../../db/listing.ts'
import { type Found, find, isFound, textOfPerson } from '../../db/search.ts'
import { exportReply, type ListColumn } from '../../exports/export-reply.ts'
import type { Actor } from '../../http/actor.ts'
import { serve, serveAcross } from '../../http/serve.ts'

type Filters = z.output<typeof contract.summariseDebits.query>
type Search = Record<'accounts' | 'subjects' | 'bills', Found>

/** Debits for list, summary and export. */
export const debitsList: Listing<Filters, Search> = {
  select: (tx) => tx`
    d.debit_id, d.customer_id, d.account_id, a.name as account_name, d.bill_id, b.number as bill_number, d.subject_id,
    s.nominative as subject_nominative, d.source_id, d.mandate_id, d.run_id, coalesce(o.type, 'sepa_debit') as source_type,
    case when d.source_id is null then 'bank' else o.brand end as brand,
    coalesce(o.last4, right(coalesce(d.debtor_iban, k.debtor_iban), 4)) as last4,
    coalesce(k.umr, (select m.umr from mandates m where m.customer_id = d.customer_id and m.source_id = d.source_id
      order by m.mandate_id desc limit 1)) as umr,
    d.amount, d.collect_on, d.state, d.tries, d.retry_of, d.notified_at, d.payment_id, d.failure_code, d.cancel_reason,
    d.created_at`,
  from: (tx) => tx`
    debits d
    join accounts a on a.customer_id = d.customer_id and a.account_id = d.account_id
    join bills b on b.customer_id = d.customer_id and b.bill_id = d.bill_id
    join subjects s on s.customer_id = d.customer_id and s.subject_id = d.subject_id
    left join payment_sources o on o.customer_id = d.customer_id and o.source_id = d.source_id
    left join mandates k on k.customer_id = d.customer_id and k.mandate_id = d.mandate_id`,
  id: (tx) => tx`d.debit_id`,
  id_name: 'debit_id',
  filters: {
    q: (tx, { accounts, subjects, bills }) => tx`(
      ${isFound(tx, bills, tx`d.bill_id`, tx`b.folded`)}
      or ${isFound(tx, subjects, tx`d.subject_id`, textOfPerson(tx))}
      or ${isFound(tx, accounts, tx`d.account_id`, tx`a.folded`)})`,
    ids: (tx, ids) => tx`d.debit_id in ${tx(ids)}`,
    state: (tx, states) => tx`d.state in ${tx(states)}`,
    account_id: (tx, id) => tx`d.account_id = ${id}`,
    subject_id: (tx, id) => tx`d.subject_id = ${id}`,
    bill_id: (tx, id) => tx`d.bill_id = ${id}`,
    source_id: (tx, id) => tx`d.source_id = ${id}`,
    mandate_id: (tx, id) => tx`d.mandate_id = ${id}`,
    collect_on_from: (tx, day) => tx`d.collect_on >= ${day}`,
    collect_on_to: (tx, day) => tx`d.collect_on <= ${day}`,
    amount_min: (tx, cents) => tx`d.amount >= ${cents}`,
    amount_max: (tx, cents) => tx`d.amount <= ${cents}`,
  },
  search: (tx, text) => find(tx, text, ['accounts', 'subjects', 'bills']),
  sorts: {
    collect_on: { sql: (tx) => tx`d.collect_on`, type: 'date' },
    amount: { sql: (tx) => tx`d.amount`, type: 'bigint' },
    subject_nominative: { sql: (tx) => tx`s.name_key`, type: 'text' },
    account_name: { sql: (tx) => tx`a.name_key`, type: 'text' },
  },
  default_sort: '-collect_on',
}

/** The debits of a resident, who has only a few: texts are compared without the search index. */
export const ownDebitsList: Listing<Filters> = {
  ...(debitsList as unknown as Listing<Filters>),
  search: undefined as never,
  filters: {
    ...(debitsList as unknown as Listing<Filters>).filters,
    q: (tx, text) => tx`(b.folded like ${containing(text)} or a.folded like ${containing(text)})`,
  },
}

/** Adds the reason to the error code, in words for who reads it. */
export const withReason = (debit: Row, { role }: Pick<Actor, 'role'>) =>
  ({ ...debit, failure_reason: debit.failure_code ? reasonFor(role)(debit.failure_code) : null }) as never

const reasonFor = (role: Actor['role']) => (role === 'consumer' ? declineSentence : declineForOffice)

const listOf = (actor: Actor) =>
  actor.role === 'consumer' ? ownDebitsList : (debitsList as unknown as typeof ownDebitsList)

export const listDebits = serve(contract.listDebits, async ({ tx, actor, query }) => {
  const { items, next_cursor } = await pageOf(tx, listOf(actor), query)
  return { items: items.map((debit) => withReason(debit, actor)), next_cursor }
})

export const summariseDebits = serve(contract.summariseDebits, async ({ tx, actor, query }) => {
  const sums = await summaryOf(
    tx,
    listOf(actor),
    query,
    (of) => of`
      count(*)::int as count, coalesce(sum(d.amount), 0)::bigint as amount,
      coalesce(sum(d.amount) filter (where d.state in ('planned', 'notified', 'started')), 0)::bigint as pending,
      coalesce(sum(d.amount) filter (where d.state = 'done'), 0)::bigint as collected,
      coalesce(sum(d.amount) filter (where d.state = 'failed'), 0)::bigint as failed`,
  )
  return sums as never
})

const sourceName = (row: Row) =>
  row.last4 ? `${cardBrandLabels[row.brand as 'visa'] ?? 'Carta'} •••• ${row.last4}` : null

const columnsFor = ({ role }: Actor): Record<string, ListColumn> => ({
  collect_on: { header: 'Data', kind: 'date' },
  subject_nominative: { header: 'Intestatario', kind: 'text' },
  account_name: { header: 'Condominio', kind: 'text' },
  bill_number: { header: 'Bolletta', kind: 'text' },
  source: { header: 'Metodo', kind: 'text', value: sourceName },
  umr: { header: 'Riferimento del mandato', kind: 'text' },
  amount: { header: 'Importo', kind: 'amount' },
  state: { header: 'Stato', kind: 'text', value: (row) => debitStateLabels[row.state as 'planned'] },
  tries: { header: 'Tentativo', kind: 'text', value: (row) => String(row.tries) },
  failure_reason: {
    header: 'Motivo',
    kind: 'text',
    value: (row) => (row.failure_code ? reasonFor(role)(row.failure_code) : row.cancel_reason),
  },
})

export const exportDebits = serveAcross(contract.exportDebits, ({ as, services, actor, query }) =>
  exportReply({ as, services, listing: listOf(actor), query, columns: columnsFor(actor), name: 'addebiti' }),
)
