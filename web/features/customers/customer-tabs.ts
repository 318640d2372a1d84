import type { ComponentType } from 'react'
import { lazily } from '../../ui/lazily.ts'
import type { Customer } from './customers-query.ts'

export type CustomerTabProps = { customer: Customer }
type CustomerTab = { id: string; label: string; Tab: ComponentType<CustomerTabProps> }

/** The tabs of a customer's page, in their order: `/clienti/7?tab=documenti`. The first has no name in the address. */
export const customerTabs: readonly [CustomerTab, ...CustomerTab[]] = [
  { id: 'dati', label: 'Dati', Tab: lazily(() => import('./DataTab.tsx')) },
  { id: 'documenti', label: 'Documenti', Tab: lazily(() => import('./DocumentsTab.tsx')) },
  { id: 'utenti', label: 'Utenti', Tab: lazily(() => import('./UsersTab.tsx')) },
  { id: 'incassi', label: 'Account incassi', Tab: lazily(() => import('./ProviderAccountTab.tsx')) },
  { id: 'storia', label: 'Storia', Tab: lazily(() => import('./HistoryTab.tsx')) },
]

/** The tab of an address; the first where it names none that there is. */
export const tabNamed = (id: string | undefined): CustomerTab =>
  customerTabs.find((tab) => tab.id === id) ?? customerTabs[0]
