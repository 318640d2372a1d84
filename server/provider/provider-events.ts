import type { Services } from '../services.ts'
import type { ProviderAccount } from './providers.ts'

/** The subject of an event: the provider's id of its object, and of the payment intent to which it belongs. */
export type ProviderEvent = { type: string; object_id: string; payment_intent: string | null }
export type ApplyEvent = (services: Services, account: ProviderAccount, event: ProviderEvent) => Promise<void>

/** Handlers by the beginning of an event's type, as the sections declare them. */
export type ProviderEvents = Record<string, ApplyEvent>

/** The handler of an event type: the longest matching beginning wins. Other events are ignored. */
export function handlerOf(handlers: ProviderEvents, type: string): ApplyEvent | undefined {
  const [longest] = Object.keys(handlers)
    .filter((begins) => type.startsWith(begins))
    .sort((one, other) => other.length - one.length)
  return longest === undefined ? undefined : handlers[longest]
}
