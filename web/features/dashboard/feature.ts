import { createRoute } from '@tanstack/react-router'
import { HomeSimple } from 'iconoir-react'
import { lazyPage } from '../../lazy-page.ts'
import { listSearch, page } from '../../routes/frames.ts'
import type { Section } from '../../sections/section.ts'
import { variants } from '../../session/permissions/variant.ts'

const home = createRoute({
  ...page({ admits: variants, permission: null }),
  path: '/dashboard',
  validateSearch: listSearch,
  component: lazyPage(() => import('./DashboardPage.tsx'), 'DashboardPage'),
})

const routes = [home]

/** The dashboard: tasks and collected amounts. */
export const dashboard: Section<typeof routes> = {
  routes,
  menu: [{ page: home, group: '', label: 'Dashboard', icon: HomeSimple, key: 'd' }],
}
