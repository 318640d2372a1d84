import { createRoute } from '@tanstack/react-router'
import { CalendarRotate } from 'iconoir-react'
import { lazyPage } from '../../lazy-page.ts'
import { listSearch, page } from '../../routes/frames.ts'
import type { Section } from '../../sections/section.ts'
import { office } from '../../session/permissions/variant.ts'

const list = createRoute({
  ...page({ admits: office, permission: 'debits:read', wide: true }),
  path: '/addebiti',
  validateSearch: listSearch,
  component: lazyPage(() => import('./DebitsPage.tsx'), 'DebitsPage'),
})
const runs = createRoute({
  ...page({ admits: office, permission: 'debits:read', wide: true }),
  path: '/addebiti/distinte',
  validateSearch: listSearch,
  component: lazyPage(() => import('./DebitRunsPage.tsx'), 'DebitRunsPage'),
})
const newRun = createRoute({
  ...page({ admits: office, permission: 'debits:write' }),
  path: '/addebiti/distinte/nuova',
  validateSearch: listSearch,
  component: lazyPage(() => import('./new-run/NewDebitRunPage.tsx'), 'NewDebitRunPage'),
})
const oneRun = createRoute({
  ...page({ admits: office, permission: 'debits:read' }),
  path: '/addebiti/distinte/$id',
  validateSearch: listSearch,
  component: lazyPage(() => import('./run/DebitRunPage.tsx'), 'DebitRunPage'),
})

const routes = [list, runs, newRun, oneRun]

/** Direct debits: from saved sources, and presented to the banks of condominiums by file. */
export const debits: Section<typeof routes> = {
  routes,
  menu: [{ page: list, group: 'Incassi', label: 'Addebiti', icon: CalendarRotate }],
}
