import { Suspense, use, useSyncExternalStore } from 'react'
import { AuthLayout } from '../../layouts/AuthLayout.tsx'
import { arrive } from '../../session/arrive.ts'
import { hasSession } from '../../session/tokens.ts'
import { lazily } from '../../ui/lazily.ts'
import type { NotEntered } from './enter.ts'
import styles from './LoginPage.module.css'
import { LoginPage } from './LoginPage.tsx'

const RegisterPage = lazily(() => import('./RegisterPage.tsx'))
const ConfirmEmailPage = lazily(() => import('./ConfirmEmailPage.tsx'))
const AskRecoveryPage = lazily(() => import('./AskRecoveryPage.tsx'))
const NewPasswordPage = lazily(() => import('./NewPasswordPage.tsx'))
const NoSuchPage = lazily(() => import('./NoSuchPage.tsx'))

/** The page that the address names. `entering`: a link that signs in is at it, and may fail. */
export function AuthPages({ entering }: { entering: Promise<NotEntered> | null }) {
  const hash = useSyncExternalStore(followAddress, () => location.hash)
  return (
    <Suspense fallback={<Waiting />}>{pageAt(hash.slice(1).replace(/\/?(\?.*)?$/, ''), entering)}</Suspense>
  )
}

function pageAt(path: string, entering: Promise<NotEntered> | null) {
  // Another document's page, which boot.ts is loading: after signing in, on the way to /dashboard.
  if (!/^\/(auth|web)(\/|$)/.test(path)) return <Waiting />
  if (path === '/auth/login') return entering ? <Entered entering={entering} /> : <LoginPage />
  if (path === '/auth/recovery') return <AskRecoveryPage />
  if (path === '/auth/register') return <RegisterPage />
  const [, page, token] = /^\/auth\/(recovery|invito|email)\/([^/]+)$/.exec(path) ?? []
  if (!token) return <NoSuchPage path={path} />
  if (page === 'email') return <ConfirmEmailPage key={token} token={token} />
  return <NewPasswordPage key={token} token={token} invited={page === 'invito'} />
}

const Entered = ({ entering }: { entering: Promise<NotEntered> }) => <LoginPage notEntered={use(entering)} />

const Waiting = () => (
  <AuthLayout>
    <title>Accesso · Saldo</title>
    <p role="status" className={styles.lead}>
      Un momento…
    </p>
  </AuthLayout>
)

function followAddress(onChange: () => void) {
  const follow = () => {
    if (!goToLogin()) onChange()
  }
  addEventListener('hashchange', follow)
  return () => removeEventListener('hashchange', follow)
}

/** `/web` and `/auth` are the sign-in page; who is signed in already goes on from there. Says whether they did. */
export function goToLogin(): boolean {
  const bare = /^#\/(?:auth|web)\/?(\?.*)?$/.exec(location.hash)
  if (bare) {
    const door = `#/auth/login${bare[1] ?? ''}`
    history.replaceState(null, '', `${location.pathname}${location.search}${door}`)
  }
  if (!/^#\/auth\/login(\/|\?|$)/.test(location.hash) || !hasSession()) return false
  arrive()
  return true
}
