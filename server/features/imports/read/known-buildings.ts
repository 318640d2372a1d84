import { fold } from '@saldo/domain/fold'
import type { Tx } from '../../../db/connection.ts'
import type { StoredImport } from '../import-view.ts'
import type { Building } from './sheet-reading.ts'
import type { Buildings } from './table-building.ts'

const idOf = (answer: string | undefined): number | null =>
  Number(/^account:(\d+)$/.exec(answer ?? '')?.[1]) || null

/** The condominiums that the choices about an import name, as the actor sees them. */
export async function knownBuildings(
  tx: Tx,
  { account_id, tables, same_accounts }: Pick<StoredImport, 'account_id' | 'tables' | 'same_accounts'>,
): Promise<Buildings> {
  const ids = [
    account_id,
    ...tables.map(({ answers }) => idOf(answers.condominium)),
    ...Object.values(same_accounts).map(idOf),
  ].filter((id) => id !== null)
  const rows =
    ids.length === 0
      ? []
      : await tx`select account_id, name, fiscal_code, iban from accounts where account_id = any (${ids}::bigint[])`
  const accounts = new Map(
    rows.map(({ account_id, name, fiscal_code, iban }): [number, Building] => [
      account_id,
      { name, ...(fiscal_code ? { fiscal_code } : {}), ...(iban ? { iban } : {}) },
    ]),
  )
  const same = new Map<string, Building>()
  for (const [name, answer] of Object.entries(same_accounts)) {
    const account = accounts.get(idOf(answer) ?? 0)
    if (account) same.set(fold(name), account)
  }
  return { file: (account_id && accounts.get(account_id)) || null, accounts, same }
}
