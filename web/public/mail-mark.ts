/*
 * The link of a mail carries the mail's mark (`?m=…`), which says that this mail's link was followed and grants nothing. It
 * leaves the address at once, so that a copied address is the plain link, and is told once the page is really shown.
 */
import { buildHeaders } from '../app-headers.ts'

const [, place = '', mark] = /^(#\/[^?]+)\?m=([\w-]{19})$/.exec(location.hash) ?? []

if (mark) {
  history.replaceState(null, '', location.pathname + location.search + place)
  const tell = () => {
    if (document.visibilityState !== 'visible') return
    document.removeEventListener('visibilitychange', tell)
    void fetch('/v1/emails/opened', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...buildHeaders },
      body: JSON.stringify({ mark }),
      keepalive: true,
    }).catch(() => {})
  }
  document.addEventListener('visibilitychange', tell)
  tell()
}
