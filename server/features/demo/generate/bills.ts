import { splitInstalments } from '@saldo/domain/bills/apportion'
import { addDays, type Day } from '@saldo/domain/dates'
import type { Cents } from '@saldo/domain/money'
import { type Line, ordinaryLines, worksLines } from './budget.ts'
import type { Condominium, Unit } from './condominiums.ts'
import { dice } from './seeded-random.ts'

export type DemoBill = {
  studio: number
  condominium: Condominium
  unit: Unit
  number: string
  description: string
  issue_date: Day
  status: 'draft' | 'issued' | 'cancelled'
  /** One of its payments is under dispute. */
  disputed: boolean
  lines: Line[]
  /** `returned`, `refunded`: unsettled cents that had been paid once. */
  instalments: { due_date: Day; amount: Cents; settled: Cents; returned: Cents; refunded: Cents }[]
}

const historyDays = 3 * 365
/** Drafts exist this many days before they are issued. */
const draftDays = 8

/** Makes three years of bills up to `today`, by issue date, numbered per condominium and year, all unpaid. */
export function makeBills(condominiums: readonly Condominium[], today: Day): DemoBill[] {
  const bills = condominiums.flatMap((condominium, index) => [
    ...(condominium.place.taken_over
      ? firstBills(condominium, index, today)
      : ordinaryBills(condominium, index, today)),
    ...(condominium.place.works ? worksBills(condominium, index, today) : []),
  ])
  const random = dice(1130)
  for (const bill of bills)
    if (bill.status === 'issued' && bill.instalments.length === 1 && random.chance(0.006))
      bill.status = 'cancelled'
  bills.sort((one, other) =>
    one.issue_date < other.issue_date ? -1 : one.issue_date > other.issue_date ? 1 : 0,
  )
  numberBills(bills)
  return bills
}

/** Every instalment of the yearly budgets that was issued in the last three years, or will be soon. */
function ordinaryBills(condominium: Condominium, index: number, today: Day): DemoBill[] {
  const { first_month, due_day, place } = condominium
  const thisYear = Number(today.slice(0, 4))
  const bills: DemoBill[] = []
  for (let year = thisYear - 3; year <= thisYear + 1; year += 1) {
    const shares = ordinaryLines(condominium, index, year)
    for (let position = 0; position < place.instalments_a_year; position += 1) {
      const month = first_month + position * (12 / place.instalments_a_year) + 1
      const due_date = `${year}-${String(month).padStart(2, '0')}-${String(due_day).padStart(2, '0')}`
      const issue_date = addDays(due_date, -(30 + (index % 3) * 5))
      if (issue_date < addDays(today, -historyDays) || issue_date > addDays(today, draftDays)) continue
      const description = `Rata ${position + 1} di ${place.instalments_a_year}, gestione ordinaria ${year}`
      bills.push(
        ...ofUnits(
          condominium,
          shares.map((of) => of[position] ?? []),
          { description, issue_date, dues: [due_date] },
          today,
        ),
      )
    }
  }
  return bills
}

/** A condominium just taken over has only its first instalment: issued for one, a draft for the other. */
function firstBills(condominium: Condominium, index: number, today: Day): DemoBill[] {
  const ready = condominium.place.studio === 0
  const due_date = addDays(today, ready ? 32 : 24)
  const issue_date = ready ? addDays(today, 3) : addDays(today, -9)
  const year = Number(due_date.slice(0, 4))
  const shares = ordinaryLines(condominium, index, year).map(([first]) => first ?? [])
  return ofUnits(
    condominium,
    shares,
    {
      description: `Rata 1 di ${condominium.place.instalments_a_year}, gestione ordinaria ${year}`,
      issue_date,
      dues: [due_date],
    },
    today,
  )
}

const works = [
  ['Rifacimento della facciata', 184_000],
  ['Impermeabilizzazione del tetto', 96_000],
  ['Sostituzione dell’ascensore', 128_000],
  ['Adeguamento dell’impianto elettrico', 62_000],
  ['Rifacimento del cortile', 54_000],
] as const
/** When the works' first instalment was due, in days before today: some works are finished, some not. */
const worksBegan = [610, 95, 430, 40, 780, 130, 250, 70, 520, 155, 330, 20]

/** Extraordinary works: one bill for each unit, in four instalments two months apart. */
function worksBills(condominium: Condominium, index: number, today: Day): DemoBill[] {
  const [title, a_flat] = works[index % works.length] ?? works[0]
  const first = addDays(today, -(worksBegan[(index * 5) % worksBegan.length] ?? 0))
  const dues = [0, 61, 122, 183].map((days) => addDays(first, days))
  const asked = { description: `${title}, in quattro rate`, issue_date: addDays(first, -40), dues }
  return ofUnits(condominium, worksLines(condominium, title, a_flat), asked, today)
}

type Asked = { description: string; issue_date: Day; dues: readonly Day[] }

/** One bill for each unit that has a share. */
function ofUnits(condominium: Condominium, shares: Line[][], asked: Asked, today: Day): DemoBill[] {
  const { description, issue_date, dues } = asked
  return condominium.units.flatMap((unit, index) => {
    const lines = shares[index] ?? []
    const amount = lines.reduce((sum, line) => sum + line.amount, 0)
    if (amount === 0) return []
    const parts = splitInstalments(amount, dues.length)
    return {
      ...{ studio: condominium.place.studio, condominium, unit, number: '', description, issue_date, lines },
      status: issue_date > today ? ('draft' as const) : ('issued' as const),
      disputed: false,
      instalments: dues.map((due_date, position) => ({
        ...{ due_date, amount: parts[position] ?? 0 },
        ...{ settled: 0, returned: 0, refunded: 0 },
      })),
    }
  })
}

/** `2026/000123`: counted per condominium and year. */
function numberBills(bills: DemoBill[]): void {
  const last = new Map<string, number>()
  for (const bill of bills) {
    const year = bill.issue_date.slice(0, 4)
    const key = `${bill.condominium.fiscal_code} ${year}`
    const next = (last.get(key) ?? 0) + 1
    last.set(key, next)
    bill.number = `${year}/${String(next).padStart(6, '0')}`
  }
}
