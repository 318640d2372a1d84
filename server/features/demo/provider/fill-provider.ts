import type { Row } from 'postgres'
import type { ProviderAccount } from '../../../provider/providers.ts'
import type { Services } from '../../../services.ts'
import { enqueueRun } from '../../reconciliation/start-run.ts'
import { bookTransfers } from './book-transfers.ts'
import { payCondominiumAccount, readCondominiumBalance } from './condominium-account.ts'
import { openProviderAccount } from './open-provider-account.ts'

/** Payments per call: a few megabytes. */
const batch = 4000
/** The first comparison goes back as far as a person may ask for. */
const daysCompared = 400

/**
 * Sends the demo's payments, refunds and disputes to the sandbox's book, so that they can be refunded and the books
 * agree. Then reads the resulting payouts and compares about the last year. Idempotent.
 */
export async function fillProvider(services: Services): Promise<void> {
  if (services.providers.api_base === null) return
  await openProviderAccount(services)
  await payCondominiumAccount(services)
  for (const account of services.providers.configured) {
    await sendPastPayments(services, account)
    await bookTransfers(services, account)
  }
  await readCondominiumBalance(services)
  await services.asSystem((tx) => services.queue.enqueue(tx, 'read-payouts-at-night', {}))
  await services.asSystem(async (tx) => {
    const [days] = await tx`
      select greatest(today() - ${daysCompared}::int, min((settled_at at time zone 'Europe/Rome')::date)) as from_day,
        today() as to_day
      from payments where provider_account is not null and settled_at is not null`
    if (!days?.from_day) return
    const { from_day, to_day } = days as { from_day: string; to_day: string }
    await enqueueRun(services, tx, {
      customer_id: null,
      created_by: null,
      started_by: 'start',
      from_day,
      to_day,
    })
  })
}

async function sendPastPayments(services: Services, account: ProviderAccount): Promise<void> {
  const account_key = keyOf(services, account)
  for (let after = 0, sent = batch; sent === batch; ) {
    const rows = await services.asSystem((tx) => tx`${past(tx, account, after)} limit ${batch}`)
    if (rows.length > 0) await send(services, { account_key, payments: rows.map(pastPayment) })
    sent = rows.length
    after = rows.at(-1)?.attempt_id ?? after
  }
}

const keyOf = ({ env }: Services, account: ProviderAccount) =>
  account === 'stripe' ? env.STRIPE_SECRET_KEY : env.STRIPE2_SECRET_KEY

const past = (
  tx: Parameters<Parameters<Services['asSystem']>[0]>[0],
  account: ProviderAccount,
  after: number,
) => tx`
  select t.attempt_id, t.provider_object, t.provider_charge, t.state, t.request, p.amount, p.refunded, p.fee, p.method,
    p.brand, p.last4, p.payer_name, p.receipt_email, r.provider_object as refund, d.provider_object as dispute, d.reason,
    floor(extract(epoch from p.created_at))::bigint as created, floor(extract(epoch from p.settled_at))::bigint as settled,
    floor(extract(epoch from t.updated_at))::bigint as ended
  from payment_attempts t
  join payments p on p.customer_id = t.customer_id and p.payment_id = t.payment_id
  left join refunds r on r.customer_id = p.customer_id and r.payment_id = p.payment_id
  left join disputes d on d.customer_id = t.customer_id and d.attempt_id = t.attempt_id
  where t.provider_account = ${account} and p.settled_at is not null and t.attempt_id > ${after}
  order by t.attempt_id`

async function send(services: Services, body: object): Promise<void> {
  const reply = await fetch(new URL('/_sandbox/history', services.providers.api_base as string), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!reply.ok)
    throw new Error(`the sandbox took no history: ${reply.status} ${(await reply.text()).slice(0, 500)}`)
}

const types: Record<string, string> = { CARD: 'card', SEPA_DEBIT: 'sepa_debit', KLARNA: 'klarna' }
const outcomes: Record<string, string> = { returned: 'disputed', disputed: 'disputed', refunded: 'refunded' }

/** A payment in the sandbox's format: seconds, cents. A returned debit is a dispute that is lost at once. */
function pastPayment(row: Row) {
  const ended = Math.max(row.ended, row.settled)
  const contested = { dispute: row.dispute, reason: row.reason, created: ended }
  return {
    payment_intent: row.provider_object,
    charge: row.provider_charge,
    amount: row.amount,
    fee: row.fee,
    ...wentOn(row),
    created: row.created,
    settled: row.settled,
    outcome: outcomes[row.state] ?? 'succeeded',
    method: {
      type: types[row.method],
      ...(row.method === 'CARD' ? { brand: row.brand } : {}),
      ...lastDigits(row),
    },
    payer: { name: row.payer_name, email: row.receipt_email },
    description: row.request.description,
    metadata: { ...row.request.metadata, attempt_id: String(row.attempt_id) },
    ...(row.state === 'refunded'
      ? { refunds: [{ refund: row.refund, amount: row.refunded, created: ended }] }
      : {}),
    ...(row.state === 'returned' ? { dispute: { ...contested, status: 'lost' } } : {}),
    ...(row.state === 'disputed' ? { dispute: { ...contested, status: 'needs_response' } } : {}),
  }
}

/** The amount that went to an office's own account, less the platform fee. */
const wentOn = ({ request }: Row) =>
  request.transfer_data
    ? {
        transfer_destination: request.transfer_data.destination,
        application_fee_amount: request.application_fee_amount,
      }
    : {}

const lastDigits = ({ last4 }: Row) => (last4 ? { last4 } : {})
