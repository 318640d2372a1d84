import type { Services } from '../services.ts'

/** Long enough for a card, short enough for a person with one minute. */
const patience = 2_600

/**
 * Waits for `work`, but no longer than a payer should: then it goes on by itself and the payer is told that the answer is
 * being looked for. What it may throw later is logged here; the sweeper settles what it leaves open.
 */
export async function answerWithin(services: Services, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const settled = work.catch((error) => services.log.error({ err: error }, 'payment left to the sweeper'))
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, patience)
  })
  await Promise.race([settled, late])
  clearTimeout(timer)
}
