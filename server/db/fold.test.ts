import { fold } from '@saldo/domain/fold'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApp, type TestApp } from '../testing/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

// Names as they occur in files and in typed text: European letters, four kinds of apostrophe, every kind of blank.
const characters = [...'azAZ09àÈìÒùçñÑüßøŁđœæ’‘´\'".-/&', ...' \t\n\u00a0\u2009\u202f\u3000']
const text = fc
  .array(fc.constantFrom(...characters), { minLength: 1, maxLength: 12 })
  .map((some) => some.join('').replace(/^\s+|\s+$/g, ''))

it('the database and the code fold names in the same way, so that each finds what the other wrote', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(text, { minLength: 50, maxLength: 50 }), async (names) => {
      const folded = await app.services.asSystem(
        (tx) =>
          tx`select fold(name) as folded from unnest(${names}::text[]) with ordinality n (name, at) order by at`,
      )
      expect(folded.map((row) => row.folded)).toEqual(names.map(fold))
    }),
    { numRuns: 20 },
  )
})
