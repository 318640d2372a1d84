import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '../dates.ts'
import {
  decideReminder,
  defaultSequence,
  earliestStep,
  fillPlaceholders,
  latestStep,
  mayRemindAgain,
  type Placeholder,
  placeholders,
  type ReminderFacts,
  stepDay,
  stepReached,
  unknownPlaceholders,
  whyNotSequence,
} from './reminder-plan.ts'

const due = '2026-03-10'
const steps = [{ days: -5 }, { days: 7 }, { days: 25 }]
const anySteps = fc.uniqueArray(
  fc.integer({ min: earliestStep, max: latestStep }).map((days) => ({ days })),
  {
    selector: ({ days }) => days,
    maxLength: 8,
  },
)
const anyDay = fc.integer({ min: -900, max: 900 }).map((days) => addDays(due, days))

describe('stepReached', () => {
  it.each([
    [-6, null],
    [-5, -5],
    [0, -5],
    [1, null],
    [6, null],
    [7, 7],
    [24, 7],
    [25, 25],
    [700, 25],
  ])('%i days from the due date it is the step of day %s', (days, expected) => {
    expect(stepReached(steps, due, addDays(due, days))?.days ?? null).toBe(expected)
  })

  it('never goes back as the days pass', () => {
    fc.assert(
      fc.property(anySteps, anyDay, fc.nat(400), (all, day, later) => {
        const now = stepReached(all, due, day)?.days
        const then = stepReached(all, due, addDays(day, later))?.days
        if (now !== undefined && then !== undefined) expect(then).toBeGreaterThanOrEqual(now)
      }),
    )
  })

  it('is a step of the sequence whose day has come, and no later step’s has', () => {
    fc.assert(
      fc.property(anySteps, anyDay, (all, day) => {
        const reached = stepReached(all, due, day)
        const came = all.filter(({ days }) => addDays(due, days) <= day)
        if (reached) expect(came).toContain(reached)
        if (reached && reached.days >= 0) expect(reached.days).toBe(Math.max(...came.map(({ days }) => days)))
        if (day > due && came.some(({ days }) => days >= 0)) expect(reached).not.toBeNull()
      }),
    )
  })

  it('sends no reminder before the due date once that date is past', () => {
    fc.assert(
      fc.property(anySteps, fc.integer({ min: 1, max: 900 }), (all, late) => {
        expect(stepReached(all, due, addDays(due, late))?.days ?? 0).toBeGreaterThanOrEqual(0)
      }),
    )
  })
})

describe('mayRemindAgain', () => {
  it('waits the agreed days, including the last one', () => {
    expect(mayRemindAgain(null, due, 7)).toBe(true)
    expect(mayRemindAgain(addDays(due, -6), due, 7)).toBe(false)
    expect(mayRemindAgain(addDays(due, -7), due, 7)).toBe(true)
    expect(mayRemindAgain(due, due, 0)).toBe(true)
  })
})

describe('placeholders', () => {
  const values = Object.fromEntries(Object.keys(placeholders).map((name) => [name, `<${name}>`])) as Record<
    Placeholder,
    string
  >
  it('are filled everywhere, and other words in braces stay', () => {
    expect(fillPlaceholders('{importo} e {importo}, {altro}', values)).toBe('<importo> e <importo>, {altro}')
  })
  it('are reported if they are unknown', () => {
    expect(unknownPlaceholders('Gentile {nominativo}, {importp} {} {toString}')).toEqual([
      'importp',
      '',
      'toString',
    ])
  })
  it('are not filled inside a filled value', () => {
    expect(fillPlaceholders('{nominativo}', { ...values, nominativo: '{importo}' })).toBe('{importo}')
  })
})

describe('the default sequence', () => {
  it('is valid', () => {
    expect(whyNotSequence(defaultSequence.steps)).toEqual({})
  })
  it('sends nothing automatically by default', () => {
    expect(defaultSequence.automatic).toBe(false)
  })
})

describe('whyNotSequence', () => {
  it('names the fields of a repeated day and of an unknown placeholder', () => {
    const step = { days: 7, name: 'Uno', subject: 'Ciao', text: 'Ciao' }
    expect(whyNotSequence([step, { ...step, text: '{prezzo}' }])).toEqual({
      'steps.1.days': 'C’è già un passo in questo giorno.',
      'steps.1.text': 'Non conosco il segnaposto {prezzo}.',
    })
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

describe('decideReminder', () => {
  const owed: ReminderFacts = {
    phase: 'open',
    next_due_date: due,
    due_now: 41_250,
    under_way: false,
    in_plan: false,
    email: 'lucia@example.it',
    last_reminded: null,
    sent_days: [],
  }
  const on = addDays(due, 8)
  const reasonFor = (of: Partial<ReminderFacts>) =>
    decideReminder({ ...owed, ...of }, defaultSequence, on).reason

  it('returns the step that was reached', () => {
    expect(decideReminder(owed, defaultSequence, on)).toMatchObject({ step: { days: 7 }, reason: null })
  })
  it.each([
    ['not_payable', { phase: 'paid', due_now: 0 }],
    ['not_payable', { phase: 'cancelled' }],
    ['pending', { phase: 'pending' }],
    ['pending', { under_way: true }],
    ['disputed', { phase: 'disputed' }],
    ['plan', { in_plan: true }],
    ['too_early', { next_due_date: addDays(due, 90) }],
    ['already_sent', { sent_days: [7] }],
    ['recently', { last_reminded: addDays(on, -3) }],
    ['small', { due_now: 499 }],
    ['no_email', { email: null }],
  ] as [string, Partial<ReminderFacts>][])('leaves out: %s', (reason, of) => {
    expect(reasonFor(of)).toBe(reason)
  })
  it('returns the step again for a returned debit or a refund', () => {
    expect(reasonFor({ phase: 'returned' })).toBeNull()
    expect(reasonFor({ phase: 'refunded' })).toBeNull()
  })
})
