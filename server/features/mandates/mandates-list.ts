import * as contract from '@saldo/contract/payments/mandates'
import { formatDateTime } from '@saldo/domain/dates'
import { maskIban } from '@saldo/domain/iban'
import { mandateStateLabels } from '@saldo/domain/sepa/mandate'
import type { Row } from 'postgres'
import type { z } from 'zod'
import type { Tx } from '../../db/connection.ts'
import { type Listing, pageOf, summaryOf } from '../../db/listing.ts'
import { type Found, find, isFound, textOfPerson } from '../../db/search.ts'
import { exportReply, type ListColumn } from '../../exports/export-reply.ts'
import { serve, serveAcross } from '../../http/serve.ts'

type Filters = z.output<typeof contract.summariseMandates.query>

const lastUse = (tx: Tx) => tx`coalesce((m.last_used_at at time zone 'Europe/Rome')::date, m.signed_on)`
const inForce = (tx: Tx) => tx`m.state in ('active', 'suspended')`
/** In force, and lapsing within three months if nothing is collected. */
const lapsing = (tx: Tx) => tx`(${inForce(tx)} and ${lastUse(tx)} <= (today() - interval '33 months')::date)`

/** Mandates for debits, for list, summary and export: those for the bank, and those of saved bank accounts. */
export const mandatesList: Listing<Filters, Record<'accounts' | 'subjects', Found>> = {
  select: (tx) => tx`
    m.mandate_id, m.customer_id, case when m.provider_account = 'bank' then 'bank' else 'provider' end as way, m.state,
    m.account_id, a.name as account_name, m.subject_id, s.nominative as subject_nominative,
    coalesce(m.debtor_name, o.holder) as debtor_name, m.debtor_iban, coalesce(m.last4, o.last4) as last4, m.umr, m.signing,
    m.signed_on, m.one_off, m.scan_path is not null as has_scan, m.last_used_at,
    case when ${inForce(tx)} then (${lastUse(tx)} + interval '36 months')::date end as lapses_on, m.created_at`,
  from: (tx) => tx`
    mandates m
    left join payment_sources o on o.customer_id = m.customer_id and o.source_id = m.source_id
    left join accounts a on a.customer_id = m.customer_id and a.account_id = m.account_id
    join subjects s on s.customer_id = m.customer_id and s.subject_id = m.subject_id
      and (m.provider_account = 'bank' or o.type = 'sepa_debit')`,
  id: (tx) => tx`m.mandate_id`,
  id_name: 'mandate_id',
  filters: {
    q: (tx, { accounts, subjects }) => tx`(
      ${isFound(tx, subjects, tx`m.subject_id`, textOfPerson(tx))}
      or ${isFound(tx, accounts, tx`m.account_id`, tx`a.folded`)})`,
    ids: (tx, ids) => tx`m.mandate_id = any(${ids})`,
    state: (tx, states) => tx`m.state = any(${states})`,
    way: (tx, ways) =>
      tx`(m.provider_account = 'bank') = any(${ways.map((way) => way === 'bank')}::boolean[])`,
    account_id: (tx, id) => tx`m.account_id = ${id}`,
    subject_id: (tx, id) => tx`m.subject_id = ${id}`,
    lapsing,
    signed_on_from: (tx, day) => tx`m.signed_on >= ${day}`,
    signed_on_to: (tx, day) => tx`m.signed_on <= ${day}`,
  },
  search: (tx, text) => find(tx, text, ['accounts', 'subjects']),
  sorts: {
    created_at: { sql: (tx) => tx`m.created_at`, type: 'timestamptz' },
    // A draft that nobody signed yet stands at the beginning.
    signed_on: { sql: (tx) => tx`coalesce(m.signed_on, '1900-01-01')`, type: 'date', name: 'signed_on_key' },
    subject_nominative: { sql: (tx) => tx`s.name_key`, type: 'text' },
    umr: { sql: (tx) => tx`coalesce(m.umr, '')`, type: 'text', name: 'umr_key' },
  },
  default_sort: '-created_at',
}

/** Masks the payer's IBAN. Of a saved source only the last four digits are known. */
export function mandateRow({ debtor_iban, last4, ...mandate }: Row): contract.DebitMandate {
  const iban = debtor_iban ? maskIban(debtor_iban) : last4 ? `•••• ${last4}` : null
  return { ...(mandate as Omit<contract.DebitMandate, 'iban'>), iban }
}

export const listMandates = serve(contract.listMandates, async ({ tx, query }) => {
  const { items, next_cursor } = await pageOf(tx, mandatesList, query)
  return { items: items.map(mandateRow), next_cursor }
})

export const summariseMandates = serve(contract.summariseMandates, async ({ tx, query }) => {
  const sums = await summaryOf(
    tx,
    mandatesList,
    query,
    (of) => of`
      count(*)::int as count, count(*) filter (where m.state = 'active')::int as active,
      count(*) filter (where ${lapsing(of)})::int as lapsing`,
  )
  return sums as { count: number; active: number; lapsing: number }
})

const signingLabels = { paper: 'su carta', online: 'online', file: 'da un flusso' }
const columns: Record<string, ListColumn> = {
  subject_nominative: { header: 'Intestatario', kind: 'text' },
  account_name: { header: 'Condominio', kind: 'text' },
  umr: { header: 'Riferimento del mandato', kind: 'text' },
  state: { header: 'Stato', kind: 'text', value: ({ state }) => mandateStateLabels[state as 'draft'] },
  way: { header: 'Via', kind: 'text', value: ({ way }) => (way === 'bank' ? 'Banca' : 'Provider') },
  signing: { header: 'Firmato', kind: 'text', value: ({ signing }) => signingLabels[signing as 'paper'] },
  signed_on: { header: 'Data di firma', kind: 'date' },
  debtor_name: { header: 'Intestatario del conto', kind: 'text' },
  iban: { header: 'IBAN', kind: 'text', value: (row) => mandateRow(row).iban },
  last_used_at: {
    header: 'Ultimo incasso',
    kind: 'text',
    value: ({ last_used_at }) => (last_used_at ? formatDateTime(last_used_at) : null),
  },
  lapses_on: { header: 'Si estingue il', kind: 'date' },
}

export const exportMandates = serveAcross(contract.exportMandates, ({ as, services, query }) =>
  exportReply({ as, services, listing: mandatesList, query, columns, name: 'mandati' }),
)
