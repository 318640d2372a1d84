import { createRoute } from '@tanstack/react-router'
import { DatabaseScript, TerminalTag } from 'iconoir-react'
import { lazyPage } from '../../lazy-page.ts'
import { listSearch, page } from '../../routes/frames.ts'
import type { Section } from '../../sections/section.ts'
import { backOffice } from '../../session/permissions/variant.ts'

const access = { admits: backOffice, permission: null }
const run = createRoute({
  ...page({ ...access, wide: true }),
  path: '/management/query',
  validateSearch: listSearch,
  component: lazyPage(() => import('./QueriesPage.tsx'), 'QueriesPage'),
})
const runOne = createRoute({
  ...page({ ...access, wide: true }),
  path: '/management/query/$id',
  component: lazyPage(() => import('./RunQueryPage.tsx'), 'RunQueryPage'),
})
const admin = createRoute({
  ...page({ ...access, wide: true }),
  path: '/admin-management/query-admin',
  validateSearch: listSearch,
  component: lazyPage(() => import('./QueryAdminPage.tsx'), 'QueryAdminPage'),
})
const runs = createRoute({
  ...page({ ...access, wide: true }),
  path: '/admin-management/query-admin/esecuzioni',
  validateSearch: listSearch,
  component: lazyPage(() => import('./QueryRunsPage.tsx'), 'QueryRunsPage'),
})
const authors = createRoute({
  ...page(access),
  path: '/admin-management/query-admin/autori',
  component: lazyPage(() => import('./QueryAuthorsPage.tsx'), 'QueryAuthorsPage'),
})
const create = createRoute({
  ...page({ ...access, wide: true }),
  path: '/admin-management/query-admin/nuova',
  component: lazyPage(() => import('./edit/NewQueryPage.tsx'), 'NewQueryPage'),
})
const edit = createRoute({
  ...page({ ...access, wide: true }),
  path: '/admin-management/query-admin/$id',
  component: lazyPage(() => import('./edit/EditQueryPage.tsx'), 'EditQueryPage'),
})

const routes = [run, runOne, admin, runs, authors, create, edit]

/** Questions to the database, for the back office: running the approved ones, writing and approving them. */
export const queries: Section<typeof routes> = {
  routes,
  menu: [
    { page: run, group: 'Gestione', label: 'Interrogazioni', icon: TerminalTag },
    { page: admin, group: 'Gestione', label: 'Interrogazioni salvate', icon: DatabaseScript },
  ],
}
