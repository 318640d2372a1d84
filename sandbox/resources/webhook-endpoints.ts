import type Stripe from 'stripe'
import { invalid, noSuch } from '../errors.ts'
import { newId, randomText } from '../ids.ts'
import { changed, flag, metadata, needText, texts } from '../params.ts'
import type { RequestContext, Route } from '../sandbox.ts'
import { listParams, page } from '../store/list.ts'
import type { Book } from '../store/store.ts'
import { apiVersion } from './events.ts'

const fields = ['url', 'enabled_events', 'description', 'metadata', 'expand']

export const webhookEndpointRoutes: Route[] = [
  {
    method: 'POST',
    path: '/v1/webhook_endpoints',
    params: [...fields, 'api_version', 'connect'],
    handle(context) {
      const enabled = texts(context.params, 'enabled_events')
      if (!enabled || enabled.length === 0)
        throw invalid('Missing required param: enabled_events.', 'enabled_events', 'parameter_missing')
      const secret = `whsec_${randomText(32)}`
      const endpoint = addEndpoint(
        context.book,
        context.box.clock.seconds(),
        checkedUrl(needText(context.params, 'url')),
        enabled,
        { secret, connect: flag(context.params, 'connect') ?? false },
      )
      const described = {
        ...endpoint,
        description: changed(context.params, 'description', null),
        metadata: metadata(context.params),
      }
      // The secret is returned only once, here.
      return { ...context.book.put('webhook_endpoints', described), secret }
    },
  },
  {
    method: 'GET',
    path: '/v1/webhook_endpoints',
    params: [...listParams],
    handle: (context) => page(context, 'webhook_endpoints'),
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
    handle(context) {
      const before = needEndpoint(context)
      const disabled = flag(context.params, 'disabled') ?? before.status === 'disabled'
      return context.book.put('webhook_endpoints', {
        ...before,
        description: changed(context.params, 'description', before.description),
        enabled_events: texts(context.params, 'enabled_events') ?? before.enabled_events,
        metadata: metadata(context.params, before.metadata),
        status: disabled ? 'disabled' : 'enabled',
        url: context.params.url === undefined ? before.url : checkedUrl(needText(context.params, 'url')),
      })
    },
  },
  {
    method: 'DELETE',
    path: '/v1/webhook_endpoints/:id',
    params: [],
    handle(context) {
      const { id } = needEndpoint(context)
      removeEndpoint(context.book, id)
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

function needEndpoint(context: RequestContext): Stripe.WebhookEndpoint {
  const id = context.path.id ?? ''
  const endpoint = context.book.get('webhook_endpoints', id)
  if (!endpoint) throw noSuch('webhook endpoint', id)
  return endpoint
}

function checkedUrl(url: string): string {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw invalid('Invalid URL: an address beginning with http or https is needed.', 'url', 'url_invalid')
  return url
}
