import { describe, expect, it } from 'vitest'
import { figureLinks } from './figure-links.ts'

const links = figureLinks(null)

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
    expect(links.overdueBills().search).toMatchObject({ money: 'overdue' })
    expect(links.earlierBills(2027).search).toMatchObject({
      money: 'residue',
      issue_date_to: '2026-12-31',
    })
  })
  it('begin with the oldest due date where something is owed', () => {
    for (const link of [
      links.overdueBills(),
      links.billsToCollect(),
      links.unsettledBills(2026),
      links.earlierBills(2027),
      links.billsFallingDue(),
      links.attentionList('returned'),
      links.attentionList('due_soon'),
    ])
      expect(link.search).toMatchObject({ sort: 'next_due_date' })
    expect(links.issuedBills(2026).search).not.toHaveProperty('sort')
  })
  it('count what is due within thirty days from today on', () =>
    expect(links.billsFallingDue().search).toMatchObject({ money: 'falling_due' }))
  it('exclude drafts and cancelled bills', () =>
    expect(links.issuedBills(2026).search.state).not.toMatch(/draft|cancelled/))

  it('carry the chosen condominium on', () => {
    const ofOne = figureLinks('12')
    expect(ofOne.issuedBills(2026).search).toMatchObject({ account_id: '12', issue_date_from: '2026-01-01' })
    expect(ofOne.paymentsOfMonth('2026-02').search).toMatchObject({
      account_id: '12',
      moved_on_to: '2026-02-28',
    })
    for (const kind of ['returned', 'disputed', 'failed', 'overdue', 'due_soon', 'unknown'] as const)
      expect(ofOne.attentionList(kind).search).toMatchObject({ account_id: '12' })
    expect(ofOne.attentionList('without_iban')).toMatchObject({
      params: { id: '12' },
      search: { tab: 'banca' },
    })
  })
})
