import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { runJobs } from '../../jobs/worker.ts'
import { startApp } from '../app.ts'
import { makeBill, signIn } from '../people.ts'
import { startSandbox } from '../sandbox.ts'

export type RefundReply = {
  refund_id: number
  state: string
  failure_reason: string | null
  error?: string
  error_description?: string
  fields?: Record<string, string>
}
type Detail = {
  state: string
  refunded: number
  refunding: number
  refunds: { amount: number; state: string; provider_object: string; actor: string; way: string }[]
  allocations: { rule: string; credit: number; parts: { instalment_id: number; amount: number }[] }[]
  ledger: { description: string; lines: { ledger_account: string; debit: number; credit: number }[] }[]
  timeline: { kind: string; text: string }[]
}

/** An administrator who charges and refunds, with a provider whose book can be read. */
export async function refundFixtures() {
  const sandbox = await startSandbox()
  const test = await startApp({ provider: sandbox.url })
  const { customer_id, headers } = await signIn(test.services, 'customer')

  const refund = async (payment_id: number, body: object = {}, key: string = randomUUID()) => {
    const reply = await test.call({
      method: 'POST',
      url: `/v1/stripe/refund/${payment_id}`,
      headers: { ...headers, 'idempotency-key': key },
      payload: { reason: 'requested_by_customer', ...body },
    })
    return { status: reply.status, body: reply.body as RefundReply }
  }
  const detail = async (payment_id: number) =>
    (await test.call({ url: `/v1/payments/${payment_id}`, headers })).body as Detail
  /** A bill of two instalments, the second due later, paid by card. */
  const paidByCard = async (method = 'pm_card_visa', amounts = [20_000, 21_250]) => {
    const due_dates = ['2026-10-15', '2026-12-15']
    const bill = await makeBill(test.services, customer_id, { amounts, due_dates })
    const reply = await test.call({
      method: 'POST',
      url: `/v1/stripe/charge/${bill.token}`,
      payload: {
        ...{ payment_method: 'CARD', payment_method_id: method, email: 'lucia@example.it' },
        amount: bill.amount,
      },
    })
    const { payment_id, state } = reply.body as { payment_id: number; state: string }
    expect(state).toBe('succeeded')
    return { ...bill, payment_id }
  }
  const billOf = (bill_id: number) =>
    test.services.asSystem(async (tx) => {
      const [bill] = await tx`select phase, settled, pending from bills where bill_id = ${bill_id}`
      return bill
    })
  const chargeOf = (payment_id: number) =>
    test.services.asSystem(async (tx) => {
      const [row] = await tx`select provider_charge from payment_attempts where payment_id = ${payment_id}`
      return row?.provider_charge as string
    })
  /** The payment in the provider's own book. */
  const atProvider = async (payment_id: number) => {
    const charge = await sandbox.stripe.charges.retrieve(await chargeOf(payment_id))
    const { data } = await sandbox.stripe.refunds.list({ charge: charge.id, limit: 100 })
    return { refunded: charge.amount_refunded, count: data.length }
  }
  /** The sum of every ledger account over a payment. */
  const ledgerOf = async (payment_id: number) => {
    const sums: Record<string, number> = {}
    for (const { lines } of (await detail(payment_id)).ledger)
      for (const { ledger_account, debit, credit } of lines)
        sums[ledger_account] = (sums[ledger_account] ?? 0) + debit - credit
    return sums
  }
  const creditOf = (subject_id: number) =>
    test.services.asSystem(async (tx) => {
      const [row] =
        await tx`select sum(balance)::int as balance from subject_credits where subject_id = ${subject_id}`
      return row?.balance as number
    })
  /** Moves time by minutes, so that open objects are due for polling. */
  const sweepNow = async () => {
    await test.services.asSystem(
      (tx) => tx`update refunds set next_check_at = now() where next_check_at is not null`,
    )
    await test.services.asSystem((tx) => test.services.queue.enqueue(tx, 'sweep-refunds', {}))
    await runJobs(test.services)
  }
  const close = async () => {
    await test.close()
    await sandbox.stop()
  }
  return {
    sandbox,
    test,
    customer_id,
    headers,
    refund,
    detail,
    paidByCard,
    billOf,
    chargeOf,
    atProvider,
    ledgerOf,
    creditOf,
    sweepNow,
    close,
  }
}
export type RefundFixtures = Awaited<ReturnType<typeof refundFixtures>>
