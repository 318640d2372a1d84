import type { InsertSamples } from '../../testing/records.ts'

/** A transfer that was refused, and a movement of the balance. */
export const insertSamples: InsertSamples<'money_transfer' | 'balance_movement'> = async (
  tx,
  { customer_id, account_id, mark },
) => {
  const [user] = await tx`
    insert into users (user_name, nominative, email, flag_super_user)
    values (${`super-${mark}-${account_id}`}, ${mark}, ${`super-${mark.toLowerCase()}-${account_id}@example.it`}, true)
    returning user_id`
  const user_id = user?.user_id as number
  const [transfer] = await tx`
    insert into money_transfers ${tx({
      ...{ customer_id, account_id, way: 'payout', provider_account: 'stripe', destination: `acct_${mark}` },
      ...{
        amount: 1000,
        iban: 'IT60X0542811101000000123456',
        beneficiary: mark,
        reason: mark,
        state: 'refused',
      },
      ...{ requested_by: user_id, requested_by_name: mark, closed_by: user_id, closing_reason: mark },
    })} returning money_transfer_id`
  const [entry] = await tx`
    insert into ledger_entries ${tx({
      ...{
        customer_id,
        account_id,
        kind: 'adjustment',
        source: `sample:${mark}:${account_id}`,
        description: mark,
      },
    })} returning entry_id`
  const entry_id = entry?.entry_id as number
  await tx`
    insert into ledger_lines ${tx([
      { customer_id, entry_id, ledger_account: 'connected_balance', amount: 100 },
      { customer_id, entry_id, ledger_account: 'bank', amount: -100 },
    ])}`
  return { money_transfer: transfer?.money_transfer_id as number, balance_movement: entry_id }
}
