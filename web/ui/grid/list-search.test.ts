import { describe, expect, it } from 'vitest'
import type { Query } from './list.ts'
import { openedSearch, writtenSearch } from './list-search.ts'

const bills = {
  opensOn: { filters: { money: 'residue' }, sort: 'next_due_date' },
  defaultSort: '-issue_date',
}
const people = { defaultSort: 'nominative' }

describe('openedSearch', () => {
  it('opens an address that says nothing on the first view', () => {
    expect(openedSearch(bills, {})).toEqual({ money: 'residue', sort: 'next_due_date' })
    expect(openedSearch(bills, { columns: 'number', rows: 'compact' })).toMatchObject({
      ...{ columns: 'number', money: 'residue' },
    })
  })
  it('leaves addresses with a filter, a sort or a record as they are', () => {
    const named: Query[] = [{ account_id: '7' }, { q: 'rossi' }, { sort: '-amount' }, { open: '418' }]
    for (const search of named) expect(openedSearch(bills, search)).toEqual(search)
  })
  it('leaves lists without a first view alone', () => expect(openedSearch(people, {})).toEqual({}))
})

describe('writtenSearch', () => {
  it('names all records by their sort, so that they are not the first view again', () => {
    const all = writtenSearch(bills, { columns: 'number' })
    expect(all).toEqual({ columns: 'number', sort: '-issue_date' })
    expect(openedSearch(bills, all)).toEqual(all)
  })
  it('writes nothing more for other lists and addresses', () => {
    expect(writtenSearch(people, {})).toEqual({})
    expect(writtenSearch(bills, { state: 'paid' })).toEqual({ state: 'paid' })
  })
})
