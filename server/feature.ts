import type { Listeners } from './events.ts'
import type { Route } from './http/serve.ts'
import type { JobDefinition, JobName } from './jobs/jobs.ts'
import type { EmailTemplate } from './mail/emails.ts'
import type { ProviderEvents } from './provider/provider-events.ts'

/**
 * All that a section adds to the server, declared in its `feature.ts`. The types of its jobs, mails and events are declared
 * there, too, by `declare module`.
 */
export type Feature = {
  /** The tables that only this section writes. Others read them, or call its acts. */
  tables?: readonly string[]
  /** Endpoints of the contract with the acts that answer them. */
  routes?: readonly Route[]
  jobs?: { [N in JobName]?: JobDefinition<N> }
  mails?: { [T in EmailTemplate]?: URL }
  /** What it does, in the same transaction, when a section below emits an event. */
  on?: Listeners
  /** Who applies the provider's events, by the beginning of their type. */
  provider_events?: ProviderEvents
}

/** Keeps what exactly is declared, so that features.ts can say what is missing. */
export const feature = <const F extends Feature>(declared: F): F => declared
