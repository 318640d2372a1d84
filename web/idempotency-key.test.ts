import { describe, expect, it } from 'vitest'
import { newIdempotencyKey, renewIfUsed } from './idempotency-key.ts'

describe('the key of a form', () => {
  it('is accepted by the server and never the same twice', () => {
    expect(newIdempotencyKey()).toMatch(/^[\x21-\x7e]{8,100}$/)
    expect(newIdempotencyKey()).not.toBe(newIdempotencyKey())
  })

  it('stays when an answer is lost or the request is refused, and changes once it has made something else', () => {
    const key = { current: 'form_first' }
    for (const error of ['unreachable', 'invalid_request', 'looks_like_duplicate'])
      renewIfUsed(key, { error })
    expect(key.current).toBe('form_first')
    renewIfUsed(key, { error: 'idempotency_key_reused' })
    expect(key.current).not.toBe('form_first')
  })
})
