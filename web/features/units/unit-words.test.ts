import { describe, expect, it } from 'vitest'
import type { RightHolder } from './register-query.ts'
import { rightLine, sharesNote } from './unit-words.ts'

const right = (changed: Partial<RightHolder>): RightHolder => ({
  right_holder_id: 1,
  unit_id: 1,
  subject_id: 1,
  nominative: 'Rossi Lucia',
  right_kind: 'owner',
  share_numerator: 1,
  share_denominator: 1,
  since: null,
  until: null,
  pays: false,
  ...changed,
})

describe('rights', () => {
  it('are described in one line', () =>
    expect(rightLine(right({ share_denominator: 2, since: '2020-01-31', pays: true }))).toBe(
      'Proprietà, 1/2, dal 31/01/2020, paga le bollette',
    ))
  it('add up to a whole, or a note says so', () => {
    const third = right({ share_denominator: 3 })
    expect(sharesNote([third, third, third])).toBeNull()
    const decimal = right({ share_numerator: 333, share_denominator: 1000 })
    expect(sharesNote([decimal, decimal, decimal])).toBeNull()
    expect(sharesNote([third, right({ share_denominator: 2 })])).toContain('non arrivano')
    expect(sharesNote([right({}), third])).toContain('superano')
    expect(sharesNote([right({ right_kind: 'tenant' })])).toBe('Manca il proprietario.')
    expect(sharesNote([right({}), right({ until: '2020-12-31' })])).toBeNull()
    expect(sharesNote([])).toBeNull()
  })
})
