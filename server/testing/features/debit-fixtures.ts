import type { Debit } from '@saldo/contract/payments/debits'
import type { PaymentSource } from '@saldo/contract/payments/sources'
import { today } from '@saldo/domain/dates'
import { expect } from 'vitest'
import { moveDebitOn } from '../../features/debits/move-debit.job.ts'
import { settleAttempt } from '../../features/payments/attempt/settle-attempt.ts'
import { runJobs } from '../../jobs/worker.ts'
import { startApp } from '../app.ts'
import { makeBill, makeCustomer, makeSubject, signIn } from '../people.ts'
import { startSandbox } from '../sandbox.ts'

/** The sandbox's test accounts, by what their bank does with a debit. */
export const accounts = {
  good: 'IT56B9999999999000000000001',
  empty: 'IT38G9999999999000000000006',
  wrongHolder: 'IT33C9999999999000000000002',
  contested: 'IT10D9999999999000000000003',
}

type Headers = Record<string, string>
type Who = { bill_id: number; source: PaymentSource; staff: Headers; own: Headers }
export const linkIn = (text: string) => /\/mybill\/([A-Za-z0-9_-]+)/.exec(text)?.[1] as string

/** Residents with saved methods, the office that debits them, and passing days. */
export async function debitFixtures() {
  const sandbox = await startSandbox()
  const test = await startApp({ provider: sandbox.url })
  const asSystem = <R>(work: Parameters<typeof test.services.asSystem<R>>[0]) => test.services.asSystem(work)
  const send = async <Body>(url: string, headers: Headers, payload?: object) => {
    const reply = await test.call({ method: 'POST', url, headers, payload })
    return {
      status: reply.status,
      body: reply.body as Body & { error?: string; fields?: Record<string, string> },
    }
  }
  const methodAt = async (iban: string) =>
    (
      await sandbox.stripe.paymentMethods.create({
        type: 'sepa_debit',
        sepa_debit: { iban },
        billing_details: { name: 'Lucia Rossi', email: 'lucia@example.it' },
      })
    ).id

  /** A resident with a bill, and the office that issued it. */
  async function resident(amounts = [20_000, 21_250]) {
    const customer_id = await makeCustomer(test.services)
    const consumer = await signIn(test.services, 'consumer')
    const subject_id = await makeSubject(test.services, customer_id, { user_id: consumer.user_id })
    const bill = await makeBill(test.services, customer_id, { subject_id, amounts })
    const staff = await signIn(test.services, 'customer', customer_id)
    return { ...bill, own: consumer.headers, staff: staff.headers }
  }
  async function withAccount(iban: string, amounts?: number[]) {
    const who = await resident(amounts)
    const { body } = await send<PaymentSource>('/v1/stripe/save_source', who.own, {
      type_id: 'sepa_debit',
      payment_method_id: await methodAt(iban),
      email: 'lucia@example.it',
      name: 'Lucia Rossi',
      mandate: { accepted: true },
    })
    expect(body.state).toBe('active')
    return { ...who, source: body }
  }
  const withCard = async (payment_method_id = 'pm_card_visa') => {
    const who = await resident()
    const { body } = await send<PaymentSource>('/v1/stripe/save_source', who.own, {
      type_id: 'card',
      payment_method_id,
      email: 'lucia@example.it',
      mandate: { accepted: true },
    })
    return { ...who, source: body }
  }
  const plan = ({ bill_id, source, staff }: Who, more: object = {}, as = staff) =>
    send<Debit>('/v1/debits', as, { bill_id, source_id: source.source_id, ...more })
  const debitOf = async (debit_id: number) =>
    (await asSystem((tx) => tx`select * from debits where debit_id = ${debit_id}`))[0]
  const debitsOf = (bill_id: number) =>
    asSystem((tx) => tx`select * from debits where bill_id = ${bill_id} order by debit_id`)
  const mailsOf = (bill_id: number, template: string) =>
    asSystem(
      (tx) =>
        tx`select to_address, subject, text from emails where bill_id = ${bill_id} and template = ${template} order by email_id`,
    )
  const phaseOf = async (bill_id: number) =>
    (await asSystem((tx) => tx`select phase from bills where bill_id = ${bill_id}`))[0]?.phase
  /** The amount charged or pending for a bill, from the provider's own book. */
  const asked = async (bill_id: number) => {
    const intents = []
    for await (const intent of sandbox.stripe.paymentIntents.list({ limit: 100 }))
      if (intent.metadata.bill_id === String(bill_id)) intents.push(intent)
    return intents
  }
  const received = async (bill_id: number) =>
    (await asked(bill_id)).reduce((sum, { amount_received }) => sum + amount_received, 0)

  /** Sends the notice, checks that it was sent, and starts the debit on the announced day. */
  async function announce(debit_id: number) {
    await moveDebitOn(test.services, debit_id, today())
    await runJobs(test.services)
    await moveDebitOn(test.services, debit_id, today())
  }
  async function collect(debit_id: number) {
    await announce(debit_id)
    const debit = await debitOf(debit_id)
    expect(debit?.state).toBe('notified')
    await moveDebitOn(test.services, debit_id, debit?.collect_on)
  }
  /** The bank decides the debit. */
  async function settle(debit_id: number) {
    await sandbox.advance(100)
    const [attempt] = await asSystem(
      (tx) => tx`
    select t.attempt_id from debits d join payment_attempts t on t.payment_id = d.payment_id where debit_id = ${debit_id}`,
    )
    await settleAttempt(test.services, attempt?.attempt_id)
    await runJobs(test.services)
  }
  const payBy = (token: string, payment_method_id = 'pm_card_visa') =>
    send<{ state: string; result_token: string }>(
      `/v1/stripe/charge/${token}`,
      {},
      { payment_method: 'CARD', payment_method_id, amount: 41_250 },
    )
  const close = async () => {
    await test.close()
    await sandbox.stop()
  }
  return {
    sandbox,
    test,
    asSystem,
    send,
    methodAt,
    resident,
    withAccount,
    withCard,
    plan,
    debitOf,
    debitsOf,
    mailsOf,
    phaseOf,
    asked,
    received,
    announce,
    collect,
    settle,
    payBy,
    close,
  }
}
export type DebitFixtures = Awaited<ReturnType<typeof debitFixtures>>
