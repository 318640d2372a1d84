import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { contract } from './contract.ts'

/** The names of a query's ranges, without `_from` or `_min`. */
const rangesOf = (query: z.ZodType) =>
  query instanceof z.ZodObject
    ? Object.keys(query.shape).flatMap((name) => /^(.+)_(?:from|min)$/.exec(name)?.[1] ?? [])
    : []

describe('a range in a query', () => {
  it.each(
    contract.flatMap((endpoint) =>
      rangesOf(endpoint.query).map((range) => [endpoint.route, range, endpoint.query] as const),
    ),
  )('%s: %s may not end before it begins', (_route, range, query) => {
    const all = {
      ...{ account_id: '1', [`${range}_from`]: '2026-02-01', [`${range}_to`]: '2026-01-31' },
      ...{ [`${range}_min`]: '1000', [`${range}_max`]: '-20' },
    }
    const given = Object.fromEntries(
      Object.entries(all).filter(([name]) => query instanceof z.ZodObject && name in query.shape),
    )
    const [said] = query.safeParse(given).error?.issues ?? []
    expect(said?.path[0]).toMatch(/_(to|max)$/)
    expect(said?.message).toMatch(/(primo|minimo)\.$/)
  })
  it('may be a single day or amount, or have one end', () => {
    const { query } = contract.find(({ route }) => route === 'GET /v1/bills/summary') ?? {}
    for (const given of [
      { amount_min: '1000', amount_max: '1000', issue_date_from: '2026-02-01', issue_date_to: '2026-02-01' },
      { amount_min: '0' },
      { amount_min: '-20', amount_max: '3' },
      { issue_date_to: '2026-01-31' },
    ])
      expect(query?.safeParse(given).success, JSON.stringify(given)).toBe(true)
  })
})
