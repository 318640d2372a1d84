import { recordKinds } from '@saldo/contract/record-kinds'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { accessFixtures } from './access-fixtures.ts'

let fixtures: Awaited<ReturnType<typeof accessFixtures>>
beforeAll(async () => {
  fixtures = await accessFixtures()
})
afterAll(() => fixtures.close())

it.each(recordKinds)('there is a record to try endpoints with: %s', (kind) => {
  expect(fixtures.foreign.ids[kind]).toBeGreaterThan(0)
})

it('no id is that of two records', () => {
  const { subuser, ...ids } = fixtures.foreign.ids
  expect(new Set(Object.values(ids)).size).toBe(Object.keys(ids).length)
  expect(subuser).not.toBe(ids.user)
})
