import { addDays, type Day } from '@saldo/domain/dates'
import {
  type Debt,
  type NamedWay,
  namedWays,
  severalNamed,
  spoiltWays,
  unnamedWays,
} from '../../features/demo/collections/payers-words.ts'
import type { Dice } from '../../features/demo/generate/seeded-random.ts'
import { type Building, type MonthBill, movementOf, type Resident, type Unnumbered } from './month.ts'

export type Stage = { buildings: Building[]; residents: Resident[]; bills: MonthBill[] }
type Shares = { without_reference: number; wrong_amount: number; day: Day }

/** Of the transfers, so many in a hundred have a reference that went wrong, or come to another condominium's account. */
const spoilt = 0.01
const astray = 0.003
/** Of the bills paid by card, so many in a hundred are paid by transfer as well. */
const twice = 0.02

const named: Record<NamedWay, number> = {
  'RF as the reference': 28,
  'RF as the reference, in small letters': 3,
  'RF as end-to-end id': 4,
  'RF in the text': 12,
  'RF broken by the bank': 4,
  'number of the bill': 27,
  'number, with odd blanks and points': 12,
  'number, in capitals and cut behind it': 10,
}

/** The transfers of the holders who pay so: one for each bill, or one for several bills of a holder. */
export function transfersOf(dice: Dice, stage: Stage, shares: Shares): Unnumbered[] {
  const { bills } = stage
  const indexes = bills.map((_bill, index) => index)
  const byTransfer = Map.groupBy(
    indexes.filter((index) => bills[index]?.way === 'transfer'),
    (index) => `${bills[index]?.building} ${bills[index]?.resident}`,
  )
  const transfers = [...byTransfer.values()].flatMap((own) =>
    (own.length > 1 && dice.chance(0.5) ? [own] : own.map((index) => [index])).map((paid) =>
      transferOf(dice, stage, paid, shares),
    ),
  )
  const again = indexes
    .filter((index) => bills[index]?.way === 'card' && dice.chance(twice))
    .map((index) => paidTwice(dice, stage, index, shares))
  return [...transfers, ...again]
}

function transferOf(dice: Dice, stage: Stage, paid: readonly number[], shares: Shares): Unnumbered {
  const debt = debtOf(stage, paid)
  const due = paid.reduce((sum, index) => sum + billAt(stage, index).amount, 0)
  const from = payerOf(dice, stage, paid[0] as number, shares.day)
  const of = (amount: number) => ({
    ...from,
    amount,
    kind: 'transfer' as const,
    truth: truthOf(stage, paid, amount),
  })
  const fate = dice.next()
  if (fate < shares.without_reference) {
    const what = dice.weighted({ 'tax code and amount': 3, 'name and amount': 4, 'saldo rate': 3 })
    return movementOf({ ...of(due), group: 'unnamed', what, ...unnamedWays[what](debt, dice) })
  }
  if (fate < shares.without_reference + spoilt) {
    const what = dice.pick(
      (Object.keys(spoiltWays) as (keyof typeof spoiltWays)[]).filter(
        (way) => way !== 'number with a wrong digit' || !hasTwin(stage, paid[0] as number),
      ),
    )
    return movementOf({ ...of(due), group: 'spoilt', what, ...spoiltWays[what](debt, dice) })
  }
  if (fate < shares.without_reference + spoilt + astray && stage.buildings.length > 1) {
    const building = (from.building + dice.between(1, stage.buildings.length - 1)) % stage.buildings.length
    const words = namedWays['number of the bill'](debt, dice)
    return movementOf({
      ...of(due),
      building,
      group: 'spoilt',
      what: 'to another condominium’s account',
      ...words,
    })
  }
  const way = dice.weighted(named)
  const words = paid.length > 1 ? severalNamed(debt, dice) : namedWays[way](debt, dice)
  if (fate > 1 - shares.wrong_amount) {
    const [what, amount] = wrongAmount(dice, due, paid.length)
    return movementOf({ ...of(amount), group: 'amount', what, ...words })
  }
  return movementOf({ ...of(due), group: 'right', what: paid.length > 1 ? 'several bills' : way, ...words })
}

/**
 * A wrong digit that names another bill of the same amount is not wrong for anybody who reads it, if the payer's name does not
 * speak against it: a bill of the same holder, or any, if somebody else pays for the holder. docs/decisions says so.
 */
const hasTwin = ({ bills, residents }: Stage, index: number): boolean => {
  const { building, resident, amount } = bills[index] as MonthBill
  const paidByOther = !!residents[resident]?.other_payer
  return bills.some(
    (bill, at) =>
      at !== index &&
      bill.building === building &&
      bill.amount === amount &&
      (bill.resident === resident || paidByOther),
  )
}

function wrongAmount(dice: Dice, due: number, bills: number): [what: string, amount: number] {
  if (bills > 1) return ['several bills, and less than their sum', due - dice.pick([1_000, 2_550, 500])]
  const rounded = dice.chance(0.5) ? Math.floor(due / 100) * 100 : Math.ceil(due / 100) * 100
  const odd = rounded === due ? due - 50 : rounded
  return dice.pick([
    ['ten euros less', due - 1_000],
    ['cents rounded', odd],
    ['more than due', due + dice.pick([500, 1_000, 2_000, 5_000])],
    ['half of it', Math.floor(due / 2)],
  ] as [string, number][])
}

/** A bill that its holder has paid by card, too: all of it is credit. */
function paidTwice(dice: Dice, stage: Stage, index: number, { day }: Shares): Unnumbered {
  const { amount, resident } = billAt(stage, index)
  const words = namedWays[dice.pick(['RF as the reference', 'number of the bill'] as const)](
    debtOf(stage, [index]),
    dice,
  )
  return movementOf({
    ...{
      ...payerOf(dice, stage, index, day),
      amount,
      kind: 'transfer',
      group: 'twice',
      what: 'paid by card already',
    },
    ...{ truth: { bills: [], credit: amount, resident }, ...words },
  })
}

const billAt = ({ bills }: Stage, index: number): MonthBill => bills[index] as MonthBill

function debtOf(stage: Stage, paid: readonly number[]): Debt {
  const bill = billAt(stage, paid[0] as number)
  const { name, fiscal_code } = stage.residents[bill.resident] as Resident
  return {
    ...{
      numbers: paid.map((index) => billAt(stage, index).number),
      holder: name,
      fiscal_code,
      unit: bill.unit,
    },
    ...{
      building: stage.buildings[bill.building]?.name ?? '',
      instalment: bill.description.split(',')[0] as string,
    },
  }
}

/** The money on the bills in their order; the rest is credit. */
function truthOf(stage: Stage, paid: readonly number[], amount: number) {
  let left = amount
  const bills = paid.map((bill) => {
    const settled = Math.min(left, billAt(stage, bill).amount)
    left -= settled
    return { bill, amount: settled }
  })
  return {
    bills: bills.filter((each) => each.amount > 0),
    credit: left,
    resident: billAt(stage, paid[0] as number).resident,
  }
}

/** Who pays, as the bank says it. */
function payerOf(dice: Dice, stage: Stage, index: number, day: Day) {
  const { building, resident } = billAt(stage, index)
  const { name, fiscal_code, iban, other_payer } = stage.residents[resident] as Resident
  const booked_on = addDays(day, -dice.between(2, 28))
  if (other_payer) return { building, booked_on, party_name: other_payer.name, party_iban: other_payer.iban }
  const written = dice.pick([
    name,
    name
      .toUpperCase()
      .normalize('NFD')
      .replace(/[^ -~]/g, ''),
    name.split(' ').reverse().join(' '),
    `${name} E CONIUGE`,
  ])
  return {
    ...{ building, booked_on, party_name: written.slice(0, 40), party_iban: iban },
    party_fiscal_code: dice.chance(0.3) ? fiscal_code : null,
  }
}
