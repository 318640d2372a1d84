import type { Tx } from '../../db/connection.ts'
import { notFound } from '../../http/errors.ts'

export type RunAccount = {
  customer_id: number
  account_id: number
  name: string
  iban: string | null
  creditor_id: string | null
  state: string
}

/** The condominium that collects; 404 when it is not visible. */
export async function runAccount(tx: Tx, account_id: number): Promise<RunAccount> {
  const [account] = await tx<RunAccount[]>`
    select customer_id, account_id, name, iban, creditor_id, state from accounts where account_id = ${account_id}`
  if (!account) throw notFound('Il condominio')
  return account
}

/** Why it cannot present debits at all, as a sentence; null if it can. */
export function whyNotCollect({ iban, creditor_id, state }: RunAccount): string | null {
  if (state === 'closed') return 'Il condominio è chiuso.'
  if (iban === null) return 'Manca l’IBAN del condominio: è il conto su cui si incassa.'
  if (creditor_id === null)
    return 'Manca l’identificativo del creditore del condominio: lo assegna la banca, scrivilo fra i suoi dati.'
  return null
}

/** The condominium with this account, normalised, if the actor sees it. */
export async function runAccountByIban(
  tx: Tx,
  customer_id: number,
  iban: string,
): Promise<RunAccount | undefined> {
  const [account] = await tx<RunAccount[]>`
    select customer_id, account_id, name, iban, creditor_id, state from accounts
    where customer_id = ${customer_id} and iban = ${iban}`
  return account
}
