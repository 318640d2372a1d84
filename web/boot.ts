import { keepSignInLink, takeSignInLink } from './session/sign-in-link.ts'
import { refreshToken } from './session/stored-session.ts'

// Before anything else: what signs somebody in leaves the address.
const signInLink = takeSignInLink()

/**
 * A document is of one kind for its whole life: a public page, the sign-in pages (both small), or the shell.
 * Public and sign-in pages use a third of the font, and both font files never meet in one document, so
 * crossing from one kind to another loads the page anew.
 */
type Kind = 'public' | 'auth' | 'shell'

const kindOf = (hash: string): Kind => {
  if (/^#\/(mybill|piano|checkout-result|metodo|verifica|viewer|sign|webhook)\//.test(hash)) return 'public'
  return /^#\/(auth|web)(\/|\?|$)/.test(hash) ? 'auth' : 'shell'
}

// Nobody signed in and nothing in particular wanted: the sign-in pages at once, without the shell before them.
if (/^(#\/?|#\/dashboard)?$/.test(location.hash) && !refreshToken()) {
  history.replaceState(null, '', `${location.pathname}#/auth/login`)
}

const kind = kindOf(location.hash)
document.documentElement.dataset.document = kind

// The same in a tab that is open already, where others follow the address too: they hear of it never.
addEventListener('popstate', (event) => {
  const next = takeSignInLink()
  if (!next) return
  event.stopImmediatePropagation()
  keepSignInLink(next)
  location.reload()
})

addEventListener('hashchange', () => {
  const next = kindOf(location.hash)
  // From the shell to the sign-in page the document may stay: it has all that page needs.
  const stays = kind === 'shell' && /^#\/auth\/login(\?|$)/.test(location.hash)
  if (next !== kind && !stays) location.reload()
})

const limit = setTimeout(sayUnloaded, 120_000)
if (kind === 'public') void import('./public/main.tsx').then(() => clearTimeout(limit), sayUnloaded)
else if (kind === 'auth') start(authPages(), import('./ui/theme/styles-auth.ts')).catch(sayUnloaded)
else start(import('./main.tsx'), import('./ui/theme/styles-shell.ts')).catch(sayUnloaded)

async function authPages() {
  const pages = await import('./auth.tsx')
  return { start: () => pages.start(signInLink) }
}

async function start(bundle: Promise<{ start: () => void }>, styles: Promise<unknown>) {
  const [{ start }] = await Promise.all([bundle, styles])
  clearTimeout(limit)
  start()
}

/** Without the code there is nothing to say it with but plain elements: after 120 s, or when a file is gone. */
function sayUnloaded() {
  const again = document.createElement('button')
  again.textContent = 'Riprova'
  again.onclick = () => location.reload()
  document.getElementById('root')?.replaceChildren('Saldo non si è caricato. ', again)
}
