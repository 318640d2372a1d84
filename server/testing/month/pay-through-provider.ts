import { settleAttempt } from '../../features/payments/attempt/settle-attempt.ts'
import { runJobs } from '../../jobs/worker.ts'
import type { TestSandbox } from '../sandbox.ts'
import type { Month, Way } from './month.ts'
import type { Office } from './office.ts'

/** The sandbox's accounts: one pays, one takes the debit back after it had paid. */
const paying = 'IT56B9999999999000000000001'
const returning = 'IT10D9999999999000000000003'

/** So many of the debits come back, by a provider as by the bank. */
export const returnedShare = 0.05

type Progress = { payment_id: number; state: string; next_action: { redirect_url: string } | null }

/**
 * The payers' own payments: cards, Klarna and debits, through the page that their link opens and the sandbox of the provider.
 * Returns how many bills each way settled, and how many debits came back.
 */
export async function payThroughProvider(office: Office, sandbox: TestSandbox, month: Month) {
  const { services } = office.test
  const of = (way: Way) => month.bills.flatMap((bill, index) => (bill.way === way ? [index] : []))
  const debits = of('provider_debit')
  const coming_back = Math.round(debits.length * returnedShare)
  for (const bill of of('card'))
    await office.send<Progress>(
      'POST',
      `/v1/stripe/charge/${office.tokenOf(bill)}`,
      {
        ...{ payment_method: 'CARD', payment_method_id: 'pm_card_visa', email: 'lucia@example.it' },
      },
      {},
    )
  const waiting: number[] = []
  for (const bill of of('klarna')) {
    const made = await office.send<Progress>(
      'POST',
      `/v1/stripe/klarna/${office.tokenOf(bill)}`,
      {
        email: 'lucia@example.it',
      },
      {},
    )
    await fetch(made.next_action?.redirect_url as string, {
      ...{ method: 'POST', redirect: 'manual', body: new URLSearchParams({ decision: 'approve' }) },
    })
    waiting.push(made.payment_id)
  }
  for (const [index, bill] of debits.entries()) {
    const { id } = await sandbox.stripe.paymentMethods.create({
      ...{ type: 'sepa_debit', sepa_debit: { iban: index < coming_back ? returning : paying } },
      billing_details: { name: 'Lucia Rossi', email: 'lucia@example.it' },
    })
    const made = await office.send<Progress>(
      'POST',
      `/v1/stripe/charge/${office.tokenOf(bill)}`,
      {
        ...{ payment_method: 'SEPA_DEBIT', payment_method_id: id, email: 'lucia@example.it' },
        mandate: { accepted: true },
      },
      {},
    )
    waiting.push(made.payment_id)
  }
  await sandbox.advance(100)
  const attempts = await services.asSystem(
    (tx) => tx<{ attempt_id: number }[]>`
      select attempt_id from payment_attempts where payment_id = any(${waiting}::bigint[]) order by attempt_id`,
  )
  for (const { attempt_id } of attempts) await settleAttempt(services, attempt_id)
  await runJobs(services)
  return { expected_back: coming_back }
}
