import type { AccountReport } from '@saldo/contract/reports/reports'
import { receiptRows } from '@saldo/domain/accounting/receipt-layout'
import { addMonths, today } from '@saldo/domain/dates'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../testing/app.ts'
import { acts, certainStories, plannedStories, playStory } from '../../testing/features/owed-acts.ts'
import { startSandbox, type TestSandbox } from '../../testing/sandbox.ts'
import { type ReceiptMovement, rowsOf } from './receipt.ts'
import { receiptMovements, receiptTotals } from './receipts.sql.ts'

let sandbox: TestSandbox
let test: TestApp
beforeAll(async () => {
  sandbox = await startSandbox()
  test = await startApp({ provider: sandbox.url })
})
afterAll(async () => {
  await test.close()
  await sandbox.stop()
})

const sum = (numbers: number[]) => numbers.reduce((all, number) => all + number, 0)

/** Plays random acts, then compares every condominium and month of the last year with its report. */
it('adds up to the reports of the same condominium and months, in rows of every kind, after random acts', async () => {
  const accepted = new Map(acts.map((act) => [act, 0]))
  await fc.assert(
    fc.asyncProperty(plannedStories, async (planned) => {
      const { customer_id, headers } = await playStory(test, sandbox, planned, accepted)
      const to = today().slice(0, 7)
      for (const first of [addMonths(`${to}-01`, -12), `${to}-01`]) {
        const months = `from=${first.slice(0, 7)}&to=${to}`
        const { body } = await test.call({ url: `/v1/reports/accounts?${months}&limit=200`, headers })
        for (const { account_id, collected, corrected } of (body as { items: AccountReport[] }).items) {
          const of = { from: first, to: today(), account_id }
          await test.services.asCustomer({ customer_id, user_id: null }, async (tx) => {
            const totals = await receiptTotals(tx, of)
            expect(totals).toMatchObject({ collected, corrected, gross: collected + corrected })
            const movements: ReceiptMovement[] = []
            for await (const batch of receiptMovements(tx, { ...of, heads: true })) movements.push(...batch)
            expect(movements).toHaveLength(totals.count)
            for (const movement of movements) {
              expect(sum(movement.parts.map(({ amount }) => amount))).toBe(movement.gross)
              for (const rows of receiptRows) {
                const written = rowsOf(movement, rows)
                expect(sum(written.map(({ gross }) => Number(gross)))).toBe(movement.gross)
                expect(sum(written.map(({ fee }) => Number(fee)))).toBe(movement.fee)
              }
            }
            expect(sum(movements.map(({ gross, fee }) => gross - fee))).toBe(totals.net)
          })
        }
      }
    }),
    { examples: certainStories.map((story) => [story]), numRuns: 6, endOnFailure: true },
  )
  expect([...accepted].filter(([, times]) => times === 0)).toEqual([])
})
