import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '../dates.ts'
import {
  formOf,
  levelsOf,
  mayRemindAgain,
  noticeReached,
  planLetter,
  type RemindedBill,
  type RemindedPerson,
  type ReminderSequence,
  stepDay,
} from './reminder-plan.ts'
import { defaultSequence } from './reminder-texts.ts'

const day = '2026-03-10'
const person: RemindedPerson = {
  email: 'lucia@example.it',
  no_notices: false,
  refused: false,
  last_letter: null,
  open_letter: null,
}
/** A bill due so many days ago (negative: in the future). */
const bill = (late: number, of: Partial<RemindedBill> = {}): RemindedBill => ({
  phase: 'open',
  next_due_date: addDays(day, -late),
  overdue: late > 0 ? 41_250 : 0,
  due_now: 41_250,
  under_way: false,
  in_plan: false,
  level: 0,
  noticed: null,
  ...of,
})
const plan = (bills: RemindedBill[], of: Partial<RemindedPerson> = {}) =>
  planLetter({ ...person, ...of }, bills, defaultSequence, day)

describe('levelsOf', () => {
  it('counts the steps after the due date, the earliest first', () => {
    expect(levelsOf([{ days: 25 }, { days: -5 }, { days: 7 }, { days: 0 }])).toEqual([
      { days: 7 },
      { days: 25 },
    ])
  })
})

describe('noticeReached', () => {
  it.each([
    [-6, null],
    [-5, -5],
    [-1, -5],
    [0, 0],
    [1, null],
  ])('%i days from the due date it is the notice of day %s', (late, expected) => {
    const steps = [{ days: -5 }, { days: 0 }, { days: 7 }]
    expect(noticeReached(steps, addDays(day, -late), day)?.days ?? null).toBe(expected)
  })
})

describe('planLetter', () => {
  it('begins with the first level, however late the bill is', () => {
    expect(plan([bill(400)]).letter).toMatchObject({ level: 1, step: { name: 'Primo sollecito' } })
  })
  it('lists seven overdue bills in one letter, with their sum', () => {
    const letter = plan([10, 20, 30, 40, 50, 60, 70].map((late) => bill(late))).letter
    expect(letter?.lines).toHaveLength(7)
    expect(letter).toMatchObject({ amount: 7 * 41_250, level: 1 })
  })
  it('has the level of its most advanced bill, while a newly overdue one joins at its own', () => {
    const { letter } = plan([bill(70, { level: 2 }), bill(8), bill(2)])
    expect(letter).toMatchObject({ level: 3, step: { name: 'Ultimo sollecito' }, form: 'lei' })
    expect(letter?.lines.map(({ level, asked }) => [level, asked])).toEqual([
      [3, true],
      [1, true],
      [0, false],
    ])
  })
  it('is a first letter if only a new bill is asked for, and lists the one that had every letter', () => {
    const { letter } = plan([bill(90, { level: 3 }), bill(8)])
    expect(letter).toMatchObject({ level: 1, form: 'tu', amount: 2 * 41_250 })
  })
  it('waits for the day of the next level', () => {
    expect(plan([bill(24, { level: 1 })])).toMatchObject({
      letter: null,
      left_out: [{ reason: 'already_sent' }],
    })
    expect(plan([bill(6)])).toMatchObject({ letter: null, left_out: [{ reason: 'too_early' }] })
    expect(plan([bill(25, { level: 1 })]).letter?.level).toBe(2)
  })
  it('sends no notice together with a letter for overdue bills', () => {
    const { letter, left_out } = plan([bill(8), bill(-3)])
    expect(letter?.lines).toHaveLength(1)
    expect(left_out).toMatchObject([{ reason: 'overdue_first' }])
  })
  it('asks for what a dispute does not hold', () => {
    expect(plan([bill(8, { phase: 'disputed' })]).letter).toMatchObject({ level: 1, reason: null })
  })
  it('sends a notice before the due date, once', () => {
    expect(plan([bill(-3)]).letter).toMatchObject({ level: 0, step: { name: 'Promemoria' } })
    expect(plan([bill(-3, { noticed: -5 })]).letter).toBeNull()
  })
  it.each([
    ['not_payable', { phase: 'paid', due_now: 0, overdue: 0 }],
    ['not_payable', { phase: 'cancelled' }],
    ['pending', { phase: 'pending' }],
    ['pending', { under_way: true }],
    ['disputed', { phase: 'disputed', due_now: 0, overdue: 0 }],
    ['pending', { phase: 'disputed', under_way: true }],
    ['plan', { in_plan: true }],
    ['all_sent', { level: 3 }],
  ] as [string, Partial<RemindedBill>][])('leaves out of the letter: %s', (reason, of) => {
    expect(plan([bill(80, of)])).toMatchObject({ letter: null, left_out: [{ reason }] })
  })
  it.each([
    ['leaving', { open_letter: 'leaving' }],
    ['to_deliver', { open_letter: 'to_deliver' }],
    ['recently', { last_letter: addDays(day, -6) }],
  ] as [string, Partial<RemindedPerson>][])('keeps the letter back: %s', (reason, of) => {
    expect(plan([bill(8)], of).letter).toMatchObject({ reason })
  })
  it('keeps back a letter that asks for less than the minimum', () => {
    expect(plan([bill(8, { overdue: 499 })]).letter?.reason).toBe('small')
    expect(plan([bill(8, { overdue: 499 }), bill(8, { overdue: 1 })]).letter?.reason).toBeNull()
  })
  it.each([
    ['no_email', { email: null }],
    ['no_notices', { no_notices: true }],
    ['refused', { refused: true }],
  ] as [string, Partial<RemindedPerson>][])('can go on paper only: %s', (no_email, of) => {
    expect(plan([bill(8)], of).letter).toMatchObject({ reason: null, no_email })
  })
})

describe('formOf', () => {
  it('is the office’s choice, and always Lei for the last notice', () => {
    expect([0, 1, 2, 3].map((level) => formOf(defaultSequence, level))).toEqual(['tu', 'tu', 'tu', 'lei'])
    expect(formOf({ ...defaultSequence, address_form: 'lei' }, 1)).toBe('lei')
  })
})

const anySequence: fc.Arbitrary<ReminderSequence> = fc.record({
  automatic: fc.boolean(),
  not_within_days: fc.integer({ min: 0, max: 20 }),
  least_residue: fc.integer({ min: 0, max: 2000 }),
  address_form: fc.constantFrom('tu', 'lei'),
  steps: fc.uniqueArray(
    fc.integer({ min: -20, max: 90 }).map((days) => ({ days, name: `${days}`, subject: '', text: '' })),
    { selector: ({ days }) => days, maxLength: 8 },
  ),
})
const anyBills = fc.array(
  fc.record({ due: fc.integer({ min: -60, max: 60 }), amount: fc.integer({ min: 1, max: 5000 }) }),
  { minLength: 1, maxLength: 7 },
)

/** Lives through the days as an office that sends when `tries` says so; `fails`: the letter is never really sent. */
function letters(
  sequence: ReminderSequence,
  bills: { due: number; amount: number }[],
  days: { tries: boolean; fails: boolean }[],
) {
  const state = bills.map(() => ({ level: 0, noticed: null as number | null }))
  let last_letter: string | null = null
  return days.flatMap(({ tries, fails }, passed) => {
    if (!tries) return []
    const today = addDays(day, passed)
    const facts = bills.map(({ due, amount }, place) => ({
      ...bill(0, state[place]),
      place,
      next_due_date: addDays(day, due),
      due_now: amount,
      overdue: addDays(day, due) < today ? amount : 0,
    }))
    const { letter } = planLetter({ ...person, last_letter }, facts, sequence, today)
    if (!letter || letter.reason || fails) return []
    const before = { last_letter, levels: state.map(({ level }) => level) }
    for (const { bill: of, asked, level, step } of letter.lines) {
      const kept = state[of.place]
      if (!kept || !asked) continue
      if (level > 0) kept.level = level
      else kept.noticed = step?.days ?? null
    }
    last_letter = today
    return [{ today, letter, before, facts }]
  })
}

describe('the letters of a year', () => {
  const anyDays = fc.array(fc.record({ tries: fc.boolean(), fails: fc.boolean() }), { maxLength: 120 })
  const each = (check: (of: ReturnType<typeof letters>[number], sequence: ReminderSequence) => void) =>
    fc.assert(
      fc.property(anySequence, anyBills, anyDays, (sequence, bills, days) => {
        for (const one of letters(sequence, bills, days)) check(one, sequence)
      }),
    )

  it('raise a bill by one level at most, and never before the day of that level', () => {
    each(({ today, letter, before }, sequence) => {
      for (const { bill: of, level, asked } of letter.lines) {
        const had = before.levels[of.place] ?? 0
        expect(level).toBe(asked && letter.level > 0 ? had + 1 : had)
        const reached = levelsOf(sequence.steps)[level - 1]
        if (asked && level > 0)
          expect(addDays(of.next_due_date as string, reached?.days ?? 999) <= today).toBe(true)
      }
    })
  })
  it('have a level that one of their bills had every letter before', () => {
    each(({ letter, before }) => {
      const advanced = letter.lines.filter(({ asked, level }) => asked && level === letter.level)
      expect(advanced.length).toBeGreaterThan(0)
      if (letter.level > 0)
        expect(advanced.some(({ bill: of }) => before.levels[of.place] === letter.level - 1)).toBe(true)
    })
  })
  it('list every overdue bill, and sum their lines', () => {
    each(({ letter, facts }) => {
      if (letter.level > 0)
        expect(letter.lines.map(({ bill: of }) => of.place)).toEqual(
          facts.filter(({ overdue }) => overdue > 0).map(({ place }) => place),
        )
      expect(letter.amount).toBe(letter.lines.reduce((sum, { amount }) => sum + amount, 0))
    })
  })
  it('keep the agreed distance, and say Lei in the last notice', () => {
    each(({ today, letter, before }, sequence) => {
      if (before.last_letter)
        expect(addDays(before.last_letter, sequence.not_within_days) <= today).toBe(true)
      const isLast = letter.level > 0 && letter.level === levelsOf(sequence.steps).length
      expect(letter.form).toBe(isLast ? 'lei' : sequence.address_form)
    })
  })
})

describe('mayRemindAgain', () => {
  it('waits the agreed days, including the last one', () => {
    expect(mayRemindAgain(null, day, 7)).toBe(true)
    expect(mayRemindAgain(addDays(day, -6), day, 7)).toBe(false)
    expect(mayRemindAgain(addDays(day, -7), day, 7)).toBe(true)
    expect(mayRemindAgain(day, day, 0)).toBe(true)
  })
})

it('stepDay describes a step’s day in words', () => {
  expect([-5, -1, 0, 1, 7].map(stepDay)).toEqual([
    '5 giorni prima',
    '1 giorno prima',
    'il giorno della scadenza',
    '1 giorno dopo',
    '7 giorni dopo',
  ])
})
