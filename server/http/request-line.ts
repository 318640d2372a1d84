/**
 * What the log says of a request: a path tells which endpoint, never whose bill. Query strings, link tokens and whatever
 * stands where an IBAN belongs, however it is written, stay out.
 */
export const requestLine = (request: { method: string; url: string }) => ({
  method: request.method,
  path: request.url
    .split('?')[0]
    ?.replace(/\/(check\/iban|update-iban\/[^/]*)\/.+$/i, '/$1/…')
    .replace(/[A-Za-z0-9_-]{22,}/g, '…'),
})
