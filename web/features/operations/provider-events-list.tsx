import { formatDateTime } from '@saldo/domain/dates'
import { providerAccountLabels } from '@saldo/domain/payments/provider-account'
import { CheckCircle, Clock } from 'iconoir-react'
import type { Reply } from '../../api.ts'
import { listSource } from '../../session/list-source.ts'
import { StateLabel } from '../../ui/data/StateLabel.tsx'
import { type State, state } from '../../ui/data/states.ts'
import { Clipped } from '../../ui/grid/Clipped.tsx'
import type { ListDefinition } from '../../ui/grid/list.ts'

export type ProviderEvent = Reply<'GET /v1/provider-events'>['items'][number]

export const eventStates: Record<ProviderEvent['state'], State> = {
  waiting: state('warning', 'Da applicare', Clock),
  applied: state('success', 'Applicato', CheckCircle),
}

/** Webhooks of the provider, the newest first. */
export const providerEventsList: ListDefinition<ProviderEvent> = {
  source: listSource('provider-events'),
  words: { one: 'evento', many: 'eventi', feminine: false },
  columns: [
    {
      id: 'received_at',
      header: 'Ricevuto il',
      width: 140,
      sort: true,
      fixed: true,
      cell: ({ received_at }) => formatDateTime(received_at),
    },
    { id: 'type', header: 'Tipo', width: 190, grow: 2, cell: ({ type }) => <Clipped>{type}</Clipped> },
    {
      id: 'object_id',
      header: 'Oggetto',
      width: 160,
      grow: 2,
      yields: true,
      cell: ({ object_id }) => <Clipped>{object_id ?? ''}</Clipped>,
    },
    {
      id: 'provider_account',
      header: 'Conto provider',
      width: 130,
      yields: true,
      cell: ({ provider_account }) => providerAccountLabels[provider_account],
    },
    {
      id: 'state',
      header: 'Stato',
      width: 130,
      cell: (event) => <StateLabel state={eventStates[event.state]} />,
    },
  ],
  filters: [
    {
      kind: 'enum',
      id: 'state',
      label: 'Stato',
      options: Object.entries(eventStates).map(([value, { word, icon }]) => ({ value, label: word, icon })),
    },
    {
      kind: 'enum',
      id: 'provider_account',
      label: 'Conto provider',
      options: Object.entries(providerAccountLabels).map(([value, label]) => ({ value, label })),
    },
    { kind: 'dates', id: 'received_at', label: 'Ricevuto il' },
  ],
  defaultSort: '-received_at',
  rowId: ({ event_no }) => String(event_no),
  rowName: ({ type, received_at }) => `${type}, ${formatDateTime(received_at)}`,
  card: (event) => ({
    title: event.type,
    subtitle: formatDateTime(event.received_at),
    state: <StateLabel state={eventStates[event.state]} />,
  }),
  searches: 'Numero dell’evento o dell’oggetto presso il provider, intero',
}
