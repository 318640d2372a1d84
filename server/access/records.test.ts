import { afterAll, beforeAll, expect, it } from 'vitest'
import { takenKinds } from '../testing/sample-input.ts'
import { accessFixtures } from './access-fixtures.ts'

let fixtures: Awaited<ReturnType<typeof accessFixtures>>
beforeAll(async () => {
  fixtures = await accessFixtures()
})
afterAll(() => fixtures.close())

it.each(takenKinds())('a record exists to try endpoints with: %s', (kind) => {
  expect(
    fixtures.foreign.ids[kind] ?? 0,
    `no sample record of the kind ${kind}: make one in server/features/<x>/sample-records.ts`,
  ).toBeGreaterThan(0)
})

it('no id belongs to two records', () => {
  const { subuser, ...ids } = fixtures.foreign.ids
  expect(new Set(Object.values(ids)).size).toBe(Object.keys(ids).length)
  expect(subuser).not.toBe(ids.user)
})
