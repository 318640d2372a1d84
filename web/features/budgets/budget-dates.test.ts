import { describe, expect, it } from 'vitest'
import type { BudgetDetail } from '../../records/budget-query.ts'
import { datesValues, instalmentsInWords, withCount, withDate, withGap } from './budget-dates.ts'

const none = ['', '', '', '']
const quarterly = ['2027-01-31', '2027-04-30', '2027-07-31', '2027-10-31']

describe('the due dates', () => {
  it('all follow the first one while it is typed', () => {
    expect(withDate(none, 0, '31/0', '3')).toEqual(['31/0', '', '', ''])
    expect(withDate(['31/0', '', '', ''], 0, '2027-01-31', '3')).toEqual(quarterly)
  })
  it('follow the number of instalments and the distance as soon as these are chosen', () => {
    expect(withCount(quarterly, 2, '3')).toEqual(quarterly.slice(0, 2))
    expect(withCount(['2027-01-31'], 4, '3')).toEqual(quarterly)
    expect(withGap(quarterly, '1')).toEqual(['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30'])
    expect(withCount([''], 3, '3')).toEqual(['', '', ''])
  })
  it('stay as somebody has written them', () => {
    const written = withDate(quarterly, 2, '2027-08-15', '3')
    expect(written).toEqual(['2027-01-31', '2027-04-30', '2027-08-15', '2027-10-31'])
    expect(withDate(written, 0, '2027-02-01', '3')).toEqual(['2027-02-01', ...written.slice(1)])
    expect(withCount(written, 5, '2')).toEqual([...written, '2027-12-31'])
    expect(withCount(written, 3, '3')).toEqual(written.slice(0, 3))
  })
  it('are four of a new budget, and the saved ones of another', () => {
    const saved = (due_dates: string[]) => datesValues({ due_dates } as BudgetDetail)
    expect(saved([])).toMatchObject({ due_dates: none, count: '4', gap: '3' })
    expect(saved(['2027-01-31', '2027-03-31'])).toMatchObject({ count: '2', gap: '2' })
  })
  it('are summed up', () => {
    expect(instalmentsInWords(7150_50, 4)).toContain('4 rate di circa 1.787,63')
    expect(instalmentsInWords(7150_50, 1)).toBe('In tutto 7.150,50\u00a0€, in un’unica rata.')
  })
})
