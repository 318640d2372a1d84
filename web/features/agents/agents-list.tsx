import { formatDateTime } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { listSource } from '../../session/list-source.ts'
import { Amount } from '../../ui/data/Amount.tsx'
import { StateLabel } from '../../ui/data/StateLabel.tsx'
import { percentOfBps } from '../../ui/format/percent.ts'
import { Clipped } from '../../ui/grid/Clipped.tsx'
import { formatCount, type ListDefinition } from '../../ui/grid/list.ts'
import type { Agent } from './agent-query.ts'
import { agentStates } from './agent-words.ts'

/** The back office's agents. */
export const agentsList: ListDefinition<Agent> = {
  source: listSource('agents'),
  words: { one: 'agente', many: 'agenti', feminine: false },
  columns: [
    {
      id: 'name',
      header: 'Nome',
      width: 200,
      grow: 3,
      sort: true,
      fixed: true,
      cell: ({ name }) => <Clipped>{name}</Clipped>,
    },
    {
      id: 'status',
      header: 'Stato',
      width: 110,
      cell: ({ status }) => <StateLabel state={agentStates[status]} />,
    },
    {
      id: 'customers_count',
      header: 'Clienti',
      width: 80,
      align: 'right',
      cell: ({ customers_count }) => formatCount(customers_count),
    },
    {
      id: 'commission_bps',
      header: 'Provvigione',
      width: 100,
      align: 'right',
      cell: ({ commission_bps }) => percentOfBps(commission_bps),
    },
    {
      id: 'to_pay_cents',
      header: 'Da pagare',
      width: 120,
      align: 'right',
      cell: ({ to_pay_cents }) => <Amount cents={to_pay_cents} />,
    },
    {
      id: 'email',
      header: 'E-mail',
      width: 200,
      grow: 2,
      yields: true,
      cell: ({ email }) => <Clipped>{email}</Clipped>,
    },
    { id: 'phone', header: 'Telefono', width: 130, yields: true, cell: ({ phone }) => phone },
    {
      id: 'fiscal_code',
      header: 'Codice fiscale',
      width: 150,
      hidden: true,
      cell: ({ fiscal_code }) => fiscal_code,
    },
    {
      id: 'vat_number',
      header: 'Partita IVA',
      width: 112,
      hidden: true,
      cell: ({ vat_number }) => vat_number,
    },
    {
      id: 'created_at',
      header: 'Agente dal',
      width: 100,
      sort: true,
      hidden: true,
      cell: ({ created_at }) => formatDateTime(created_at).slice(0, 10),
    },
  ],
  filters: [
    {
      kind: 'choice',
      id: 'status',
      label: 'Stato',
      options: (['active', 'ended'] as const).map((status) => ({
        value: status,
        label: agentStates[status].word,
        icon: agentStates[status].icon,
      })),
    },
  ],
  defaultSort: 'name',
  rowId: ({ agent_id }) => String(agent_id),
  rowName: ({ name }) => name,
  summary: ({ to_pay_cents = 0 }) => (to_pay_cents === 0 ? '' : `da pagare ${formatEuro(to_pay_cents)}`),
  card: (agent) => ({
    title: agent.name,
    subtitle: `${formatCount(agent.customers_count)} clienti · ${percentOfBps(agent.commission_bps)}`,
    state: <StateLabel state={agentStates[agent.status]} />,
  }),
  searches: 'Nome, codice fiscale, partita IVA, e-mail',
}
