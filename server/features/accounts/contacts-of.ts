import type { Tx } from '../../db/connection.ts'
import type { VisibleAccount } from './visible-account.ts'

export type Contacts = { office: string | null; all: string[] }

/** The addresses for mails about a condominium: its office's and its own, each once. */
export async function contactsOf(
  tx: Tx,
  { customer_id, email }: Pick<VisibleAccount, 'customer_id' | 'email'>,
): Promise<Contacts> {
  const [customer] = await tx<{ primary_email: string | null }[]>`
    select primary_email from customers where customer_id = ${customer_id}`
  const office = customer?.primary_email ?? null
  const all = [email, office].filter((address): address is string => address !== null)
  return { office, all: [...new Set(all)] }
}
