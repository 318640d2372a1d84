import { describe, expect, it } from 'vitest'
import { changedList } from './changed-list.ts'

const message = (id: number, date_read: string | null = null) => ({ id, date_read })
const read = (each: { id: number; date_read: string | null }) => ({ ...each, date_read: 'ora' })

describe('a change to a message on screen', () => {
  it('applies to the list and to every page, and lowers the unread count', () => {
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
  it('removes a deleted message; the count never goes below zero', () => {
    expect(changedList({ count: 0, messages: [message(1)] }, new Set([1]), () => null, -1)).toEqual({
      count: 0,
      messages: [],
    })
  })
  it('ignores data that are not lists of messages', () => {
    const sent = { pages: [{ items: [] }], pageParams: [] }
    expect(changedList(sent, new Set([1]), read, -1)).toBe(sent)
    expect(changedList(undefined, new Set([1]), read, -1)).toBeUndefined()
  })
})
