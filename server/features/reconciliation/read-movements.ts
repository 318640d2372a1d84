import type Stripe from 'stripe'
import type { Tx } from '../../db/connection.ts'
import { isGone } from '../../provider/ask-provider.ts'
import type { ProviderAccount } from '../../provider/providers.ts'
import type { Services } from '../../services.ts'
import { destinationsOf } from '../provider-accounts/destinations.ts'
import { type MovementRow, movementRow } from './movement-row.ts'
import { connectedRows } from './read-connected-movements.ts'

/** How many movements are held in memory before they are written; a day may have any number. */
const batch = 1000

/**
 * Copies a day (`yyyy-mm-dd`, in Rome) of the provider's book into our tables, page by page. Reading again changes
 * nothing.
 */
export async function readMovements(
  services: Services,
  provider_account: ProviderAccount,
  day: string,
): Promise<void> {
  const [bounds] = await services.asSystem(
    (tx) => tx`
      select extract(epoch from ${day}::date::timestamp at time zone 'Europe/Rome')::bigint as gte,
        extract(epoch from (${day}::date + 1)::timestamp at time zone 'Europe/Rome')::bigint as lt`,
  )
  await readBook(services, provider_account, bounds as unknown as Bounds, null)
  const connected = await services.asSystem((tx) => destinationsOf(tx, provider_account))
  for (const book of connected)
    await readBook(services, provider_account, bounds as unknown as Bounds, book).catch((error: unknown) => {
      // The account was closed or disconnected: what was read before stays.
      if (!isGone(error)) throw error
      services.log.warn({ err: error, book }, 'the provider does not show the book of a connected account')
    })
}

type Bounds = { gte: number; lt: number }

async function readBook(
  services: Services,
  provider_account: ProviderAccount,
  created: Bounds,
  book: string | null,
): Promise<void> {
  const { stripe } = services.providers.get(provider_account)
  let rows: MovementRow[] = []
  const keep = async () => {
    const full = rows
    rows = []
    if (full.length > 0) await services.asSystem((tx) => storeMovements(tx, full))
  }
  const found = stripe.balanceTransactions.list(
    { created, limit: 100, expand: ['data.source'] },
    book ? { stripeAccount: book } : {},
  )
  for await (const movement of found) {
    rows.push(movementRow(provider_account, movement, book))
    if (rows.length === batch) await keep()
  }
  await keep()
}

/** Reads all movements of one payment intent: the charge, refunds, disputes. */
export async function readMovementsOf(
  services: Services,
  provider_account: ProviderAccount,
  payment_intent: string,
): Promise<void> {
  const { stripe } = services.providers.get(provider_account)
  const all = { payment_intent, limit: 100 }
  const [charges, refunds, disputes] = await Promise.all([
    stripe.charges.list({ ...all, expand: ['data.balance_transaction', 'data.failure_balance_transaction'] }),
    stripe.refunds.list({ ...all, expand: ['data.balance_transaction'] }),
    stripe.disputes.list(all),
  ])
  const movements = [
    ...charges.data.flatMap((charge) =>
      of(charge, [charge.balance_transaction, charge.failure_balance_transaction]),
    ),
    ...refunds.data.flatMap((refund) =>
      of(refund, [refund.balance_transaction, refund.failure_balance_transaction]),
    ),
    ...disputes.data.flatMap((dispute) => of(dispute, dispute.balance_transactions)),
  ]
  for (const refund of refunds.data) {
    const failure = refund.failure_balance_transaction
    if (typeof failure === 'string')
      movements.push(...of(refund, [await stripe.balanceTransactions.retrieve(failure)]))
  }
  const rows = movements.map((movement) => movementRow(provider_account, movement))
  for (const charge of charges.data)
    if (charge.transfer_data) rows.push(...(await connectedRows(services, provider_account, charge)))
  if (rows.length > 0) await services.asSystem((tx) => storeMovements(tx, rows))
}

type Source = Stripe.Charge | Stripe.Refund | Stripe.Dispute
type Expanded = Stripe.BalanceTransaction | string | null | undefined

/** A movement inside an expanded source names that source by id; here it gets the whole source. */
const of = (source: Source, movements: readonly Expanded[]): Stripe.BalanceTransaction[] =>
  movements.flatMap((movement) => (movement && typeof movement === 'object' ? [{ ...movement, source }] : []))

/** The provider never changes a movement, except its status. */
async function storeMovements(tx: Tx, rows: readonly MovementRow[]): Promise<void> {
  await tx`
    insert into provider_movements (provider_account, movement_id, class, type, amount, fee, day, at, available_on, source_id,
      charge_id, payment_intent, claimed_attempt_id, pending, book, part_of)
    select provider_account, movement_id, class, type, amount, fee, (at at time zone 'Europe/Rome')::date, at, available_on,
      source_id, charge_id, payment_intent, claimed_attempt_id, pending, book, part_of
    from json_populate_recordset(null::provider_movements, ${JSON.stringify(rows)}::json)
    on conflict (provider_account, movement_id) do update set pending = excluded.pending, read_at = now()`
}
