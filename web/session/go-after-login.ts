import { documentKind } from '../document-kind.ts'

/**
 * After signing in: goes to the page that was asked for, else to /dashboard. If the page is in another document,
 * changing the hash reloads (boot.ts).
 */
export function goAfterLogin() {
  location.hash = afterLogin()
}

/** The page that was asked for before signing in, else /dashboard. Never another sign-in link: it would sign somebody else in. */
export function afterLogin(): string {
  const wanted = new URLSearchParams(location.hash.split('?')[1]).get('to') ?? ''
  const mayFollow =
    wanted.startsWith('/') && !wanted.startsWith('//') && documentKind(`#${wanted}`) !== 'auth'
  return mayFollow ? wanted : '/dashboard'
}
