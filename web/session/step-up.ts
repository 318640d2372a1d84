import type { ProofWanted } from '@saldo/contract/endpoint'
import { ApiError } from '../api-error.ts'

/** A call that waits until somebody has proved who they are. */
export type StepUpRequest = { ways: ProofWanted['ways']; done: () => void; cancel: () => void }

let asking: StepUpRequest | null = null
let waiting: Promise<void> | null = null
const listeners = new Set<() => void>()
const show = (next: StepUpRequest | null) => {
  asking = next
  for (const listener of listeners) listener()
}

/**
 * Resolves when whoever sits here has proved who they are; all calls that ask meanwhile wait for the same answer.
 * Throws ApiError `step_up_cancelled` when they would rather not.
 */
export function requestStepUp({ ways }: ProofWanted): Promise<void> {
  waiting ??= new Promise<void>((done, refuse) =>
    show({ ways, done, cancel: () => refuse(cancelled()) }),
  ).finally(() => {
    waiting = null
    show(null)
  })
  return waiting
}

/** Named as what a person calls off: a form says so beside its button, nothing shouts it. */
const cancelled = () =>
  Object.assign(
    new ApiError(403, {
      error: 'step_up_cancelled',
      error_description: 'Non hai confermato che sei tu: non ho fatto niente.',
    }),
    { name: 'AbortError' },
  )

export const readStepUp = () => asking
export function onStepUp(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
