import { expect, it } from 'vitest'
import { onStepUp, readStepUp, requestStepUp } from './step-up.ts'

const proof = { ways: ['password' as const] }

it('asks once for all that wait, and lets all of them go on', async () => {
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

it('refuses all of them quietly when one would rather not, and asks anew the next time', async () => {
  const waiting = [requestStepUp(proof), requestStepUp(proof)]
  readStepUp()?.cancel()
  for (const refused of await Promise.allSettled(waiting))
    expect(refused).toMatchObject({ status: 'rejected', reason: { error: 'step_up_cancelled', status: 403 } })
  const again = requestStepUp(proof)
  expect(readStepUp()).not.toBeNull()
  readStepUp()?.done()
  await again
})
