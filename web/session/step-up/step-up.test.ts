import { expect, it } from 'vitest'
import { onStepUp, readStepUp, requestStepUp } from './step-up.ts'

const proof = { ways: ['password' as const] }

it('asks once for all waiting calls, and resumes all of them', async () => {
  let shown = 0
  const stop = onStepUp(() => {
    if (readStepUp()) shown += 1
  })
  const waiting = [requestStepUp(proof), requestStepUp(proof), requestStepUp(proof)]
  expect(shown).toBe(1)
  readStepUp()?.done()
  await Promise.all(waiting)
  expect(readStepUp()).toBeNull()
  stop()
})

it('rejects all of them when cancelled, and asks again the next time', async () => {
  const waiting = [requestStepUp(proof), requestStepUp(proof)]
  readStepUp()?.cancel()
  for (const refused of await Promise.allSettled(waiting))
    expect(refused).toMatchObject({ status: 'rejected', reason: { error: 'step_up_cancelled', status: 403 } })
  const again = requestStepUp(proof)
  expect(readStepUp()).not.toBeNull()
  readStepUp()?.done()
  await again
})
