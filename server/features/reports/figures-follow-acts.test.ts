import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../testing/app.ts'
import { acts, certainStories, plannedStories, playStory } from '../../testing/features/owed-acts.ts'
import { readerOf, truthOf } from '../../testing/features/owed-truth.ts'
import { countedFigures, inReports } from '../../testing/features/report-places.ts'
import { startSandbox, type TestSandbox } from '../../testing/sandbox.ts'
import { foldFigures } from './fold-figures.job.ts'

let sandbox: TestSandbox
let test: TestApp
beforeAll(async () => {
  sandbox = await startSandbox()
  test = await startApp({ provider: sandbox.url })
})
afterAll(async () => {
  await test.close()
  await sandbox.stop()
})

/** Every run plays a few acts on five bills of two people, then folds the figures. */
it('keeps the figures of reports equal to a recomputation, to the dashboard and to the bills, after random acts', async () => {
  const accepted = new Map(acts.map((act) => [act, 0]))
  await fc.assert(
    fc.asyncProperty(plannedStories, async (planned) => {
      const story = await playStory(test, sandbox, planned, accepted)
      const bills = await truthOf(test, story.bills)
      await inReports(test, story.customer_id, readerOf(test)(story.headers), bills)
      const before = await countedFigures(test, story.customer_id)
      await foldFigures(test.services, {})
      expect(await countedFigures(test, story.customer_id)).toEqual(before)
    }),
    { examples: certainStories.map((story) => [story]), numRuns: 8, endOnFailure: true },
  )
  expect([...accepted].filter(([, times]) => times === 0)).toEqual([])
})
