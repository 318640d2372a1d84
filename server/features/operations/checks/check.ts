import type { CheckCode, CheckState } from '@saldo/domain/operations/checks'
import type { Services } from '../../../services.ts'
import type { Vitals } from './database-vitals.ts'
import type { QueueState } from './queue-state.ts'

/** Part of a figure: a job, a table, an account at the provider. `note` is Italian. */
export type Part = { name: string; figure: number | null; note: string | null }
export type Finding = { state: CheckState; figure?: number | null; parts?: Part[]; why?: string | null }

/** What several checks ask for, asked once in one look at all of them. */
export type Look = {
  services: Services
  at: number
  vitals: () => Promise<Vitals>
  queue: () => Promise<QueueState>
}

/** One check. It throws when it could not ask: then it is unknown, never ok. */
export type Check = {
  code: CheckCode
  /** The longest that it may take. */
  seconds: number
  /** It is asked at most so often, if it costs more than a query. */
  every_minutes?: number
  /** Whether there is something to check with these settings; always if it is left out. */
  applies?: (services: Services) => boolean
  look: (look: Look) => Promise<Finding>
}
