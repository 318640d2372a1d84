import { today } from '@saldo/domain/dates'
import { expect, it } from 'vitest'
import { withApp } from '../app.ts'
import { startSandbox } from '../sandbox.ts'
import { figuresOf } from './figures.ts'
import { makeMonth } from './make-month.ts'
import { whyNotGood } from './print-figures.ts'
import { runMonth } from './run-month.ts'

/* The small version of `npm run match-report`. */

it('a month of 200 bills: no false match, 95 in 100 automatic, every return handled, the books agree', async () => {
  const sandbox = await startSandbox()
  try {
    const test = await withApp({ provider: sandbox.url })
    const run = await runMonth(test, sandbox, makeMonth({ seed: 2, bills: 200, day: today() }))
    const figures = await figuresOf(run)
    expect(figures.falsehoods).toEqual([])
    expect(whyNotGood(figures)).toEqual([])
    expect(run.repeated.counted).toBe(run.repeated.expected)
    expect(figures.returns.expected).toBeGreaterThan(0)
    expect(Object.keys(figures.bills_paid).sort()).toEqual([
      'BANK_TRANSFER',
      'CARD',
      'FILE_DEBIT',
      'KLARNA',
      'MAV',
      'SEPA_DEBIT',
    ])
    const sums = figures.rows.filter(({ what }) => what.startsWith('sum of'))
    expect(sums.every(({ right, movements }) => right === movements && movements > 0)).toBe(true)
    const traced = await test.services.asSystem(
      (tx) => tx<{ state: string; movements: number; whole: number }[]>`
        select v.state, count(*)::int as movements, count(*) filter (where abs(v.amount) = (
          select sum(p.amount) from movement_payments m join payments p using (customer_id, payment_id)
          where m.movement_id = v.movement_id and m.is_return = (v.state = 'reversal')))::int as whole
        from bank_movements v where v.state in ('flow', 'reversal') group by v.state order by v.state`,
    )
    expect(traced).toContainEqual(expect.objectContaining({ state: 'flow' }))
    for (const { movements, whole } of traced) expect(whole).toBe(movements)
  } finally {
    await sandbox.stop()
  }
})
