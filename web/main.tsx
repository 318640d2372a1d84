import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { router } from './routes.tsx'
import { queries } from './session/queries.ts'
import { watchSession } from './session/session.ts'
import { LoaderOverlay } from './ui/LoaderOverlay.tsx'
import { Snackbars } from './ui/Snackbars.tsx'
import { resumeAlert } from './ui/snackbars.ts'
import { cssVariablesResolver, theme } from './ui/theme.ts'

const colorSchemeManager = localStorageColorSchemeManager({ key: 'saldo.scheme' })

/** Puts the shell (or its sign-in pages) on the screen. */
export function start() {
  watchSession({ arrive, auth: () => void router.navigate({ to: '/auth/login' }) })
  resumeAlert()
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariablesResolver}
        colorSchemeManager={colorSchemeManager}
        defaultColorScheme="auto"
      >
        <QueryClientProvider client={queries}>
          <RouterProvider router={router} />
          <Snackbars />
          <LoaderOverlay />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  )
}

/** After signing in: where one was going, else /dashboard. The hash alone changes document when it must (boot.ts). */
function arrive() {
  const wanted = new URLSearchParams(location.hash.split('?')[1]).get('to') ?? ''
  location.hash = wanted.startsWith('/') && !wanted.startsWith('//') ? wanted : '/dashboard'
}
