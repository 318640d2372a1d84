import type { ReportFigures } from '@saldo/contract/reports/reports'
import type { Situation } from '@saldo/contract/reports/situation'
import { expect, it } from 'vitest'
import { withApp } from '../../testing/app.ts'
import { makeAccount, makeBill, signIn, signInSubUser } from '../../testing/people.ts'

it('debits of the last eight weeks are shown as money that banks may still give back, less refunds', async () => {
  const test = await withApp()
  const { headers, customer_id } = await signIn(test.services, 'customer')
  const [account_id, other_id] = [
    await makeAccount(test.services, customer_id),
    await makeAccount(test.services, customer_id),
  ]
  const paid = async (
    method: string,
    days: number,
    amount: number,
    of: { refunded?: number; account?: number } = {},
  ) => {
    const { account = account_id, refunded = 0 } = of
    const bill = await makeBill(test.services, customer_id, { account_id: account })
    await test.services.asSystem(
      (tx) => tx`
        insert into payments (customer_id, account_id, bill_id, subject_id, method, amount, refunded, state, settled_at)
        values (${customer_id}, ${account}, ${bill.bill_id}, ${bill.subject_id}, ${method}, ${amount}, ${refunded},
          ${refunded > 0 ? 'partly_refunded' : 'succeeded'},
          ((today() - ${days}::int)::timestamp + interval '1 minute') at time zone 'Europe/Rome')`,
    )
  }
  await paid('SEPA_DEBIT', 0, 1_000)
  await paid('SEPA_DEBIT', 56, 200)
  await paid('SEPA_DEBIT', 57, 9_000)
  await paid('SEPA_DEBIT', 10, 70, { refunded: 30 })
  await paid('CARD', 1, 5_000)
  await paid('SEPA_DEBIT', 3, 3, { account: other_id })
  const get = async <T>(url: string, as = headers) =>
    (await test.call({ url: `/v1/${url}`, headers: as })).body as T
  expect((await get<Situation>(`accounts/situation/${account_id}`)).returnable).toBe(1_240)
  expect((await get<ReportFigures>('reports/figures')).returnable).toBe(1_243)
  expect((await get<ReportFigures>(`reports/figures?account_ids=${other_id}`)).returnable).toBe(3)
  const reader = await signInSubUser(test.services, customer_id, {
    permissions: ['accounts:read', 'bills:read'],
  })
  expect((await get<Situation>(`accounts/situation/${account_id}`, reader.headers)).returnable).toBeNull()
})
