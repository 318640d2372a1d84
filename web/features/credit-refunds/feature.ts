import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../lazy-page.ts'
import { listSearch, page } from '../../routes/frames.ts'
import type { Section } from '../../sections/section.ts'
import { office } from '../../session/permissions/variant.ts'

const credits = createRoute({
  ...page({ admits: office, permission: 'payments:read', wide: true }),
  path: '/bonifici/crediti',
  validateSearch: listSearch,
  component: lazyPage(() => import('./CreditsPage.tsx'), 'CreditsPage'),
})
const refunds = createRoute({
  ...page({ admits: office, permission: 'payments:read', wide: true }),
  path: '/bonifici/restituzioni',
  validateSearch: listSearch,
  component: lazyPage(() => import('./CreditRefundsPage.tsx'), 'CreditRefundsPage'),
})

const routes = [credits, refunds]

/** Credits of payers, and the transfers that give them back. */
export const creditRefunds: Section<typeof routes> = {
  routes,
  movedRows: {
    credit_refunds: { one: 'restituzione di un credito', many: 'restituzioni di crediti' },
  },
}
