import { formatRf, rfOfBill } from '@saldo/domain/sepa/creditor-reference'
import type { Dice } from '../generate/seeded-random.ts'

/** What stands in the fields that a payer fills in. */
export type Words = { structured_reference: string | null; end_to_end_id: string | null; text: string }

/** What whoever pays may know of the debt. `number`s: of the bills that are paid. */
export type Debt = {
  numbers: readonly string[]
  holder: string
  fiscal_code: string
  unit: string
  building: string
  instalment: string
}

const only = (text: string): Words => ({ structured_reference: null, end_to_end_id: null, text })

/** The ways in which payers name one bill, so that whoever reads it finds the bill. */
export const namedWays = {
  'RF as the reference': ({ numbers }, _dice) => ({ ...only(''), structured_reference: rfOf(numbers) }),
  'RF as the reference, in small letters': ({ numbers }, _dice) => ({
    ...only(''),
    structured_reference: rfOf(numbers).toLowerCase(),
  }),
  'RF as end-to-end id': ({ numbers, instalment }, _dice) => ({
    ...only(instalment),
    end_to_end_id: rfOf(numbers),
  }),
  'RF in the text': ({ numbers, holder }, dice) =>
    only(
      dice.pick([
        `${rfOf(numbers)} ${holder}`,
        `pagamento ${formatRf(rfOf(numbers))}`,
        `Rif. ${formatRf(rfOf(numbers)).toLowerCase()} condominio`,
      ]),
    ),
  'RF broken by the bank': ({ numbers, building }, dice) => {
    const rf = rfOf(numbers)
    const at = dice.between(5, rf.length - 2)
    return only(`SPESE ${capitals(building)} ${rf.slice(0, at)} ${rf.slice(at)}`)
  },
  'number of the bill': ({ numbers, holder, unit, instalment }, dice) =>
    only(
      dice.pick([
        `Bolletta ${numbers[0]}`,
        `bolletta n. ${numbers[0]} ${holder}`,
        `${instalment} bolletta ${numbers[0]} ${unit}`,
        `Pagamento ${numbers[0]}`,
        `${numbers[0]}`,
      ]),
    ),
  'number, with odd blanks and points': ({ numbers, unit }, dice) => {
    const [number = ''] = numbers
    return only(
      dice.pick([
        `boll.n.${number} ${unit}`,
        `bolletta ${number.replace('/', ' / ')}`,
        `Bolletta ${number.replace('/', '/ ')} , ${unit}`,
        `RIF:${number}`,
        `rata condominio(${number})`,
        `N.${number};grazie`,
      ]),
    )
  },
  'number, in capitals and cut behind it': ({ numbers, building, holder }, _dice) =>
    only(
      capitals(
        `SALDO RATE COND. ${building} BOLL. ${numbers[0]} ${holder} PAGAMENTO EFFETTUATO TRAMITE HOME BANKING`,
      )
        .slice(0, 78)
        .trim(),
    ),
} satisfies Record<string, (debt: Debt, dice: Dice) => Words>
export type NamedWay = keyof typeof namedWays

/** Several bills in one transfer, all named. */
export const severalNamed = ({ numbers }: Debt, dice: Dice): Words =>
  only(
    dice.pick([
      `bollette ${numbers.join(' e ')}`,
      `Bollette n. ${numbers.join(', ')}`,
      `SALDO BOLL. ${numbers.join(' + ')}`,
      `${numbers.map(rfOf1).join(' ')}`,
    ]),
  )

/** A reference that went wrong on its way, so that it names no bill, or another one. */
export const spoiltWays = {
  'number with a wrong digit': ({ numbers }, dice) => {
    const [number = ''] = numbers
    const at = number.length - 1 - dice.between(0, 2)
    const digit = String((Number(number[at]) + dice.between(1, 9)) % 10)
    return only(`bolletta ${number.slice(0, at)}${digit}${number.slice(at + 1)}`)
  },
  'number cut by the bank': ({ numbers, building }, dice) =>
    only(capitals(`PAGAMENTO RATA ${building} BOLLETTA ${numbers[0]}`).slice(0, -dice.between(1, 4))),
  'number without its zeros': ({ numbers }, _dice) => only(`bolletta ${numbers[0]?.replace(/\/0+/, '/')}`),
  'RF with a wrong digit': ({ numbers }, dice) => {
    const rf = rfOf(numbers)
    const at = rf.length - 1 - dice.between(0, 3)
    const digit = String((Number(rf[at]) + dice.between(1, 9)) % 10)
    return { ...only(''), structured_reference: rf.slice(0, at) + digit + rf.slice(at + 1) }
  },
} satisfies Record<string, (debt: Debt, dice: Dice) => Words>

/** Nothing that names a bill. */
export const unnamedWays = {
  'tax code and amount': ({ fiscal_code, instalment }, dice) =>
    only(dice.pick([`${instalment} CF ${fiscal_code}`, `${fiscal_code} condominio`])),
  'name and amount': ({ holder, unit }, dice) =>
    only(dice.pick([`rata condominio ${holder}`, `${holder} ${unit}`, `spese condominiali ${unit}`])),
  'saldo rate': ({ building }, dice) =>
    only(dice.pick(['SALDO RATE COND.', 'Rate condominio', `SPESE ${capitals(building)}`, 'rata', ''])),
} satisfies Record<string, (debt: Debt, dice: Dice) => Words>

const rfOf1 = (number: string): string => rfOfBill(number)
const rfOf = ([number = '']: readonly string[]): string => rfOfBill(number)
const capitals = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[^ -~]/g, '')
    .toUpperCase()
