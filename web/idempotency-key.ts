/**
 * The idempotency key of an opened form: a request sent twice counts once. `crypto.randomUUID` exists on secure origins
 * only.
 */
export const newIdempotencyKey = (): string =>
  `form_${Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')}`
