/**
 * A document has one kind for its whole life: a public page, the sign-in pages (both small), or the shell. Public and
 * sign-in pages use a third of the font, and the two font files must never meet in one document, so changing from one
 * kind to another reloads the page.
 */
export type DocumentKind = 'public' | 'auth' | 'shell'

/** The kind of the document that an address after `#` needs. */
export function documentKind(hash: string): DocumentKind {
  if (
    /^#\/(mybill|piano|mandato|addebito-automatico|checkout-result|metodo|verifica|viewer|sign|webhook)\//.test(
      hash,
    )
  )
    return 'public'
  return /^#\/(auth|web)(\/|\?|$)/.test(hash) ? 'auth' : 'shell'
}
