import { describe, expect, it } from 'vitest'
import { openSecret, sealSecret } from './seal-secret.ts'

const ours = '5a'.repeat(32)
const plain = Buffer.from('a secret of twenty b')

describe('sealSecret', () => {
  it('can be opened for the same user with the same server secret', () => {
    expect(openSecret(ours, 7, sealSecret(ours, 7, plain))).toEqual(plain)
  })
  it('reveals nothing of the content, and gives another text each time', () => {
    const [one, two] = [sealSecret(ours, 7, plain), sealSecret(ours, 7, plain)]
    expect(one.includes(plain.subarray(0, 4))).toBe(false)
    expect(one.equals(two)).toBe(false)
  })
  it('cannot be opened for another user, with another secret, or after a change', () => {
    const sealed = sealSecret(ours, 7, plain)
    const changed = Buffer.from(sealed)
    changed[30] = (changed[30] as number) ^ 1
    expect(openSecret(ours, 8, sealed)).toBeNull()
    expect(openSecret('5b'.repeat(32), 7, sealed)).toBeNull()
    expect(openSecret(ours, 7, changed)).toBeNull()
    expect(openSecret(ours, 7, sealed.subarray(0, 20))).toBeNull()
  })
})
