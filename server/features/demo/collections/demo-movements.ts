import { addDays, type Day, daysBetween } from '@saldo/domain/dates'
import { makeItalianIban } from '@saldo/domain/iban'
import { type Dice, dice as diceOf } from '../generate/seeded-random.ts'
import type { Collecting, OpenBill } from './open-bills.ts'
import { type Debt, namedWays, spoiltWays, unnamedWays } from './payers-words.ts'
import { type StatedMovement, stated } from './stated.ts'

/** How the transfers of the demo come in, in this order: most name their bill, some must be asked about. */
const kinds = [
  'RF as the reference',
  'number of the bill',
  'saldo rate',
  'number, in capitals and cut behind it',
  'ten euros less',
  'by somebody else',
  'RF in the text',
  'number with a wrong digit',
  'twenty euros more',
  'tax code and amount',
  'number, with odd blanks and points',
] as const

const banks = ['03069', '02008', '05034', '05387', '01030', '06230']
export const anIban = (dice: Dice): string =>
  makeItalianIban({ abi: dice.pick(banks), cab: '02800', account: dice.digits(12) })

/** A transfer for each of these bills, and what else happened on the account, without the bank's references. */
export function demoMovements(
  { name, bills, account_id }: Omit<Collecting, 'iban' | 'fiscal_code'>,
  day: Day,
) {
  const dice = diceOf(1300 + account_id)
  const transfers = bills.map((bill, index) =>
    transferFor(bill, name, kinds[index % kinds.length] as (typeof kinds)[number], { dice, day }),
  )
  const other = (of: Partial<StatedMovement> & { amount: number; kind: 'own' | 'transfer' }) =>
    stated({ reference: '', booked_on: addDays(day, -dice.between(3, 18)), ...of })
  return [
    ...transfers,
    other({ kind: 'own', amount: dice.between(80, 600), text: 'INTERESSI ATTIVI' }),
    other({ kind: 'own', amount: -dice.between(300, 900), text: 'CANONE MENSILE E SPESE TENUTA CONTO' }),
    other({
      ...{ kind: 'transfer', amount: -dice.between(40_000, 190_000), party_name: 'Ascensori Vetta S.r.l.' },
      ...{
        party_iban: anIban(dice),
        text: `FATTURA ${dice.between(100, 900)}/${day.slice(0, 4)} MANUTENZIONE`,
      },
    }),
    other({
      ...{
        kind: 'transfer',
        amount: dice.between(30_000, 120_000),
        party_name: 'Assicurazioni Venturi S.p.A.',
      },
      ...{ party_iban: anIban(dice), text: `LIQUIDAZIONE SINISTRO ${dice.digits(9)}` },
    }),
  ]
}

function transferFor(
  bill: OpenBill,
  building: string,
  kind: (typeof kinds)[number],
  { dice, day }: { dice: Dice; day: Day },
): StatedMovement {
  const { number, holder, fiscal_code, unit, amount } = bill
  const [instalment = ''] = bill.description.split(',')
  const debt: Debt = { numbers: [number], holder, fiscal_code, unit, building, instalment }
  const from = Math.min(20, daysBetween(bill.issue_date, day) - 1)
  const of = {
    ...{ reference: '', kind: 'transfer' as const, booked_on: addDays(day, -dice.between(1, from)), amount },
    ...{ party_name: holder, party_iban: anIban(dice) },
  }
  switch (kind) {
    case 'saldo rate':
    case 'tax code and amount':
      return stated({ ...of, ...unnamedWays[kind](debt, dice) })
    case 'number with a wrong digit':
      return stated({ ...of, ...spoiltWays[kind](debt, dice) })
    case 'ten euros less':
      return stated({ ...of, amount: amount - 1_000, ...namedWays['RF as the reference'](debt, dice) })
    case 'twenty euros more':
      return stated({ ...of, amount: amount + 2_000, ...namedWays['RF as the reference'](debt, dice) })
    case 'by somebody else':
      return stated({ ...of, party_name: 'Fantoni Clara', ...namedWays['number of the bill'](debt, dice) })
    default:
      return stated({ ...of, ...namedWays[kind](debt, dice) })
  }
}

/** In order of days, each with the bank's reference. */
export const withReferences = (movements: readonly StatedMovement[], of: string): StatedMovement[] =>
  movements
    .toSorted((one, other) =>
      one.booked_on < other.booked_on ? -1 : one.booked_on > other.booked_on ? 1 : 0,
    )
    .map((movement, at) => ({ ...movement, reference: `${of}${String(at + 1).padStart(5, '0')}` }))
