/** Everyone's own affairs, each for whom it says. */
import { createRoute } from '@tanstack/react-router'
import { pagesOf } from '../guards.ts'
import { lazyPage } from '../lazy-page.ts'
import { listSearch, signedIn } from './frames.ts'

const dashboard = createRoute({
  getParentRoute: () => signedIn,
  path: '/dashboard',
  component: lazyPage(() => import('../features/dashboard/DashboardPage.tsx'), 'DashboardPage'),
})
const metodi = createRoute({
  getParentRoute: () => signedIn,
  path: '/metodi',
  ...pagesOf('b2c', 'b2b', 'superuser'),
  component: lazyPage(() => import('../features/sources/SourcesPage.tsx'), 'SourcesPage'),
})
const messaggi = createRoute({
  getParentRoute: () => signedIn,
  path: '/messaggi',
  validateSearch: listSearch,
  component: lazyPage(() => import('../features/messages/MessagesPage.tsx'), 'MessagesPage'),
})
const sicurezza = createRoute({
  getParentRoute: () => signedIn,
  path: '/sicurezza',
  component: lazyPage(() => import('../features/security/SecurityPage.tsx'), 'SecurityPage'),
})
const documenti = createRoute({
  getParentRoute: () => signedIn,
  path: '/documenti',
  ...pagesOf('unregistered', 'b2b', 'store', 'superuser'),
  component: lazyPage(() => import('../features/documents/DocumentsPage.tsx'), 'DocumentsPage'),
})
const impostazioni = createRoute({
  getParentRoute: () => signedIn,
  path: '/settings',
  ...pagesOf('unregistered', 'b2b', 'store', 'superuser'),
  component: lazyPage(() => import('../features/settings/SettingsPage.tsx'), 'SettingsPage'),
})
/** Residents pay several bills of theirs in one go. */
const paga = createRoute({
  getParentRoute: () => signedIn,
  path: '/paga',
  validateSearch: ({ ids }: Record<string, unknown>) => ({ ids: typeof ids === 'string' ? ids : '' }),
  ...pagesOf('b2c'),
  component: lazyPage(() => import('../features/mybills/PayTogetherPage.tsx'), 'PayTogetherPage'),
})

export const ownPages = [dashboard, metodi, messaggi, sicurezza, documenti, impostazioni, paga] as const
