import { apportion } from '@saldo/domain/bills/apportion'
import type { Tx } from '../../../db/connection.ts'
import type { Condominium, Unit } from '../generate/condominiums.ts'
import { insertNumbered, insertRows } from './insert-rows.ts'
import { type Registry, subjectKey } from './write-registry.ts'

/** The weights of a table sum to 1,000 millesimi; they are stored in ten-thousandths. */
const storedTotalWeight = 10_000_000
const uses = { flat: 'home', box: 'garage', shop: 'shop' } as const

/** Writes the condominiums' units, their owners, and the tables by which expenses are shared. */
export async function writeUnits(
  tx: Tx,
  condominiums: readonly Condominium[],
  { customer_ids, account_ids, subject_ids }: Registry,
): Promise<void> {
  const all = condominiums.flatMap((of) => {
    const where = { customer_id: customer_ids[of.place.studio], account_id: account_ids.get(of) }
    return of.units.map((unit, position) => ({ of, unit, where, position }))
  })
  const unit_ids = await insertNumbered(
    tx,
    'units',
    'unit_id',
    all.map(({ unit, where, position }) => ({ ...where, ...doorOf(unit), use: uses[unit.kind], position })),
  )
  const placed = all.map((each, index) => ({ ...each, unit_id: unit_ids[index] as number }))
  await insertRows(
    tx,
    'right_holders',
    placed.map(({ of, unit, where, unit_id }) => ({
      ...{ ...where, unit_id, right_kind: 'owner', pays: true, share_numerator: 1, share_denominator: 1 },
      subject_id: subject_ids.get(subjectKey(of.place.studio, unit.holder)),
    })),
  )
  const tables = condominiums.flatMap((of) =>
    tablesOf(of).map((table) => ({
      ...{ of, table },
      where: { customer_id: customer_ids[of.place.studio], account_id: account_ids.get(of) },
    })),
  )
  const table_ids = await insertNumbered(
    tx,
    'weight_tables',
    'weight_table_id',
    tables.map(({ where, table: { name, kind, position } }) => ({ ...where, name, kind, position })),
  )
  const weights = tables.flatMap(({ of, table, where }, index) => {
    const units = placed.filter((each) => each.of === of && table.bears(each.unit))
    const shares = apportion(
      storedTotalWeight,
      units.map(({ unit }) => unit.weight),
    )
    return units.map(({ unit_id }, at) => ({
      ...{ ...where, unit_id, weight_table_id: table_ids[index] },
      weight: shares[at],
    }))
  })
  await insertRows(tx, 'weights', weights)
}

/** `Int. 3, scala A` is door 3 of staircase A; a shop or a box has only a name. */
function doorOf({ label }: Unit): { number: string; staircase: string } {
  const [, number = label, staircase = ''] = /^Int\. (\d+)(?:, scala (\w+))?$/.exec(label) ?? []
  return { number, staircase }
}

const tablesOf = ({ place }: Condominium) => [
  { name: 'Tabella A, proprietà', kind: 'value', position: 0, bears: () => true },
  ...(place.stairs > 1
    ? [
        {
          name: 'Tabella B, scale e ascensore',
          ...{ kind: 'stairs', position: 1, bears: ({ kind }: Unit) => kind === 'flat' },
        },
      ]
    : []),
]
