import type { ComponentType } from 'react'
import { lazily } from '../../ui/lazily.ts'
import type { Agent } from './agent-query.ts'

export type AgentTabProps = { agent: Agent }
type AgentTab = { id: string; label: string; Tab: ComponentType<AgentTabProps> }

/** The tabs of an agent's page, in their order: `/agenti/7?tab=clienti`. The first has no name in the address. */
export const agentTabs: readonly [AgentTab, ...AgentTab[]] = [
  { id: 'dati', label: 'Dati', Tab: lazily(() => import('./DataTab.tsx')) },
  { id: 'clienti', label: 'Clienti', Tab: lazily(() => import('./CustomersTab.tsx')) },
  { id: 'provvigioni', label: 'Provvigioni', Tab: lazily(() => import('./CommissionsTab.tsx')) },
  { id: 'storia', label: 'Storia', Tab: lazily(() => import('./HistoryTab.tsx')) },
]

/** The tab of an address; the first where it names none that there is. */
export const tabNamed = (id: string | undefined): AgentTab =>
  agentTabs.find((tab) => tab.id === id) ?? agentTabs[0]
