import { formatDateTime } from '@saldo/domain/dates'
import { maintenanceAudiences, maintenanceAudienceWords } from '@saldo/domain/platform/periods'
import type { Reply } from '../../../api.ts'
import { listSource } from '../../../session/list-source.ts'
import { StateLabel } from '../../../ui/data/StateLabel.tsx'
import { Clipped } from '../../../ui/grid/Clipped.tsx'
import type { ListDefinition } from '../../../ui/grid/list.ts'
import { maintenanceStates, stateOptions } from '../period-states.ts'

export type Maintenance = Reply<'GET /v1/maintenances'>['items'][number]

/** Whom it covers: *Tutti*, or the name of the office or user. */
export const coveredBy = ({ covers }: Maintenance): string => covers ?? 'Tutti'
/** When it ends, or ended. */
export const endOf = ({ ended_at, until }: Maintenance): string => formatDateTime(ended_at ?? until)

export const maintenancesList: ListDefinition<Maintenance> = {
  source: listSource('maintenances'),
  words: { one: 'manutenzione', many: 'manutenzioni', feminine: true },
  columns: [
    {
      id: 'covers',
      header: 'Per chi',
      width: 180,
      grow: 2,
      fixed: true,
      exports: ['audience', 'covers'],
      cell: (row) => <Clipped>{coveredBy(row)}</Clipped>,
    },
    {
      id: 'starts_at',
      header: 'Inizio',
      width: 140,
      sort: true,
      cell: ({ starts_at }) => formatDateTime(starts_at),
    },
    { id: 'until', header: 'Fine', width: 140, sort: true, exports: ['until', 'ended_at'], cell: endOf },
    {
      id: 'reason',
      header: 'Motivo',
      width: 200,
      grow: 2,
      yields: true,
      exports: ['reason', 'message'],
      cell: ({ reason }) => <Clipped>{reason}</Clipped>,
    },
    {
      id: 'opened_by_name',
      header: 'Aperta da',
      width: 140,
      yields: true,
      exports: ['opened_by_name', 'ended_by_name'],
      cell: ({ opened_by_name }) => <Clipped>{opened_by_name}</Clipped>,
    },
    {
      id: 'state',
      header: 'Stato',
      width: 130,
      cell: ({ state }) => <StateLabel state={maintenanceStates[state]} />,
    },
  ],
  filters: [
    { kind: 'enum', id: 'state', label: 'Stato', options: stateOptions(maintenanceStates) },
    {
      kind: 'enum',
      id: 'audience',
      label: 'Per chi',
      options: maintenanceAudiences.map((value) => ({ value, label: maintenanceAudienceWords[value] })),
    },
    { kind: 'dates', id: 'starts_at', label: 'Inizio' },
  ],
  defaultSort: '-starts_at',
  rowId: ({ maintenance_id }) => String(maintenance_id),
  rowName: (row) => `${coveredBy(row)}, ${formatDateTime(row.starts_at)}`,
  card: (row) => ({
    title: coveredBy(row),
    subtitle: `${formatDateTime(row.starts_at)} – ${endOf(row)}`,
    state: <StateLabel state={maintenanceStates[row.state]} />,
  }),
  searches: 'Studio o utente, motivo, frase',
}
