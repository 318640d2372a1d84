import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { LateOverlays } from './overlays/LateOverlays.tsx'
import { router } from './routes.tsx'
import { arrive } from './session/arrive.ts'
import { queries } from './session/queries.ts'
import { watchSession } from './session/session.ts'
import { LoaderOverlay } from './ui/LoaderOverlay.tsx'
import { Snackbars } from './ui/Snackbars.tsx'
import { resumeAlert } from './ui/snackbars.ts'
import { Themed } from './ui/Themed.tsx'

const overlays = () => import('./overlays/ShellOverlays.tsx')

/** Puts the shell on the screen. */
export function start() {
  watchSession({ arrive, auth: () => void router.navigate({ to: '/auth/login' }) })
  resumeAlert()
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <Themed>
        <QueryClientProvider client={queries}>
          <LateOverlays load={overlays} />
          <RouterProvider router={router} />
          <Snackbars />
          <LoaderOverlay />
        </QueryClientProvider>
      </Themed>
    </StrictMode>,
  )
}
