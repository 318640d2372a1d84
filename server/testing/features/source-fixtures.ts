import type { PaymentSource } from '@saldo/contract/payments/sources'
import { startApp } from '../app.ts'
import { makeBill, makeCustomer, makeSubject, signIn } from '../people.ts'
import { startSandbox } from '../sandbox.ts'

type Headers = Record<string, string>

/** Residents and offices that save cards and accounts, and the provider that stores them. */
export async function sourceFixtures() {
  const sandbox = await startSandbox()
  const test = await startApp({ provider: sandbox.url })
  const post = async <Body>(url: string, headers: Headers, payload?: object) => {
    const reply = await test.call({ method: 'POST', url: `/v1/stripe/${url}`, headers, payload })
    return {
      status: reply.status,
      body: reply.body as Body & { error?: string; fields?: Record<string, string> },
    }
  }
  const sourcesOf = async (headers: Headers, owner: number | '' = '') =>
    (
      await post<{ owners: { owner_id: number }[]; sources: PaymentSource[] }>(
        `retrieve_sources/${owner}`,
        headers,
      )
    ).body
  const iban = async (number: string) =>
    (
      await sandbox.stripe.paymentMethods.create({
        type: 'sepa_debit',
        sepa_debit: { iban: number },
        billing_details: { name: 'Lucia Rossi', email: 'lucia@example.it' },
      })
    ).id
  const asSystem = <R>(work: Parameters<typeof test.services.asSystem<R>>[0]) => test.services.asSystem(work)

  /** A resident with one subject, and its office. */
  async function resident() {
    const customer_id = await makeCustomer(test.services)
    const consumer = await signIn(test.services, 'consumer')
    const subject_id = await makeSubject(test.services, customer_id, { user_id: consumer.user_id })
    await makeBill(test.services, customer_id, { subject_id })
    const staff = await signIn(test.services, 'customer', customer_id)
    return { customer_id, subject_id, own: consumer.headers, staff: staff.headers }
  }
  const cardBody = {
    type_id: 'card',
    payment_method_id: 'pm_card_visa',
    email: 'lucia@example.it',
    mandate: { accepted: true },
  }
  const saveCard = (headers: Headers, more: object = {}) =>
    post<PaymentSource>('save_source', headers, { ...cardBody, ...more })
  const saveIban = async (headers: Headers, more: object = {}, number = 'IT56B9999999999000000000001') =>
    post<PaymentSource>('save_source', headers, {
      type_id: 'SEPA_DEBIT',
      payment_method_id: await iban(number),
      email: 'lucia@example.it',
      name: 'Lucia Rossi',
      mandate: { accepted: true },
      ...more,
    })
  const close = async () => {
    await test.close()
    await sandbox.stop()
  }
  return { sandbox, test, asSystem, post, sourcesOf, iban, resident, cardBody, saveCard, saveIban, close }
}
export type SourceFixtures = Awaited<ReturnType<typeof sourceFixtures>>
