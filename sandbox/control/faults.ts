import { crc32 } from 'node:zlib'
import { type Chance, seededChance } from '../chance.ts'
import { ApiError } from '../errors.ts'

export const faultKinds = ['drop', 'delay', 'reset', '409', '429', '500'] as const
export type FaultKind = (typeof faultKinds)[number]

/** An injected fault, set by `POST /_sandbox/faults`. */
export interface Fault {
  kind: FaultKind
  /** share of the requests, 0 to 1 */
  rate: number
  // only addresses with this prefix, e.g. `/v1/payment_intents`; `*` stands for one part:
  // `/v1/payment_intents/*/confirm`
  path: string | null
  /** only this method */
  method: string | null
  /** at most so often; null = until removed */
  times: number | null
  delay_ms: number
  /** for `reset` and a stored `500`: whether the request was executed; null = every second one, at random */
  processed: boolean | null
  /** for `500`: it happens after processing began, so the idempotency key replays it */
  stored: boolean
  seed: number | null
}

/** The faults that apply to one request. */
export interface InjectedFaults {
  /** thrown before the request is executed */
  error?: ApiError
  delay_ms: number
  /** the connection breaks before the request is executed */
  resetBefore: boolean
  /** the answer, which the idempotency key replays, whether the request is executed or not */
  storedError: { error: ApiError; processed: boolean } | null
  /** the request is executed, but its answer is lost: the connection hangs or breaks */
  loseAnswer: 'hang' | 'reset' | null
}

export interface Faults {
  add(fault: Fault): void
  list(): Fault[]
  clear(): void
  /**
   * Decides at random for one request. With a seed the decision depends only on the request (its idempotency key or
   * address, and how often it came), so that runs are repeatable in any order.
   */
  meet(method: string, path: string, key?: string | null): InjectedFaults
}

export const noFaults: InjectedFaults = {
  delay_ms: 0,
  resetBefore: false,
  storedError: null,
  loseAnswer: null,
}

export function createFaults(): Faults {
  let active: { fault: Fault; chanceFor: (request: string) => Chance; left: number }[] = []
  return {
    add(fault) {
      active.push({
        fault,
        chanceFor: chanceOf(fault.seed),
        left: fault.times ?? Number.POSITIVE_INFINITY,
      })
    },
    list: () => active.map(({ fault }) => fault),
    clear() {
      active = []
    },
    meet(method, path, key) {
      const injected: InjectedFaults = { ...noFaults }
      const request = key ?? `${method} ${path.replaceAll(/[a-z]+_\w{10,}/g, '*')}`
      for (const entry of active) {
        const { fault } = entry
        if (entry.left <= 0 || !concerns(fault, method, path)) continue
        const chance = entry.chanceFor(request)
        if (chance() >= fault.rate) continue
        entry.left--
        inject[fault.kind](injected, fault, chance)
        // A delay may be combined with one other fault; the first other fault ends the search.
        if (fault.kind !== 'delay') break
      }
      return injected
    },
  }
}

/** A random number per request: the n-th equal request always gets the same one. */
function chanceOf(seed: number | null): (request: string) => Chance {
  if (seed === null) return () => Math.random
  const times = new Map<string, number>()
  return (request) => {
    const time = (times.get(request) ?? 0) + 1
    times.set(request, time)
    return seededChance(crc32(`${seed} ${time} ${request}`))
  }
}

const inject: Record<FaultKind, (injected: InjectedFaults, fault: Fault, chance: Chance) => void> = {
  delay: (injected, fault) => {
    injected.delay_ms += fault.delay_ms
  },
  drop: (injected) => {
    injected.loseAnswer = 'hang'
  },
  reset: (injected, fault, chance) => {
    if (fault.processed ?? chance() < 0.5) injected.loseAnswer = 'reset'
    else injected.resetBefore = true
  },
  '409': (injected) => {
    injected.error = new ApiError(409, {
      type: 'invalid_request_error',
      code: 'lock_timeout',
      message:
        'This object cannot be accessed right now because another API request or Stripe process is currently accessing it.',
    })
  },
  '429': (injected) => {
    injected.error = new ApiError(
      429,
      {
        type: 'invalid_request_error',
        code: 'rate_limit',
        message: 'Request rate limit exceeded. Please try again later.',
      },
      { 'stripe-rate-limited-reason': 'global-rate' },
    )
  },
  '500': (injected, fault, chance) => {
    const error = new ApiError(500, { type: 'api_error', message: 'An unknown error occurred' })
    if (fault.stored) injected.storedError = { error, processed: fault.processed ?? chance() < 0.5 }
    else injected.error = error
  },
}

function concerns(fault: Fault, method: string, path: string): boolean {
  if (fault.method && fault.method !== method) return false
  if (!fault.path) return true
  const wanted = fault.path.split('/')
  const given = path.split('/')
  return wanted.every((part, place) => part === '*' || part === given[place])
}
