import { createRootRoute, createRoute, Outlet } from '@tanstack/react-router'
import { BrokenWholePage } from '../features/errors/BrokenPage.tsx'
import { requireAccess, requireSession } from '../guards.ts'
import { lazyPage } from '../lazy-page.ts'
import type { PageAccess } from '../session/page-access.ts'
import { variants } from '../session/variant.ts'
import type { Query } from '../ui/grid/list.ts'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption extends PageAccess {
    /** Takes the whole width of the window, as lists and books do; other pages keep lines that are easy to read. */
    wide?: boolean
  }
}

/** The filters, order and open record of a list stand in its address, as texts. */
export const listSearch = (search: Record<string, unknown>) => search as Query

/** What needs no permission: frames, and pages for those who have not signed in. */
export const openToAll = { staticData: { admits: variants, permission: null } } as const

export const NotFoundPage = lazyPage(() => import('../features/errors/NotFoundPage.tsx'), 'NotFoundPage')
export const root = createRootRoute({
  ...openToAll,
  component: Outlet,
  notFoundComponent: NotFoundPage,
  errorComponent: BrokenWholePage,
})

/** Everything that needs authentication, inside the layout of whoever is signed in. */
export const signedIn = createRoute({
  ...openToAll,
  getParentRoute: () => root,
  id: 'signed-in',
  beforeLoad: ({ location }) => requireSession(location.href),
  errorComponent: BrokenWholePage,
  component: lazyPage(() => import('../layouts/SignedInLayout.tsx'), 'SignedInLayout'),
})

/** The pages of the sections: each opens to whom it says. */
export const sectionPages = createRoute({
  ...openToAll,
  getParentRoute: () => signedIn,
  id: 'section-pages',
  beforeLoad: ({ matches, location }) => requireAccess(matches.at(-1)!.staticData, location.pathname),
})

/** A section's page: `createRoute({ ...page({ admits: office, permission: 'bills:read' }), path, component })`. */
export const page = (access: PageAccess & { wide?: true }) => ({
  getParentRoute: () => sectionPages,
  staticData: access,
})
