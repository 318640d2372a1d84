import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { AuthPages, goToLogin } from './features/auth/AuthPages.tsx'
import { signInByLink } from './features/auth/sign-in-by-link.ts'
import { LazyOverlays } from './overlays/LazyOverlays.tsx'
import { goAfterLogin } from './session/go-after-login.ts'
import { watchSession } from './session/session.ts'
import type { SignInLink } from './session/sign-in-link.ts'
import { Toasts } from './ui/feedback/Toasts.tsx'
import { resumeAlertToast } from './ui/feedback/toast.ts'
import { Themed } from './ui/theme/Themed.tsx'

const overlays = () => import('./overlays/Overlays.tsx')

/** Renders the sign-in pages, without router and queries. `link`: the credentials of a sign-in link. */
export function start(link: SignInLink | null) {
  if (!link && goToLogin()) return
  watchSession({ goAfterLogin, auth: () => undefined, setUp: () => undefined })
  resumeAlertToast()
  const entering = link && signInByLink(link)
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <Themed>
        <LazyOverlays load={overlays} />
        <AuthPages entering={entering} />
        <Toasts />
      </Themed>
    </StrictMode>,
  )
}
