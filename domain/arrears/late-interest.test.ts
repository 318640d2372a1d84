import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, type Day } from '../dates.ts'
import { nextWorkingDay } from '../holidays.ts'
import { movementsOf } from '../payments/settlement-history.ts'
import { firstOf, restOf } from './instalment-plan.ts'
import {
  interestOn,
  type LateDebt,
  lateParts,
  type Movement,
  moneyAbove,
  ratesOf,
  ratesOver,
} from './late-interest.ts'
import { legalRates, missingLegalYear, type RatePeriod, whyNoLegalRate } from './legal-rates.ts'

const agreed = (basis_points: number) => ratesOf({ kind: 'agreed', agreed_bps: basis_points })
/** The interest on one principal that is unpaid on the days after `since` up to `until`. */
const lateInterest = (principal: number, since: Day, until: Day, rates: readonly RatePeriod[]) =>
  interestOn([{ spans: since < until ? [{ principal, after: since, until }] : [] }], rates).total
const cents = fc.integer({ min: 1, max: 50_000_000 })
const day = fc.integer({ min: 0, max: 2_600 }).map((days) => addDays('2016-01-01', days))
const some = fc.integer({ min: 0, max: 1_200 })
const rates = fc.oneof(fc.constant(legalRates), fc.integer({ min: 1, max: 1000 }).map(agreed))

describe('interest on one principal', () => {
  it.each([
    // A year at 5 %, one of 365 days.
    [100_000, '2022-12-31', '2023-12-31', legalRates, 5_000],
    // From the day after the due date: one day of 2025.
    [100_000, '2025-06-10', '2025-06-11', legalRates, 5],
    // Over New Year: 31 days at 2 %, 31 at 1.6 %.
    [1_000_000, '2025-11-30', '2026-01-31', legalRates, 1_699 + 1_359],
    // A leap year has 366 days of 1/365.
    [36_500, '2023-12-31', '2024-12-31', agreed(1000), 3_660],
  ])('%i cents after %s until %s', (amount, since, until, of, expected) => {
    expect(lateInterest(amount, since, until, of)).toBe(expected)
  })

  it('is zero up to the due date', () => {
    fc.assert(
      fc.property(cents, day, some, rates, (amount, due, before, of) => {
        expect(lateInterest(amount, due, addDays(due, -before), of)).toBe(0)
      }),
    )
  })

  it('adds up over two adjoining periods, within a cent', () => {
    fc.assert(
      fc.property(cents, day, some, some, rates, (amount, due, one, two, of) => {
        const middle = addDays(due, one)
        const end = addDays(middle, two)
        const parts = lateInterest(amount, due, middle, of) + lateInterest(amount, middle, end, of)
        expect(Math.abs(parts - lateInterest(amount, due, end, of))).toBeLessThanOrEqual(1)
      }),
    )
  })

  it('never decreases as days pass or the debt grows, and for two debts equals that of their sum within a cent', () => {
    fc.assert(
      fc.property(cents, cents, day, some, rates, (one, two, due, days, of) => {
        const until = addDays(due, days)
        const interest = lateInterest(one, due, until, of)
        expect(lateInterest(one, due, addDays(until, 1), of)).toBeGreaterThanOrEqual(interest)
        const both = lateInterest(one + two, due, until, of)
        expect(both).toBeGreaterThanOrEqual(interest)
        expect(Math.abs(both - interest - lateInterest(two, due, until, of))).toBeLessThanOrEqual(1)
      }),
    )
  })

  it('is zero if a condominium charges none', () => {
    expect(ratesOf({ kind: 'none', agreed_bps: null })).toEqual([])
  })
})

describe('lateParts', () => {
  const due_date = '2026-03-10'
  const of = (debts: LateDebt[], movements: Movement[], through = '2026-06-30') =>
    lateParts(debts, movements, through)

  it('returns what was unpaid on each day, also after it was paid', () => {
    const moved = [
      { day: '2026-04-10', amount: 40_000 },
      { day: '2026-05-10', amount: 60_000 },
    ]
    expect(of([{ due_date, amount: 100_000 }], moved)).toEqual([
      {
        ...{ due_date, since: due_date, principal: 0 },
        spans: [
          { principal: 100_000, after: due_date, until: '2026-04-10' },
          { principal: 60_000, after: '2026-04-10', until: '2026-05-10' },
        ],
      },
    ])
  })

  it('returns nothing if it was paid by the working day to which a holiday moves the due date', () => {
    const paid = (day: Day) =>
      of([{ due_date: '2026-08-15', amount: 100 }], [{ day, amount: 100 }], '2026-12-31')[0]
    expect(paid('2026-08-17')).toMatchObject({ since: '2026-08-17', spans: [] })
    expect(paid('2026-08-18')?.spans).toEqual([{ principal: 100, after: '2026-08-17', until: '2026-08-18' }])
  })

  it('continues after a refund', () => {
    const moved = [
      { day: '2026-03-09', amount: 100 },
      { day: '2026-05-10', amount: -30 },
    ]
    expect(of([{ due_date, amount: 100 }], moved)[0]).toMatchObject({
      principal: 30,
      spans: [{ principal: 30, after: '2026-05-10', until: '2026-06-30' }],
    })
  })

  it('stops where other due dates were agreed', () => {
    expect(of([{ due_date, amount: 100, until: '2026-04-01' }], [])[0]).toMatchObject({
      principal: 0,
      spans: [{ principal: 100, after: due_date, until: '2026-04-01' }],
    })
  })

  it('lets money pay the debts in the order of their due dates', () => {
    const debts = [
      { due_date: '2026-04-10', amount: 100 },
      { due_date, amount: 100 },
    ]
    expect(of(debts, [{ day: '2026-04-20', amount: 150 }]).map(({ spans }) => spans)).toEqual([
      [{ principal: 100, after: due_date, until: '2026-04-20' }],
      [
        { principal: 100, after: '2026-04-10', until: '2026-04-20' },
        { principal: 50, after: '2026-04-20', until: '2026-06-30' },
      ],
    ])
  })
})

const movement = fc.record({
  day: fc.integer({ min: -60, max: 400 }).map((days) => addDays('2025-03-01', days)),
  amount: fc.integer({ min: -80_000, max: 100_000 }),
})
const debt = fc.record({
  due_date: fc.integer({ min: 0, max: 300 }).map((days) => addDays('2025-03-01', days)),
  amount: fc.integer({ min: 1, max: 100_000 }),
})

describe('principal over time', () => {
  it('equals a count day by day, to the cent', () => {
    const debts = fc.array(debt, { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(debts, fc.array(movement, { maxLength: 6 }), rates, (owed, moved, of) => {
        const through = '2026-06-30'
        const { total, amounts } = interestOn(lateParts(owed, moved, through), of)
        expect(total).toBe(dayByDay(owed, moved, through, of))
        expect(amounts.reduce((sum, cents) => sum + cents, 0)).toBe(total)
        expect(amounts.every((cents) => cents >= 0)).toBe(true)
      }),
      { numRuns: 60 },
    )
  })

  it('paying earlier never costs more', () => {
    fc.assert(
      fc.property(debt, movement, fc.integer({ min: 0, max: 90 }), rates, (owed, paid, days, of) => {
        const amount = Math.abs(paid.amount)
        const cost = (day: Day) => interestOn(lateParts([owed], [{ day, amount }], '2026-06-30'), of).total
        expect(cost(addDays(paid.day, -days))).toBeLessThanOrEqual(cost(paid.day))
      }),
    )
  })
})

describe('money from before other due dates were accepted', () => {
  it('gives one figure, independent of how much was registered before the acceptance', () => {
    const accepted = '2026-03-01'
    const received = fc.record({
      day: fc.integer({ min: 0, max: 300 }).map((days) => addDays('2025-03-01', days)),
      amount: fc.integer({ min: 1, max: 20_000 }),
    })
    const owed = fc.array(debt, { minLength: 1, maxLength: 3 })
    fc.assert(
      fc.property(owed, fc.array(received, { maxLength: 5 }), fc.nat(5), rates, (found, came, known, of) => {
        const debts = found.toSorted((a, b) => a.due_date.localeCompare(b.due_date))
        const asked = debts.reduce((sum, { amount }) => sum + amount, 0)
        let left = asked
        const money = came
          .toSorted((a, b) => a.day.localeCompare(b.day))
          .map(({ day, amount }) => {
            const taken = Math.min(amount, left)
            left -= taken
            return { day, amount: taken }
          })
        const [before, after] = [money.slice(0, known), money.slice(known)]
        const kept = before.reduce((sum, { amount }) => sum + amount, 0)
        const rest = restOf(debts, asked - kept).map((part) => ({ ...part, until: accepted }))
        const parts = [
          ...lateParts(firstOf(debts, kept), moneyAbove(0, before), accepted),
          ...lateParts(rest, [...moneyAbove(kept, before), ...moneyAbove(0, after)], accepted),
        ]
        expect(interestOn(parts, of).total).toBe(interestOn(lateParts(debts, money, accepted), of).total)
      }),
    )
  })

  it('returns the movements above the amount that stayed, which can pay another debt', () => {
    const moved = [
      { day: '2025-10-15', amount: 100 },
      { day: '2025-10-20', amount: -60 },
    ]
    expect(moneyAbove(40, moved)).toEqual([
      { day: '2025-10-15', amount: 60 },
      { day: '2025-10-20', amount: -60 },
    ])
    expect(moneyAbove(100, moved)).toEqual([])
  })
})

/** The same computed in the simplest way: day by day, debt by debt, with one division at the end. */
function dayByDay(debts: LateDebt[], moved: Movement[], through: Day, of: readonly RatePeriod[]): number {
  let product = 0n
  for (let day = '2025-01-01'; day <= through; day = addDays(day, 1)) {
    let money = moved.filter((each) => each.day < day).reduce((sum, { amount }) => sum + amount, 0)
    for (const { due_date, amount } of debts.toSorted((a, b) => a.due_date.localeCompare(b.due_date))) {
      const unpaid = Math.min(Math.max(amount - money, 0), amount)
      money -= amount
      const rate = of.find(({ from, to }) => from <= day && day <= to)?.basis_points ?? 0
      if (day > nextWorkingDay(due_date)) product += BigInt(unpaid) * BigInt(rate)
    }
  }
  return Number((product * 2n + 3_650_000n) / 7_300_000n)
}

describe('the worked examples of docs/accounting-interest.md', () => {
  it('paid in two parts at an agreed rate, due on a holiday', () => {
    const moved = [
      { day: '2026-09-10', amount: 40_000 },
      { day: '2026-10-30', amount: 60_000 },
    ]
    const parts = lateParts([{ due_date: '2026-08-15', amount: 100_000 }], moved, '2026-12-31')
    expect(interestOn(parts, agreed(500)).total).toBe(740)
  })

  it('a debit that came back, at the legal rate over New Year', () => {
    const [moved = []] = movementsOf([
      { rule: 'named', day: '2025-09-29', parts: [{ instalment_id: 1, amount: 120_000 }] },
      { rule: 'return', day: '2025-11-20', parts: [] },
    ]).values()
    const paid = [...moved, { day: '2026-02-15', amount: 120_000 }]
    const parts = lateParts([{ due_date: '2025-09-30', amount: 120_000 }], paid, '2026-06-30')
    expect(interestOn(parts, legalRates).total).toBe(847)
  })
})

describe('rates of law', () => {
  it('cover whole years without gaps, each with its decree', () => {
    legalRates.forEach(({ from, to, decree, gazette }, at) => {
      expect([from.slice(4), to.slice(4)]).toEqual(['-01-01', '-12-31'])
      expect(from).toBe(addDays(legalRates[at - 1]?.to ?? '2015-12-31', 1))
      expect(decree).toMatch(/^D\.M\. \d+ (novembre|dicembre) 20\d\d$/)
      expect(gazette).toMatch(/^G\.U\. n\. \d+ (del|dell’)\s?\d+ dicembre 20\d\d$/)
    })
  })

  it('are never carried forward: nothing is counted after the last year, and the day is returned', () => {
    const spans = [{ principal: 100_000, after: '2026-12-30', until: '2027-02-10' }]
    expect(interestOn([{ spans }], legalRates)).toEqual({
      ...{ total: 4, amounts: [4], without_rate: ['2027-01-01'] },
    })
    expect(whyNoLegalRate('2027-01-01')).toBe(
      'Il saggio legale del 2027 non è ancora nella tabella: gli interessi si calcolano fino al 31/12/2026, il resto per ora no.',
    )
  })

  it('count nothing before the first year', () => {
    const spans = [{ principal: 100_000, after: '2015-12-20', until: '2016-01-10' }]
    expect(interestOn([{ spans }], legalRates).without_rate).toEqual(['2015-12-21'])
    expect(whyNoLegalRate('2015-12-21')).toContain('prima del 01/01/2016')
  })

  it.each([
    ['2026-12-14', null],
    ['2026-12-15', 2027],
    ['2027-01-01', 2027],
    ['2028-03-01', 2028],
  ])('on %s the missing year is %s', (today, expected) => {
    expect(missingLegalYear(today, legalRates)).toBe(expected)
  })
})

describe('ratesOver', () => {
  const rule = { kind: 'agreed', agreed_bps: 500 } as const
  const rateOn = (rates: readonly RatePeriod[], on: Day) =>
    rates.filter(({ from, to }) => from <= on && on <= to).map(({ basis_points }) => basis_points)

  it('keeps the rule of its time for charged interest', () => {
    const claims = [
      { through_day: '2026-06-30', rule: null },
      { through_day: '2026-03-31', rule: { kind: 'agreed', agreed_bps: 200 } as const },
    ]
    const rates = ratesOver(rule, claims)
    expect(['2026-03-31', '2026-04-01', '2026-07-01'].map((on) => rateOn(rates, on))).toEqual([
      [200],
      [500],
      [500],
    ])
    expect(rateOn(ratesOver({ kind: 'none', agreed_bps: null }, claims), '2026-03-31')).toEqual([200])
    expect(rateOn(ratesOver({ kind: 'none', agreed_bps: null }, claims), '2026-07-01')).toEqual([])
  })
})
