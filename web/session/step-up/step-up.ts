import type { ProofWanted } from '@saldo/contract/endpoint'
import { ApiError } from '../../api-error.ts'

/** A pending step-up: the calls wait until the user has proved their identity. */
export type StepUpRequest = { ways: ProofWanted['ways']; done: () => void; cancel: () => void }

let asking: StepUpRequest | null = null
let waiting: Promise<void> | null = null
const listeners = new Set<() => void>()
const show = (next: StepUpRequest | null) => {
  asking = next
  for (const listener of listeners) listener()
}

/**
 * Resolves when the user has proved their identity; concurrent calls share one dialog. Throws ApiError
 * `step_up_cancelled` if the user cancels.
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

/** An AbortError: forms show it beside the button, and no toast reports it. */
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
