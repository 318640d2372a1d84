import type { ProviderAccount as Seen } from '@saldo/contract/registry/provider-accounts'
import type Stripe from 'stripe'
import type { Tx } from '../../db/connection.ts'
import type { ProviderAccount } from '../../provider/providers.ts'
import { capabilityLabel, disabledSentence, requirementSentence } from './requirement-sentences.ts'

export type Whose = { customer_id: number; provider_account: ProviderAccount }
export type StoredAccount = Whose & {
  account_destination: string | null
  state: Seen['state']
  request: Stripe.AccountCreateParams | null
  requested_at: string | null
  generation: number
  details_submitted: boolean
  charges_enabled: boolean
  payouts_enabled: boolean
  currently_due: string[]
  past_due: string[]
  pending_verification: string[]
  deadline: string | null
  disabled_reason: string | null
  capabilities: Record<string, 'active' | 'pending' | 'inactive'>
  bank_last4: string | null
  fee_bps: number
  fee_fixed: number
  link_given_at: string | null
  closing_at: string | null
  asked_at: string | null
  updated_at: string | null
}

export async function findAccount(
  tx: Tx,
  { customer_id, provider_account }: Whose,
): Promise<StoredAccount | undefined> {
  const [row] = await tx<StoredAccount[]>`
    select * from provider_accounts where customer_id = ${customer_id} and provider_account = ${provider_account}`
  return row
}

/** Locks the row, creating it if missing. */
export async function lockAccount(tx: Tx, { customer_id, provider_account }: Whose): Promise<StoredAccount> {
  await tx`insert into provider_accounts ${tx({ customer_id, provider_account })} on conflict do nothing`
  const [row] = await tx<StoredAccount[]>`
    select * from provider_accounts
    where customer_id = ${customer_id} and provider_account = ${provider_account} for update`
  return row as StoredAccount
}

/** The account in the contract's format; `none` if it was never created. */
export async function viewAccount(tx: Tx, whose: Whose): Promise<Seen> {
  const stored = await findAccount(tx, whose)
  const [own] = await tx`
    select count(*)::int as count from accounts
    where customer_id = ${whose.customer_id} and provider_account = ${whose.provider_account}
      and account_destination is not null`
  return {
    ...whose,
    account_destination: stored?.account_destination ?? null,
    state: stored?.state ?? 'none',
    missing: stored ? missingOf(stored) : [],
    deadline: stored?.deadline ?? null,
    disabled_reason: stored?.disabled_reason ? disabledSentence(stored.disabled_reason) : null,
    capabilities: Object.entries(stored?.capabilities ?? {}).map(([name, state]) => ({
      name,
      label: capabilityLabel(name),
      state,
    })),
    details_submitted: stored?.details_submitted ?? false,
    charges_enabled: stored?.charges_enabled ?? false,
    payouts_enabled: stored?.payouts_enabled ?? false,
    bank_last4: stored?.bank_last4 ?? null,
    fee_bps: stored?.fee_bps ?? 0,
    fee_fixed: stored?.fee_fixed ?? 0,
    keeps_own: own?.count ?? 0,
    asked_at: stored?.asked_at ?? null,
    updated_at: stored?.updated_at ?? null,
  }
}

/** Each requirement once, under its most urgent heading. Requirements with the same sentence are merged. */
function missingOf(stored: StoredAccount): Seen['missing'] {
  const seen = new Set<string>()
  const missing: Seen['missing'] = []
  for (const urgency of ['past_due', 'currently_due', 'pending_verification'] as const)
    for (const code of stored[urgency]) {
      const sentence = requirementSentence(code)
      if (seen.has(sentence)) continue
      seen.add(sentence)
      missing.push({ code, sentence, urgency })
    }
  return missing
}
