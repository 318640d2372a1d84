import { describe, expect, it } from 'vitest'
import * as links from './figure-links.ts'

describe('the lists behind the figures', () => {
  it('span whole months, leap years too', () => {
    expect(links.billsOfMonth('2028-02').search).toMatchObject({
      issue_date_from: '2028-02-01',
      issue_date_to: '2028-02-29',
    })
    expect(links.paymentsOfMonth('2026-12').search).toMatchObject({
      moved_on_from: '2026-12-01',
      moved_on_to: '2026-12-31',
    })
  })
  it('span the year of the totals, or all of them', () => {
    expect(links.issuedBills(2026).search).toMatchObject({
      issue_date_from: '2026-01-01',
      issue_date_to: '2026-12-31',
    })
    expect(Object.keys(links.issuedBills(null).search)).toEqual(['state'])
  })
  it('include everything owed, in any state of the bill', () => {
    expect(links.overdueBills().search).toEqual({ money: 'overdue' })
    expect(links.earlierBills(2027).search).toEqual({ money: 'residue', issue_date_to: '2026-12-31' })
  })
  it('count what is due within thirty days from today on', () =>
    expect(links.billsDueWithinMonth('2026-11-21').search).toMatchObject({
      next_due_date_from: '2026-11-21',
      next_due_date_to: '2026-12-21',
    }))
  it('exclude drafts and cancelled bills', () =>
    expect(links.issuedBills(2026).search.state).not.toMatch(/draft|cancelled/))
})
