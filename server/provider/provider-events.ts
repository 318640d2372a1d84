import type { Services } from '../services.ts'
import type { ProviderAccount } from './providers.ts'

/** What an event is about: the provider's id of its object, and of the payment intent it belongs to. */
export type ProviderEvent = { type: string; object_id: string; payment_intent: string | null }
export type ApplyEvent = (services: Services, account: ProviderAccount, event: ProviderEvent) => Promise<void>

/** By the beginning of an event's type, as the sections declare it. */
export type ProviderEvents = Record<string, ApplyEvent>

/** Who applies an event: of all beginnings that fit, the longest. Other events say nothing to us. */
export function handlerOf(handlers: ProviderEvents, type: string): ApplyEvent | undefined {
  const [longest] = Object.keys(handlers)
    .filter((begins) => type.startsWith(begins))
    .sort((one, other) => other.length - one.length)
  return longest === undefined ? undefined : handlers[longest]
}
