import { describe, expect, it } from 'vitest'
import type { Filter } from '../list.ts'
import { isActive, namesOf, valueInWords } from './filter-names.ts'

const due: Filter = { kind: 'dates', id: 'next_due_date', label: 'Scadenza' }
const amount: Filter = { kind: 'amounts', id: 'amount', label: 'Importo' }
const state: Filter = {
  kind: 'enum',
  id: 'state',
  label: 'Stato',
  options: [
    { value: 'overdue', label: 'Scaduta' },
    { value: 'returned', label: 'Insoluta' },
    { value: 'paid', label: 'Pagata' },
  ],
}

describe('a filter in words', () => {
  it('names open and closed ranges', () => {
    expect(valueInWords(due, { next_due_date_to: '2026-10-31' })).toBe('fino al 31/10/2026')
    expect(valueInWords(due, { next_due_date_from: '2026-10-01' })).toBe('dal 01/10/2026')
    expect(valueInWords(due, { next_due_date_from: '2026-10-01', next_due_date_to: '2026-10-31' })).toBe(
      'dal 01/10/2026 al 31/10/2026',
    )
    expect(valueInWords(amount, { amount_min: '100000' })).toBe('da 1.000,00\u00a0€')
  })
  it('names up to two choices, and counts the others', () => {
    expect(valueInWords(state, { state: 'overdue,returned' })).toBe('Scaduta, Insoluta')
    expect(valueInWords(state, { state: 'overdue,returned,paid' })).toBe('Scaduta, Insoluta e altri 1')
  })
  it('shows unknown values as they are in the address', () => {
    expect(valueInWords(state, { state: 'invented' })).toBe('invented')
    expect(valueInWords(amount, { amount_max: 'x' })).toBe('fino a x')
  })
  it('returns parameter names and whether the filter is active', () => {
    expect(namesOf(amount)).toEqual(['amount_min', 'amount_max'])
    expect(isActive(amount, { amount_max: '5' })).toBe(true)
    expect(isActive(amount, { state: 'paid' })).toBe(false)
  })
})
