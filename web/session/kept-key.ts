import { useState } from 'react'
import { ApiError } from '../api-error.ts'
import { type FormKey, newIdempotencyKey } from '../idempotency-key.ts'

const place = 'saldo.unanswered'

/**
 * The key of a form that moves money or sends mail; it outlives the form while its answer is not known. `what`: what the
 * form is about. When an answer was lost, the same form opened again has the same key, in this tab: if the server did
 * receive it, asking again makes nothing twice, and asking for something else is told what the first request made.
 */
export const useKeptKey = (what: string): FormKey => useState(() => keptKey(what))[0]

export const keptKey = (what: string): FormKey => ({
  current: unanswered()[what]?.key ?? newIdempotencyKey(),
  sent(): void {
    store({ ...unanswered(), [what]: { key: this.current, at: Date.now() } })
  },
  answered(refusal): ApiError | null {
    if (refusal && isLost(refusal)) return mayHaveArrived()
    const { [what]: _answered, ...others } = unanswered()
    store(others)
    return refusal
  },
})

/** No answer, or one that does not say what became of the request. */
const isLost = ({ status, error }: ApiError): boolean =>
  status === 0 || (status >= 500 && error !== 'provider_silent')

const mayHaveArrived = () =>
  new ApiError(0, {
    error: 'unanswered',
    error_description:
      'Non è arrivata risposta: può darsi che la richiesta sia già registrata. Premi di nuovo: Saldo non la ripete due volte.',
  })

/** Later the same form asks for something new, such as the second half of a refund. */
const keptFor = 15 * 60_000

type Kept = Record<string, { key: string; at: number }>

function unanswered(): Kept {
  try {
    const kept: Kept = JSON.parse(sessionStorage.getItem(place) ?? '{}')
    return Object.fromEntries(Object.entries(kept).filter(([, { at }]) => at > Date.now() - keptFor))
  } catch {
    return {}
  }
}

function store(keys: Kept): void {
  try {
    if (Object.keys(keys).length === 0) sessionStorage.removeItem(place)
    else sessionStorage.setItem(place, JSON.stringify(keys))
  } catch {
    // Without storage the key lives as long as its form.
  }
}
