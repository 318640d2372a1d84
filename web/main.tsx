import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { LazyOverlays } from './overlays/LazyOverlays.tsx'
import { paths } from './paths.ts'
import { router } from './router.ts'
import { SectionsContext } from './sections/section.ts'
import { sections } from './sections.ts'
import { watchCustomer } from './session/customer/watch-customer.ts'
import { SessionCountdown } from './session/expiry/SessionCountdown.tsx'
import { goAfterLogin } from './session/go-after-login.ts'
import { meQuery, queries } from './session/queries.ts'
import { watchSession } from './session/session.ts'
import { LoaderOverlay } from './ui/feedback/LoaderOverlay.tsx'
import { Toasts } from './ui/feedback/Toasts.tsx'
import { resumeAlertToast } from './ui/feedback/toast.ts'
import { Themed } from './ui/theme/Themed.tsx'

const overlays = () => import('./overlays/ShellOverlays.tsx')

/** Renders the shell. */
export function start() {
  // Skip the question about unsaved input when the session is over: a draft keeps it.
  watchSession({
    goAfterLogin,
    auth: (from) => void router.navigate({ ...paths.login(from), ignoreBlocker: true }),
    // The page read the user before they became a super user.
    setUp: (from) => {
      if (location.hash.startsWith('#/secondo-passo')) return
      queries.removeQueries({ queryKey: meQuery.queryKey })
      void router.navigate({ ...paths.setUp(from), ignoreBlocker: true })
    },
  })
  watchCustomer()
  resumeAlertToast()
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <Themed>
        <QueryClientProvider client={queries}>
          <LazyOverlays load={overlays} />
          <SectionsContext value={sections}>
            <RouterProvider router={router} />
          </SectionsContext>
          <Toasts />
          <LoaderOverlay />
          <SessionCountdown />
        </QueryClientProvider>
      </Themed>
    </StrictMode>,
  )
}
