import type { ComponentType } from 'react'
import type { Subject } from '../../records/subject-query.ts'
import { lazily } from '../../ui/lazily.ts'

/** What a tab of a person's page is given. */
export type SubjectTabProps = { subject: Subject }
type SubjectTab = {
  /** As it stands in the address: `/anagrafica/7?tab=unita`. */
  id: string
  label: string
  Tab: ComponentType<SubjectTabProps>
}

/** The tabs of a person's page, in their order; each loads when it is opened. The first has no name in the address. */
export const subjectTabs: readonly [SubjectTab, ...SubjectTab[]] = [
  { id: 'dati', label: 'Dati', Tab: lazily(() => import('./DataTab.tsx')) },
  { id: 'unita', label: 'Unità', Tab: lazily(() => import('./UnitsTab.tsx')) },
  { id: 'bollette', label: 'Bollette', Tab: lazily(() => import('./BillsTab.tsx')) },
  { id: 'pagamenti', label: 'Pagamenti', Tab: lazily(() => import('./PaymentsTab.tsx')) },
  { id: 'estratto', label: 'Estratto conto', Tab: lazily(() => import('./StatementTab.tsx')) },
  { id: 'attestazioni', label: 'Attestazioni', Tab: lazily(() => import('./CertificatesTab.tsx')) },
  { id: 'metodi', label: 'Carte e mandati', Tab: lazily(() => import('./SourcesTab.tsx')) },
  { id: 'documenti', label: 'Documenti', Tab: lazily(() => import('../documents/SubjectDocumentsTab.tsx')) },
  { id: 'storia', label: 'Storia', Tab: lazily(() => import('./HistoryTab.tsx')) },
]

/** The tab of an address; the first where it names none that there is. */
export const tabNamed = (id: string | undefined): SubjectTab =>
  subjectTabs.find((tab) => tab.id === id) ?? subjectTabs[0]
