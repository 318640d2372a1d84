import { describe, expect, it } from 'vitest'
import { currentView, filtersOf, firstView, standardViews, type View } from './bill-views.ts'

const saved = [{ name: 'Ghibellina, rata 3', filters: { account_id: '7', next_due_date_to: '2026-10-31' } }]
const nameOf = (filters: Record<string, string>) => currentView(filters, saved)?.name

describe('viewOf', () => {
  it('recognises the standard views', () => {
    expect(nameOf({})).toBe('Tutte')
    for (const { name, filters } of standardViews) expect(nameOf(filters)).toBe(name)
  })
  it('recognises a view regardless of the order of states', () => {
    const several = { name: 'Da sistemare', filters: { state: 'returned,disputed' } }
    expect(currentView({ state: 'disputed,returned' }, [several])).toBe(several)
  })
  it('prefers a saved view with exactly these filters', () =>
    expect(nameOf({ next_due_date_to: '2026-10-31', account_id: '7' })).toBe('Ghibellina, rata 3'))
  it('stays on the standard view that is narrowed', () => {
    expect(nameOf({ money: 'overdue', account_id: '7' })).toBe('Scadute')
    expect(nameOf({ q: 'rossi' })).toBe('Tutte')
  })
  it('returns none for other states', () => expect(nameOf({ state: 'paid' })).toBeUndefined())
})

describe('filtersOf', () => {
  const view = (name: string) => standardViews.find((each) => each.name === name) as View
  it('narrows a standard view by the other filters of the address', () => {
    const filters = { money: 'residue', account_id: '7', q: 'rossi' }
    expect(filtersOf(view('Tutte'), filters)).toEqual({ account_id: '7', q: 'rossi' })
    expect(filtersOf(view('Bozze'), filters)).toEqual({ account_id: '7', q: 'rossi', state: 'draft' })
  })
  it('shows a saved view as it was saved', () =>
    expect(filtersOf(saved[0] as View, { account_id: '9' })).toEqual(saved[0]?.filters))
})

it('opens on what is to be collected, the oldest due date first', () =>
  expect(standardViews[0]).toBe(firstView))
