import { buildHeaders } from './app-headers.ts'
import { type DocumentKind, documentKind } from './document-kind.ts'
import { holdEarlySubmits } from './early-submit.ts'
import { dataRoutes, pathWithToken } from './public/data-routes.ts'
import { askEarly } from './public/early-answer.ts'
import { publicPageOf } from './public/public-page.ts'
import { endFirstHome } from './session/first-home.ts'
import { hasResidentHome, refreshToken } from './session/stored-session.ts'
import { showLoadError } from './show-load-error.ts'

/*
 * The script that stands in the page itself, so that it runs with the page's first bytes: it asks for a public page's data
 * and loads the files of the kind of document, and of no other. `web/build/start-script.ts` puts it there. In a bill that the
 * server drew it stands after the bill, so that nothing keeps the bill from being painted.
 */

/** The files of a kind of document, as their builds named them. */
export type DocumentFiles = { script: string; preload: string[]; styles: string[] }
declare const __FILES__: Record<DocumentKind | 'home', DocumentFiles>

// The server draws a bill at an address of its own; from here on it has the address that it has everywhere.
const [, drawn] = /^\/mybill\/([\w-]+)$/.exec(location.pathname) ?? []
if (drawn)
  history.replaceState(
    null,
    '',
    `/#/mybill/${drawn}${location.hash.replace(/^#(?=m=)/, '?').replace(/^#.*/, '')}`,
  )

// Not signed in and no particular page: the sign-in pages at once, without the shell. A public page does not ask: the first use of
// a storage takes long.
const signedIn = () => refreshToken() !== null
if (/^(#\/?|#\/dashboard)?$/.test(location.hash) && !signedIn())
  history.replaceState(null, '', `${location.pathname}#/auth/login`)

const page = document.documentElement
/** Milliseconds that the app waits at most for the first drawing of a home. */
const appWaits = 5000
/** The server drew the page: it came with its content and its styles. */
const isDrawn = page.dataset.drawn !== undefined
const kind = documentKind(location.hash)
page.dataset.document = kind
// The page holds a skeleton and the sign-in form: it shows the one that is named here (`drawn-templates.ts`).
if (kind === 'auth') {
  if (/^#\/(auth|web)(\/login)?\/?(\?|$)/.test(location.hash) && !signedIn()) page.dataset.drawn = 'sign-in'
  holdEarlySubmits(window, page.dataset)
}
if (kind === 'public') {
  // Private to the holder of the link.
  add('meta', { name: 'robots', content: 'noindex, nofollow' })
  const place = publicPageOf(location.hash)
  const route = place && dataRoutes[place.page as keyof typeof dataRoutes]
  if (place && route && !isDrawn) askEarly(pathWithToken(route, place.token), buildHeaders)
  if (place) page.dataset.drawn ??= 'skeleton'
}
if (kind === 'shell' && signedIn() && hasResidentHome() && /^(#\/?|#\/dashboard)?$/.test(location.hash))
  drawHome()
else load(kind)

/** A resident's home: first what they owe, then the app. */
function drawHome() {
  page.dataset.drawn = 'home'
  let loaded = false
  globalThis.saldoLoadApp = () => {
    if (!loaded) load('shell')
    loaded = true
  }
  load('home', globalThis.saldoLoadApp)
  setTimeout(globalThis.saldoLoadApp, appWaits)
  addEventListener('hashchange', () => {
    endFirstHome()
    globalThis.saldoLoadApp?.()
  })
  // Whatever the app has to say instead, it can be seen.
  setTimeout(endFirstHome, 2 * appWaits)
}

function load(of: keyof typeof __FILES__, failed: () => void = showLoadError) {
  const { script, preload, styles } = __FILES__[of]
  const inPage = document.getElementById(`styles-${of}`) as HTMLTemplateElement | null
  if (inPage) document.head.append(inPage.content)
  for (const href of styles) add('link', { rel: 'stylesheet', href, blocking: 'render' })
  const loadScripts = () => {
    for (const href of preload) add('link', { rel: 'modulepreload', href })
    add('script', { type: 'module', src: script }).onerror = failed
  }
  // The HTML already shows this page. Load its scripts after the first paint, so that they do not delay its styles.
  if ((isDrawn || page.dataset.drawn === 'sign-in') && !document.hidden)
    requestAnimationFrame(() => setTimeout(loadScripts))
  else loadScripts()
}

function add(tag: 'link' | 'meta' | 'script', attributes: Record<string, string>): HTMLElement {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  return document.head.appendChild(element)
}
