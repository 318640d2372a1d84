/** The credentials that a sign-in link carries; none if a piece of it is missing or too much. */
export type SignInLink =
  | { by: 'password'; username: string; password: string }
  | { by: 'token'; token: string }
  | { by: 'nothing' }

const storageKey = 'saldo.sign-in-link'

/**
 * Removes the credentials of `/web/checkout/…`, `/auth/checkout/…` and `/web/sso/…` from the address, and returns them.
 * The address becomes the sign-in page's, with the page to open afterwards, so that neither the history nor other code
 * sees the credentials, not even those of a malformed link. Must run before anything else. Null: the address is no such
 * link, and `storeSignInLink` kept none.
 */
export function takeSignInLink(): SignInLink | null {
  const kept = sessionStorage.getItem(storageKey)
  sessionStorage.removeItem(storageKey)
  const read = readSignInLink(location.hash)
  if (!read) return kept ? (JSON.parse(kept) as SignInLink) : null
  const where = `${location.pathname}${location.search}#/auth/login`
  history.replaceState(null, '', read.to ? `${where}?to=${encodeURIComponent(read.to)}` : where)
  return read.link
}

/** Keeps it for the same tab, across the reload that follows at once. */
export const storeSignInLink = (link: SignInLink) => sessionStorage.setItem(storageKey, JSON.stringify(link))

/** Parses such an address: its credentials and the page to open; null for any other address. */
export function readSignInLink(hash: string): { link: SignInLink; to: string | null } | null {
  const checkout = /^#\/(?:web|auth)\/checkout\/([^/?]+)\/([^/?]+)\/([^/?]+)\/?(?:\?|$)/.exec(hash)
  if (checkout) {
    const [username = '', password = '', bill = ''] = checkout.slice(1).map(decoded)
    return { link: { by: 'password', username, password }, to: `/mybill/${encodeURIComponent(bill)}` }
  }
  const sso = /^#\/web\/sso\/([^/?]+)\/?(?:\?(.*))?$/.exec(hash)
  if (!sso) return isMalformed(hash) ? { link: { by: 'nothing' }, to: null } : null
  const to = new URLSearchParams(sso[2]).get('to')
  return { link: { by: 'token', token: decoded(sso[1] ?? '') }, to }
}

/** Begins like a sign-in link, and has other parts: a piece was cut off, or a character was not encoded. */
const isMalformed = (hash: string) => /^#\/(?:web|auth)\/(?:checkout|sso)(?:[/?]|$)/.test(hash)

/** A % that encodes nothing is taken literally. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
