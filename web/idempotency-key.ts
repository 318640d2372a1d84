import { useState } from 'react'
import type { ApiError } from './api-error.ts'

/**
 * The idempotency key of an opened form: a request sent twice counts once. A key that is kept while its answer is not
 * known is told when it is `sent` and when it is `answered` (null: with success), and may say more of the refusal.
 */
export type FormKey = {
  current: string
  sent?: () => void
  answered?: (refusal: ApiError | null) => ApiError | null
}

/** `crypto.randomUUID` exists on secure origins only. */
export const newIdempotencyKey = (): string =>
  `form_${Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')}`

/** One key for a form as long as it is open, whatever is typed meanwhile: a lost answer may have been a success. */
export const useFormKey = (): FormKey => useState(() => ({ current: newIdempotencyKey() }))[0]

/**
 * After the server said that the key made something else: the person has read what, and may send this as something new.
 */
export function renewIfUsed(key: FormKey | undefined, refusal: { error: string }): void {
  if (key && refusal.error === 'idempotency_key_reused') key.current = newIdempotencyKey()
}
