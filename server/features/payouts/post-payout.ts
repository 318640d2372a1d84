import type { Tx } from '../../db/connection.ts'
import { type LedgerAccount, type LedgerKind, type LedgerLine, post } from '../../ledger/ledger.ts'
import type { ProviderPayout } from './store-payout.ts'

/**
 * A condominium's part of a payout. `went_on`: from payments to a connected account, so it belongs to the platform. In
 * cents.
 */
type Share = { customer_id: number; account_id: number; made_on: string; kept: number; went_on: number }

/**
 * Posts a payout's states per condominium, each once: out of the provider's balance, into the bank, or back. It posts
 * only after all lines are recognised. Dated today, so that a closed period never refuses it; `past`: dated on the day
 * on which it was made, where the books are open.
 */
export async function postPayout(tx: Tx, told: ProviderPayout, past: boolean): Promise<void> {
  const { provider_account, provider_object, destination, state, arrives_on } = told
  const shares = await tx<Share[]>`
    select l.customer_id, l.account_id, p.made_on, coalesce(sum(l.net) filter (where not l.went_on), 0)::bigint as kept,
      coalesce(sum(l.net) filter (where l.went_on), 0)::bigint as went_on
    from payouts p join payout_lines l on l.payout_id = p.payout_id
    where p.provider_account = ${provider_account} and p.provider_object = ${provider_object} and p.explained
      and l.account_id is not null
    group by 1, 2, 3 order by 1, 2`
  const balance: LedgerAccount = destination === null ? 'provider_transit' : 'connected_balance'
  for (const share of shares) {
    const { kept, went_on, made_on } = share
    const step = (kind: LedgerKind, day: string, description: string, lines: LedgerLine[]) =>
      postStep(
        tx,
        share,
        { kind, description, lines, source: `payout:${provider_object}:${share.account_id}` },
        past ? day : null,
      )
    await step('payout', made_on, `Accredito disposto dal provider, ${provider_object}`, [
      { ledger_account: 'payout_transit', amount: kept },
      { ledger_account: 'platform', amount: went_on },
      { ledger_account: balance, amount: -kept - went_on },
    ])
    if (state === 'paid')
      await step('payout_arrived', arrives_on, `Accredito arrivato in banca, ${provider_object}`, [
        { ledger_account: 'bank', amount: kept },
        { ledger_account: 'payout_transit', amount: -kept },
      ])
    if (state === 'failed' || state === 'canceled')
      await step('payout_failed', arrives_on, `Accredito non riuscito, ${provider_object}`, [
        { ledger_account: balance, amount: kept + went_on },
        { ledger_account: 'platform', amount: -went_on },
        { ledger_account: await reached(tx, share, provider_object), amount: -kept },
      ])
  }
  await tx`
    update payouts set posted_at = coalesce(posted_at, now())
    where provider_account = ${provider_account} and provider_object = ${provider_object} and explained`
}

type Step = { kind: LedgerKind; source: string; description: string; lines: LedgerLine[] }

async function postStep(
  tx: Tx,
  { customer_id, account_id }: Share,
  { lines, ...entry }: Step,
  day: string | null,
): Promise<void> {
  const moved = lines.filter(({ amount }) => amount !== 0)
  if (moved.length === 0) return
  const [open] = await tx<{ day: string }[]>`
    select case when ${day}::date <= today() and ${day}::date > coalesce(books_closed_to(${customer_id}, ${account_id}), '-infinity')
      then ${day}::date else today() end as day`
  const whose = { customer_id, account_id, subject_id: null, bill_id: null, payment_id: null }
  await post(tx, { ...whose, ...entry, day: open?.day as string }, moved)
}

/** The states that the payout has passed; it may be returned after it arrived. */
async function reached(
  tx: Tx,
  { customer_id, account_id }: Share,
  provider_object: string,
): Promise<LedgerAccount> {
  const [arrived] = await tx`
    select from ledger_entries
    where source = ${`payout:${provider_object}:${account_id}`} and kind = 'payout_arrived' and customer_id = ${customer_id}`
  return arrived ? 'bank' : 'payout_transit'
}
