import { describe, expect, it } from 'vitest'
import { holdersOn, payerAfter, unitOptions } from './unit-choice.ts'

const day = '2026-10-01'
const right = { since: null, until: null, pays: false, right_kind: 'owner' as const }
const rossi = { ...right, subject_id: 1, nominative: 'Rossi Lucia' }
const bianchi = {
  ...right,
  subject_id: 2,
  nominative: 'Bianchi Ugo',
  right_kind: 'tenant' as const,
  pays: true,
}
const let_out = { unit_id: 7, name: 'Int. 7', holders: [rossi, bianchi] }
const own = { unit_id: 8, name: 'Int. 8', holders: [rossi] }

describe('holdersOn', () => {
  it('says what everybody is, who gets the bills first', () =>
    expect(holdersOn(let_out, day)).toEqual([
      { value: '2', label: 'Bianchi Ugo', role: 'Locazione, paga le bollette' },
      { value: '1', label: 'Rossi Lucia', role: 'Proprietà' },
    ]))
  it('leaves out rights that ended or have not begun', () => {
    const holders = [
      { ...rossi, until: '2026-09-30' },
      { ...bianchi, since: '2026-10-02' },
    ]
    expect(holdersOn({ holders }, day)).toEqual([])
  })
  it('names a person with two rights once', () => {
    const holders = [rossi, { ...rossi, right_kind: 'usufructuary' as const }]
    expect(holdersOn({ holders }, day)).toMatchObject([{ role: 'Proprietà, Usufrutto' }])
  })
})

describe('unitOptions', () => {
  it('shows the people of each unit, and those of the chosen person first', () => {
    const bianchis = { value: '2', label: 'Bianchi Ugo' }
    const options = unitOptions([own, let_out], bianchis, day)
    expect(options.map(({ label }) => label)).toEqual(['Int. 7', 'Int. 8'])
    expect(options[0]?.hint).toBe('Bianchi Ugo (locazione, paga le bollette); Rossi Lucia (proprietà)')
  })
})

describe('payerAfter', () => {
  const [two, one] = [holdersOn(let_out, day), holdersOn(own, day)]
  const lucia = { value: '1', label: 'Rossi Lucia' }
  const other = { value: '9', label: 'Verdi Ada' }
  it('is the only person of the unit', () => expect(payerAfter(null, [], one)).toEqual(lucia))
  it('is nobody while several could be', () => expect(payerAfter(null, [], two)).toBeNull())
  it('stays who was chosen, if they belong to the unit', () =>
    expect(payerAfter(lucia, one, two)).toBe(lucia))
  it('stays who was chosen for another reason', () => expect(payerAfter(other, [], one)).toBe(other))
  it('does not keep the person of the unit picked before', () =>
    expect(payerAfter({ value: '2', label: 'Bianchi Ugo' }, two, one)).toEqual(lucia))
})
