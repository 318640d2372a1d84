import { Suspense, use, useEffect, useSyncExternalStore } from 'react'
import { endEarlySubmits } from '../../early-submit.ts'
import { AuthLayout } from '../../layouts/AuthLayout.tsx'
import { goAfterLogin } from '../../session/go-after-login.ts'
import { hashWithToken } from '../../session/mailed-token.ts'
import { hasSession } from '../../session/tokens.ts'
import { lazyWithRetry } from '../../ui/lazy-with-retry.ts'
import styles from './LoginPage.module.css'
import { LoginPage } from './LoginPage.tsx'
import type { FailedSignInLink } from './sign-in-by-link.ts'

const RegisterPage = lazyWithRetry(() => import('./RegisterPage.tsx'))
const ConfirmEmailPage = lazyWithRetry(() => import('./ConfirmEmailPage.tsx'))
const ConfirmContactPage = lazyWithRetry(() => import('./ConfirmContactPage.tsx'))
const AcceptDelegationPage = lazyWithRetry(() => import('./AcceptDelegationPage.tsx'))
const AskRecoveryPage = lazyWithRetry(() => import('./AskRecoveryPage.tsx'))
const NewPasswordPage = lazyWithRetry(() => import('./NewPasswordPage.tsx'))
const LinkRefusedPage = lazyWithRetry(() => import('./LinkRefusedPage.tsx'))
const NoSuchPage = lazyWithRetry(() => import('./NoSuchPage.tsx'))

/** The sign-in page of the address. `entering`: a sign-in link is being used, and may fail. */
export function AuthPages({ entering }: { entering: Promise<FailedSignInLink> | null }) {
  const hash = useSyncExternalStore(followAddress, hashWithToken, () => '#/auth/login')
  return (
    <Suspense fallback={<Waiting />}>
      {pageAt(hash.slice(1).replace(/\/?(\?.*)?$/, ''), entering)}
      <PageIsThere />
    </Suspense>
  )
}

/** Stands beside the page, so that it comes when the page has come: the sign-in form has taken by then what was sent before. */
function PageIsThere() {
  useEffect(() => endEarlySubmits(document.documentElement.dataset), [])
  return null
}

function pageAt(path: string, entering: Promise<FailedSignInLink> | null) {
  // The page is in another document, which boot.ts is loading: happens after signing in, on the way to /dashboard.
  if (!/^\/(auth|web)(\/|$)/.test(path)) return <Waiting />
  if (path === '/auth/login') return entering ? <Entered entering={entering} /> : <LoginPage />
  if (path === '/auth/recovery') return <AskRecoveryPage />
  if (path === '/auth/register') return <RegisterPage />
  const [, page, token] = /^\/auth\/(recovery|invito|email|contatto|delega)\/([^/]+)$/.exec(path) ?? []
  if (!token) return <NoSuchPage path={path} />
  if (page === 'email') return <ConfirmEmailPage key={token} token={token} />
  if (page === 'contatto') return <ConfirmContactPage key={token} token={token} />
  if (page === 'delega') return <AcceptDelegationPage key={token} token={token} />
  return <NewPasswordPage key={token} token={token} invited={page === 'invito'} />
}

function Entered({ entering }: { entering: Promise<FailedSignInLink> }) {
  const failed = use(entering)
  // A right link that wants a second step goes on to it, and replaces the session of before.
  const keepsSession = hasSession() && failed.error.error !== 'second_step_required'
  return keepsSession ? <LinkRefusedPage {...failed} /> : <LoginPage notEntered={failed} />
}

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
  // Two links of mails have one address and differ in the state of their entries: going from one to the other is no `hashchange`.
  const events = ['hashchange', 'popstate']
  for (const event of events) addEventListener(event, follow)
  return () => {
    for (const event of events) removeEventListener(event, follow)
  }
}

/** Shows the sign-in page for `/web` and `/auth`; signed-in users continue from there. Returns whether they did. */
export function goToLogin(): boolean {
  const bare = /^#\/(?:auth|web)\/?(\?.*)?$/.exec(location.hash)
  if (bare) {
    const login = `#/auth/login${bare[1] ?? ''}`
    history.replaceState(null, '', `${location.pathname}${location.search}${login}`)
  }
  if (!/^#\/auth\/login(\/|\?|$)/.test(location.hash) || !hasSession()) return false
  goAfterLogin()
  return true
}
