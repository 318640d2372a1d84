/** Whoever comes by a link that signs them in: what it carries, taken out of the address. */
export type SignInLink =
  | { by: 'password'; username: string; password: string }
  | { by: 'token'; token: string }

const keptAt = 'saldo.sign-in-link'

/**
 * Takes the secrets out of `/web/checkout/…`, `/auth/checkout/…` and `/web/sso/…`: the address becomes the sign-in
 * page's, with where one goes afterwards, and neither history nor anything that reads the address finds them. Call it
 * before anything else. Null: no such address, and none that `keepSignInLink` left.
 */
export function takeSignInLink(): SignInLink | null {
  const kept = sessionStorage.getItem(keptAt)
  sessionStorage.removeItem(keptAt)
  const read = readSignInLink(location.hash)
  if (!read) return kept ? (JSON.parse(kept) as SignInLink) : null
  const where = `${location.pathname}${location.search}#/auth/login`
  history.replaceState(null, '', read.to ? `${where}?to=${encodeURIComponent(read.to)}` : where)
  return read.link
}

/** For the same tab, across the reload that follows at once. */
export const keepSignInLink = (link: SignInLink) => sessionStorage.setItem(keptAt, JSON.stringify(link))

/** What such an address carries, and where it leads; null for any other. */
export function readSignInLink(hash: string): { link: SignInLink; to: string | null } | null {
  const checkout = /^#\/(?:web|auth)\/checkout\/([^/?]+)\/([^/?]+)\/([^/?]+)\/?(?:\?|$)/.exec(hash)
  if (checkout) {
    const [username = '', password = '', bill = ''] = checkout.slice(1).map(decoded)
    return { link: { by: 'password', username, password }, to: `/mybill/${encodeURIComponent(bill)}` }
  }
  const sso = /^#\/web\/sso\/([^/?]+)\/?(?:\?(.*))?$/.exec(hash)
  if (!sso) return null
  const to = new URLSearchParams(sso[2]).get('to')
  return { link: { by: 'token', token: decoded(sso[1] ?? '') }, to }
}

/** A lone % is what it says. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
