import { describe, expect, it } from 'vitest'
import { readSignInLink } from './sign-in-link.ts'

describe('a link that signs in', () => {
  it.each(['web', 'auth'])('%s/checkout carries name and password, and leads to the bill', (page) => {
    expect(
      readSignInLink(`#/${page}/checkout/lucia%40example.it/tre%20gatti%2Fun%20cane%3F/AbC-123_x`),
    ).toEqual({
      link: { by: 'password', username: 'lucia@example.it', password: 'tre gatti/un cane?' },
      to: '/mybill/AbC-123_x',
    })
  })
  it('takes characters that were not encoded as they are', () => {
    expect(readSignInLink('#/web/checkout/lucia@example.it/100%sicura/abc')?.link).toEqual({
      by: 'password',
      username: 'lucia@example.it',
      password: '100%sicura',
    })
  })
  it('leads only to a bill', () => {
    expect(readSignInLink('#/web/checkout/a/b/..%2F..%2Fdashboard')?.to).toBe('/mybill/..%2F..%2Fdashboard')
  })
  it('web/sso carries a token, and optionally the page to open', () => {
    expect(readSignInLink('#/web/sso/abc_123')).toEqual({ link: { by: 'token', token: 'abc_123' }, to: null })
    expect(readSignInLink('#/web/sso/abc_123/?to=%2Fbollette')?.to).toBe('/bollette')
  })
  it.each([
    '#/web/sso',
    '#/auth/sso/abc',
    '#/web/sso/abc/def',
    '#/web/checkout',
    '#/web/checkout/lucia/abc',
    '#/auth/checkout/abc',
    '#/auth/checkout/lucia/abc/def/ghi',
    '#/auth/checkout//abc/def?x=y',
  ])('carries nothing in %s, which is malformed', (hash) => {
    expect(readSignInLink(hash)).toEqual({ link: { by: 'nothing' }, to: null })
  })
  it.each(['', '#/web', '#/auth/login', '#/web/checkouts/lucia/abc', '#/auth/email/abc', '#/mybill/abc'])(
    'is not %s',
    (hash) => {
      expect(readSignInLink(hash)).toBeNull()
    },
  )
})
