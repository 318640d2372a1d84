/**
 * How the log names a request: the path shows the endpoint, but no secret. Query strings, link tokens and IBANs are
 * left out.
 */
export const requestLine = (request: { method: string; url: string }) => ({
  method: request.method,
  path: request.url
    .split('?')[0]
    ?.replace(/\/(check\/iban|update-iban\/[^/]*)\/.+$/i, '/$1/…')
    .replace(/[A-Za-z0-9_-]{22,}/g, '…'),
})
