import { truncate } from '@saldo/domain/truncate'
import type { FirebaseError } from 'firebase-admin/app'
import type { TokenMessage } from 'firebase-admin/messaging'
import type { JobHandler } from '../../jobs/jobs.ts'
import type { Services } from '../../services.ts'
import { firebase } from './firebase.ts'

const batch = 200
const longestTries = 12
/** FCM takes 4 kB; the whole text is in the product. */
const shownCharacters = 240

/**
 * Sends what waits, some hundreds at a time: claims them, speaks to Firebase with no transaction open, writes down what
 * it said. Who dies in between leaves claims that lapse; the device shows a message that comes twice once, by its tag.
 */
export const sendPushes: JobHandler<'send-pushes'> = async (services) => {
  if (!services.env.FIREBASE_SERVICE_ACCOUNT) return
  for (;;) {
    const deliveries = await claim(services)
    if (deliveries.length === 0) return
    const messaging = await firebase(services)
    const { responses } = await messaging.sendEach(deliveries.map(messageOf))
    await keep(
      services,
      deliveries.map((delivery, at) => ({ delivery, error: responses[at]?.error })),
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

function messageOf({ push_message_id, token, title, body, metadata }: Delivery): TokenMessage {
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

type Outcome = { delivery: Delivery; error: FirebaseError | undefined }

/** The device has uninstalled, or another project's app made the token: there is nobody to write to. */
const noDevice = [
  'messaging/registration-token-not-registered',
  'messaging/invalid-registration-token',
  'messaging/mismatched-credential',
]
const neverTaken = ['messaging/invalid-argument', 'messaging/invalid-payload']

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
  error !== undefined && (neverTaken.includes(error.code) || delivery.tries >= longestTries)

/** Seconds: half a minute at first, an hour at last. */
const waitOf = ({ tries }: Delivery) => Math.min(15 * 2 ** tries, 3600)
