import { describe, expect, it } from 'vitest'
import { accountProgress } from './account-progress.ts'

describe('accountProgress', () => {
  it('is null where nothing was issued', () =>
    expect(accountProgress({ issued: 0, collected: 0, residue: 0 })).toBeNull())
  it('is open, then partial, then settled', () => {
    const state = (collected: number) =>
      accountProgress({ issued: 300, collected, residue: 300 - collected })?.state
    expect([state(0), state(1), state(299), state(300)]).toEqual(['open', 'partial', 'partial', 'settled'])
  })
})
