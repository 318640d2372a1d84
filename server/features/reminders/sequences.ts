import type { ReminderSequence } from '@saldo/contract/bills/reminders'
import { defaultSequence } from '@saldo/domain/arrears/reminder-texts'
import type { Tx } from '../../db/connection.ts'

/** A stored sequence; `account_id` null: the office's. */
type Kept = Omit<ReminderSequence, 'from'>

/** The reminder sequence of each of a customer's condominiums: its own, else the office's, else the default. */
export async function sequencesOf(
  tx: Tx,
  customer_id: number,
  account_ids: readonly number[],
): Promise<Map<number, ReminderSequence>> {
  const kept = await storedSequences(tx, customer_id, account_ids)
  return new Map(account_ids.map((account_id) => [account_id, sequenceAmong(kept, account_id)]))
}

/** One of them; `account_id` null: the office's. */
export async function sequenceOf(
  tx: Tx,
  customer_id: number,
  account_id: number | null,
): Promise<ReminderSequence> {
  return sequenceAmong(
    await storedSequences(tx, customer_id, account_id === null ? [] : [account_id]),
    account_id,
  )
}

const storedSequences = (tx: Tx, customer_id: number, account_ids: readonly number[]) => tx<Kept[]>`
  select account_id, automatic, not_within_days, least_residue, address_form, steps from reminder_sequences
  where customer_id = ${customer_id} and (account_id is null or account_id = any(${[...account_ids]}::bigint[]))`

function sequenceAmong(kept: readonly Kept[], account_id: number | null): ReminderSequence {
  const own = account_id === null ? undefined : kept.find((each) => each.account_id === account_id)
  if (own) return { ...own, from: 'account' }
  const office = kept.find((each) => each.account_id === null)
  if (office) return { ...office, account_id, from: 'office' }
  return { ...defaultSequence, steps: [...defaultSequence.steps], account_id, from: 'default' }
}
