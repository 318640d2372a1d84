import * as contract from '@saldo/contract/payments/flows'
import { today } from '@saldo/domain/dates'
import {
  type FlowDirection,
  type FlowKind,
  type FlowState,
  flowDirectionLabels,
  flowFormatLabel,
  flowKindLabels,
  flowStateLabels,
} from '@saldo/domain/payments/flow'
import type { z } from 'zod'
import type { Tx } from '../../db/connection.ts'
import { containing, type Listing, pageOf, summaryOf } from '../../db/listing.ts'
import { exportReply, type ListColumn } from '../../exports/export-reply.ts'
import { notFound } from '../../http/errors.ts'
import { serve, serveAcross, serveList } from '../../http/serve.ts'

type Filters = z.output<typeof contract.summariseFlows.query>

/** Flows for list, summary, detail and file. */
export const flowsList: Listing<Filters> = {
  select: (tx) => tx`
    f.flow_id, f.direction, f.kind, f.format, f.file_name, f.file_bytes, f.state, f.refusal, f.refusal_line, f.note, f.reference,
    f.account_id, a.name as account_name, f.count, f.known, f.amount, f.actor, f.created_at, f.finished_at`,
  from: (tx) => tx`
    flows f left join accounts a on a.customer_id = f.customer_id and a.account_id = f.account_id`,
  id: (tx) => tx`f.flow_id`,
  id_name: 'flow_id',
  filters: {
    // An office has some thousands of files at most, so they are read through.
    q: (tx, text) => tx`(fold(f.file_name) like ${containing(text)} or f.reference = ${text.trim()})`,
    ids: (tx, ids) => tx`f.flow_id = any(${ids})`,
    direction: (tx, directions) => tx`f.direction = any(${directions})`,
    kind: (tx, kinds) => tx`f.kind = any(${kinds})`,
    state: (tx, states) => tx`f.state = any(${states})`,
    account_id: (tx, id) => tx`f.account_id = ${id}`,
    who: (tx, name) => tx`f.actor = ${name}`,
    created_at_from: (tx, day) => tx`f.created_at >= ${day}::date::timestamp at time zone 'Europe/Rome'`,
    created_at_to: (tx, day) => tx`f.created_at < (${day}::date + 1)::timestamp at time zone 'Europe/Rome'`,
  },
  sorts: {
    created_at: { sql: (tx) => tx`f.created_at`, type: 'timestamptz' },
    amount: { sql: (tx) => tx`f.amount`, type: 'bigint' },
  },
  default_sort: '-created_at',
}

export const listFlows = serveList(contract.listFlows, flowsList)

export const summariseFlows = serve(contract.summariseFlows, async ({ tx, query }) => {
  const sums = await summaryOf(
    tx,
    flowsList,
    query,
    (of) => of`
      count(*)::int as count, coalesce(sum(f.count), 0)::bigint as entries, coalesce(sum(f.amount), 0)::bigint as amount`,
  )
  return sums as never
})

const columns: Record<string, ListColumn> = {
  created_at: {
    header: 'Data',
    kind: 'date',
    value: ({ created_at }) => today(new Date(created_at)),
  },
  direction: {
    header: 'Verso',
    kind: 'text',
    value: ({ direction }) => flowDirectionLabels[direction as FlowDirection],
  },
  kind: {
    header: 'Contenuto',
    kind: 'text',
    value: ({ kind }) => (kind ? flowKindLabels[kind as FlowKind] : null),
  },
  format: {
    header: 'Formato',
    kind: 'text',
    value: ({ format }) => (format ? flowFormatLabel(format) : null),
  },
  file_name: { header: 'File', kind: 'text', width: 40 },
  reference: { header: 'Riferimento', kind: 'text', width: 24 },
  account_name: { header: 'Condominio', kind: 'text', width: 30 },
  state: { header: 'Stato', kind: 'text', value: ({ state }) => flowStateLabels[state as FlowState] },
  count: { header: 'Righe', kind: 'number' },
  known: { header: 'Già note', kind: 'number' },
  amount: { header: 'Importo', kind: 'amount' },
  actor: { header: 'Da', kind: 'text' },
  refusal: { header: 'Perché è stato rifiutato', kind: 'text', width: 50 },
  refusal_line: { header: 'Riga del file', kind: 'number' },
}

export const exportFlows = serveAcross(contract.exportFlows, ({ as, services, query }) =>
  exportReply({ as, services, listing: flowsList, query, columns, name: 'flussi' }),
)

export const getFlow = serve(contract.getFlow, ({ tx, params }) => readFlow(tx, params.id))

/** The flow as the contract shows it; 404 when it is not visible. */
export async function readFlow(tx: Tx, flow_id: number): Promise<contract.Flow> {
  const { items } = await pageOf(tx, flowsList, { ids: [flow_id], limit: 1 })
  const [flow] = items
  if (!flow) throw notFound('Il flusso')
  return flow as unknown as contract.Flow
}
