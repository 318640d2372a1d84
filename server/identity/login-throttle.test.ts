import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { networkOf } from '../http/network-of.ts'
import { startApp, type TestApp } from '../testing/app.ts'
import { countAttempt, freeAttempts, resetLoginThrottle } from './login-throttle.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::ffff:c000:207', '192.0.2.7'],
  ['0:0:0:0:0:FFFF:192.0.2.7', '192.0.2.7'],
  ['2001:db8:0:7::1', '2001:db8:0:7::/64'],
  ['2001:0DB8::7:a:b:c:d', '2001:db8:0:7::/64'],
  ['2001:db8:0:8::1', '2001:db8:0:8::/64'],
  ['2001:db8::', '2001:db8:0:0::/64'],
  ['2001:db8::192.0.2.7', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['192.0.2.7:50123', '192.0.2.7'],
  [' 192.0.2.7 ', '192.0.2.7'],
  ['[2001:db8:0:7::1]:443', '2001:db8:0:7::/64'],
  ['[2001:db8:0:7::1]', '2001:db8:0:7::/64'],
  ['[::1]', '0:0:0:0::/64'],
  ['64:ff9b::192.0.2.7', '192.0.2.7'],
  ['::ffff:0:192.0.2.7', '192.0.2.7'],
  ['anything', 'unknown'],
  ['anything else', 'unknown'],
  ['', 'unknown'],
  ['::1', '0:0:0:0::/64'],
])('%s counts as %s', (address, network) => expect(networkOf(address)).toBe(network))

describe.each(['sign_in', 'recovery', 'registration', 'certificates'] as const)('attempts at %s', (of) => {
  const attempt = (address: string, name: string) =>
    app.services.asSystem((tx) => countAttempt(tx, { user_name: name, address, of }))

  it('count together in one /64 network, whatever the rest of the address and the name', async () => {
    for (let n = 0; n < freeAttempts.address; n += 1)
      expect(await attempt(`2001:db8:64::${n.toString(16)}:1`, `name ${n}`)).toBe(0)
    await attempt('2001:db8:64:0:ffff::1', 'one more')
    expect(await attempt('2001:db8:64:0:eeee::1', 'another')).toBeGreaterThan(0)
    expect(await attempt('2001:db8:64:1::1', 'another')).toBe(0)
  })
})

it('of one kind do not delay those of another', async () => {
  const attempt = (of: 'recovery' | 'sign_in') =>
    app.services.asSystem((tx) => countAttempt(tx, { user_name: 'ada', address: '192.0.2.64', of }))
  for (let n = 0; n <= freeAttempts.user_and_address; n += 1) await attempt('recovery')
  expect(await attempt('recovery')).toBeGreaterThan(0)
  expect(await attempt('sign_in')).toBe(0)
  await app.services.asSystem((tx) =>
    resetLoginThrottle(tx, { user_name: 'ada', address: '192.0.2.64', of: 'recovery' }),
  )
  expect(await attempt('recovery')).toBe(0)
})
