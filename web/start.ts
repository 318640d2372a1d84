import './scheme.ts'
import { buildHeaders } from './app-headers.ts'
import { documentKind } from './document-kind.ts'
import { dataRoutes, pathWithToken } from './public/data-routes.ts'
import { askEarly } from './public/early-answer.ts'
import { publicPageOf } from './public/public-page.ts'
import { showLoadError } from './show-load-error.ts'

/*
 * The script that stands in the page itself, so that it runs with the page's first bytes: it asks for a public page's data
 * and loads the files of the kind of document, and of no other. `web/build/start-script.ts` puts it there.
 */

/** The files of a kind of document, as their builds named them. */
export type DocumentFiles = { script: string; preload: string[]; styles: string[] }
declare const __FILES__: Record<'public' | 'app', DocumentFiles>

// The server draws a bill at an address of its own; from here on it has the address that it has everywhere.
const [, drawn] = /^\/mybill\/([\w-]+)$/.exec(location.pathname) ?? []
if (drawn)
  history.replaceState(
    null,
    '',
    `/#/mybill/${drawn}${location.hash.replace(/^#(?=m=)/, '?').replace(/^#.*/, '')}`,
  )

/** The page came with its content and its styles. */
const isDrawn = document.documentElement.dataset.drawn !== undefined
const kind = documentKind(location.hash)
document.documentElement.dataset.document = kind
if (kind === 'public') {
  // Private to the holder of the link.
  add('meta', { name: 'robots', content: 'noindex, nofollow' })
  const place = publicPageOf(location.hash)
  const route = place && dataRoutes[place.page as keyof typeof dataRoutes]
  if (place && route && !isDrawn) askEarly(pathWithToken(route, place.token), buildHeaders)
}
load(kind === 'public' ? __FILES__.public : __FILES__.app)

function load({ script, preload, styles }: DocumentFiles) {
  if (!isDrawn) for (const href of styles) add('link', { rel: 'stylesheet', href, blocking: 'render' })
  for (const href of preload) add('link', { rel: 'modulepreload', href })
  add('script', { type: 'module', src: script }).onerror = showLoadError
}

function add(tag: 'link' | 'meta' | 'script', attributes: Record<string, string>): HTMLElement {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  return document.head.appendChild(element)
}
