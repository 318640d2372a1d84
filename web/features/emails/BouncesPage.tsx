import { formatDateTime } from '@saldo/domain/dates'
import { listSource } from '../../session/list-source.ts'
import { Facts } from '../../ui/data/Facts.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Clipped } from '../../ui/grid/Clipped.tsx'
import { DataGrid } from '../../ui/grid/DataGrid.tsx'
import { formatCountOf, type ListDefinition } from '../../ui/grid/list.ts'
import { DetailPanel } from '../../ui/overlay/DetailPanel.tsx'
import { EmailViews } from './EmailViews.tsx'
import type { Bounce } from './email-query.ts'

const kinds: Record<Bounce['kind'], string> = {
  hard: 'Indirizzo che non riceve',
  failed: 'Non arrivata',
  delayed: 'In ritardo',
  complaint: 'Indesiderata',
  unreadable: 'Non è un rapporto',
}
const unmatched: Record<NonNullable<Bounce['unmatched']>, string> = {
  no_reference: 'Non contiene il riferimento di una nostra mail',
  unknown_mail: 'L’e-mail non è mai partita',
  other_recipient: 'L’e-mail era per un altro indirizzo',
  unreadable: 'Non si legge',
}
const matchOf = (bounce: Bounce) =>
  bounce.unmatched
    ? `Non applicato: ${unmatched[bounce.unmatched].toLowerCase()}`
    : `E-mail n. ${bounce.email_id}`

const list: ListDefinition<Bounce> = {
  source: listSource('bounces'),
  words: { one: 'rapporto', many: 'rapporti', feminine: false },
  columns: [
    {
      id: 'created_at',
      header: 'Arrivato il',
      width: 140,
      sort: true,
      fixed: true,
      cell: ({ created_at }) => formatDateTime(created_at),
    },
    { id: 'kind', header: 'Che cosa dice', width: 180, cell: ({ kind }) => kinds[kind] },
    { id: 'recipient', header: 'Indirizzo', width: 190, grow: 1, cell: ({ recipient }) => recipient },
    {
      id: 'said',
      header: 'Parole del server',
      width: 220,
      grow: 2,
      yields: true,
      cell: ({ said }) => <Clipped>{said ?? ''}</Clipped>,
      exports: ['status', 'said', 'source'],
    },
    {
      id: 'unmatched',
      header: 'Abbinamento',
      width: 220,
      grow: 1,
      cell: (row) => <Clipped>{matchOf(row)}</Clipped>,
      exports: ['email_id', 'unmatched'],
    },
  ],
  filters: [
    {
      kind: 'choice',
      id: 'matched',
      label: 'Abbinamento',
      options: [
        { value: '0', label: 'Non abbinati' },
        { value: '1', label: 'Abbinati' },
      ],
    },
    {
      kind: 'enum',
      id: 'kind',
      label: 'Che cosa dice',
      options: Object.entries(kinds).map(([value, label]) => ({ value, label })),
    },
    { kind: 'dates', id: 'created_at', label: 'Arrivo' },
  ],
  defaultSort: '-created_at',
  rowId: ({ bounce_id }) => String(bounce_id),
  rowName: ({ kind, recipient }) => `${kinds[kind]}, ${recipient ?? 'senza indirizzo'}`,
  card: (row) => ({
    title: row.recipient ?? 'Senza indirizzo',
    subtitle: `${kinds[row.kind]} · ${matchOf(row)}`,
  }),
  summary: (totals) => formatCountOf(totals.unmatched ?? 0, { one: 'non abbinato', many: 'non abbinati' }),
  searches: 'Indirizzo, parole del server',
}

/** Reports of mail servers and complaints. Those that belong to no mail of ours are shown, and changed nothing. */
export const BouncesPage = () => (
  <>
    <title>Rapporti ricevuti · Saldo</title>
    <DataGrid
      list={list}
      title="Rapporti ricevuti"
      views={<EmailViews current="bounces" />}
      empty={
        <EmptyState title="Nessun rapporto">
          Quando un’e-mail torna indietro, il rapporto del server arriva qui dalla casella o dal webhook.
        </EmptyState>
      }
      detail={({ id, row, steps }) => (
        <DetailPanel number={`n. ${id}`} title={row ? kinds[row.kind] : 'Rapporto'} steps={steps}>
          {!row && <EmptyState title="Questo rapporto non è in questo elenco" />}
          {row && (
            <Facts
              rows={[
                ['Arrivato', formatDateTime(row.created_at)],
                ['Da', row.source === 'webhook' ? 'webhook' : 'casella'],
                ['Indirizzo', row.recipient],
                ['Codice', row.status],
                ['Parole del server', row.said],
                ['Abbinamento', matchOf(row)],
              ]}
            />
          )}
        </DetailPanel>
      )}
    />
  </>
)
