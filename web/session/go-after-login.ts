/**
 * After signing in: goes to the page that was asked for, else to /dashboard. If the page is in another document,
 * changing the hash reloads (boot.ts).
 */
export function goAfterLogin() {
  location.hash = afterLogin()
}

/** The page that was asked for before signing in, else /dashboard. */
export function afterLogin(): string {
  const wanted = new URLSearchParams(location.hash.split('?')[1]).get('to') ?? ''
  return wanted.startsWith('/') && !wanted.startsWith('//') ? wanted : '/dashboard'
}
