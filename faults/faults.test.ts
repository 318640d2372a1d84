import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Database, startDatabase } from './processes/database.ts'
import { scenarios } from './scenarios.ts'

let database: Database
beforeAll(async () => {
  database = await startDatabase()
})
afterAll(() => database.stop())

/** Fixed, so that a failure can be repeated; `npm run faults` draws a new one. */
const seed = 20_260_915

it.each(scenarios.map((scenario) => [`${scenario.name}, ${scenario.title}`, scenario] as const))(
  '%s: one story in the provider’s book, the ledger and the bills',
  async (_name, { run }) => {
    const { violations } = await run({ database, seed, scale: 0.001, hurry: true })
    expect(violations).toEqual([])
  },
)
