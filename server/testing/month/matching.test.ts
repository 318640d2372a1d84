import type { Credit, KnownBill } from '@saldo/domain/transfers/known-facts'
import { matchMovement } from '@saldo/domain/transfers/match-movement'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { makeMonth } from './make-month.ts'
import type { Month, MonthMovement } from './month.ts'

/* The rule alone, on many random months: every bill of the condominium is known to it, so that it may go wrong with each. */

const day = '2026-11-20'

it('random months have no false match, whatever is missing or wrong in them', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1_000_000 }),
      fc.constantFrom(0.02, 0.3),
      fc.constantFrom(0.03, 0.3),
      (seed, without_reference, wrong_amount) => {
        const month = makeMonth({ seed, bills: 80, day, without_reference, wrong_amount })
        expect(matched(month).falsehoods).toEqual([])
      },
    ),
    { numRuns: 100 },
  )
})

it('at least 95 in 100 transfers of usual months match by themselves', () => {
  const months = [1, 2, 3, 4, 5, 6].map((seed) => matched(makeMonth({ seed, bills: 400, day })))
  const sum = (of: 'right' | 'transfers') => months.reduce((total, month) => total + month[of], 0)
  expect(months.flatMap(({ falsehoods }) => falsehoods)).toEqual([])
  expect(sum('right') / sum('transfers')).toBeGreaterThanOrEqual(0.95)
})

/** Matches the transfers in the order of days; `right`, `transfers`: of those that pay a bill. */
function matched(month: Month) {
  const paid = new Map<number, number>()
  const falsehoods: unknown[] = []
  let right = 0
  let transfers = 0
  const of = Map.groupBy(month.bills.keys(), (index) => month.bills[index]?.building)
  const elsewhere = month.bills.map(({ number, building, resident, amount }, bill_id) => ({
    ...{
      holder: month.residents[resident]?.name ?? '',
      fiscal_code: month.residents[resident]?.fiscal_code ?? null,
      residue: amount,
      bill_id,
      number,
      building,
      account_id: building,
      account_name: month.buildings[building]?.name ?? '',
    },
  }))
  // Cards come first.
  for (const [index, bill] of month.bills.entries()) if (bill.way === 'card') paid.set(index, bill.amount)
  for (const movement of [...month.early, ...month.late]) {
    if (movement.amount < 0) continue
    if (movement.truth) transfers += 1
    const decision = matchMovement(creditOf(movement), {
      bills: (of.get(movement.building) ?? []).map((index) => knownBill(month, index, paid)),
      elsewhere: elsewhere.filter(({ building }) => building !== movement.building),
      ...{ rule_subject_ids: [], registered: [] },
    })
    if (decision.kind !== 'certain') continue
    const settled = decision.parts.flatMap((part) => part.bills)
    for (const { bill_id, amount } of settled) paid.set(bill_id, (paid.get(bill_id) ?? 0) + amount)
    const credit = decision.parts.reduce((sum, part) => sum + part.credit, 0)
    const meant = movement.truth?.bills.map(({ bill, amount }) => ({ bill_id: bill, amount }))
    const isTrue =
      JSON.stringify(settled) === JSON.stringify(meant) &&
      credit === movement.truth?.credit &&
      decision.parts.every(({ subject_id }) => subject_id === movement.truth?.resident)
    if (isTrue) right += 1
    else falsehoods.push({ movement, decision })
  }
  return { falsehoods, right, transfers }
}

function knownBill(month: Month, index: number, paid: ReadonlyMap<number, number>): KnownBill {
  const { resident, building, number, amount, issue_date, due_date } = month.bills[
    index
  ] as Month['bills'][number]
  const { name, fiscal_code } = month.residents[resident] as Month['residents'][number]
  const residue = amount - (paid.get(index) ?? 0)
  return {
    ...{ bill_id: index, number, subject_id: resident, holder: name, fiscal_code, residue, pending: 0 },
    ...{ account_id: building, slip_amounts: [], instalments: [] },
    ...{ phase: residue === 0 ? 'paid' : residue < amount ? 'partly_paid' : 'open', issue_date, due_date },
  }
}

const creditOf = ({ amount, booked_on, text, ...movement }: MonthMovement): Credit => ({
  ...{ amount, booked_on, text, party_name: movement.party_name, end_to_end_id: movement.end_to_end_id },
  ...{ structured_reference: movement.structured_reference, party_fiscal_code: movement.party_fiscal_code },
})
