import { createRootRoute, createRoute, Outlet } from '@tanstack/react-router'
import { BrokenWholePage } from '../features/errors/BrokenPage.tsx'
import { requireAccess, requireSession } from '../guards.ts'
import { lazyPage } from '../lazy-page.ts'
import type { PageAccess } from '../session/permissions/page-access.ts'
import { variants } from '../session/permissions/variant.ts'
import type { Query } from '../ui/grid/list.ts'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption extends PageAccess {
    /** Uses the whole window, as lists and registers do; other pages keep a readable width. */
    wide?: boolean
    /** Lists all customers, whichever a super user has chosen: the band above the page says so. */
    ofAll?: boolean
  }
}

/** Filters, sort order and open record of a list are strings in its address. */
export const listSearch = (search: Record<string, unknown>) => search as Query

/** Access of frames and of pages outside a session: open to all. */
export const openToAll = { staticData: { admits: variants, permission: null } } as const

export const NotFoundPage = lazyPage(() => import('../features/errors/NotFoundPage.tsx'), 'NotFoundPage')

/**
 * A parent route that draws a frame around its pages. It never shows the router's pending component: the router would
 * leave that in place of the whole frame until the page inside has loaded (TanStack/router#8472).
 */
const frame = { ...openToAll, pendingMs: Number.POSITIVE_INFINITY }

export const root = createRootRoute({
  ...frame,
  component: Outlet,
  notFoundComponent: NotFoundPage,
  errorComponent: BrokenWholePage,
})

/** Parent of all pages that need a session, with the layout for signed-in users. */
export const signedIn = createRoute({
  ...frame,
  getParentRoute: () => root,
  id: 'signed-in',
  beforeLoad: ({ location }) => requireSession(location.href),
  errorComponent: BrokenWholePage,
  component: lazyPage(() => import('../layouts/SignedInLayout.tsx'), 'SignedInLayout'),
})

/** Parent of the section pages: checks each page's declared access. */
export const sectionPages = createRoute({
  ...frame,
  getParentRoute: () => signedIn,
  id: 'section-pages',
  beforeLoad: ({ matches, location }) => requireAccess(matches.at(-1)!.staticData, location.pathname),
})

/** A section's page: `createRoute({ ...page({ admits: office, permission: 'bills:read' }), path, component })`. */
export const page = (access: PageAccess & { wide?: true; ofAll?: true }) => ({
  getParentRoute: () => sectionPages,
  staticData: access,
})
