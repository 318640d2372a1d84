/** Payments, their match with the provider's book, and where the money goes. */
import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../lazy-page.ts'
import { listSearch, staff, wide } from './frames.ts'

const transazioni = createRoute({
  getParentRoute: () => staff,
  path: '/transazioni',
  ...wide,
  validateSearch: listSearch,
  component: lazyPage(() => import('../features/payments/PaymentsPage.tsx'), 'PaymentsPage'),
})
/** Records on pages of their own, and the forms that write them. */
const transazione = createRoute({
  getParentRoute: () => staff,
  path: '/transazioni/$id',
  component: lazyPage(() => import('../features/payments/PaymentPage.tsx'), 'PaymentPage'),
})
const quadratura = createRoute({
  getParentRoute: () => staff,
  path: '/quadratura',
  ...wide,
  validateSearch: listSearch,
  component: lazyPage(() => import('../features/reconciliation/QuadraturaPage.tsx'), 'QuadraturaPage'),
})
const accountIncassi = createRoute({
  getParentRoute: () => staff,
  path: '/account-incassi',
  validateSearch: listSearch,
  component: lazyPage(
    () => import('../features/provider-accounts/ProviderAccountPage.tsx'),
    'ProviderAccountPage',
  ),
})

export const paymentPages = [transazioni, transazione, quadratura, accountIncassi] as const
