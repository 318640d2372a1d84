import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessFixtures } from './access-fixtures.ts'
import { admits, everyone, impersonationRefusal, isTooEarly, permits, seesAll } from './callers.ts'
import { cases, expectAdmitted, refusal } from './cases.ts'
import { stranger } from './foreign-names.ts'

let fixtures: Awaited<ReturnType<typeof accessFixtures>>
beforeAll(async () => {
  fixtures = await accessFixtures()
})
afterAll(() => fixtures.close())

describe.each(cases)('$method $path', (tried) => {
  it.each(Object.keys(everyone))('as %s', async (name) => {
    const { endpoint } = tried
    const admitted = admits(tried, name)
    const permitted = permits(tried, name)
    const early = isTooEarly(tried, name)
    const unfit = impersonationRefusal(tried, name)
    const who = await fixtures.caller(name, {
      anew: admitted && permitted && !early && !unfit && tried.method !== 'GET',
    })
    const answer = await fixtures.send(tried, who)
    if (admitted && !permitted) expect(answer).toMatchObject(refusal(403, 'not_permitted'))
    else if (admitted && early) expect(answer).toMatchObject(refusal(403, 'second_step_missing'))
    else if (admitted && unfit) expect(answer).toMatchObject(refusal(403, unfit))
    else if (admitted) expectAdmitted(endpoint, answer)
    else
      expect(answer).toMatchObject(
        who.role === 'anonymous' ? refusal(401, 'invalid_token') : refusal(403, 'forbidden'),
      )
    if (!seesAll(endpoint, who)) expect(answer.text).not.toContain(stranger)
  })
})

it('changes no record of the other customer', () => fixtures.expectForeignUnchanged())
