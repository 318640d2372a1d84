import { formatDateTime } from '@saldo/domain/dates'
import { runKindLabels } from '@saldo/domain/queries/labels'
import { listSource } from '../../session/list-source.ts'
import { StateLabel } from '../../ui/data/StateLabel.tsx'
import { Clipped } from '../../ui/grid/Clipped.tsx'
import { formatCount, type ListDefinition } from '../../ui/grid/list.ts'
import type { QueryRun } from './queries-query.ts'
import { runStates } from './query-words.ts'

/** What the query is called; one that is not saved is called by its text. */
export const nameOfRun = ({ query_name, version, text }: QueryRun): string =>
  query_name === null ? text.replaceAll(/\s+/g, ' ') : `${query_name}, v. ${version}`

/** Who ran what. */
export const runsList: ListDefinition<QueryRun> = {
  source: listSource('query-runs'),
  words: { one: 'esecuzione', many: 'esecuzioni', feminine: true },
  columns: [
    {
      id: 'started_at',
      header: 'Quando',
      width: 140,
      sort: true,
      fixed: true,
      cell: ({ started_at }) => formatDateTime(started_at),
    },
    {
      id: 'nominative',
      header: 'Chi',
      width: 150,
      cell: ({ nominative }) => <Clipped>{nominative}</Clipped>,
    },
    {
      id: 'query_name',
      header: 'Interrogazione',
      width: 240,
      grow: 4,
      exports: ['query_name', 'version', 'text'],
      cell: (run) => <Clipped>{nameOfRun(run)}</Clipped>,
    },
    { id: 'kind', header: 'Cosa', width: 90, yields: true, cell: ({ kind }) => runKindLabels[kind] },
    {
      id: 'state',
      header: 'Esito',
      width: 140,
      cell: ({ state }) => <StateLabel state={runStates[state]} />,
    },
    {
      id: 'rows',
      header: 'Righe',
      width: 80,
      align: 'right',
      yields: true,
      cell: ({ rows, is_cut }) => (rows === null ? '' : `${formatCount(rows)}${is_cut ? '+' : ''}`),
    },
    {
      id: 'milliseconds',
      header: 'ms',
      width: 70,
      align: 'right',
      sort: true,
      yields: true,
      cell: ({ milliseconds }) => (milliseconds === null ? '' : formatCount(milliseconds)),
    },
    {
      id: 'customer_name',
      header: 'Solo i dati di',
      width: 150,
      yields: true,
      cell: ({ customer_name }) => <Clipped>{customer_name ?? ''}</Clipped>,
    },
  ],
  filters: [
    {
      kind: 'enum',
      id: 'state',
      label: 'Esito',
      options: (['done', 'failed', 'timed_out', 'cancelled', 'too_large', 'running'] as const).map(
        (value) => ({
          value,
          label: runStates[value].word,
          icon: runStates[value].icon,
        }),
      ),
    },
    {
      kind: 'enum',
      id: 'kind',
      label: 'Cosa',
      options: Object.entries(runKindLabels).map(([value, label]) => ({ value, label })),
    },
    { kind: 'dates', id: 'started_at', label: 'Quando' },
  ],
  defaultSort: '-started_at',
  rowId: ({ run_id }) => String(run_id),
  rowName: nameOfRun,
  card: (run) => ({
    title: nameOfRun(run),
    subtitle: `${run.nominative} · ${formatDateTime(run.started_at)}`,
    state: <StateLabel state={runStates[run.state]} />,
  }),
  searches: 'Nome, testo, chi',
}
