/** Where a public document is: a bill by its link, the result of a payment, the form that saves a card or an account, or a certificate to check. */
export type PublicPage = { page: 'bill' | 'plan' | 'result' | 'source' | 'certificate'; token: string }

const pages: Record<string, PublicPage['page']> = {
  mybill: 'bill',
  piano: 'plan',
  'checkout-result': 'result',
  metodo: 'source',
  verifica: 'certificate',
}

/** Null when the address names no public page. */
export function publicPageOf(hash: string): PublicPage | null {
  const [, name = '', token = ''] = /^#\/([a-z-]+)\/([^/?#]*)/.exec(hash) ?? []
  const page = Object.hasOwn(pages, name) ? pages[name] : undefined
  return page ? { page, token: decoded(token) } : null
}

export const billHash = (token: string): string => `#/mybill/${token}`
/** For whoever has signed in. */
export const ownBillsHash = '#/dashboard'
export const resultHash = (token: string): string => `#/checkout-result/${token}`

/** A link broken in a mail is a link that opens nothing, not an exception. */
function decoded(token: string): string {
  try {
    return decodeURIComponent(token)
  } catch {
    return token
  }
}
