import type { Services } from '../../services.ts'
import { makeAccount, makeSubject } from '../people.ts'

export type Building = {
  account_id: number
  units: number[]
  owners: number[]
  tables: Record<string, number>
}

/**
 * A condominium with one unit per given weight (whole millesimi), each with one owner, and a value table. `more`:
 * further tables by name, with weights in the order of the units; null where a unit has none.
 */
export async function makeBuilding(
  services: Services,
  customer_id: number,
  millesimi: readonly number[],
  more: Record<string, { kind: string; weights: readonly (number | null)[] }> = {},
): Promise<Building> {
  const account_id = await makeAccount(services, customer_id)
  const units: number[] = []
  const owners: number[] = []
  for (const [at] of millesimi.entries()) {
    const subject_id = await makeSubject(services, customer_id)
    owners.push(subject_id)
    units.push(
      await services.asSystem(async (tx) => {
        const [unit] = await tx`
          insert into units ${tx({ customer_id, account_id, number: String(at + 1), staircase: 'A', position: at })}
          returning unit_id`
        await tx`
          insert into right_holders ${tx({ customer_id, account_id, unit_id: unit?.unit_id, subject_id, right_kind: 'owner' })}`
        return unit?.unit_id as number
      }),
    )
  }
  const tables: Record<string, number> = {}
  const all = { Proprietà: { kind: 'value', weights: millesimi }, ...more }
  for (const [name, { kind, weights }] of Object.entries(all))
    tables[name] = await services.asSystem(async (tx) => {
      const [table] = await tx`
        insert into weight_tables ${tx({ customer_id, account_id, name, kind })} returning weight_table_id`
      const weight_table_id = table?.weight_table_id as number
      for (const [at, weight] of weights.entries())
        if (weight !== null)
          await tx`
            insert into weights ${tx({ customer_id, account_id, weight_table_id, unit_id: units[at], weight: weight * 10_000 })}`
      return weight_table_id
    })
  return { account_id, units, owners, tables }
}

/** Another person with a right in a unit. */
export async function giveRight(
  services: Services,
  customer_id: number,
  { account_id }: Building,
  unit_id: number,
  right: {
    right_kind: string
    subject_id?: number
    pays?: boolean
    since?: string
    until?: string
    share_numerator?: number
    share_denominator?: number
  },
): Promise<number> {
  const subject_id = right.subject_id ?? (await makeSubject(services, customer_id))
  await services.asSystem(
    (tx) => tx`insert into right_holders ${tx({ ...right, customer_id, account_id, unit_id, subject_id })}`,
  )
  return subject_id
}
