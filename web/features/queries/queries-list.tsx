import { formatDateTime } from '@saldo/domain/dates'
import { listSource } from '../../session/list-source.ts'
import { StateLabel } from '../../ui/data/StateLabel.tsx'
import { Clipped } from '../../ui/grid/Clipped.tsx'
import { type Column, formatCount, type ListDefinition, type Query } from '../../ui/grid/list.ts'
import type { SavedQuery } from './queries-query.ts'
import { versionStates } from './query-words.ts'

const columns: readonly Column<SavedQuery>[] = [
  {
    id: 'name',
    header: 'Nome',
    width: 220,
    grow: 3,
    sort: true,
    fixed: true,
    cell: ({ name }) => <Clipped>{name}</Clipped>,
  },
  {
    id: 'description',
    header: 'Descrizione',
    width: 220,
    grow: 4,
    yields: true,
    cell: ({ description }) => <Clipped>{description}</Clipped>,
  },
  {
    id: 'tags',
    header: 'Etichette',
    width: 150,
    yields: true,
    cell: ({ tags }) => <Clipped>{tags.join(', ')}</Clipped>,
  },
  {
    id: 'runs',
    header: 'Esecuzioni',
    width: 90,
    align: 'right',
    yields: true,
    cell: ({ runs }) => formatCount(runs),
  },
  {
    id: 'last_run_at',
    header: 'Ultima esecuzione',
    width: 140,
    yields: true,
    cell: ({ last_run_at }) => (last_run_at ? formatDateTime(last_run_at) : ''),
  },
  {
    id: 'updated_at',
    header: 'Modificata il',
    width: 140,
    sort: true,
    hidden: true,
    cell: ({ updated_at }) => formatDateTime(updated_at),
  },
]
const stateColumns: readonly Column<SavedQuery>[] = [
  {
    id: 'newest_state',
    header: 'Ultima versione',
    width: 150,
    cell: ({ newest_state }) => <StateLabel state={versionStates[newest_state]} />,
  },
  {
    id: 'version',
    header: 'In uso',
    width: 70,
    align: 'right',
    cell: ({ version }) => (version === null ? '' : `v. ${version}`),
  },
]

const tag = { kind: 'text', id: 'tag', label: 'Etichetta' } as const

const listOf = (
  fixed: Query,
  of: Pick<ListDefinition<SavedQuery>, 'columns' | 'filters'>,
): ListDefinition<SavedQuery> => ({
  source: listSource('queries', fixed),
  words: { one: 'interrogazione', many: 'interrogazioni', feminine: true },
  ...of,
  defaultSort: 'name',
  rowId: ({ query_id }) => String(query_id),
  rowName: ({ name }) => name,
  card: ({ name, description, newest_state }) => ({
    title: name,
    subtitle: description,
    state: <StateLabel state={versionStates[newest_state]} />,
  }),
  searches: 'Nome e descrizione',
})

/** The queries that may be run by who reads the list. */
export const runnableQueries = listOf({ runnable: 'true' }, { columns, filters: [tag] })

/** All queries, for their authors; it opens on those that are not archived. */
export const writtenQueries: ListDefinition<SavedQuery> = {
  opensOn: { filters: { archived: 'false' }, sort: 'name' },
  ...listOf(
    {},
    {
      columns: [columns[0]!, ...stateColumns, ...columns.slice(1)],
      filters: [
        {
          kind: 'enum',
          id: 'newest_state',
          label: 'Ultima versione',
          options: (['draft', 'submitted', 'approved', 'rejected'] as const).map((value) => ({
            value,
            label: versionStates[value].word,
            icon: versionStates[value].icon,
          })),
        },
        {
          kind: 'choice',
          id: 'archived',
          label: 'Archiviate',
          options: [
            { value: 'false', label: 'No' },
            { value: 'true', label: 'Sì' },
          ],
        },
        tag,
      ],
    },
  ),
}
