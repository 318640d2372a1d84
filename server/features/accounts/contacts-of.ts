import type { Tx } from '../../db/connection.ts'
import type { VisibleAccount } from './visible-account.ts'

/** The addresses for mails about a condominium: its own and its office's, each once. */
export async function contactsOf(
  tx: Tx,
  { customer_id, email }: Pick<VisibleAccount, 'customer_id' | 'email'>,
): Promise<string[]> {
  const [customer] = await tx<{ primary_email: string | null }[]>`
    select primary_email from customers where customer_id = ${customer_id}`
  const all = [email, customer?.primary_email].filter((address) => typeof address === 'string')
  return [...new Set(all)]
}
