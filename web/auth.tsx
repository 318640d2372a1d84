import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { AuthPages, goToLogin } from './features/auth/AuthPages.tsx'
import { enter } from './features/auth/enter.ts'
import { LateOverlays } from './overlays/LateOverlays.tsx'
import { arrive } from './session/arrive.ts'
import type { Entry } from './session/entry.ts'
import { watchSession } from './session/session.ts'
import { Snackbars } from './ui/Snackbars.tsx'
import { resumeAlert } from './ui/snackbars.ts'
import { Themed } from './ui/Themed.tsx'

const overlays = () => import('./overlays/Overlays.tsx')

/** Puts the sign-in pages on the screen, without router and queries. `entry`: what a link that signs in carried. */
export function start(entry: Entry | null) {
  if (!entry && goToLogin()) return
  watchSession({ arrive, auth: () => undefined })
  resumeAlert()
  const entering = entry && enter(entry)
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <Themed>
        <LateOverlays load={overlays} />
        <AuthPages entering={entering} />
        <Snackbars />
      </Themed>
    </StrictMode>,
  )
}
