import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { admits, everyone, permits, seesAll } from './callers.ts'
import { cases, expectAdmitted, refusal } from './cases.ts'
import { openAccessDesk } from './desk.ts'
import { stranger } from './nobody.ts'

let desk: Awaited<ReturnType<typeof openAccessDesk>>
beforeAll(async () => {
  desk = await openAccessDesk()
})
afterAll(() => desk.close())

describe.each(cases)('$method $path', (tried) => {
  it.each(Object.keys(everyone))('as %s', async (name) => {
    const { endpoint } = tried
    const admitted = admits(tried, name)
    const permitted = permits(tried, name)
    const who = await desk.caller(name, { anew: admitted && permitted && tried.method !== 'GET' })
    const answer = await desk.send(tried, who)
    if (admitted && !permitted) expect(answer).toMatchObject(refusal(403, 'not_permitted'))
    else if (admitted) expectAdmitted(endpoint, answer)
    else
      expect(answer).toMatchObject(
        who.role === 'anonymous' ? refusal(401, 'invalid_token') : refusal(403, 'forbidden'),
      )
    if (!seesAll(endpoint, who)) expect(answer.text).not.toContain(stranger)
  })
})

it('changes nothing of the other customer', () => desk.expectForeignUnchanged())
