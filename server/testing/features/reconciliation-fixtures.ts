import type {
  ReconciliationDay,
  ReconciliationItem,
  ReconciliationRun,
} from '@saldo/contract/reports/reconciliation'
import postgres from 'postgres'
import { expect } from 'vitest'
import { settleAttempt } from '../../features/payments/attempt/settle-attempt.ts'
import { runJobs } from '../../jobs/worker.ts'
import { startApp } from '../app.ts'
import { makeBill, signIn } from '../people.ts'
import { startSandbox } from '../sandbox.ts'

type Person = Awaited<ReturnType<typeof signIn>>

/** An office whose three books are compared, and an owner's connection that can delete ledger entries. */
export async function reconciliationFixtures() {
  const sandbox = await startSandbox()
  const test = await startApp({ provider: sandbox.url })
  const owner = postgres(test.database_url, { max: 1, onnotice: () => {} })
  const backoffice = await signIn(test.services, 'super_user')
  let who = await signIn(test.services, 'customer')
  /** A new customer for every test, so that its books contain only the test's payments. */
  const anotherOffice = async () => {
    who = await signIn(test.services, 'customer')
  }
  const get = async <T>(url: string, as: Person = who) =>
    (await test.call({ url: `/v1/reconciliation${url}`, headers: as.headers })).body as T
  const act = async (url: string, payload?: object, as: Person = who) => {
    const { status, body } = await test.call({
      method: 'POST',
      url: `/v1/reconciliation${url}`,
      headers: as.headers,
      ...(payload ? { payload } : {}),
    })
    return {
      status,
      body: body as Omit<ReconciliationItem, 'state'> &
        ReconciliationRun & { error?: string; fields?: object },
    }
  }
  /** Compares yesterday and today, as a person does. */
  async function compare(as: Person = who) {
    const { status, body } = await act('/runs', {}, as)
    expect(status).toBe(202)
    await runJobs(test.services)
    const run = await get<ReconciliationRun>(`/runs/${body.run_id}`, as)
    expect(run).toMatchObject({ state: 'done', failure: null })
  }
  const openItems = async (as: Person = who) =>
    (await get<{ items: ReconciliationItem[] }>('/items?state=open', as)).items
  const onlyItem = async () => {
    const items = await openItems()
    expect(items).toHaveLength(1)
    return items[0] as ReconciliationItem
  }
  /** The sums of this customer's days. */
  async function sums() {
    const { items } = await get<{ items: ReconciliationDay[] }>('/days')
    const sum = (of: keyof ReconciliationDay) => items.reduce((total, day) => total + Number(day[of]), 0)
    return {
      provider: sum('provider_amount'),
      ours: sum('our_amount'),
      ledger: sum('ledger_amount'),
      fees: [sum('provider_fee'), sum('ledger_fee')],
      unexplained: sum('unexplained'),
    }
  }
  const inBalance = async (cents: number) => {
    const { fees, ...found } = await sums()
    expect(found).toEqual({ provider: cents, ours: cents, ledger: cents, unexplained: 0 })
    expect(fees[0]).toBe(fees[1])
    expect(await openItems()).toEqual([])
  }

  const payment = async (amount: number, body: object = {}, path = 'charge') => {
    const bill = await makeBill(test.services, who.customer_id, { amounts: [amount] })
    const reply = await test.call({
      method: 'POST',
      url: `/v1/stripe/${path}/${bill.token}`,
      payload:
        path === 'charge'
          ? { payment_method: 'CARD', payment_method_id: 'pm_card_visa', ...body }
          : { email: 'lucia@example.it', ...body },
    })
    const made = reply.body as {
      payment_id: number
      state: string
      next_action: { redirect_url: string } | null
    }
    return { bill, ...made }
  }
  const attemptOf = async (payment_id: number) => {
    const [attempt] = await test.services.asSystem(
      (tx) => tx`select * from payment_attempts where payment_id = ${payment_id}`,
    )
    return attempt as { attempt_id: number; provider_object: string; provider_charge: string; state: string }
  }
  const debit = async (iban: string) => {
    const method = await sandbox.stripe.paymentMethods.create({
      type: 'sepa_debit',
      sepa_debit: { iban },
      billing_details: { name: 'Lucia Rossi', email: 'lucia@example.it' },
    })
    return {
      payment_method: 'SEPA_DEBIT',
      payment_method_id: method.id,
      email: 'lucia@example.it',
      mandate: { accepted: true },
    }
  }
  const settle = async (payment_id: number) =>
    settleAttempt(test.services, (await attemptOf(payment_id)).attempt_id)
  const refund = async (payment_id: number, amount: number) => {
    const reply = await test.call({
      method: 'POST',
      url: `/v1/stripe/refund/${payment_id}`,
      headers: who.headers,
      payload: { amount, reason: 'requested_by_customer' },
    })
    expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(300)
  }
  /** The payer's bank takes the money back. */
  const contest = async (charge: string): Promise<string> => {
    const reply = await fetch(`${sandbox.url}/_sandbox/disputes`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ charge }),
    })
    return ((await reply.json()) as { id: string }).id
  }
  /** Deletes an entry from the ledger, which only the tables' owner can do. */
  const tearOut = (payment_id: number, kind: string) =>
    owner.begin(async (sql) => {
      await sql`alter table ledger_entries disable trigger user`
      await sql`alter table ledger_lines disable trigger user`
      await sql`
      delete from ledger_lines where entry_id in (
        select entry_id from ledger_entries where payment_id = ${payment_id} and kind = ${kind})`
      await sql`delete from ledger_entries where payment_id = ${payment_id} and kind = ${kind}`
      await sql`alter table ledger_entries enable trigger user`
      await sql`alter table ledger_lines enable trigger user`
    })
  const close = async () => {
    await owner.end()
    await test.close()
    await sandbox.stop()
  }
  return {
    sandbox,
    test,
    owner,
    backoffice,
    anotherOffice,
    get,
    act,
    compare,
    openItems,
    onlyItem,
    sums,
    inBalance,
    payment,
    attemptOf,
    debit,
    settle,
    refund,
    contest,
    tearOut,
    close,
    get who() {
      return who
    },
  }
}
export type ReconciliationFixtures = Awaited<ReturnType<typeof reconciliationFixtures>>
