import type { IbanChange } from '@saldo/contract/registry/account-iban'
import { maskIban } from '@saldo/domain/iban'
import type { Tx } from '../../../db/connection.ts'
import { conflict } from '../../../http/errors.ts'
import { maskEmail } from '../../../mail/mask-email.ts'
import { bankOf } from './bank-of.ts'

/** A stored request: full IBANs and addresses, never sent to a client. */
export type StoredChange = Omit<IbanChange, 'bank_name'> & {
  customer_id: number
  codes_sent: number
  requested_by: number | null
}

export const changesOf = (tx: Tx, account_id: number) => tx<StoredChange[]>`
  select iban_change_id, customer_id, account_id, old_iban, new_iban, told, code_to, codes_sent, requested_by, requested_by_name,
    requested_at, expires_at, decided_by_name, decided_at,
    case when state = 'pending' and expires_at <= now() then 'expired' else state end as state
  from iban_changes where account_id = ${account_id}
  order by iban_change_id desc limit 100`

/** Locks the pending request; 409 when there is none. */
export async function lockPendingChange(tx: Tx, account_id: number): Promise<StoredChange> {
  const [locked] = await tx`
    select iban_change_id from iban_changes
    where account_id = ${account_id} and state = 'pending' and expires_at > now() for update`
  const change = locked && (await changesOf(tx, account_id)).find((each) => each.state === 'pending')
  if (!change)
    throw conflict(
      'no_iban_change',
      'Nessun cambio di IBAN aspetta conferma: forse è già stato deciso o è scaduto.',
    )
  return change
}

/** The request in the contract's format: IBANs and addresses masked. */
export const maskedChange = ({
  customer_id: _whose,
  codes_sent: _sent,
  requested_by: _who,
  ...change
}: StoredChange): IbanChange => ({
  ...change,
  bank_name: bankOf(change.new_iban)?.name ?? null,
  old_iban: change.old_iban && maskIban(change.old_iban),
  new_iban: maskIban(change.new_iban),
  told: change.told.map((address) => maskEmail(address) ?? '••••'),
  code_to: maskEmail(change.code_to),
})

/** Ends the request with this `state`. */
export async function decideChange(
  tx: Tx,
  change: StoredChange,
  state: 'confirmed' | 'withdrawn',
): Promise<IbanChange> {
  await tx`
    update iban_changes
    set state = ${state}, decided_at = now(), decided_by = actor_user_id(), decided_by_name = actor_nominative()
    where iban_change_id = ${change.iban_change_id}`
  const decided = (await changesOf(tx, change.account_id)).find(
    ({ iban_change_id }) => iban_change_id === change.iban_change_id,
  )
  return maskedChange(decided as StoredChange)
}

/** Ends the request that waits for confirmation, if any, because a newer IBAN takes its place. */
export const replaceWaitingIban = (tx: Tx, account_id: number) => tx`
  update iban_changes
  set state = case when expires_at <= now() then 'expired' else 'replaced' end, decided_at = now(),
    decided_by = actor_user_id(), decided_by_name = actor_nominative()
  where account_id = ${account_id} and state = 'pending'`
