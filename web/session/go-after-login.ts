/**
 * After signing in: goes to the page that was asked for, else to /dashboard. If the page is in another document,
 * changing the hash reloads (boot.ts).
 */
export function goAfterLogin() {
  const wanted = new URLSearchParams(location.hash.split('?')[1]).get('to') ?? ''
  location.hash = wanted.startsWith('/') && !wanted.startsWith('//') ? wanted : '/dashboard'
}
