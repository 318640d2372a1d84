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
const registro = createRoute({
  getParentRoute: () => staff,
  path: '/registro',
  ...wide,
  validateSearch: listSearch,
  component: lazyPage(() => import('../features/books/CashPage.tsx'), 'CashPage'),
})
const registroCondominio = createRoute({
  getParentRoute: () => staff,
  path: '/registro/$id',
  ...wide,
  validateSearch: listSearch,
  component: lazyPage(() => import('../features/books/RegisterPage.tsx'), 'RegisterPage'),
})
const primaNota = createRoute({
  getParentRoute: () => staff,
  path: '/prima-nota',
  ...wide,
  validateSearch: listSearch,
  component: lazyPage(() => import('../features/books/JournalPage.tsx'), 'JournalPage'),
})
const accrediti = createRoute({
  getParentRoute: () => staff,
  path: '/accrediti',
  ...wide,
  validateSearch: listSearch,
  component: lazyPage(() => import('../features/payouts/PayoutsPage.tsx'), 'PayoutsPage'),
})
const accredito = createRoute({
  getParentRoute: () => staff,
  path: '/accrediti/$id',
  ...wide,
  validateSearch: listSearch,
  component: lazyPage(() => import('../features/payouts/PayoutPage.tsx'), 'PayoutPage'),
})
const morosita = createRoute({
  getParentRoute: () => staff,
  path: '/morosita',
  ...wide,
  validateSearch: listSearch,
  component: lazyPage(() => import('../features/arrears/ArrearsPage.tsx'), 'ArrearsPage'),
})
const morositaPersone = createRoute({
  getParentRoute: () => staff,
  path: '/morosita/persone',
  ...wide,
  validateSearch: listSearch,
  component: lazyPage(() => import('../features/arrears/ArrearsPage.tsx'), 'SubjectArrearsPage'),
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

export const paymentPages = [
  transazioni,
  transazione,
  quadratura,
  registro,
  registroCondominio,
  primaNota,
  accrediti,
  accredito,
  morosita,
  morositaPersone,
  accountIncassi,
] as const
