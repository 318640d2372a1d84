import { truncate } from '@saldo/domain/truncate'
import type { JobHandler } from '../../jobs/jobs.ts'
import type { Services } from '../../services.ts'
import { type PushError, type PushMessage, sendToDevices } from './firebase.ts'

const batch = 200
const longestTries = 12
/** FCM accepts 4 kB; the whole text can be read in the product. */
const shownCharacters = 240

/**
 * Sends the waiting push messages in batches: claims them, calls Firebase with no transaction open, stores the
 * results. If the process dies in between, its claims expire after two minutes and the messages are sent again; the
 * device shows a repeated message once, because both have the same tag.
 */
export const sendPushes: JobHandler<'send-pushes'> = async (services) => {
  if (!services.env.FIREBASE_SERVICE_ACCOUNT) return
  for (;;) {
    const deliveries = await claim(services)
    if (deliveries.length === 0) return
    const errors = await sendToDevices(services, deliveries.map(messageOf))
    await keep(
      services,
      deliveries.map((delivery, at) => ({ delivery, error: errors[at] ?? null })),
    )
  }
}

type Delivery = {
  push_message_id: number
  push_token_id: number
  token: string
  title: string
  body: string
  metadata: { link?: string }
  tries: number
}

const claim = (services: Services): Promise<Delivery[]> =>
  services.asSystem(
    (tx) => tx<Delivery[]>`
      with claimed as (
        update push_deliveries d set claimed_at = now(), tries = tries + 1
        where (push_message_id, push_token_id) in (
          select push_message_id, push_token_id from push_deliveries
          where sent_at is null and refused_at is null and next_try_at <= now()
            and (claimed_at is null or claimed_at < now() - interval '2 minutes')
          order by next_try_at limit ${batch} for update skip locked)
        returning push_message_id, push_token_id, tries)
      select c.*, t.token, m.title, m.body, m.metadata
      from claimed c
      join push_messages m on m.push_message_id = c.push_message_id
      join push_tokens t on t.push_token_id = c.push_token_id`,
  )

function messageOf({ push_message_id, token, title, body, metadata }: Delivery): PushMessage {
  const id = String(push_message_id)
  const tag = `saldo-${id}`
  return {
    token,
    notification: { title, body: truncate(body, shownCharacters) },
    data: { push_message_id: id, ...(metadata.link ? { link: metadata.link } : {}) },
    android: { notification: { tag } },
    apns: { headers: { 'apns-collapse-id': tag } },
    webpush: { notification: { tag } },
  }
}

type Outcome = { delivery: Delivery; error: PushError | null }

/** The app was uninstalled, or the token belongs to another Firebase project: the token is deleted. */
const noDevice = ['messaging/registration-token-not-registered', 'messaging/mismatched-credential']
const neverTaken = ['messaging/invalid-argument']

async function keep(services: Services, outcomes: Outcome[]): Promise<void> {
  const gone = outcomes.filter(({ error }) => error && noDevice.includes(error.code))
  const later = outcomes.filter((each) => each.error && !gone.includes(each) && !isForGood(each))
  await services.asSystem(async (tx) => {
    await tx`
      delete from push_tokens where push_token_id = any(${gone.map(({ delivery }) => delivery.push_token_id)}::bigint[])`
    await tx`
      update push_deliveries d
      set claimed_at = null, last_error = o.why, sent_at = case when o.why is null then now() end,
        refused_at = case when o.for_good then now() end, next_try_at = now() + make_interval(secs => o.wait)
      from jsonb_to_recordset(${tx.json(outcomes.map(rowOf))})
        as o (push_message_id bigint, push_token_id bigint, why text, for_good boolean, wait integer)
      where d.push_message_id = o.push_message_id and d.push_token_id = o.push_token_id`
    if (later.length === 0) return
    const codes = [...new Set(later.map(({ error }) => error?.code))]
    services.log.warn({ deliveries: later.length, codes }, 'push messages not sent yet')
    const after_seconds = Math.min(...later.map(({ delivery }) => waitOf(delivery)))
    await services.queue.enqueue(tx, 'send-pushes', {}, { after_seconds })
  })
}

const rowOf = ({ delivery, error }: Outcome) => ({
  push_message_id: delivery.push_message_id,
  push_token_id: delivery.push_token_id,
  why: error ? `${error.code}: ${error.message}`.slice(0, 500) : null,
  for_good: isForGood({ delivery, error }),
  wait: waitOf(delivery),
})

const isForGood = ({ delivery, error }: Outcome) =>
  error !== null && (neverTaken.includes(error.code) || delivery.tries >= longestTries)

/** Exponential backoff in seconds: from half a minute to an hour. */
const waitOf = ({ tries }: Delivery) => Math.min(15 * 2 ** tries, 3600)
