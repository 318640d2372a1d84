import { createRoute } from '@tanstack/react-router'
import { MoneySquare } from 'iconoir-react'
import { lazyPage } from '../../lazy-page.ts'
import { listSearch, page } from '../../routes/frames.ts'
import type { Section } from '../../sections/section.ts'
import { office } from '../../session/permissions/variant.ts'

const list = createRoute({
  ...page({ admits: office, permission: 'payments:read', wholeOffice: true, wide: true }),
  path: '/accrediti',
  validateSearch: listSearch,
  component: lazyPage(() => import('./PayoutsPage.tsx'), 'PayoutsPage'),
})
const one = createRoute({
  ...page({ admits: office, permission: 'payments:read', wholeOffice: true, wide: true }),
  path: '/accrediti/$id',
  validateSearch: listSearch,
  component: lazyPage(() => import('./PayoutPage.tsx'), 'PayoutPage'),
})

const routes = [list, one]

/** Payouts of the provider. */
export const payouts: Section<typeof routes> = {
  routes,
  menu: [{ page: list, group: 'Contabilità', label: 'Accrediti', icon: MoneySquare }],
}
