import type { Listeners } from './events.ts'
import type { Route } from './http/serve.ts'
import type { JobDefinition, JobName } from './jobs/jobs.ts'
import type { EmailTemplate } from './mail/emails.ts'
import type { ProviderEvents } from './provider/provider-events.ts'

/**
 * Everything that a section adds to the server, declared in its `feature.ts`. It declares the types of its jobs, mails
 * and events there too (`declare module`).
 */
export type Feature = {
  /** The tables that only this section writes. Others read them, or call its acts. */
  tables?: readonly string[]
  /** Endpoints of the contract with the acts that answer them. */
  routes?: readonly Route[]
  jobs?: { [N in JobName]?: JobDefinition<N> }
  mails?: { [T in EmailTemplate]?: URL }
  /** What it does when an earlier section emits an event, in the same transaction. */
  on?: Listeners
  /** Which function applies the provider's events, by the beginning of their type. */
  provider_events?: ProviderEvents
}

/** Keeps the exact type of the declaration, so that features.ts can find what is missing. */
export const feature = <const F extends Feature>(declared: F): F => declared
