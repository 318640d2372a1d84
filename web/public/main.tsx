// Before all else the mail's mark leaves the address.
import './mail-mark.ts'
import './state-across-reload.ts'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { documentKind } from '../document-kind.ts'
import { savesData } from '../saves-data.ts'
import { takeAct } from '../session/act-to-return-to.ts'
import { refreshToken } from '../session/stored-session.ts'
import '../ui/theme/tokens.css'
import '../ui/theme/print.css'
import '../ui/theme/font-public.css'
import { type GivenBill, giveBill } from './given-bill.ts'
import { takeStep } from './layout/Heading.tsx'
import { PublicDocument } from './PublicDocument.tsx'
import { chooseEarly } from './pay/useChosenWay.ts'
import { publicPageOf } from './public-page.ts'

// After a bank's approval page the address has query parameters before the hash: they name the payment; remove them.
if (location.search) {
  history.replaceState(null, '', location.pathname + location.hash)
  takeStep()
}

// From the bank's page to the results of all payments of the act, if this was one of several.
const place = publicPageOf(location.hash)
const act = place?.page === 'result' ? takeAct(place.token) : null
if (act) location.replace(act)

// The font is `optional`: it is used only if it is there before the text, so request it at once, where it costs little.
if (!savesData()) void document.fonts?.load('1em "Archivo Variable"').catch(() => {})
addEventListener('hashchange', () => {
  takeStep()
  // Another kind of page has other files.
  if (documentKind(location.hash) !== 'public') location.reload()
})

const root = document.getElementById('root')
const drawn = document.getElementById('given-bill')
// In a task of its own, after that in which the scripts were read: a tap waits for one task at most.
if (root && drawn) setTimeout(() => takeOver(root, JSON.parse(drawn.textContent)))
else if (root) draw(root)

/** Takes over the bill that the server drew. A link in it may have been followed before its script was there. */
function takeOver(root: HTMLElement, given: GivenBill) {
  const place = publicPageOf(location.hash)
  if (documentKind(location.hash) !== 'public') return location.reload()
  if (place?.page !== 'bill' || place.token !== given.token) return draw(root)
  giveBill(given)
  chooseEarly(root.querySelector<HTMLInputElement>('input[name="method"]:checked')?.value)
  hydrateRoot(root, <PublicDocument />)
  // It was the first drawing: whoever comes back to the bill asks for it anew.
  giveBill(null)
  answers()
}

/** Draws the page that the address names; the skeleton, or what was drawn before, has done its work. */
function draw(root: HTMLElement) {
  root.replaceChildren()
  createRoot(root).render(<PublicDocument />)
  answers()
}

/** From now on the page answers. */
function answers() {
  delete document.documentElement.dataset.drawn
  // Payers without a session load no session code. In a task of its own: the first use of a storage takes long.
  setTimeout(() => {
    if (refreshToken() !== null)
      void import('../session/payment-link.ts').then((watch) => watch.watchSessionOfPayer())
  })
}

/** Milliseconds after the load, when the page has all that it needs. */
const keepsAfter = 5000
if (!savesData()) {
  // The scripts of a bill that the server drew may come after the load.
  if (document.readyState === 'complete') keepInAWhile()
  else addEventListener('load', keepInAWhile)
}

function keepInAWhile() {
  setTimeout(() => void import('./keep-offline.ts').then(({ keepOffline }) => keepOffline()), keepsAfter)
}
