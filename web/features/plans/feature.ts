import { createRoute } from '@tanstack/react-router'
import { CalendarCheck } from 'iconoir-react'
import { lazyPage } from '../../lazy-page.ts'
import { listSearch, page } from '../../routes/frames.ts'
import type { Section } from '../../sections/section.ts'
import { office } from '../../session/permissions/variant.ts'

const list = createRoute({
  ...page({ admits: office, permission: 'bills:read', wide: true }),
  path: '/piani',
  validateSearch: listSearch,
  component: lazyPage(() => import('./PlansPage.tsx'), 'PlansPage'),
})
const create = createRoute({
  ...page({ admits: office, permission: 'bills:write' }),
  path: '/piani/nuovo',
  validateSearch: listSearch,
  component: lazyPage(() => import('./NewPlanPage.tsx'), 'NewPlanPage'),
})

const routes = [list, create]

/** Instalment plans. */
export const plans: Section<typeof routes> = {
  routes,
  menu: [{ page: list, group: 'Incassi', label: 'Piani di rientro', icon: CalendarCheck }],
  movedRows: {
    plans: { one: 'piano di rientro', many: 'piani di rientro' },
  },
}
