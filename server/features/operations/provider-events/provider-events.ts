import * as contract from '@saldo/contract/operations/provider-events'
import { formatDateTime } from '@saldo/domain/dates'
import type { Row } from 'postgres'
import type { z } from 'zod'
import type { Tx } from '../../../db/connection.ts'
import { type Listing, summaryOf } from '../../../db/listing.ts'
import { exportReply, type ListColumn, providerAccountColumn } from '../../../exports/export-reply.ts'
import { conflict, notFound } from '../../../http/errors.ts'
import { serve, serveAcross, serveList } from '../../../http/serve.ts'

type Filters = z.output<typeof contract.summariseProviderEvents.query>

const columnsOf = (tx: Tx) => tx`
  e.event_no, e.provider_account, e.event_id, e.type, e.object_id, e.created_at, e.received_at, e.applied_at,
  case when e.applied_at is null then 'waiting' else 'applied' end as state`

const providerEvents: Listing<Filters> = {
  select: columnsOf,
  from: (tx) => tx`provider_events e`,
  id: (tx) => tx`e.event_no`,
  id_name: 'event_no',
  filters: {
    // The provider's own ids, whole.
    q: (tx, text) => tx`${text.trim()} in (e.event_id, e.object_id, e.payment_intent, e.type)`,
    ids: (tx, ids) => tx`e.event_no = any(${ids}::bigint[])`,
    state: (tx, states) =>
      states.length === 1
        ? states[0] === 'waiting'
          ? tx`e.applied_at is null`
          : tx`e.applied_at is not null`
        : tx`true`,
    provider_account: (tx, accounts) => tx`e.provider_account in ${tx(accounts)}`,
    received_at_from: (tx, day) => tx`e.received_at >= ${day}::date::timestamp at time zone 'Europe/Rome'`,
    received_at_to: (tx, day) => tx`e.received_at < (${day}::date + 1)::timestamp at time zone 'Europe/Rome'`,
  },
  sorts: { received_at: { sql: (tx) => tx`e.received_at`, type: 'timestamptz' } },
  default_sort: '-received_at',
}

const list = serveList(contract.listProviderEvents, providerEvents)

const summarise = serve(contract.summariseProviderEvents, async ({ tx, query }) => {
  const { count } = await summaryOf(tx, providerEvents, query, (of) => of`count(*) as count`)
  return { count }
})

const time = (name: string) => (row: Row) => row[name] && formatDateTime(row[name] as string)
const columns: Record<string, ListColumn> = {
  received_at: { header: 'Ricevuto il', kind: 'text', value: time('received_at') },
  type: { header: 'Tipo', kind: 'text' },
  object_id: { header: 'Oggetto', kind: 'text' },
  event_id: { header: 'Evento', kind: 'text' },
  provider_account: providerAccountColumn,
  created_at: { header: 'Accaduto il', kind: 'text', value: time('created_at') },
  applied_at: { header: 'Applicato il', kind: 'text', value: time('applied_at') },
  state: {
    header: 'Stato',
    kind: 'text',
    value: ({ state }) => (state === 'applied' ? 'Applicato' : 'Da applicare'),
  },
}
const exportAll = serveAcross(contract.exportProviderEvents, ({ as, services, query }) =>
  exportReply({ as, services, listing: providerEvents, query, columns, name: 'eventi-del-provider' }),
)

/** Queues the event's job again. The job does nothing if another one has applied it meanwhile. */
const apply = serve(contract.applyProviderEvent, async ({ services, tx, params }) => {
  const [event] = await tx<contract.ProviderEvent[]>`
    select ${columnsOf(tx)} from provider_events e where e.event_no = ${params.id}`
  if (!event) throw notFound('L’evento')
  if (event.applied_at !== null) throw conflict('applied', 'È già stato applicato.')
  const { provider_account, event_id } = event
  await services.queue.enqueue(tx, 'apply-provider-event', { provider_account, event_id })
  return event
})

export const providerEventRoutes = [list, summarise, exportAll, apply]
