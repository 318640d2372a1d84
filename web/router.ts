import { createHashHistory, createRouter } from '@tanstack/react-router'
import { BrokenPage } from './features/errors/BrokenPage.tsx'
import { routeTree } from './routes.ts'
import { parseSearch, stringifySearch } from './search-params.ts'
import { PendingPage } from './ui/feedback/PendingPage.tsx'

/** The shell's pages by the address after `#`. */
export const router = createRouter({
  routeTree,
  history: createHashHistory(),
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultErrorComponent: BrokenPage,
  defaultPendingComponent: PendingPage,
  defaultPendingMs: 300,
  // What has come is shown: nobody waits for a skeleton.
  defaultPendingMinMs: 0,
  scrollRestoration: false,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
