import type { CheckCode } from '@saldo/domain/operations/checks'
import type { Services } from '../../../services.ts'
import type { Check, Finding, Look } from './check.ts'
import { readVitals } from './database-vitals.ts'
import { queueState } from './queue-state.ts'
import { reasonOf, TooSlow } from './reason-of.ts'

export type Found = Finding & { code: CheckCode }

/**
 * Asks these checks at once, each within its own time. One that throws or takes too long is unknown, with the reason; it
 * never holds up the others.
 */
export function runChecks(services: Services, checks: readonly Check[]): Promise<Found[]> {
  const look: Look = {
    services,
    at: Date.now(),
    vitals: once(() => readVitals(services)),
    queue: once(() => queueState(services)),
  }
  return Promise.all(checks.map(async (check) => ({ code: check.code, ...(await ask(check, look)) })))
}

async function ask(check: Check, look: Look): Promise<Finding> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TooSlow(check.seconds)), check.seconds * 1000)
  })
  try {
    const answer = check.look(look)
    // The check has exceeded its time, so its result is not read any more.
    answer.catch(() => {})
    return await Promise.race([answer, late])
  } catch (error) {
    look.services.log.warn({ check: check.code, err: error }, 'check could not be asked')
    return { state: 'unknown', why: reasonOf(error) }
  } finally {
    clearTimeout(timer)
  }
}

function once<Value>(ask: () => Promise<Value>): () => Promise<Value> {
  let asked: Promise<Value> | undefined
  return () => {
    asked ??= ask()
    return asked
  }
}
