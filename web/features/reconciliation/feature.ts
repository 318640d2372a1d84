import { createRoute } from '@tanstack/react-router'
import { DoubleCheck } from 'iconoir-react'
import { lazyPage } from '../../lazy-page.ts'
import { listSearch, page } from '../../routes/frames.ts'
import type { Section } from '../../sections/section.ts'
import { office } from '../../session/permissions/variant.ts'

const days = createRoute({
  ...page({ admits: office, permission: 'payments:read', wholeOffice: true, wide: true }),
  path: '/quadratura',
  validateSearch: listSearch,
  component: lazyPage(() => import('./ReconciliationPage.tsx'), 'ReconciliationPage'),
})

const routes = [days]

/** Reconciliation of payments, provider and ledger, day by day. */
export const reconciliation: Section<typeof routes> = {
  routes,
  menu: [{ page: days, group: 'Incassi', label: 'Quadratura', icon: DoubleCheck, key: 'q', chip: 'novità' }],
}
