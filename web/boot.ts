import { storeSignInLink, takeSignInLink } from './session/sign-in-link.ts'
import { refreshToken } from './session/stored-session.ts'

// First of all: remove the credentials of a sign-in link from the address.
const signInLink = takeSignInLink()

/**
 * A document has one kind for its whole life: a public page, the sign-in pages (both small), or the shell. Public and
 * sign-in pages use a third of the font, and the two font files must never meet in one document, so changing from one
 * kind to another reloads the page.
 */
type Kind = 'public' | 'auth' | 'shell'

const kindOf = (hash: string): Kind => {
  if (/^#\/(mybill|piano|mandato|checkout-result|metodo|verifica|viewer|sign|webhook)\//.test(hash))
    return 'public'
  return /^#\/(auth|web)(\/|\?|$)/.test(hash) ? 'auth' : 'shell'
}

// Not signed in and no particular page: show the sign-in pages at once, without loading the shell.
if (/^(#\/?|#\/dashboard)?$/.test(location.hash) && !refreshToken()) {
  history.replaceState(null, '', `${location.pathname}#/auth/login`)
}

const kind = kindOf(location.hash)
document.documentElement.dataset.document = kind

// Handles a sign-in link opened in this tab. Stops the event, so that other listeners never see the address.
addEventListener('popstate', (event) => {
  const next = takeSignInLink()
  if (!next) return
  event.stopImmediatePropagation()
  storeSignInLink(next)
  location.reload()
})

addEventListener('hashchange', () => {
  const next = kindOf(location.hash)
  // The shell contains the sign-in page, so the document may stay when it is opened from the shell.
  const stays = kind === 'shell' && /^#\/auth\/login(\?|$)/.test(location.hash)
  if (next !== kind && !stays) location.reload()
})

const limit = setTimeout(showLoadError, 120_000)
if (kind === 'public') void import('./public/main.tsx').then(() => clearTimeout(limit), showLoadError)
else if (kind === 'auth') start(authPages(), import('./ui/theme/styles-auth.ts')).catch(showLoadError)
else start(import('./main.tsx'), import('./ui/theme/styles-shell.ts')).catch(showLoadError)

async function authPages() {
  const pages = await import('./auth.tsx')
  return { start: () => pages.start(signInLink) }
}

async function start(bundle: Promise<{ start: () => void }>, styles: Promise<unknown>) {
  const [{ start }] = await Promise.all([bundle, styles])
  clearTimeout(limit)
  start()
}

/** Shown after 120 s, or when a file is gone. Plain elements, because none of our code may have loaded. */
function showLoadError() {
  const again = document.createElement('button')
  again.textContent = 'Riprova'
  again.onclick = () => location.reload()
  document.getElementById('root')?.replaceChildren('Saldo non si è caricato. ', again)
}
