import { afterEach, expect, it, vi } from 'vitest'
import { afterLogin } from './go-after-login.ts'

afterEach(() => vi.unstubAllGlobals())

const after = (to: string) => {
  vi.stubGlobal('location', { hash: `#/auth/login?to=${encodeURIComponent(to)}` })
  return afterLogin()
}

it.each(['/bollette?q=x', '/mybill/AbC', '/dashboard'])(
  'signing in goes on to %s, which was asked for',
  (to) => {
    expect(after(to)).toBe(to)
  },
)

it.each([
  '',
  'https://example.com',
  '//example.com',
  '/web/checkout/lucia/abc/def',
  '/web/sso/abc',
  '/auth/login',
])('signing in does not go on to “%s”', (to) => {
  expect(after(to)).toBe('/dashboard')
})
