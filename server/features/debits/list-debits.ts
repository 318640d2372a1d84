import * as contract from '@saldo/contract/debits'
import { debitStateLabels } from '@saldo/domain/debit'
import { declineSentence } from '@saldo/domain/payment'
import { cardBrandLabels } from '@saldo/domain/payment-method'
import type { Row } from 'postgres'
import { pageOf, summaryOf } from '../../db/listing.ts'
import { exportReply, type ListColumn } from '../../exports/export-reply.ts'
import type { Actor } from '../../http/actor.ts'
import { serve, serveAcross } from '../../http/serve.ts'
import { debitsList, ownDebitsList, withReason } from './debits-list.ts'

const listOf = (actor: Actor) =>
  actor.role === 'consumer' ? ownDebitsList : (debitsList as unknown as typeof ownDebitsList)

export const listDebits = serve(contract.listDebits, async ({ tx, actor, query }) => {
  const { items, next_cursor } = await pageOf(tx, listOf(actor), query)
  return { items: items.map(withReason), next_cursor }
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

const columns: Record<string, ListColumn> = {
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
    value: (row) => (row.failure_code ? declineSentence(row.failure_code) : row.cancel_reason),
  },
}

export const exportDebits = serveAcross(contract.exportDebits, ({ as, services, actor, query }) =>
  exportReply({ as, services, listing: listOf(actor), query, columns, name: 'addebiti' }),
)
