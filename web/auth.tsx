import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
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

/** The sign-in pages with what stands around them. The build draws the first of them into the page. */
export const SignInPages = ({ entering }: { entering: Parameters<typeof AuthPages>[0]['entering'] }) => (
  <StrictMode>
    <Themed>
      <LazyOverlays load={overlays} />
      <AuthPages entering={entering} />
      <Toasts />
    </Themed>
  </StrictMode>
)

/** Renders the sign-in pages, without router and queries. `link`: the credentials of a sign-in link. */
export function start(link: SignInLink | null) {
  if (!link && goToLogin()) return
  watchSession({ goAfterLogin, auth: () => undefined, setUp: () => undefined })
  resumeAlertToast()
  const pages = <SignInPages entering={link && signInByLink(link)} />
  const root = document.getElementById('root')!
  if (document.documentElement.dataset.drawn === 'sign-in') hydrateRoot(root, pages)
  else createRoot(root).render(pages)
}
