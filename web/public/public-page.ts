/**
 * A public page: a bill by its link, an instalment plan, a mandate to sign, an autopay, the result of a payment, the form
 * that saves a card or account, or the check of a certificate.
 */
export type PublicPage = {
  page: 'bill' | 'plan' | 'mandate' | 'autopay' | 'result' | 'source' | 'certificate'
  token: string
}

const pages: Record<string, PublicPage['page']> = {
  mybill: 'bill',
  piano: 'plan',
  mandato: 'mandate',
  'addebito-automatico': 'autopay',
  'checkout-result': 'result',
  metodo: 'source',
  verifica: 'certificate',
}

/** Null when the address is not a public page. */
export function publicPageOf(hash: string): PublicPage | null {
  const [, name = '', token = ''] = /^#\/([a-z-]+)\/([^/?#]*)/.exec(hash) ?? []
  const page = Object.hasOwn(pages, name) ? pages[name] : undefined
  return page ? { page, token: decoded(token) } : null
}

export const billHash = (token: string): string => `#/mybill/${token}`
/** The page of their own bills, for signed-in users. */
export const ownBillsHash = '#/dashboard'
/** The page where a signed-in user pays one of their own bills, with their saved methods first. */
export const ownBillHash = (bill_id: number): string => `#/paga?ids=${bill_id}`
/** Where the reader of a bill asks for an access. It names the bill's number alone: its link opens it, and stays here. */
export const registerHash = (bill_number: string): string =>
  `#/auth/register?bolletta=${encodeURIComponent(bill_number)}`
export const resultHash = (token: string): string => `#/checkout-result/${token}`

/** A link that a mail program broke is an invalid link, not an exception. */
function decoded(token: string): string {
  try {
    return decodeURIComponent(token)
  } catch {
    return token
  }
}
