import type { Listener } from '../../events.ts'

/** Writes the address that a condominium has confirmed; not an office's. */
export const writeAccountContact: Listener<'contact_confirmed'> = async (
  _services,
  tx,
  { customer_id, account_id, email },
) => {
  if (account_id === null) return
  await tx`
    update accounts set email = ${email}, updated_at = now()
    where customer_id = ${customer_id} and account_id = ${account_id}`
}
