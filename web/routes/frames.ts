import { createRootRoute, createRoute, Outlet } from '@tanstack/react-router'
import { BrokenWholePage } from '../features/errors/BrokenPage.tsx'
import { backOfficePages, pagesOf, requireSession } from '../guards.ts'
import { lazyPage } from '../lazy-page.ts'
import type { Query } from '../ui/grid/list.ts'

/** Filters, order and the open record of a list live in its address, as texts. */
export const listSearch = (search: Record<string, unknown>) => search as Query

/** Lists and books take the whole width of the window; other pages keep lines that are easy to read. */
export const wide = { staticData: { wide: true } } as const

export const NotFoundPage = lazyPage(() => import('../features/errors/NotFoundPage.tsx'), 'NotFoundPage')
export const root = createRootRoute({
  component: Outlet,
  notFoundComponent: NotFoundPage,
  errorComponent: BrokenWholePage,
})

/** Everything that needs authentication, inside the layout of whoever is signed in. */
export const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  beforeLoad: ({ location }) => requireSession(location.href),
  errorComponent: BrokenWholePage,
  component: lazyPage(() => import('../layouts/SignedInLayout.tsx'), 'SignedInLayout'),
})

/** What offices and shops share. */
export const officeOrStore = createRoute({
  getParentRoute: () => signedIn,
  id: 'office-or-store',
  ...pagesOf('b2b', 'store', 'superuser'),
})

/** What only staff (an active customer's users, the back office) may open. */
export const staff = createRoute({
  getParentRoute: () => signedIn,
  id: 'staff',
  ...pagesOf('b2b', 'superuser'),
})

export const backOffice = createRoute({
  getParentRoute: () => signedIn,
  id: 'back-office',
  ...backOfficePages,
})
