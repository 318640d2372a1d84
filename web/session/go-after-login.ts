/** After signing in: where one was going, else /dashboard. Changing the hash changes document when it must (boot.ts). */
export function goAfterLogin() {
  const wanted = new URLSearchParams(location.hash.split('?')[1]).get('to') ?? ''
  location.hash = wanted.startsWith('/') && !wanted.startsWith('//') ? wanted : '/dashboard'
}
