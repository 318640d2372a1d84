import type { PayoutState } from '@saldo/domain/payments/payout'
import type { Tx } from '../../db/connection.ts'
import { emit } from '../../events.ts'
import type { ProviderAccount } from '../../provider/providers.ts'
import type { Services } from '../../services.ts'
import { hold } from './hold-lines.sql.ts'
import { orderOf } from './ordered-payout.ts'
import type { ProviderPayoutLine } from './payout-line.ts'
import { postPayout } from './post-payout.ts'

/** A payout as the provider describes it. In cents. */
export type ProviderPayout = {
  provider_account: ProviderAccount
  /** The connected account that was paid out; null: the platform's balance. */
  destination: string | null
  provider_object: string
  state: PayoutState
  automatic: boolean
  /** ISO instant. */
  made_at: string
  arrives_on: string
  total: number
  failure_code: string | null
  /** What its metadata says it was ordered for, for example `money_transfer:12`. */
  claimed_order: string | null
  /** Null: the provider does not tell the payout's lines. */
  lines: ProviderPayoutLine[] | null
}

/**
 * Stores a payout with its lines, one row for each customer who has a part in it. Posts it when all its lines are
 * recognised. After that only its state changes. `past`: the payouts of this balance were never completely read, so it
 * is posted on the day on which it was made.
 */
export async function storePayout(
  services: Services,
  tx: Tx,
  told: ProviderPayout,
  past: boolean,
): Promise<void> {
  const { provider_account, provider_object } = told
  await tx`select pg_advisory_xact_lock(hashtext('payout'), hashtext(${provider_object}))`
  const order_key = await orderOf(tx, told)
  const [posted] = await tx`
    select from payouts
    where provider_account = ${provider_account} and provider_object = ${provider_object} and posted_at is not null limit 1`
  if (!posted) {
    await hold(tx, told)
    await writeParts(tx, told)
    await writeLines(tx, told)
  }
  await tx`
    update payouts set state = ${told.state}, arrives_on = ${told.arrives_on}, failure_code = ${told.failure_code}, read_at = now()
    where provider_account = ${provider_account} and provider_object = ${provider_object}`
  await postPayout(tx, told, past)
  if (order_key !== null) await emit(services, tx, 'ordered_payout_read', { order_key, ...told })
}

/** Writes a row for each customer with a part. A row from an earlier reading keeps its number, or is deleted. */
async function writeParts(tx: Tx, told: ProviderPayout): Promise<void> {
  const { provider_account, destination, provider_object, state, automatic, made_at, arrives_on } = told
  await tx`
    insert into payouts as p (provider_account, destination, provider_object, customer_id, state, automatic, made_on, arrives_on,
      amount, matched, lines, explained)
    select ${provider_account}, ${destination}, ${provider_object}, h.customer_id, ${state}, ${automatic},
      (${made_at}::timestamptz at time zone 'Europe/Rome')::date, ${arrives_on}, sum(h.amount - h.fee),
      coalesce(sum(h.amount - h.fee) filter (where h.class <> 'unknown'), 0), count(*),
      not exists (select from held where class = 'unknown')
    from held h group by h.customer_id
    on conflict (provider_account, provider_object, customer_id) do update
    set amount = excluded.amount, matched = excluded.matched, lines = excluded.lines, explained = excluded.explained`
  await tx`
    delete from payouts p
    where p.provider_account = ${provider_account} and p.provider_object = ${provider_object}
      and not exists (select from held h where h.customer_id is not distinct from p.customer_id)`
}

async function writeLines(tx: Tx, { provider_account, provider_object }: ProviderPayout): Promise<void> {
  await tx`
    delete from payout_lines where payout_id in (
      select payout_id from payouts where provider_account = ${provider_account} and provider_object = ${provider_object})`
  await tx`
    insert into payout_lines (payout_id, customer_id, account_id, payment_id, movement_id, class, type, day, amount, fee, went_on)
    select p.payout_id, h.customer_id, h.account_id, h.payment_id, h.movement_id, h.class, h.type, h.day, h.amount, h.fee, h.went_on
    from held h
    join payouts p on p.provider_account = ${provider_account} and p.provider_object = ${provider_object}
      and p.customer_id is not distinct from h.customer_id
    order by h.at, h.movement_id`
}
