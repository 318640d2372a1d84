import { describe, expect, it } from 'vitest'
import { openSecret, sealSecret } from './seal-secret.ts'

const ours = '5a'.repeat(32)
const plain = Buffer.from('a secret of twenty b')

describe('sealSecret', () => {
  it('opens again for the same user under the same server secret', () => {
    expect(openSecret(ours, 7, sealSecret(ours, 7, plain))).toEqual(plain)
  })
  it('shows nothing of what it holds, and never looks the same twice', () => {
    const [one, two] = [sealSecret(ours, 7, plain), sealSecret(ours, 7, plain)]
    expect(one.includes(plain.subarray(0, 4))).toBe(false)
    expect(one.equals(two)).toBe(false)
  })
  it('does not open for another user, under another secret, changed or cut', () => {
    const sealed = sealSecret(ours, 7, plain)
    const changed = Buffer.from(sealed)
    changed[30] = (changed[30] as number) ^ 1
    expect(openSecret(ours, 8, sealed)).toBeNull()
    expect(openSecret('5b'.repeat(32), 7, sealed)).toBeNull()
    expect(openSecret(ours, 7, changed)).toBeNull()
    expect(openSecret(ours, 7, sealed.subarray(0, 20))).toBeNull()
  })
})
