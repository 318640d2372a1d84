import { describe, expect, it } from 'vitest'
import { currentView, standardViews } from './bill-views.ts'

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
