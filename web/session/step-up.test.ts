import { expect, it } from 'vitest'
import { askWhoYouAre, onAsking, readAsking } from './step-up.ts'

const proof = { ways: ['password' as const] }

it('asks once for all that wait, and lets all of them go on', async () => {
  let shown = 0
  const stop = onAsking(() => {
    if (readAsking()) shown += 1
  })
  const waiting = [askWhoYouAre(proof), askWhoYouAre(proof), askWhoYouAre(proof)]
  expect(shown).toBe(1)
  readAsking()?.done()
  await Promise.all(waiting)
  expect(readAsking()).toBeNull()
  stop()
})

it('refuses all of them quietly when one would rather not, and asks anew the next time', async () => {
  const waiting = [askWhoYouAre(proof), askWhoYouAre(proof)]
  readAsking()?.cancel()
  for (const refused of await Promise.allSettled(waiting))
    expect(refused).toMatchObject({ status: 'rejected', reason: { error: 'step_up_cancelled', status: 403 } })
  const again = askWhoYouAre(proof)
  expect(readAsking()).not.toBeNull()
  readAsking()?.done()
  await again
})
