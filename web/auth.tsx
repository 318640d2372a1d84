import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { LoginPage } from './features/auth/LoginPage.tsx'
import { LateOverlays } from './overlays/LateOverlays.tsx'
import { arrive } from './session/arrive.ts'
import { watchSession } from './session/session.ts'
import { hasSession } from './session/tokens.ts'
import { Snackbars } from './ui/Snackbars.tsx'
import { resumeAlert } from './ui/snackbars.ts'
import { Themed } from './ui/Themed.tsx'

const overlays = () => import('./overlays/Overlays.tsx')

/** Puts the sign-in pages on the screen, without router and queries: who is signed in already goes on. */
export function start() {
  if (hasSession()) return arrive()
  watchSession({ arrive, auth: () => undefined })
  resumeAlert()
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <Themed>
        <LateOverlays load={overlays} />
        <LoginPage />
        <Snackbars />
      </Themed>
    </StrictMode>,
  )
}
