import type { Day } from '@saldo/domain/dates'
import type { Cents } from '@saldo/domain/money'
import { type StatedMovement, stated } from '../../features/demo/collections/stated.ts'

/** How the holder of a bill means to pay it. */
export const ways = ['card', 'klarna', 'provider_debit', 'file_debit', 'mav', 'transfer', 'nothing'] as const
export type Way = (typeof ways)[number]

export type Resident = {
  name: string
  fiscal_code: string
  iban: string
  /** A spouse, tenant or child who pays the resident's bills; null: the resident pays them. */
  other_payer: { name: string; iban: string } | null
}
/** A condominium; `bank`: the format of the statements that its bank gives. */
export type Building = { name: string; fiscal_code: string; iban: string; bank: 'camt' | 'rh' | 'csv' }
export type MonthBill = {
  building: number
  resident: number
  number: string
  unit: string
  description: string
  amount: Cents
  issue_date: Day
  due_date: Day
  way: Way
}

/** What a credit is in truth: what it pays of which bills (by their index), and what is left for the holder. */
export type Truth = { bills: { bill: number; amount: Cents }[]; credit: Cents; resident: number }

/** A movement of a condominium's account with its truth; null: it pays no bill. */
export type MonthMovement = StatedMovement & {
  building: number
  /** How it is called in the report. */
  what: string
  group: Group
  truth: Truth | null
}

/** Without the bank's reference, which it gives in order of days. */
export type Unnumbered = Omit<MonthMovement, 'reference'>

/** A movement of which nothing else is known. */
export function movementOf(
  of: Partial<Unnumbered> &
    Pick<Unnumbered, 'building' | 'amount' | 'booked_on' | 'what' | 'group' | 'truth' | 'kind'>,
): Unnumbered {
  const { reference: _none, ...movement } = stated({ ...of, reference: '' })
  const { building, what, group, truth } = of
  return { ...movement, building, what, group, truth }
}

/**
 * `right`: a reference and the amount due; `amount`: a reference and a wrong amount; `twice`: a bill that is paid already;
 * `spoilt`: a reference that went wrong; `unnamed`: no reference; `foreign`: no payment of a bill.
 */
export type Group = 'right' | 'amount' | 'twice' | 'spoilt' | 'unnamed' | 'foreign'

export type Month = {
  seed: number
  day: Day
  buildings: Building[]
  residents: Resident[]
  bills: MonthBill[]
  /** Movements of the first statements, which are loaded before debits and notices are presented. */
  early: MonthMovement[]
  /** Movements of the later statements. */
  late: MonthMovement[]
}
