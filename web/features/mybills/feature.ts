import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../lazy-page.ts'
import { listSearch, page } from '../../routes/frames.ts'
import type { Section } from '../../sections/section.ts'

const payTogether = createRoute({
  ...page({ admits: ['b2c'], permission: null }),
  path: '/paga',
  validateSearch: ({ ids, esiti }: Record<string, unknown>): { ids?: string; esiti?: string } => ({
    ...(typeof ids === 'string' || typeof ids === 'number' ? { ids: String(ids) } : {}),
    ...(typeof esiti === 'string' && esiti ? { esiti } : {}),
  }),
  component: lazyPage(() => import('./PayTogetherPage.tsx'), 'PayTogetherPage'),
})

const myPayments = createRoute({
  ...page({ admits: ['b2c'], permission: null }),
  path: '/i-miei-pagamenti',
  validateSearch: listSearch,
  component: lazyPage(() => import('./history/MyPaymentsPage.tsx'), 'MyPaymentsPage'),
})

const myBills = createRoute({
  ...page({ admits: ['b2c'], permission: null }),
  path: '/le-mie-bollette',
  validateSearch: listSearch,
  component: lazyPage(() => import('./history/MyIssuedBillsPage.tsx'), 'MyIssuedBillsPage'),
})

const routes = [payTogether, myPayments, myBills]

/** A resident’s own bills; several of them paid together; what was paid. */
export const mybills: Section<typeof routes> = {
  routes,
}
