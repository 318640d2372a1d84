import type { Listener } from '../../events.ts'

/** Writes the address that an office has confirmed; not a condominium's. */
export const writeOfficeContact: Listener<'contact_confirmed'> = async (
  _services,
  tx,
  { customer_id, account_id, email },
) => {
  if (account_id !== null) return
  await tx`update customers set primary_email = ${email}, updated_at = now() where customer_id = ${customer_id}`
}
