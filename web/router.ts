import { createHashHistory, createRouter } from '@tanstack/react-router'
import { BrokenPage } from './features/errors/BrokenPage.tsx'
import { InitialPending } from './layouts/InitialPending.tsx'
import { routeTree } from './routes.ts'
import { savesData } from './saves-data.ts'
import { parseSearch, stringifySearch } from './search-params.ts'
import { PendingPage } from './ui/feedback/PendingPage.tsx'

/** The shell's router; pages are addressed after `#`. */
export const router = createRouter({
  routeTree,
  history: createHashHistory(),
  parseSearch,
  stringifySearch,
  defaultPreload: savesData() ? false : 'intent',
  defaultErrorComponent: BrokenPage,
  defaultPendingComponent: PendingPage,
  defaultPendingMs: 300,
  // Show loaded data at once, without a minimum skeleton time.
  defaultPendingMinMs: 0,
  InnerWrap: InitialPending,
  scrollRestoration: false,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
