import { expect, it, vi } from 'vitest'
import { dataRoutes, pathWithToken } from './data-routes.ts'
import { askEarly, takeEarlyAnswer } from './early-answer.ts'
import { publicPageOf } from './public-page.ts'

it('a page asks early for what its loader asks, and takes the answer once', async () => {
  const answer = new Response('{}')
  const asked = vi.fn(() => Promise.resolve(answer))
  vi.stubGlobal('fetch', asked)
  const place = publicPageOf('#/mybill/a%2Fb?m=mark')
  const path = pathWithToken(dataRoutes.bill, place?.token ?? '')
  expect(path).toBe('/v1/mybill/a%2Fb')
  askEarly(path, { 'app-version': 'v1' })
  expect(asked).toHaveBeenCalledExactlyOnceWith(path, expect.objectContaining({ cache: 'no-store' }))
  expect(takeEarlyAnswer('/v1/mybill/other')).toBeUndefined()
  askEarly(path, {})
  expect(await takeEarlyAnswer(path)).toBe(answer)
  expect(takeEarlyAnswer(path)).toBeUndefined()
})
