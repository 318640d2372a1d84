/*
 * Tokens of links in mails that choose a password or confirm something. They leave the address as soon as the page opens, so
 * that neither the list of visited addresses nor a photograph of the screen has them; the state of the history's entry keeps
 * them, so that a reload works.
 */
const withToken = /^#(\/auth\/(?:recovery|invito|email|contatto|delega))\/+([^/?]+)/
/** Stands in the address in the token's place; the server refuses it as a token of which a piece is missing. */
const placeholder = 'link'
const key = 'saldoToken'

/** Moves the token of the address, if it has one, into the state of the history's entry. What a mail program added is dropped. */
export function takeMailedToken(): void {
  const [, page, token] = withToken.exec(location.hash) ?? []
  if (!page || token === placeholder) return
  const address = `${location.pathname}${location.search}#${page}/${placeholder}`
  history.replaceState({ ...history.state, [key]: token }, '', address)
}

/** The address after and with `#`, with the token that was taken from it. */
export function hashWithToken(): string {
  const [, page, token] = withToken.exec(location.hash) ?? []
  const taken: unknown = history.state?.[key]
  return page && token === placeholder && typeof taken === 'string' ? `#${page}/${taken}` : location.hash
}
