import type { ComponentType } from 'react'
import type { Account } from '../../records/account-query.ts'
import { lazily } from '../../ui/lazily.ts'

/** What a tab of a condominium's page is given. */
export type AccountTabProps = { account: Account }
type AccountTab = {
  /** As it stands in the address: `/condomini/7?tab=banca`. */
  id: string
  label: string
  Tab: ComponentType<AccountTabProps>
}

/** The tabs of a condominium's page, in their order; each loads when it is opened. The first has no name in the address. */
export const accountTabs: readonly [AccountTab, ...AccountTab[]] = [
  { id: 'dati', label: 'Dati', Tab: lazily(() => import('./DataTab.tsx')) },
  { id: 'unita', label: 'Unità', Tab: lazily(() => import('../units/UnitsTab.tsx')) },
  { id: 'tabelle', label: 'Tabelle', Tab: lazily(() => import('../units/WeightsTab.tsx')) },
  { id: 'bollette', label: 'Bollette', Tab: lazily(() => import('./BillsTab.tsx')) },
  { id: 'preventivi', label: 'Preventivi', Tab: lazily(() => import('../budgets/BudgetsTab.tsx')) },
  { id: 'pagamenti', label: 'Pagamenti', Tab: lazily(() => import('./PaymentsTab.tsx')) },
  { id: 'banca', label: 'Banca', Tab: lazily(() => import('./BankTab.tsx')) },
  { id: 'preferenze', label: 'Preferenze', Tab: lazily(() => import('./PreferencesTab.tsx')) },
  { id: 'documenti', label: 'Documenti', Tab: lazily(() => import('../documents/AccountDocumentsTab.tsx')) },
  { id: 'storia', label: 'Storia', Tab: lazily(() => import('./HistoryTab.tsx')) },
]

/** The tab of an address; the first where it names none that there is. */
export const tabNamed = (id: string | undefined): AccountTab =>
  accountTabs.find((tab) => tab.id === id) ?? accountTabs[0]
