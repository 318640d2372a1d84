import type Stripe from 'stripe'
import { noSuch } from '../errors.ts'
import { newId } from '../ids.ts'
import { text, texts } from '../params.ts'
import { platformOf } from '../payments/payout-schedule.ts'
import type { Act, Route } from '../sandbox.ts'
import { listParams, page } from '../store/list.ts'
import type { Book } from '../store/store.ts'

export const apiVersion = '2026-10-28.endive'

/**
 * Records an event and queues it for every endpoint that wants its type. Objects in the book are replaced, never
 * changed in place, so the event keeps the object as it is now.
 */
export function emit(
  act: Act,
  type: Stripe.Event.Type,
  object: object,
  more: { previous?: object; account?: string } = {},
): void {
  if (act.silent) return
  const platform = platformOf(act.book)
  const account = more.account ?? (platform && act.book.account)
  const hearing = platform ? act.box.store.book(platform) : act.book
  const endpoints = hearing
    .rows('webhook_endpoints')
    .filter((endpoint) => endpoint.status === 'enabled' && wants(endpoint, type))
    .filter((endpoint) => hears(hearing, endpoint.id, platform !== undefined, more.account !== undefined))
  const event = {
    id: newId('evt'),
    object: 'event',
    ...(account && { account }),
    api_version: apiVersion,
    created: act.box.clock.seconds(),
    data: { object, ...(more.previous && { previous_attributes: more.previous }) },
    livemode: false,
    pending_webhooks: endpoints.length,
    request: act.request,
    type,
  } as unknown as Stripe.Event
  act.book.put('events', event)
  for (const endpoint of endpoints)
    act.box.sender.queue(hearing, event.id, endpoint.id, platform && act.book.account)
}

/** Connect endpoints get the events of connected accounts, others those of their own account. */
function hears(book: Book, endpoint: string, connected: boolean, ofAccount: boolean): boolean {
  const connect = book.get('endpoint_secrets', endpoint)?.connect ?? false
  return ofAccount || connect === connected
}

function wants(endpoint: Stripe.WebhookEndpoint, type: string): boolean {
  return endpoint.enabled_events.includes('*') || endpoint.enabled_events.includes(type)
}

export const eventRoutes: Route[] = [
  {
    method: 'GET',
    path: '/v1/events',
    params: [...listParams, 'created', 'type', 'types', 'delivery_success'],
    handle(context) {
      const type = text(context.params, 'type')
      const types = texts(context.params, 'types')
      const delivered = text(context.params, 'delivery_success')
      return page(context, 'events', {
        fits: (event) =>
          (!type || matches(type, event.type)) &&
          (!types || types.some((wanted) => matches(wanted, event.type))) &&
          (delivered === undefined || (event.pending_webhooks === 0) === (delivered === 'true')),
      })
    },
  },
  {
    method: 'GET',
    path: '/v1/events/:id',
    params: ['expand'],
    handle(context) {
      const event = context.book.get('events', context.path.id ?? '')
      if (!event) throw noSuch('event', context.path.id ?? '')
      return event
    },
  },
]

/** `charge.*` matches every type with that prefix. */
function matches(wanted: string, type: string): boolean {
  return wanted.endsWith('*') ? type.startsWith(wanted.slice(0, -1)) : wanted === type
}
