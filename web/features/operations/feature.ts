import { createRoute } from '@tanstack/react-router'
import { Activity } from 'iconoir-react'
import { lazyPage } from '../../lazy-page.ts'
import { listSearch, page } from '../../routes/frames.ts'
import type { Section } from '../../sections/section.ts'
import { backOffice } from '../../session/permissions/variant.ts'

const path = '/admin-management/operazioni'
const admits = { admits: backOffice, permission: null } as const

const overview = createRoute({
  ...page({ ...admits, wide: true, ofAll: true }),
  path,
  component: lazyPage(() => import('./OperationsPage.tsx'), 'OperationsPage'),
})
const jobs = createRoute({
  ...page({ ...admits, wide: true, ofAll: true }),
  path: `${path}/lavori`,
  validateSearch: listSearch,
  component: lazyPage(() => import('./FailedJobsPage.tsx'), 'FailedJobsPage'),
})
const attempts = createRoute({
  ...page({ ...admits, wide: true, ofAll: true }),
  path: `${path}/pagamenti`,
  validateSearch: listSearch,
  component: lazyPage(() => import('./StuckAttemptsPage.tsx'), 'StuckAttemptsPage'),
})
const events = createRoute({
  ...page({ ...admits, wide: true, ofAll: true }),
  path: `${path}/eventi`,
  validateSearch: listSearch,
  component: lazyPage(() => import('./ProviderEventsPage.tsx'), 'ProviderEventsPage'),
})

const routes = [overview, jobs, attempts, events]

/** How Saldo itself fares: checks, failed jobs, payments without an outcome, events of the provider. */
export const operations: Section<typeof routes> = {
  routes,
  menu: [{ page: overview, group: 'Gestione', label: 'Operazioni', icon: Activity }],
}
