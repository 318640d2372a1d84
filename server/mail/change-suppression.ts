import type { Tx } from '../db/connection.ts'

/** Suppresses an address for a reason, in the name of the actor. @returns its id; null: it is suppressed already. */
export async function addSuppression(
  tx: Tx,
  { address, reason }: { address: string; reason: string },
): Promise<number | null> {
  const [row] = await tx<{ suppressed_address_id: number }[]>`
    insert into suppressed_addresses (address, cause, reason, created_by)
    values (lower(${address}), 'hand', ${reason}, actor_user_id())
    on conflict do nothing returning suppressed_address_id`
  return row?.suppressed_address_id ?? null
}

/** Lets mails go to the address again. The row stays, with who did it and why. */
export async function endSuppression(tx: Tx, suppressed_address_id: number, reason: string): Promise<void> {
  await tx`
    update suppressed_addresses set lifted_at = now(), lifted_by = actor_user_id(), lift_reason = ${reason}
    where suppressed_address_id = ${suppressed_address_id} and lifted_at is null`
}
