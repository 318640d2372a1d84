import { describe, expect, it } from 'vitest'
import { addressOf, filtersOf, monthFrom, monthsBetween } from './report-address.ts'

describe('filtersOf', () => {
  it('reads what the address names, and writes the same address again', () => {
    const address = { dal: '2026-01', al: '2026-06', confronto: 'before', condomini: '7,12' }
    const filters = filtersOf(address, '2026-11-25')
    expect(filters).toEqual({ from: '2026-01', to: '2026-06', compare: 'before', account_ids: ['7', '12'] })
    expect(addressOf(filters)).toEqual(address)
  })

  it('shows the last twelve months of all condominiums when the address says nothing, or nonsense', () => {
    const usual = { from: '2025-12', to: '2026-11', compare: 'year_before', account_ids: [] }
    for (const query of [
      {} as Record<string, string>,
      { dal: '2026-13', al: 'x', confronto: 'y', condomini: 'a,-1,0' },
    ])
      expect(filtersOf(query, '2026-11-25')).toEqual(usual)
  })

  it('shortens periods that the server would refuse', () => {
    expect(filtersOf({ dal: '2026-09', al: '2026-08' }, '2026-11-25').from).toBe('2025-09')
    expect(filtersOf({ dal: '2020-01', al: '2026-08' }, '2026-11-25').from).toBe('2025-09')
  })
})

it('counts months across years', () => {
  expect(monthFrom('2026-01', -1)).toBe('2025-12')
  expect(monthFrom('2025-12', 1)).toBe('2026-01')
  expect(monthsBetween('2025-12', '2026-11')).toBe(12)
})
