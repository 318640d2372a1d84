import type { Tx } from '../../db/connection.ts'
import { notFound } from '../../http/errors.ts'

/** Whose address it is: an office's (`account_id` null) or a condominium's. `email` is the one on file, never sent to a client. */
export type ContactOwner = {
  customer_id: number
  account_id: number | null
  name: string
  email: string | null
}

/** The office; 404 when it is not visible to the actor. `lock`: until the transaction ends. */
export async function officeContact(tx: Tx, customer_id: number, lock = false): Promise<ContactOwner> {
  const [office] = await tx<ContactOwner[]>`
    select customer_id, null::bigint as account_id, business_name as name, primary_email as email from customers
    where customer_id = ${customer_id} ${lock ? tx`for no key update` : tx``}`
  if (!office) throw notFound('Il cliente')
  return office
}

/** The condominium; 404 when it is not visible to the actor. `lock`: until the transaction ends. */
export async function accountContact(tx: Tx, account_id: number, lock = false): Promise<ContactOwner> {
  const [account] = await tx<ContactOwner[]>`
    select customer_id, account_id, name, email from accounts
    where account_id = ${account_id} ${lock ? tx`for no key update` : tx``}`
  if (!account) throw notFound('Il condominio')
  return account
}
