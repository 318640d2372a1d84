import type { Tx } from '../../../db/connection.ts'
import type { VisibleAccount } from '../visible-account.ts'

export type IbanContacts = {
  /** Gets the code: the office's address, or the one that it replaced within 72 hours. Null: nobody. */
  code_to: string | null
  /** Since when the office has its first address, while that is too new for a code. */
  first_since: string | null
  /** All who are told: contacts on file, those replaced within 72 hours, full users; each once. */
  told: string[]
}

/** Who is concerned by a condominium's new IBAN, also people and addresses that the actor may not see. */
export async function ibanContacts(
  tx: Tx,
  { customer_id, account_id }: Pick<VisibleAccount, 'customer_id' | 'account_id'>,
): Promise<IbanContacts> {
  const [found] = await tx<IbanContacts[]>`select * from iban_contacts(${customer_id}, ${account_id})`
  return found ?? { code_to: null, first_since: null, told: [] }
}
