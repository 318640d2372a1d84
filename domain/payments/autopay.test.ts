import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, isTargetDay } from '../dates.ts'
import { noticeInTime } from '../sepa/debit.ts'
import { autopayTakes } from './autopay.ts'
import { leastOnline } from './partial-payment.ts'

const today = '2026-11-29'
const day = fc.integer({ min: -90, max: 400 }).map((days) => addDays(today, days))
const instalments = fc
  .array(fc.record({ due_date: day, still_due: fc.integer({ min: 0, max: 500_000 }) }), { maxLength: 12 })
  .map((all) => all.map((each, at) => ({ ...each, instalment_id: at + 1 })))
const autopay = fc.record({
  cap: fc.option(fc.integer({ min: 1, max: 500_000 })),
  starts_on: day,
})

describe('what an autopay takes', () => {
  it('is never above the cap, never above what is due, and each instalment once', () => {
    fc.assert(
      fc.property(autopay, instalments, (of, due) => {
        const covered = autopayTakes(of, due, today)
        const taken = covered.filter(({ over_cap }) => !over_cap)
        expect(new Set(covered.map(({ instalment_id }) => instalment_id)).size).toBe(covered.length)
        for (const each of taken) {
          expect(each.still_due).toBe(
            due.find(({ instalment_id }) => instalment_id === each.instalment_id)?.still_due,
          )
          expect(each.still_due).toBeLessThanOrEqual(of.cap ?? Number.POSITIVE_INFINITY)
        }
      }),
    )
  })
  it('is every instalment due since it began that can be paid online, and no other', () => {
    fc.assert(
      fc.property(autopay, instalments, (of, due) => {
        const ids = autopayTakes(of, due, today).map(({ instalment_id }) => instalment_id)
        for (const { instalment_id, due_date, still_due } of due)
          expect(ids.includes(instalment_id)).toBe(due_date >= of.starts_on && still_due >= leastOnline)
      }),
    )
  })
  it('is taken when banks settle, never before it is due and always after a notice in time', () => {
    fc.assert(
      fc.property(autopay, instalments, (of, due) => {
        for (const { collect_on, due_date } of autopayTakes(of, due, today)) {
          expect(isTargetDay(collect_on)).toBe(true)
          expect(collect_on >= due_date).toBe(true)
          expect(noticeInTime(today, collect_on)).toBe(true)
        }
      }),
    )
  })
  it('stays on the day that was announced, however near it is', () => {
    const due = [
      { instalment_id: 1, due_date: '2026-11-30', still_due: 5000, debit_on: '2026-11-30' },
      { instalment_id: 2, due_date: '2026-11-30', still_due: 5000, debit_on: null },
    ]
    const days = autopayTakes({ cap: null, starts_on: today }, due, today).map(({ collect_on }) => collect_on)
    expect(days).toEqual(['2026-11-30', '2026-12-02'])
  })
  it('at the cap is taken, a cent above it is not', () => {
    const due = [{ instalment_id: 1, due_date: '2026-12-31', still_due: 20_000 }]
    const over = (cap: number) => autopayTakes({ cap, starts_on: today }, due, today)[0]?.over_cap
    expect([over(20_000), over(19_999)]).toEqual([false, true])
  })
})
