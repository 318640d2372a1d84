import type { Tx } from '../../../db/connection.ts'

export type IbanContacts = {
  /** Gets the code: the office's address, or the one that it replaced within 72 hours. Null: nobody. */
  code_to: string | null
  /** Since when the office has its first address, while that is too new for a code. */
  first_since: string | null
  /** All who are told: contacts on file, those replaced within 72 hours, full users; each once. */
  told: string[]
}

/**
 * The people and addresses to tell of a condominium's new IBAN, also those that the actor may not see. `account_id` null: those
 * to tell when the whole office's collections get another destination.
 */
export async function ibanContacts(
  tx: Tx,
  { customer_id, account_id }: { customer_id: number; account_id: number | null },
): Promise<IbanContacts> {
  const [found] = await tx<IbanContacts[]>`select * from iban_contacts(${customer_id}, ${account_id})`
  return found ?? { code_to: null, first_since: null, told: [] }
}
