import * as contract from '@saldo/contract/payments/transfers'
import { maskIban } from '@saldo/domain/iban'
import { type MovementState, movementStateLabels } from '@saldo/domain/transfers/movement'
import type { Row } from 'postgres'
import type { z } from 'zod'
import type { Tx } from '../../db/connection.ts'
import { type Listing, pageOf, summaryOf } from '../../db/listing.ts'
import { containingWords } from '../../db/search.ts'
import { exportReply, type ListColumn } from '../../exports/export-reply.ts'
import { serve, serveAcross } from '../../http/serve.ts'

type Filters = z.output<typeof contract.summariseTransfers.query>

/** Movements for list, summary and export. */
export const movementsList: Listing<Filters> = {
  select: (tx) => tx`
    m.movement_id, m.account_id, a.name as account_name, m.statement_id, m.flow_id, m.booked_on, m.value_on, m.amount,
    m.matched, m.state, m.reason, m.text, m.party_name, m.party_iban, m.end_to_end_id, m.structured_reference,
    m.bank_reference, jsonb_array_length(m.proposals) as proposals, m.first_choice, m.proposed, m.note, m.created_at,
    array(
      select distinct b.number from movement_matches t
      join payment_allocations l on l.customer_id = t.customer_id and l.payment_id = t.payment_id and l.current
      join allocation_parts p on p.customer_id = l.customer_id and p.allocation_id = l.allocation_id
      join bills b on b.customer_id = p.customer_id and b.bill_id = p.bill_id
      where t.customer_id = m.customer_id and t.movement_id = m.movement_id and t.undone_at is null
      order by b.number) as bill_numbers`,
  from: (tx) => tx`
    bank_movements m join accounts a on a.customer_id = m.customer_id and a.account_id = m.account_id`,
  id: (tx) => tx`m.movement_id`,
  id_name: 'movement_id',
  filters: {
    q: (tx, text) => tx`m.folded like all (${containingWords(text)})`,
    ids: (tx, ids) => tx`m.movement_id in ${tx(ids)}`,
    state: (tx, states) => tx`m.state in ${tx(states)}`,
    account_id: (tx, id) => tx`m.account_id = ${id}`,
    statement_id: (tx, id) => tx`m.statement_id = ${id}`,
    flow_id: (tx, id) => tx`m.flow_id = ${id}`,
    direction: (tx, directions) =>
      directions.length > 1 ? tx`true` : directions[0] === 'in' ? tx`m.amount > 0` : tx`m.amount < 0`,
    booked_on_from: (tx, day) => tx`m.booked_on >= ${day}`,
    booked_on_to: (tx, day) => tx`m.booked_on <= ${day}`,
    amount_min: (tx, cents) => tx`m.amount >= ${cents}`,
    amount_max: (tx, cents) => tx`m.amount <= ${cents}`,
  },
  sorts: {
    booked_on: { sql: (tx) => tx`m.booked_on`, type: 'date' },
    amount: { sql: (tx) => tx`m.amount`, type: 'bigint' },
  },
  default_sort: '-booked_on',
}

/** A row as the contract shows it: the payer's IBAN masked. */
export function shownMovement({ party_iban, sort_key: _key, ...row }: Row): contract.Movement {
  return { ...row, party_iban_hint: party_iban ? maskIban(party_iban) : null } as never
}

export const listTransfers = serve(contract.listTransfers, async ({ tx, query }) => {
  const { items, next_cursor } = await pageOf(tx, movementsList, query)
  return { items: items.map(shownMovement), next_cursor }
})

export const summariseTransfers = serve(contract.summariseTransfers, async ({ tx, query }) => {
  const isOpen = (of: Tx) => of`m.state in ('to_match', 'to_explain', 'partly')`
  const sums = await summaryOf(
    tx,
    movementsList,
    query,
    (of) => of`
      count(*)::int as count,
      coalesce(sum(m.amount) filter (where m.amount > 0), 0)::bigint as credits,
      coalesce(sum(m.amount) filter (where m.amount < 0), 0)::bigint as debits,
      coalesce(sum(m.matched), 0)::bigint as matched,
      coalesce(sum(m.amount - m.matched) filter (where ${isOpen(of)}), 0)::bigint as open,
      (count(*) filter (where ${isOpen(of)}))::int as open_count`,
  )
  return sums as never
})

const columns: Record<string, ListColumn> = {
  booked_on: { header: 'Data contabile', kind: 'date' },
  value_on: { header: 'Valuta', kind: 'date' },
  account_name: { header: 'Condominio', kind: 'text' },
  amount: { header: 'Importo', kind: 'amount' },
  state: { header: 'Stato', kind: 'text', value: (row) => movementStateLabels[row.state as MovementState] },
  party_name: { header: 'Pagatore o beneficiario', kind: 'text' },
  text: { header: 'Causale', kind: 'text' },
  bill_numbers: {
    header: 'Bollette',
    kind: 'text',
    value: (row) => (row.bill_numbers as string[]).join(', '),
  },
  matched: { header: 'Abbinato', kind: 'amount' },
  reason: { header: 'Motivo', kind: 'text' },
  bank_reference: { header: 'Riferimento della banca', kind: 'text' },
  note: { header: 'Nota', kind: 'text' },
}

export const exportTransfers = serveAcross(contract.exportTransfers, ({ as, services, query }) =>
  exportReply({ as, services, listing: movementsList, query, columns, name: 'movimenti' }),
)
