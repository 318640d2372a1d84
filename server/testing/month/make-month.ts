import { addDays, type Day } from '@saldo/domain/dates'
import { dice as diceOf } from '../../features/demo/generate/seeded-random.ts'
import { foreignMovements } from './foreign-movements.ts'
import { makeBuildings } from './make-buildings.ts'
import type { Month, MonthMovement } from './month.ts'
import { transfersOf } from './transfers-of.ts'

/** Days before today on which the first statements end. */
export const earlyDays = 9

/**
 * A month of an office: condominiums, holders, bills and what comes to the accounts by transfer, each movement with its truth.
 * The same for the same seed and day. `without_reference`, `wrong_amount`: shares of the transfers, 0.02 and 0.03 by default.
 */
export function makeMonth(of: {
  seed: number
  bills: number
  day: Day
  without_reference?: number
  wrong_amount?: number
}): Month {
  const dice = diceOf(of.seed)
  const stage = makeBuildings(dice, of.bills, of.day)
  const all = numbered([
    ...transfersOf(dice, stage, {
      without_reference: of.without_reference ?? 0.02,
      wrong_amount: of.wrong_amount ?? 0.03,
      day: of.day,
    }),
    ...foreignMovements(dice, stage, of.day),
  ])
  const border = addDays(of.day, -earlyDays)
  return {
    ...{ seed: of.seed, day: of.day, ...stage },
    early: all.filter(({ booked_on }) => booked_on <= border),
    late: all.filter(({ booked_on }) => booked_on > border),
  }
}

/** In order of days, with the bank's references, which are those of the account. */
function numbered(movements: readonly Omit<MonthMovement, 'reference'>[]): MonthMovement[] {
  const last = new Map<number, number>()
  return movements
    .toSorted((one, other) =>
      one.booked_on < other.booked_on ? -1 : one.booked_on > other.booked_on ? 1 : 0,
    )
    .map((movement) => {
      const next = (last.get(movement.building) ?? 0) + 1
      last.set(movement.building, next)
      return {
        ...movement,
        reference: `B${String(movement.building).padStart(3, '0')}-${String(next).padStart(5, '0')}`,
      }
    })
}
