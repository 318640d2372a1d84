import { type BillPhase, billPhases, billState } from '@saldo/domain/bills/bill'
import { owedOf } from '@saldo/domain/bills/owed'
import { addDays, today } from '@saldo/domain/dates'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { withApp } from '../../../testing/app.ts'
import { makeAccount, makeBill, makeCustomer, makeSubject } from '../../../testing/people.ts'

/** Instalments with days around today, often equal; how much is settled, and whether a payment holds them. */
const instalment = fc.record({
  due_date: fc.constantFrom(-400, -30, -1, 0, 1, 10, 30, 400).map((days) => addDays(today(), days)),
  amount: fc.integer({ min: 1, max: 2_000_000 }),
  settled: fc.constantFrom(0, 0, 0.5, 1),
  held: fc.boolean(),
})
const bill = fc.record({
  status: fc.constantFrom('draft', 'issued', 'issued', 'issued', 'cancelled'),
  instalments: fc.array(instalment, { minLength: 1, maxLength: 5 }),
})

/** A bill that asks for nothing has no row. */
const nothing = { residue: 0, overdue: 0, due_now: 0, pending: 0 }

it('SQL and the domain compute the same owed amounts for random bills', async () => {
  const { services } = await withApp()
  const customer_id = await makeCustomer(services)
  const account_id = await makeAccount(services, customer_id)
  const subject_id = await makeSubject(services, customer_id)
  await fc.assert(
    fc.asyncProperty(bill, async ({ status, instalments }) => {
      const { bill_id } = await makeBill(services, customer_id, {
        ...{ account_id, subject_id, draft: status === 'draft' },
        amounts: instalments.map(({ amount }) => amount),
        due_dates: instalments.map(({ due_date }) => due_date),
      })
      await services.asSystem(async (tx) => {
        if (status === 'cancelled') await tx`update bills set status = 'cancelled' where bill_id = ${bill_id}`
        if (status === 'issued')
          for (const [at, { amount, settled, held }] of instalments.entries())
            await tx`
              update bill_instalments set settled = ${Math.floor(amount * settled)},
                pending = ${held ? amount - Math.floor(amount * settled) : 0}
              where bill_id = ${bill_id} and position = ${at + 1}`
        const [stored] = await tx<{ phase: BillPhase; residue: number }[]>`
          select phase, residue from bills where bill_id = ${bill_id}`
        const kept = await tx<{ due_date: string; amount: number; settled: number; pending: number }[]>`
          select due_date, amount, settled, pending from bill_instalments where bill_id = ${bill_id}`
        const [sums = nothing] = await tx`
          select residue, overdue, due_now, pending
          from owed_bills where customer_id = ${customer_id} and bill_id = ${bill_id}`
        const expected = owedOf({ phase: stored?.phase as BillPhase, instalments: kept }, today())
        expect(sums).toEqual(expected)
        expect(stored?.residue).toBe(expected.residue)
      })
    }),
    { numRuns: 60 },
  )
})

it('SQL and the domain give the same state to every phase, on every day around the due date', async () => {
  const { services } = await withApp()
  const days = Array.from({ length: 27 }, (_, at) => addDays(today(), at - 13))
  const cases = billPhases.flatMap((phase) =>
    [...days, null].map((next_due_date) => ({ phase, next_due_date })),
  )
  const stored = await services.asSystem(
    (tx) => tx<{ state: string }[]>`
      select bill_state(phase, next_due_date, today()) as state
      from unnest(${cases.map(({ phase }) => phase)}::text[], ${cases.map(({ next_due_date }) => next_due_date)}::date[])
        with ordinality as one (phase, next_due_date, at)
      order by at`,
  )
  expect(stored.map(({ state }) => state)).toEqual(cases.map((bill) => billState(bill, today())))
})
