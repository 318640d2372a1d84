import { addDays, type Day } from '@saldo/domain/dates'
import { makeItalianIban } from '@saldo/domain/iban'
import { makeFiscalCode } from '@saldo/domain/registry/fiscal-code'
import { mensNames, surnames, womensNames } from '../../features/demo/generate/names.ts'
import type { Dice } from '../../features/demo/generate/seeded-random.ts'
import { makeTaxNumber } from '../../features/demo/generate/tax-number.ts'
import type { Building, MonthBill, Resident, Way } from './month.ts'

const banks = ['03069', '02008', '05034', '05387', '01030', '06230']
export const anyIban = (dice: Dice): string =>
  makeItalianIban({ abi: dice.pick(banks), cab: '02800', account: dice.digits(12) })

/** Shares of the ways to pay among holders, in percent; a condominium whose bank gives no camt presents no debits by file. */
const shares: Record<Way, number> = {
  ...{ transfer: 42, file_debit: 17, card: 14, provider_debit: 8, mav: 10, klarna: 3, nothing: 6 },
}
const flatsOfABuilding = 36

/**
 * Condominiums with their holders and so many bills: this month's instalment of every flat, of a third of the flats the
 * instalment before as well, which is of the same amount. Flats come in a few sizes, so that many holders of one condominium
 * owe the same. In every condominium two holders have one name, and some of them have a namesake in another.
 */
export function makeBuildings(dice: Dice, bill_count: number, day: Day) {
  const buildings: Building[] = []
  const residents: Resident[] = []
  const bills: MonthBill[] = []
  while (bills.length < bill_count) {
    const building = buildings.length
    const bank = (['camt', 'rh', 'camt', 'csv'] as const)[building % 4] as Building['bank']
    buildings.push({
      ...{ name: `Condominio ${dice.pick(surnames)} ${building + 1}`, bank, iban: anyIban(dice) },
      fiscal_code: makeTaxNumber(`9${String(building).padStart(6, '0')}`, '048'),
    })
    const sizes = Array.from({ length: dice.between(3, 5) }, () => dice.between(9_000, 72_000))
    const numbers = numberer(day, dice)
    const first = residents.length
    for (let flat = 0; flat < flatsOfABuilding && bills.length < bill_count; flat += 1) {
      const resident = ownerOf(dice, residents, first, flat)
      const amount = dice.pick(sizes)
      const way = wayOf(dice, bank)
      const add = (instalment: number, due_date: Day) =>
        bills.push({
          ...{ building, resident, amount, way, due_date, number: numbers(), unit: `Int. ${flat + 1}` },
          ...{
            description: `Rata ${instalment} di 4, gestione ordinaria`,
            issue_date: addDays(due_date, -45),
          },
        })
      if (dice.chance(1 / 3)) add(2, addDays(day, -60))
      if (bills.length < bill_count) add(3, addDays(day, dice.between(1, 8)))
    }
  }
  return { buildings, residents, bills }
}

/** Consecutive numbers of one condominium, as its bills print them. */
function numberer(day: Day, dice: Dice): () => string {
  let last = dice.between(0, 400)
  return () => {
    last += 1
    return `${day.slice(0, 4)}/${String(last).padStart(6, '0')}`
  }
}

function ownerOf(dice: Dice, residents: Resident[], first: number, flat: number): number {
  // The second flat's holder has the name of the first's; the third's, that of somebody in another condominium.
  const namesake =
    flat === 1 ? residents[first] : flat === 2 && first > 0 ? residents[dice.between(0, first - 1)] : null
  if (!namesake && flat > 4 && dice.chance(0.05)) return dice.between(first, residents.length - 1)
  residents.push(resident(dice, namesake?.name ?? null))
  return residents.length - 1
}

function resident(dice: Dice, name: string | null): Resident {
  const sex = dice.chance(0.5) ? ('F' as const) : ('M' as const)
  const surname = dice.pick(surnames)
  const given = dice.pick(sex === 'F' ? womensNames : mensNames)
  const fiscal_code = makeFiscalCode({
    ...{ surname, name: given, sex, belfiore: dice.pick(['D612', 'A944', 'G702', 'F205']) },
    birth_date: addDays('1940-01-01', dice.between(0, 22_000)),
  })
  const other = `${dice.pick(surnames)} ${dice.pick(sex === 'F' ? mensNames : womensNames)}`
  return {
    ...{ name: name ?? `${surname} ${given}`, fiscal_code, iban: anyIban(dice) },
    other_payer: dice.chance(0.12) ? { name: other, iban: anyIban(dice) } : null,
  }
}

function wayOf(dice: Dice, bank: Building['bank']): Way {
  const way = dice.weighted(shares)
  return way === 'file_debit' && bank !== 'camt' ? 'transfer' : way
}
