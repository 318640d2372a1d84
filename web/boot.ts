import { documentKind } from './document-kind.ts'
import { takeMailedToken } from './session/mailed-token.ts'
import { storeSignInLink, takeSignInLink } from './session/sign-in-link.ts'
import { showLoadError } from './show-load-error.ts'

// First of all: remove the credentials of a sign-in link, and the token of a mail's, from the address.
const signInLink = takeSignInLink()
takeMailedToken()

const kind = documentKind(location.hash)

// A link opened in this tab: that of a mail keeps its token out of the address; a sign-in link is handled, and stops the event,
// so that other listeners never see the address.
addEventListener('popstate', (event) => {
  takeMailedToken()
  const next = takeSignInLink()
  if (!next) return
  event.stopImmediatePropagation()
  storeSignInLink(next)
  location.reload()
})

addEventListener('hashchange', () => {
  const next = documentKind(location.hash)
  // The shell contains the sign-in page, so the document may stay when it is opened from the shell.
  const stays = kind === 'shell' && /^#\/auth\/login(\?|$)/.test(location.hash)
  if (next !== kind && !stays) location.reload()
})

const limit = setTimeout(showLoadError, 120_000)
if (kind === 'auth') start(authPages(), import('./ui/theme/styles-auth.ts')).catch(showLoadError)
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
