import { createHmac } from 'node:crypto'
import { type Chance, seededChance } from './chance.ts'
import type { Clock } from './clock/clock.ts'
import { createTimetable } from './clock/timetable.ts'
import { newId } from './ids.ts'
import type { Book, Store } from './store/store.ts'
import type { Delivery } from './store/tables.ts'

/** Injected disturbances of webhook delivery, set by `POST /_sandbox/webhooks`. */
export interface DeliveryFaults {
  /** extra copies of each event */
  duplicate: number
  /** spread each delivery over this many seconds, so that they overtake one another */
  shuffle_seconds: number
  /** keep events back this long (sandbox seconds) … */
  hold_seconds: number
  /** … this share of them, 0 to 1 */
  hold_rate: number
  seed: number | null
}

export const defaultDelivery: DeliveryFaults = {
  duplicate: 0,
  shuffle_seconds: 0,
  hold_seconds: 0,
  hold_rate: 1,
  seed: null,
}

/**
 * Delivers events to webhook endpoints, signed like Stripe's, at least once, in no guaranteed order. Pending deliveries
 * are in the store: a restart continues them.
 */
export interface EventSender {
  /** `book` has the endpoint, and the event too, unless it is in the book of the connected account `from`. */
  queue(book: Book, event: string, endpoint: string, from?: string): void
  deliveryFaults(): DeliveryFaults
  setDeliveryFaults(deliveryFaults: DeliveryFaults): void
  /** Deliveries not yet answered with 2xx. */
  pending(): number
  start(): void
  stop(): Promise<void>
}

const atOnce = 8
const answerWithin = 10_000
const giveUpAfter = 3 * 24 * 3600_000
const longestTimer = 60_000

export function createEventSender(store: Store, clock: Clock): EventSender {
  const house = store.book('')
  const waiting = createTimetable<Delivery & { account: string }>(
    store.accounts().flatMap((account) =>
      store
        .book(account)
        .rows('deliveries')
        .map((row) => ({ ...row, account })),
    ),
  )
  let deliveryFaults = {
    ...defaultDelivery,
    ...(house.get('settings', 'delivery_faults')?.value as Partial<DeliveryFaults>),
  }
  let chance: Chance = seededChance(deliveryFaults.seed)
  let running = false
  let timer: NodeJS.Timeout | undefined
  const underway = new Map<string, Promise<void>>()
  const stopping = new AbortController()

  function add(book: Book, event: string, endpoint: string, from: string | undefined) {
    const held =
      deliveryFaults.hold_seconds > 0 && chance() < deliveryFaults.hold_rate ? deliveryFaults.hold_seconds : 0
    const at = clock.now() + 1000 * (held + deliveryFaults.shuffle_seconds * chance())
    const delivery = book.put('deliveries', {
      id: newId('delivery'),
      event,
      ...(from && { event_account: from }),
      endpoint,
      at,
      tries: 0,
    })
    waiting.add({ ...delivery, account: book.account })
  }

  function pump() {
    clearTimeout(timer)
    if (!running) return
    while (underway.size < atOnce) {
      const delivery = waiting.takeDue(clock.now())
      if (!delivery) break
      const sending = send(delivery).finally(() => {
        underway.delete(delivery.id)
        pump()
      })
      underway.set(delivery.id, sending)
    }
    const next = waiting.next()
    if (next === undefined || underway.size >= atOnce) return
    timer = setTimeout(pump, Math.min(Math.max(next - clock.now(), 0), longestTimer))
  }

  async function send(delivery: Delivery & { account: string }): Promise<void> {
    const book = store.book(delivery.account)
    const endpoint = book.get('webhook_endpoints', delivery.endpoint)
    const eventBook = delivery.event_account ? store.book(delivery.event_account) : book
    const event = eventBook.get('events', delivery.event)
    if (!endpoint || !event || (delivery.tries > 0 && clock.now() - event.created * 1000 > giveUpAfter)) {
      book.remove('deliveries', delivery.id)
      return
    }
    // Events are sent only after the change is on disk: a crash must not undo what was announced.
    await store.settled()
    const secret = book.get('endpoint_secrets', endpoint.id)?.secret ?? ''
    const delivered = await post(endpoint.url, JSON.stringify(event), secret, stopping.signal)
    if (stopping.signal.aborted && !delivered) return
    if (delivered) {
      book.remove('deliveries', delivery.id)
      const now = eventBook.get('events', event.id)
      if (now) eventBook.put('events', { ...now, pending_webhooks: Math.max(0, now.pending_webhooks - 1) })
      return
    }
    const { account, ...row } = {
      ...delivery,
      tries: delivery.tries + 1,
      at: clock.now() + backoff(delivery.tries),
    }
    book.put('deliveries', row)
    waiting.add({ ...row, account })
  }

  clock.onJump(pump)
  return {
    queue(book, event, endpoint, from) {
      for (let copy = 0; copy <= deliveryFaults.duplicate; copy++) add(book, event, endpoint, from)
      pump()
    },
    deliveryFaults: () => deliveryFaults,
    setDeliveryFaults(next) {
      deliveryFaults = next
      chance = seededChance(next.seed)
      house.put('settings', { id: 'delivery_faults', value: next })
    },
    pending: () => waiting.size + underway.size,
    start() {
      running = true
      pump()
    },
    async stop() {
      running = false
      clearTimeout(timer)
      stopping.abort()
      await Promise.all(underway.values())
    },
  }
}

/** Exponential backoff: half a second, doubled each time, up to five minutes. */
function backoff(tries: number): number {
  return Math.min(500 * 2 ** tries, 300_000)
}

/** The header is dated with real time, because the receiver checks it against its own clock. */
export function signatureHeader(
  payload: string,
  secret: string,
  seconds = Math.floor(Date.now() / 1000),
): string {
  const signature = createHmac('sha256', secret).update(`${seconds}.${payload}`).digest('hex')
  return `t=${seconds},v1=${signature}`
}

async function post(url: string, payload: string, secret: string, stopping: AbortSignal): Promise<boolean> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': signatureHeader(payload, secret),
        'user-agent': 'Stripe/1.0 (sandbox)',
      },
      body: payload,
      redirect: 'manual',
      signal: AbortSignal.any([stopping, AbortSignal.timeout(answerWithin)]),
    })
    await answer.arrayBuffer()
    return answer.ok
  } catch {
    // Unreachable, refused or too slow: the delivery is retried.
    return false
  }
}
