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
    const building = answer.startsWith('name:')
      ? { name: answer.slice('name:'.length) }
      : accounts.get(idOf(answer) ?? 0)
    if (building) same.set(fold(name), building)
  }
  return {
    addresses: await addressesOf(tx, tables),
    file: (account_id && accounts.get(account_id)) || null,
    accounts,
    same,
  }
}

/** The addresses of the office's condominiums that titles name. */
async function addressesOf(tx: Tx, tables: StoredImport['tables']): Promise<Map<string, string>> {
  const names = tables.flatMap(({ recognised }) => recognised?.title.condominium_name ?? [])
  if (names.length === 0) return new Map()
  const rows = await tx<{ name: string; address: string }[]>`
    select name, concat_ws(' ', address, house_number, city) as address from accounts
    where name_key = any (${names.map(fold)}) and coalesce(address, city) is not null`
  return new Map(rows.map(({ name, address }) => [fold(name), address]))
}
