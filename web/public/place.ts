/** Where a public document is: a bill by its link, or the result of a payment. */
export type Place = { page: 'bill' | 'result'; token: string }

/** Null when the address names no public page. */
export function placeOf(hash: string): Place | null {
  const [, page, token = ''] = /^#\/(mybill|checkout-result)\/([^/?#]*)/.exec(hash) ?? []
  if (!page) return null
  return { page: page === 'mybill' ? 'bill' : 'result', token: decoded(token) }
}

export const billHash = (token: string): string => `#/mybill/${token}`
export const resultHash = (token: string): string => `#/checkout-result/${token}`

/** A link broken in a mail is a link that opens nothing, not an exception. */
function decoded(token: string): string {
  try {
    return decodeURIComponent(token)
  } catch {
    return token
  }
}
