import type { Permission } from '@saldo/contract/sections'
import type { Tx } from '../../../db/connection.ts'
import { badInput, notFound } from '../../../http/errors.ts'

export type Granted = { permissions: Permission[]; all_accounts: boolean; account_ids: number[] }

/**
 * Validates a grant: the higher permission of each section; the named condominiums (404 if one is not visible to the
 * actor), or none if all are granted. 400 for "some" without any.
 */
export async function readGrant(
  tx: Tx,
  customer_id: number,
  { permissions, all_accounts, account_ids }: Granted,
): Promise<Granted> {
  const wanted = [...new Set(account_ids)]
  const [seen] = await tx<[{ count: number }]>`
    select count(*)::int from accounts where customer_id = ${customer_id} and account_id = any(${wanted})`
  if (seen.count < wanted.length) throw notFound('Uno dei condomìni')
  if (!all_accounts && wanted.length === 0)
    throw badInput({ account_ids: 'Scegli almeno un condominio, oppure tutti.' })
  const highest = permissions.filter(
    (permission) => !(permission.endsWith(':read') && permissions.includes(written(permission))),
  )
  return { permissions: [...new Set(highest)], all_accounts, account_ids: all_accounts ? [] : wanted }
}

const written = (permission: Permission) => permission.replace(/:read$/, ':write') as Permission

/** Saves a user's grant. Changes only the rows that differ, so that the audit log shows exactly what changed. */
export async function saveGrant(
  tx: Tx,
  customer_id: number,
  user_id: number,
  { permissions, account_ids }: Granted,
): Promise<void> {
  const rows = permissions.map((permission) => permission.split(':') as [string, string])
  const sections = rows.map(([section]) => section)
  const levels = rows.map(([, level]) => level)
  await tx`
    delete from user_permissions where user_id = ${user_id} and not section = any(${sections})`
  await tx`
    insert into user_permissions as p (user_id, customer_id, section, level)
    select ${user_id}, ${customer_id}, g.section, g.level
    from unnest(${sections}::text[], ${levels}::text[]) as g (section, level)
    on conflict (user_id, section) do update set level = excluded.level where p.level <> excluded.level`
  await tx`delete from user_accounts where user_id = ${user_id} and not account_id = any(${account_ids})`
  await tx`
    insert into user_accounts (user_id, customer_id, account_id)
    select ${user_id}, ${customer_id}, g from unnest(${account_ids}::bigint[]) g
    on conflict do nothing`
}
