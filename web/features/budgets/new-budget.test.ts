import { describe, expect, it } from 'vitest'
import type { Budget } from '../../records/budget-query.ts'
import { changeOf, proposedBudget } from './new-budget.ts'

const budget = (budget_id: number, starts_on: string, ends_on: string, state: Budget['state'] = 'issued') =>
  ({ budget_id, starts_on, ends_on, state }) as Budget

describe('a new budget', () => {
  it('follows the last year of accounts, and copies its expenses', () => {
    const before = [
      budget(1, '2024-07-01', '2025-06-30'),
      budget(2, '2025-07-01', '2026-06-30'),
      budget(3, '2026-07-01', '2027-06-30', 'cancelled'),
    ]
    expect(proposedBudget(before, '2026-11-23')).toEqual({
      ...{ starts_on: '2026-07-01', ends_on: '2027-06-30', name: 'Preventivo 2026/27', copied: '2' },
    })
  })
  it('is of the calendar year if it is the first', () =>
    expect(proposedBudget([], '2026-11-23')).toEqual({
      ...{ starts_on: '2026-01-01', ends_on: '2026-12-31', name: 'Preventivo 2026', copied: '' },
    }))
})

it('a change of amounts is a percentage with a sign', () =>
  expect(['3,5', '+10', '-2', '−2,25 %', '0', '', 'x', '-100', '3,555'].map(changeOf)).toEqual([
    ...[350, 1000, -200, -225, 0, null, null, null, null],
  ]))
