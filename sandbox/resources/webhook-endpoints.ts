import type Stripe from 'stripe'
import { invalid, noSuch } from '../errors.ts'
import { newId, randomText } from '../ids.ts'
import { changed, flag, metadata, needText, texts } from '../params.ts'
import type { Ask, Route } from '../sandbox.ts'
import { listParams, page } from '../store/list.ts'
import type { Book } from '../store/store.ts'
import { apiVersion } from './events.ts'

const fields = ['url', 'enabled_events', 'description', 'metadata', 'expand']

export const webhookEndpointRoutes: Route[] = [
  {
    method: 'POST',
    path: '/v1/webhook_endpoints',
    params: [...fields, 'api_version', 'connect'],
    handle(ask) {
      const enabled = texts(ask.params, 'enabled_events')
      if (!enabled || enabled.length === 0)
        throw invalid('Missing required param: enabled_events.', 'enabled_events', 'parameter_missing')
      const secret = `whsec_${randomText(32)}`
      const endpoint = addEndpoint(
        ask.book,
        ask.box.clock.seconds(),
        checkedUrl(needText(ask.params, 'url')),
        enabled,
        { secret, connect: flag(ask.params, 'connect') ?? false },
      )
      const described = {
        ...endpoint,
        description: changed(ask.params, 'description', null),
        metadata: metadata(ask.params),
      }
      // The secret is returned only once, here.
      return { ...ask.book.put('webhook_endpoints', described), secret }
    },
  },
  {
    method: 'GET',
    path: '/v1/webhook_endpoints',
    params: [...listParams],
    handle: (ask) => page(ask, 'webhook_endpoints'),
  },
  {
    method: 'GET',
    path: '/v1/webhook_endpoints/:id',
    params: ['expand'],
    handle: needEndpoint,
  },
  {
    method: 'POST',
    path: '/v1/webhook_endpoints/:id',
    params: [...fields, 'disabled'],
    handle(ask) {
      const before = needEndpoint(ask)
      const disabled = flag(ask.params, 'disabled') ?? before.status === 'disabled'
      return ask.book.put('webhook_endpoints', {
        ...before,
        description: changed(ask.params, 'description', before.description),
        enabled_events: texts(ask.params, 'enabled_events') ?? before.enabled_events,
        metadata: metadata(ask.params, before.metadata),
        status: disabled ? 'disabled' : 'enabled',
        url: ask.params.url === undefined ? before.url : checkedUrl(needText(ask.params, 'url')),
      })
    },
  },
  {
    method: 'DELETE',
    path: '/v1/webhook_endpoints/:id',
    params: [],
    handle(ask) {
      const { id } = needEndpoint(ask)
      removeEndpoint(ask.book, id)
      return { id, object: 'webhook_endpoint', deleted: true }
    },
  },
]

/** An endpoint from the settings; it gets every event. */
export interface BootWebhook {
  account_key: string
  url: string
  secret: string
  /** gets the events of connected accounts instead of its own */
  connect?: boolean
}

/** Replaces the account's endpoints from the settings; those created by calls stay. */
export function setBootEndpoints(book: Book, seconds: number, wanted: readonly BootWebhook[]): void {
  for (const endpoint of book.rows('webhook_endpoints')) {
    const stays = wanted.some((webhook) => webhook.url === endpoint.url)
    if (endpoint.metadata[fromSettings] && !stays) removeEndpoint(book, endpoint.id)
  }
  for (const { url, secret, connect = false } of wanted) {
    const there = book.rows('webhook_endpoints').find((endpoint) => endpoint.url === url)
    const { id } =
      there ?? addEndpoint(book, seconds, url, ['*'], { secret, connect }, { [fromSettings]: 'yes' })
    const kept = book.get('endpoint_secrets', id)
    if (kept?.secret !== secret || (kept.connect ?? false) !== connect)
      book.put('endpoint_secrets', { id, secret, connect })
  }
}

const fromSettings = 'from_settings'

function removeEndpoint(book: Book, id: string): void {
  book.remove('webhook_endpoints', id)
  book.remove('endpoint_secrets', id)
}

function addEndpoint(
  book: Book,
  seconds: number,
  url: string,
  enabled_events: string[],
  hearing: { secret: string; connect: boolean },
  metadata: Stripe.Metadata = {},
): Stripe.WebhookEndpoint {
  const id = newId('we')
  book.put('endpoint_secrets', { id, ...hearing })
  return book.put('webhook_endpoints', {
    id,
    object: 'webhook_endpoint',
    api_version: apiVersion,
    application: null,
    created: seconds,
    description: null,
    enabled_events,
    livemode: false,
    metadata,
    status: 'enabled',
    url,
  })
}

function needEndpoint(ask: Ask): Stripe.WebhookEndpoint {
  const id = ask.path.id ?? ''
  const endpoint = ask.book.get('webhook_endpoints', id)
  if (!endpoint) throw noSuch('webhook endpoint', id)
  return endpoint
}

function checkedUrl(url: string): string {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw invalid('Invalid URL: an address beginning with http or https is needed.', 'url', 'url_invalid')
  return url
}
