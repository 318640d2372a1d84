import { randomInt } from 'node:crypto'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** A new id the way Stripe makes them: prefix, underscore, 24 random letters and digits. */
export function newId(prefix: string): string {
  return `${prefix}_${randomText(24)}`
}

/** The client secret of an intent: `{id}_secret_{random}`. */
export function newClientSecret(id: string): string {
  return `${id}_secret_${randomText(25)}`
}

export function randomText(length: number): string {
  let text = ''
  for (let i = 0; i < length; i++) text += alphabet[randomInt(alphabet.length)]
  return text
}
