import { describe, expect, it } from 'vitest'
import { changedList } from './changed-list.ts'

const message = (id: number, date_read: string | null = null) => ({ id, date_read })
const read = (each: { id: number; date_read: string | null }) => ({ ...each, date_read: 'ora' })

describe('a message changed on screen', () => {
  it('is read in the list and in every page, and the unread are fewer', () => {
    const list = { count: 2, messages: [message(1), message(2)] }
    expect(changedList(list, new Set([2]), read, -1)).toEqual({
      count: 1,
      messages: [message(1), message(2, 'ora')],
    })
    const pages = { pages: [list, { count: 2, messages: [message(3, 'ieri')] }], pageParams: [null, 'x'] }
    expect(changedList(pages, new Set([2]), read, -1)).toEqual({
      pages: [
        { count: 1, messages: [message(1), message(2, 'ora')] },
        { count: 1, messages: [message(3, 'ieri')] },
      ],
      pageParams: [null, 'x'],
    })
  })
  it('goes when it is deleted; the count never falls below none', () => {
    expect(changedList({ count: 0, messages: [message(1)] }, new Set([1]), () => null, -1)).toEqual({
      count: 0,
      messages: [],
    })
  })
  it('leaves alone what is no list of messages', () => {
    const sent = { pages: [{ items: [] }], pageParams: [] }
    expect(changedList(sent, new Set([1]), read, -1)).toBe(sent)
    expect(changedList(undefined, new Set([1]), read, -1)).toBeUndefined()
  })
})
