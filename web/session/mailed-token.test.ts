import { LinkToken } from '@saldo/contract/endpoint'
import { afterEach, expect, it, vi } from 'vitest'
import { hashWithToken, takeMailedToken } from './mailed-token.ts'

afterEach(() => vi.unstubAllGlobals())

/** A browser's entry at this address. */
function entry(hash: string, state: object | null = null) {
  const location = { pathname: '/', search: '', hash }
  const history = {
    state,
    replaceState(next: object, _title: string, address: string) {
      history.state = next
      location.hash = address.slice(address.indexOf('#'))
    },
  }
  vi.stubGlobal('location', location)
  vi.stubGlobal('history', history)
  return { location, history }
}

it.each(['recovery', 'invito', 'email', 'contatto', 'delega'])(
  'a token of %s leaves the address, and is found again after a reload',
  (page) => {
    const { location, history } = entry(`#/auth/${page}/AbC-123_x`, { other: 1 })
    takeMailedToken()
    expect(location.hash).toBe(`#/auth/${page}/link`)
    expect(history.state).toMatchObject({ other: 1 })
    takeMailedToken()
    expect(hashWithToken()).toBe(`#/auth/${page}/AbC-123_x`)
  },
)

it.each(['/', '/x', '?a=b', '/x/y?a=b'])(
  'what a mail program added to the address, as in …%s, is dropped',
  (added) => {
    const { location } = entry(`#/auth/recovery/AbC-123_x${added}`)
    takeMailedToken()
    expect(location.hash).toBe('#/auth/recovery/link')
    expect(hashWithToken()).toBe('#/auth/recovery/AbC-123_x')
  },
)

it('without the state of its entry the server refuses what stands in the address', () => {
  const { location } = entry('#/auth/recovery/AbC-123_x')
  takeMailedToken()
  expect(LinkToken.safeParse(location.hash.split('/').at(-1)).success).toBe(false)
})

it.each(['#/auth/recovery', '#/auth/login?to=%2Fbollette', '#/auth/recovery/link', '#/mybill/AbC'])(
  'leaves %s as it is',
  (hash) => {
    const { location } = entry(hash)
    takeMailedToken()
    expect(location.hash).toBe(hash)
    expect(hashWithToken()).toBe(hash)
  },
)
