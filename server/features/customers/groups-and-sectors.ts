import * as contract from '@saldo/contract/registry/customers'
import type { Tx } from '../../db/connection.ts'
import { conflictIfNotUnique } from '../../db/unique-violation.ts'
import { badInput, conflict, notFound } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'

/* Two lists of names with the same acts: the groups that customers belong to, and their trades. */

const selectGroups = (tx: Tx, group_id: number | null = null) => tx<contract.CustomerGroup[]>`
  select g.group_id, g.name, (select count(*)::int from customers c where c.group_id = g.group_id) as customers
  from customer_groups g where ${group_id}::bigint is null or g.group_id = ${group_id} order by fold(g.name)`
const selectSectors = (tx: Tx, sector_id: number | null = null) => tx<contract.Sector[]>`
  select s.sector_id, s.name, (select count(*)::int from customers c where c.sector_id = s.sector_id) as customers
  from sectors s where ${sector_id}::bigint is null or s.sector_id = ${sector_id} order by fold(s.name)`

const listGroups = serve(contract.listGroups, async ({ tx }) => {
  return selectGroups(tx)
})
const listSectors = serve(contract.listSectors, async ({ tx }) => {
  return selectSectors(tx)
})

const nameTaken = {
  one_customer_group_per_name: { name: 'C’è già un gruppo con questo nome.' },
  one_sector_per_name: { name: 'C’è già un settore con questo nome.' },
}

const saveGroup = serve(contract.saveGroup, async ({ tx, body: { group_id, name } }) => {
  const [row] = await conflictIfNotUnique(
    group_id
      ? tx`update customer_groups set name = ${name} where group_id = ${group_id} returning group_id`
      : tx`insert into customer_groups (name) values (${name}) returning group_id`,
    nameTaken,
  )
  if (!row) throw notFound('Il gruppo')
  return (await selectGroups(tx, row.group_id))[0] as contract.CustomerGroup
})
const saveSector = serve(contract.saveSector, async ({ tx, body: { sector_id, name } }) => {
  const [row] = await conflictIfNotUnique(
    sector_id
      ? tx`update sectors set name = ${name} where sector_id = ${sector_id} returning sector_id`
      : tx`insert into sectors (name) values (${name}) returning sector_id`,
    nameTaken,
  )
  if (!row) throw notFound('Il settore')
  return (await selectSectors(tx, row.sector_id))[0] as contract.Sector
})

const removeGroup = serve(contract.removeGroup, async ({ tx, params }) => {
  const [group] = await selectGroups(tx, params.id)
  if (!group) throw notFound('Il gruppo')
  if (group.customers > 0) throw stillUsed('Il gruppo', group.customers)
  await tx`delete from customer_groups where group_id = ${params.id}`
  return undefined
})
const removeSector = serve(contract.removeSector, async ({ tx, params }) => {
  const [sector] = await selectSectors(tx, params.id)
  if (!sector) throw notFound('Il settore')
  if (sector.customers > 0) throw stillUsed('Il settore', sector.customers)
  await tx`delete from sectors where sector_id = ${params.id}`
  return undefined
})

const stillUsed = (what: string, customers: number) =>
  conflict(
    'still_used',
    `${what} ha ancora ${customers === 1 ? 'un cliente' : `${customers} clienti`}: prima spostali altrove.`,
  )

/** 400 at the field for an unknown group or sector. */
export async function requireGroupAndSector(
  tx: Tx,
  { group_id, sector_id }: { group_id?: number | null | undefined; sector_id?: number | null | undefined },
): Promise<void> {
  if (group_id && (await tx`select from customer_groups where group_id = ${group_id}`).length === 0)
    throw badInput({ group_id: 'Questo gruppo non è nell’elenco.' })
  if (sector_id && (await tx`select from sectors where sector_id = ${sector_id}`).length === 0)
    throw badInput({ sector_id: 'Questo settore non è nell’elenco.' })
}

export const groupAndSectorRoutes = [
  listGroups,
  saveGroup,
  removeGroup,
  listSectors,
  saveSector,
  removeSector,
]
