import { createRoute } from '@tanstack/react-router'
import { ClockRotateRight } from 'iconoir-react'
import { lazyPage } from '../../lazy-page.ts'
import { lazyTab } from '../../records/record-tab.ts'
import { listSearch, page } from '../../routes/frames.ts'
import type { Section } from '../../sections/section.ts'
import { officeAndStore } from '../../session/permissions/variant.ts'

const log = createRoute({
  ...page({ admits: officeAndStore, permission: null, wide: true }),
  path: '/storia',
  validateSearch: listSearch,
  component: lazyPage(() => import('./AuditPage.tsx'), 'AuditPage'),
})

const routes = [log]

/** Who changed what. The log shows each sub-user the lines that their permissions let them see. */
export const audit: Section<typeof routes> = {
  routes,
  menu: [{ page: log, group: 'user', label: 'Registro modifiche', icon: ClockRotateRight }],
  tabs: [
    {
      record: 'account',
      id: 'storia',
      label: 'Storia',
      order: 100,
      Tab: lazyTab(() => import('./HistoryTab.tsx'), 'AccountHistoryTab'),
    },
    {
      record: 'subject',
      id: 'storia',
      label: 'Storia',
      order: 90,
      Tab: lazyTab(() => import('./HistoryTab.tsx'), 'SubjectHistoryTab'),
    },
    {
      record: 'customer',
      id: 'storia',
      label: 'Storia',
      order: 50,
      Tab: lazyTab(() => import('./HistoryTab.tsx'), 'CustomerHistoryTab'),
    },
    {
      record: 'agent',
      id: 'storia',
      label: 'Storia',
      order: 40,
      Tab: lazyTab(() => import('./HistoryTab.tsx'), 'AgentHistoryTab'),
    },
  ],
}
