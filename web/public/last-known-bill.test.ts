import type { PublicBill } from '@saldo/contract/bills/mybill'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { knownAsker, lastKnownBill, rememberBill } from './last-known-bill.ts'

const asker = { business_name: 'Studio Bartolini', phone: '055 123456', email: null }
const bill = { asker } as unknown as PublicBill

describe('the bill that this tab showed last', () => {
  beforeEach(() => {
    const kept = new Map<string, string>()
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
    })
    rememberBill('its-token', bill)
  })
  afterEach(() => vi.unstubAllGlobals())

  it('is known by its own link alone', () => {
    expect(lastKnownBill('its-token')?.bill).toEqual(bill)
    expect(lastKnownBill('another')).toBeNull()
  })
  it.each([
    '#/mybill/its-token',
    '#/piano/its-token',
    '#/mandato/its-token',
    '#/checkout-result/of-a-payment',
  ])('says whom to call at %s', (hash) => expect(knownAsker(hash)).toEqual(asker))
  it.each(['#/mybill/another', '#/mandato/another', '#/dashboard'])('says nobody at %s', (hash) =>
    expect(knownAsker(hash)).toBeUndefined(),
  )
  it('is not there where storage holds something else, or is blocked', () => {
    sessionStorage.setItem('saldo.bill', 'no JSON')
    expect(lastKnownBill('its-token')).toBeNull()
    sessionStorage.setItem('saldo.bill', '{"token":"its-token"}')
    expect(knownAsker('#/mybill/its-token')).toBeUndefined()
    vi.stubGlobal('sessionStorage', {
      getItem: () => {
        throw new DOMException('blocked', 'SecurityError')
      },
    })
    expect(knownAsker('#/mybill/its-token')).toBeUndefined()
  })
})
