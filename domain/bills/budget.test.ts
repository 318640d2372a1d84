import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  billsOfBudget,
  type Criterion,
  instalmentTotals,
  instalmentWords,
  shareExpense,
  type Weights,
} from './budget.ts'
import type { Holder } from './expense-payers.ts'

const weights = (of: Record<number, number>): Weights =>
  new Map(Object.entries(of).map(([unit, weight]) => [Number(unit), weight]))
const shared = (amount: number, criterion: Criterion) => Object.fromEntries(shareExpense(amount, criterion))
const sum = (cents: Iterable<number>) => [...cents].reduce((a, b) => a + b, 0)

describe('an expense', () => {
  it('is shared by a table, without the units that the table does not name', () =>
    expect(shared(100_00, { kind: 'table', weights: weights({ 1: 250, 2: 750 }) })).toEqual({
      1: 25_00,
      2: 75_00,
    }))

  it('of stairs is shared half by value and half by height, with the odd cent in the half by value', () => {
    const value = weights({ 1: 1, 2: 0 })
    const height = weights({ 1: 0, 2: 1 })
    expect(shared(101, { kind: 'stairs', value, height })).toEqual({ 1: 51, 2: 50 })
    expect(shared(-101, { kind: 'stairs', value, height })).toEqual({ 1: -51, 2: -50 })
    expect(
      shared(100, { kind: 'stairs', value: weights({ 1: 1, 2: 3 }), height: weights({ 1: 1, 2: 4 }) }),
    ).toEqual({
      // 50 × 1/4 + 50 × 1/5 = 22,5 and 77,5: the cent to the larger claim.
      1: 22,
      2: 78,
    })
  })

  it('of a terrace is shared a third to the units that use it and two thirds to those it covers', () =>
    expect(shared(300_00, { kind: 'terrace', users: [9], covered: weights({ 1: 400, 2: 600 }) })).toEqual({
      1: 80_00,
      2: 120_00,
      9: 100_00,
    }))

  it('of heating is shared by a table for its fixed part and by the meters for the rest', () =>
    expect(
      shared(1000_00, {
        kind: 'metered',
        fixed_percent: 30,
        fixed: weights({ 1: 500, 2: 500 }),
        readings: weights({ 1: 900, 2: 100 }),
      }),
    ).toEqual({ 1: 780_00, 2: 220_00 }))

  it('charged to some units is shared among them only, in equal parts', () =>
    expect(shared(100, { kind: 'direct', units: [7, 3, 5] })).toEqual({ 3: 34, 5: 33, 7: 33 }))

  it.each<[string, Criterion]>([
    ['an empty table', { kind: 'table', weights: weights({ 1: 0 }) }],
    ['no height', { kind: 'stairs', value: weights({ 1: 1 }), height: weights({}) }],
    ['no users', { kind: 'terrace', users: [], covered: weights({ 1: 1 }) }],
    ['no unit', { kind: 'direct', units: [] }],
    [
      'half a percent',
      { kind: 'metered', fixed_percent: 0.5, fixed: weights({ 1: 1 }), readings: weights({ 1: 1 }) },
    ],
  ])('is refused with %s', (_, criterion) => expect(() => shareExpense(100, criterion)).toThrow(RangeError))

  it('without a fixed part needs no table for it', () =>
    expect(
      shared(10, { kind: 'metered', fixed_percent: 0, fixed: weights({}), readings: weights({ 4: 2 }) }),
    ).toEqual({ 4: 10 }))
})

const amount = fc.integer({ min: -9_999_999_99, max: 9_999_999_99 })
const table = fc
  .dictionary(fc.integer({ min: 1, max: 60 }).map(String), fc.integer({ min: 0, max: 10_000_000 }), {
    minKeys: 1,
    maxKeys: 40,
  })
  .map((of) => weights(of as Record<number, number>))
  .filter((of) => sum(of.values() as Iterable<number>) > 0)
const units = fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 8 })
const criterion: fc.Arbitrary<Criterion> = fc.oneof(
  fc.record({ kind: fc.constant('table' as const), weights: table }),
  fc.record({ kind: fc.constant('stairs' as const), value: table, height: table }),
  fc.record({ kind: fc.constant('terrace' as const), users: units, covered: table }),
  fc.record({
    kind: fc.constant('metered' as const),
    fixed: table,
    readings: table,
    fixed_percent: fc.integer({ min: 0, max: 100 }),
  }),
  fc.record({ kind: fc.constant('direct' as const), units }),
)

/** The exact share of a unit, as a fraction of two big integers. Written independently of the code that rounds. */
function ideal(whole: number, of: Criterion, unit: number): { cents: bigint; over: bigint } {
  const weight = (map: Weights) => BigInt(map.get(unit) ?? 0)
  const all = (map: Weights) => [...map.values()].reduce((a: bigint, b) => a + BigInt(b), 0n)
  const equal = (ids: readonly number[]): Weights => new Map(ids.map((id) => [id, 1]))
  const one = (cents: number, map: Weights) => ({ cents: BigInt(cents) * weight(map), over: all(map) })
  const both = (a: ReturnType<typeof one>, b: ReturnType<typeof one>) => ({
    cents: a.cents * b.over + b.cents * a.over,
    over: a.over * b.over,
  })
  if (of.kind === 'table') return one(whole, of.weights)
  if (of.kind === 'direct') return one(whole, equal(of.units))
  if (of.kind === 'stairs')
    return both(one(Math.ceil(whole / 2), of.value), one(Math.floor(whole / 2), of.height))
  const third = Math.round(whole / 3)
  if (of.kind === 'terrace') return both(one(third, equal(of.users)), one(whole - third, of.covered))
  const fixed = Number((BigInt(whole) * BigInt(of.fixed_percent) * 2n + 100n) / 200n)
  // Half a cent may go to either part.
  const tie = (BigInt(whole) * BigInt(of.fixed_percent) * 2n) % 200n === 100n && of.fixed_percent < 50 ? 1 : 0
  return both(one(fixed - tie, of.fixed), one(whole - fixed + tie, of.readings))
}

describe('every budget', () => {
  it('has shares that add up, differ by less than a cent from the exact ones, and are zero for weight zero', () => {
    fc.assert(
      fc.property(amount.map(Math.abs), criterion, (whole, of) => {
        const shares = shareExpense(whole, of)
        expect(sum(shares.values())).toBe(whole)
        for (const [unit, share] of shares) {
          const { cents, over } = ideal(whole, of, unit)
          const off = BigInt(share) * over - cents
          expect(off < over && off > -over, `${share} for ${cents}/${over}`).toBe(true)
          if (cents === 0n) expect(share).toBe(0)
        }
      }),
    )
  })

  it('gives the same shares for any order of the units, and mirrors a negative amount', () => {
    const backwards = (of: Weights): Weights => new Map([...of].reverse())
    const turned = (of: Criterion): Criterion =>
      Object.fromEntries(
        Object.entries(of).map(([name, value]) => [
          name,
          value instanceof Map ? backwards(value) : Array.isArray(value) ? value.toReversed() : value,
        ]),
      ) as Criterion
    fc.assert(
      fc.property(amount, criterion, (whole, of) => {
        const shares = [...shareExpense(whole, of)]
        expect([...shareExpense(whole, of)]).toEqual(shares)
        expect([...shareExpense(whole, turned(of))]).toEqual(shares)
        expect([...shareExpense(-whole, of)]).toEqual(
          shares.map(([unit, share]) => [unit, share === 0 ? 0 : -share]),
        )
      }),
    )
  })
})

const owner = (subject_id: number): Holder => ({
  subject_id,
  ...{ share_numerator: 1, share_denominator: 1, right_kind: 'owner', pays: false },
})
const ordinary = { nature: 'ordinary', tenant_percent: null, usufructuary_percent: null } as const

/** People whose shares of one kind of right add up to a whole. */
const parts = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 3 })
const holdersOf = (right_kind: Holder['right_kind'], from: number, of: number[]): Holder[] =>
  of.map((share_numerator, at) => ({
    ...owner(from + at),
    ...{ right_kind, share_numerator, share_denominator: sum(of) },
  }))
const anyHolders: fc.Arbitrary<Holder[]> = fc
  .tuple(fc.option(parts), parts, parts, fc.option(parts))
  .map(([owners, bare, usufruct, tenants]) => [
    ...(owners
      ? holdersOf('owner', 1, owners)
      : [...holdersOf('bare_owner', 1, bare), ...holdersOf('usufructuary', 3, usufruct)]),
    ...holdersOf('tenant', 5, tenants ?? []),
  ])

describe('the bills of a budget', () => {
  it('ask the usufructuary for what is ordinary and the bare owner for what is extraordinary', () => {
    const holders = [
      { ...owner(11), right_kind: 'bare_owner' as const },
      { ...owner(12), right_kind: 'usufructuary' as const },
    ]
    const criterion = { kind: 'direct', units: [1] } as const
    const bills = billsOfBudget(
      [
        { ...ordinary, amount: 300_00, criterion },
        { ...ordinary, nature: 'extraordinary', amount: 1000_00, criterion },
        { ...ordinary, nature: 'extraordinary', usufructuary_percent: 25, amount: 100_00, criterion },
      ],
      [{ unit_id: 1, holders }],
      ['2027-01-31'],
    )
    expect(bills.map(({ subject_id, lines }) => [subject_id, lines])).toEqual([
      [
        11,
        [
          { item: 1, amount: 1000_00 },
          { item: 2, amount: 75_00 },
        ],
      ],
      [
        12,
        [
          { item: 0, amount: 300_00 },
          { item: 2, amount: 25_00 },
        ],
      ],
    ])
  })

  it('are refused where nobody can say who pays', () => {
    const bills = (holders: Holder[]) => () =>
      billsOfBudget(
        [{ ...ordinary, amount: 100_00, criterion: { kind: 'direct', units: [1] } }],
        [{ unit_id: 1, holders }],
        ['2027-01-31'],
      )
    expect(bills([])).toThrow(RangeError)
    expect(bills([owner(1), owner(2)])).toThrow('shares')
  })

  it('have a line for each expense, and instalments with the extra cents first', () => {
    const expenses = [
      { ...ordinary, amount: 200_01, criterion: { kind: 'table', weights: weights({ 1: 1, 2: 1 }) } },
      { ...ordinary, amount: 30_00, tenant_percent: 100, criterion: { kind: 'direct', units: [2] } },
    ] as const
    const of = [
      { unit_id: 1, holders: [owner(11)] },
      { unit_id: 2, holders: [owner(12), { ...owner(13), right_kind: 'tenant' as const }] },
    ]
    const bills = billsOfBudget(expenses, of, ['2026-07-31', '2026-03-31'])
    expect(bills).toEqual([
      {
        unit_id: 1,
        subject_id: 11,
        amount: 100_01,
        lines: [{ item: 0, amount: 100_01 }],
        instalments: [
          { due_date: '2026-03-31', amount: 50_01 },
          { due_date: '2026-07-31', amount: 50_00 },
        ],
      },
      expect.objectContaining({
        unit_id: 2,
        subject_id: 12,
        amount: 100_00,
        lines: [{ item: 0, amount: 100_00 }],
      }),
      expect.objectContaining({
        unit_id: 2,
        subject_id: 13,
        amount: 30_00,
        lines: [{ item: 1, amount: 30_00 }],
      }),
    ])
    expect(instalmentTotals(bills)).toEqual([
      { due_date: '2026-03-31', amount: 115_01, bills_count: 3 },
      { due_date: '2026-07-31', amount: 115_00, bills_count: 3 },
    ])
  })

  it('have no instalment without a due date', () => {
    const expenses = [{ ...ordinary, amount: 100_00, criterion: { kind: 'direct', units: [1] } }] as const
    expect(billsOfBudget(expenses, [{ unit_id: 1, holders: [owner(1)] }], [])).toMatchObject([
      { amount: 100_00, instalments: [] },
    ])
  })

  it('leave out empty instalments and bills; a credit is kept as it is', () => {
    const bills = billsOfBudget(
      [
        { ...ordinary, amount: 2, criterion: { kind: 'direct', units: [1] } },
        { ...ordinary, amount: -5, criterion: { kind: 'direct', units: [2] } },
      ],
      [1, 2, 3].map((unit_id) => ({ unit_id, holders: [owner(unit_id)] })),
      ['2026-01-31', '2026-02-28', '2026-03-31'],
    )
    expect(bills.map(({ unit_id, amount, instalments }) => [unit_id, amount, instalments.length])).toEqual([
      [1, 2, 2],
      [2, -5, 0],
    ])
  })

  it('sum to the budget, and each bill to its lines and to its instalments', () => {
    const percent = fc.option(fc.integer({ min: 0, max: 100 }))
    const expense = fc.record({
      amount,
      criterion,
      nature: fc.constantFrom('ordinary' as const, 'extraordinary' as const),
      tenant_percent: fc.integer({ min: 0, max: 100 }),
      usufructuary_percent: percent,
    })
    const dates = fc.uniqueArray(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(
        fc.array(expense, { minLength: 1, maxLength: 6 }),
        anyHolders,
        dates,
        (expenses, holders, months) => {
          const everyUnit = Array.from({ length: 60 }, (_, at) => ({ unit_id: at + 1, holders }))
          const days = months.map((month) => `2026-${String(month).padStart(2, '0')}-28`)
          const bills = billsOfBudget(expenses, everyUnit, days)
          expect(sum(bills.map((bill) => bill.amount))).toBe(sum(expenses.map((each) => each.amount)))
          for (const bill of bills) {
            expect(sum(bill.lines.map((line) => line.amount))).toBe(bill.amount)
            if (bill.amount > 0) expect(sum(bill.instalments.map((each) => each.amount))).toBe(bill.amount)
            const amounts = bill.instalments.map((each) => each.amount)
            expect(amounts).toEqual([...amounts].sort((a, b) => b - a))
          }
          const asked = bills.filter((bill) => bill.amount > 0)
          const totals = instalmentTotals(asked)
          expect(sum(totals.map((each) => each.amount))).toBe(sum(asked.map((bill) => bill.amount)))
          expect(totals.map(({ due_date }) => due_date)).toEqual(
            totals.map(({ due_date }) => due_date).toSorted(),
          )
        },
      ),
      { numRuns: 40 },
    )
  })
})

describe('instalments in words', () => {
  it('name number, dates and sums', () => {
    const words = instalmentWords([
      { due_date: '2027-01-10', amount: 112_50 },
      { due_date: '2027-04-10', amount: 1112_50 },
    ])
    expect(words).toBe('2 rate: 10/01/2027\u00a0112,50\u00a0€, 10/04/2027\u00a01.112,50\u00a0€')
    expect(instalmentWords([{ due_date: '2027-01-10', amount: 7150_50 }])).toBe(
      'rata unica: 10/01/2027\u00a07.150,50\u00a0€',
    )
  })
})
