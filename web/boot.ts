import { refreshToken } from './session/stored.ts'

/**
 * A document is of one kind for its whole life: a public page, the sign-in pages (both small), or the shell.
 * Public and sign-in pages use a third of the font, and both font files never meet in one document, so
 * crossing from one kind to another loads the page anew.
 */
type Kind = 'public' | 'auth' | 'shell'

const kindOf = (hash: string): Kind => {
  if (/^#\/(mybill|checkout-result|metodo)\//.test(hash)) return 'public'
  return /^#\/(auth|web)(\/|\?|$)/.test(hash) ? 'auth' : 'shell'
}

// Nobody signed in and nothing in particular wanted: the sign-in pages at once, without the shell before them.
if (/^(#\/?|#\/dashboard)?$/.test(location.hash) && !refreshToken()) {
  history.replaceState(null, '', `${location.pathname}#/auth/login`)
}

const kind = kindOf(location.hash)
document.documentElement.dataset.document = kind

addEventListener('hashchange', () => {
  const next = kindOf(location.hash)
  // From the shell to the sign-in pages the document may stay: it has all they need.
  if (next !== kind && !(kind === 'shell' && next === 'auth')) location.reload()
})

if (kind === 'public') void import('./public/main.tsx')
else if (kind === 'auth') void start(import('./auth.tsx'), import('./ui/styles-auth.ts'))
else void start(import('./main.tsx'), import('./ui/styles-shell.ts'))

async function start(bundle: Promise<{ start: () => void }>, styles: Promise<unknown>) {
  const [{ start }] = await Promise.all([bundle, styles])
  start()
}
