import { formatEuro } from '@saldo/domain/money'
import { flowDirectionLabels, flowFormatLabel, flowKindLabels } from '@saldo/domain/payments/flow'
import { accountFilter } from '../../records/account-reference.ts'
import { listSource } from '../../session/list-source.ts'
import { Amount } from '../../ui/data/Amount.tsx'
import { DateCell } from '../../ui/data/DateCell.tsx'
import { StateLabel } from '../../ui/data/StateLabel.tsx'
import { TwoLineCell } from '../../ui/data/TwoLineCell.tsx'
import { Clipped } from '../../ui/grid/Clipped.tsx'
import { formatCount, formatCountOf, type ListDefinition } from '../../ui/grid/list.ts'
import { dayOf } from '../payments/payment-words.ts'
import type { Flow } from './flow-query.ts'
import { flowStates } from './flow-states.ts'
import { flowCountInWords, flowKindInWords, refusalInWords } from './flow-words.ts'

const options = <Value extends string>(labels: Record<Value, string>) =>
  Object.entries<string>(labels).map(([value, label]) => ({ value, label }))

export const flowsList: ListDefinition<Flow> = {
  source: listSource('flows'),
  words: { one: 'flusso', many: 'flussi', feminine: false },
  columns: [
    {
      id: 'created_at',
      header: 'Data',
      width: 108,
      sort: true,
      fixed: true,
      cell: ({ created_at }) => <DateCell day={dayOf(created_at)} />,
    },
    {
      id: 'direction',
      header: 'Verso',
      width: 84,
      yields: true,
      cell: ({ direction }) => flowDirectionLabels[direction],
    },
    {
      id: 'kind',
      header: 'Tipo',
      width: 150,
      grow: 2,
      exports: ['kind', 'format'],
      cell: (flow) => (
        <TwoLineCell first={flowKindInWords(flow)} second={flow.format ? flowFormatLabel(flow.format) : ''} />
      ),
    },
    {
      id: 'file_name',
      header: 'File',
      width: 130,
      grow: 2,
      exports: ['file_name', 'reference'],
      cell: ({ file_name }) => <Clipped>{file_name}</Clipped>,
    },
    {
      id: 'account_name',
      header: 'Condominio',
      width: 140,
      grow: 2,
      yields: true,
      cell: ({ account_name }) => <Clipped>{account_name ?? 'Più di uno'}</Clipped>,
    },
    {
      id: 'count',
      header: 'Righe',
      width: 72,
      yields: true,
      align: 'right',
      exports: ['count', 'known'],
      cell: ({ state, count }) => state === 'done' && formatCount(count),
      total: ({ entries }) => formatCount(entries ?? 0),
    },
    {
      id: 'amount',
      header: 'Importo',
      width: 116,
      align: 'right',
      sort: true,
      cell: ({ state, amount }) => <Amount cents={state === 'done' ? amount : null} size="strong" />,
      total: 'amount',
    },
    {
      id: 'state',
      header: 'Stato',
      width: 116,
      exports: ['state', 'refusal', 'refusal_line'],
      cell: ({ state }) => <StateLabel state={flowStates[state]} />,
    },
    {
      id: 'actor',
      header: 'Da chi',
      width: 120,
      grow: 1,
      yields: true,
      cell: ({ actor }) => <Clipped>{actor}</Clipped>,
    },
  ],
  filters: [
    { kind: 'enum', id: 'direction', label: 'Verso', options: options(flowDirectionLabels) },
    { kind: 'enum', id: 'kind', label: 'Tipo', options: options(flowKindLabels) },
    {
      kind: 'enum',
      id: 'state',
      label: 'Stato',
      options: Object.entries(flowStates).map(([value, { word, icon }]) => ({ value, label: word, icon })),
    },
    accountFilter,
    { kind: 'text', id: 'who', label: 'Da chi' },
    { kind: 'dates', id: 'created_at', label: 'Data' },
  ],
  defaultSort: '-created_at',
  rowId: ({ flow_id }) => String(flow_id),
  rowName: (flow) => `${flowKindInWords(flow)} ${flow.file_name}`,
  card: (flow) => ({
    title: flowKindInWords(flow),
    subtitle:
      flow.state === 'refused' || flow.state === 'failed'
        ? refusalInWords(flow)
        : `${flow.file_name} · ${flowCountInWords(flow)}`,
    amount: flow.state === 'done' ? flow.amount : undefined,
    state: <StateLabel state={flowStates[flow.state]} />,
  }),
  amount: { of: ({ amount }) => amount, total: 'amount' },
  summary: ({ entries, amount }) =>
    `${formatCountOf(entries ?? 0, { one: 'riga', many: 'righe' })}, ${formatEuro(amount ?? 0)}`,
  searches: 'File, riferimento, condominio',
}
