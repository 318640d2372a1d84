/** A key made when a form opens: sent twice, it counts once. `crypto.randomUUID` exists on secure origins alone. */
export const newIdempotencyKey = (): string =>
  `form_${Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')}`
