import { formatDateTime } from '@saldo/domain/dates'
import {
  announcementAudiences,
  announcementAudienceWords,
  announcementLevels,
  announcementLevelWords,
} from '@saldo/domain/platform/periods'
import type { Reply } from '../../../api.ts'
import { listSource } from '../../../session/list-source.ts'
import { StateLabel } from '../../../ui/data/StateLabel.tsx'
import { Clipped } from '../../../ui/grid/Clipped.tsx'
import type { ListDefinition } from '../../../ui/grid/list.ts'
import { announcementStates, stateOptions } from '../period-states.ts'

export type Announcement = Reply<'GET /v1/announcements'>['items'][number]

/** For whom it is: *amministratori, negozi*. */
export const audienceOf = ({ audience }: Announcement): string =>
  audience.map((each) => announcementAudienceWords[each]).join(', ')
export const officesOf = ({ all_offices, offices }: Announcement): string =>
  all_offices ? 'Tutti' : offices.map(({ business_name }) => business_name).join(', ')
export const endOf = ({ ended_at, until }: Announcement): string => formatDateTime(ended_at ?? until)

export const announcementsList: ListDefinition<Announcement> = {
  source: listSource('announcements'),
  words: { one: 'avviso', many: 'avvisi', feminine: false },
  columns: [
    {
      id: 'title',
      header: 'Titolo',
      width: 200,
      grow: 2,
      sort: true,
      fixed: true,
      exports: ['title', 'text'],
      cell: ({ title }) => <Clipped>{title}</Clipped>,
    },
    { id: 'level', header: 'Tipo', width: 110, cell: ({ level }) => announcementLevelWords[level] },
    {
      id: 'audience',
      header: 'Destinatari',
      width: 180,
      grow: 1,
      yields: true,
      exports: ['audience', 'offices'],
      cell: (row) => <Clipped>{audienceOf(row)}</Clipped>,
    },
    {
      id: 'starts_at',
      header: 'Dal',
      width: 140,
      sort: true,
      cell: ({ starts_at }) => formatDateTime(starts_at),
    },
    { id: 'until', header: 'Al', width: 140, sort: true, exports: ['until', 'ended_at'], cell: endOf },
    {
      id: 'closings',
      header: 'Chiuso da',
      width: 90,
      align: 'right',
      yields: true,
      exports: ['closings', 'created_by_name'],
      cell: ({ closings }) => closings,
    },
    {
      id: 'state',
      header: 'Stato',
      width: 130,
      cell: ({ state }) => <StateLabel state={announcementStates[state]} />,
    },
  ],
  filters: [
    { kind: 'enum', id: 'state', label: 'Stato', options: stateOptions(announcementStates) },
    {
      kind: 'enum',
      id: 'audience',
      label: 'Destinatari',
      options: announcementAudiences.map((value) => ({ value, label: announcementAudienceWords[value] })),
    },
    {
      kind: 'enum',
      id: 'level',
      label: 'Tipo',
      options: announcementLevels.map((value) => ({ value, label: announcementLevelWords[value] })),
    },
    { kind: 'dates', id: 'starts_at', label: 'Dal' },
  ],
  defaultSort: '-starts_at',
  rowId: ({ announcement_id }) => String(announcement_id),
  rowName: ({ title }) => title,
  card: (row) => ({
    title: row.title,
    subtitle: `${audienceOf(row)} · ${formatDateTime(row.starts_at)} – ${endOf(row)}`,
    state: <StateLabel state={announcementStates[row.state]} />,
  }),
  searches: 'Titolo, testo',
}
