import { recordKinds } from '@saldo/contract/record-kinds'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openAccessDesk } from './desk.ts'

let desk: Awaited<ReturnType<typeof openAccessDesk>>
beforeAll(async () => {
  desk = await openAccessDesk()
})
afterAll(() => desk.close())

it.each(recordKinds)('there is a record to try endpoints with: %s', (kind) => {
  expect(desk.foreign.ids[kind]).toBeGreaterThan(0)
})

it('no id is that of two records', () => {
  const { subuser, ...ids } = desk.foreign.ids
  expect(new Set(Object.values(ids)).size).toBe(Object.keys(ids).length)
  expect(subuser).not.toBe(ids.user)
})
