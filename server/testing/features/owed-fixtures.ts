import type { BillPhase } from '@saldo/domain/bills/bill'
import { addDays, today } from '@saldo/domain/dates'
import fc from 'fast-check'
import { runJobs } from '../../jobs/worker.ts'
import type { TestApp } from '../app.ts'
import { deliverEvents } from '../deliver-events.ts'
import { makeAccount, makeBill, makeCustomer, makeSubject, signIn } from '../people.ts'
import type { TestSandbox } from '../sandbox.ts'

/** What befalls a bill, from being issued until now, and the phases that it may have then. */
export const fates = {
  nothing: ['open'],
  'transfer in part': ['partly_paid'],
  'card for what is due now': ['partly_paid', 'paid'],
  card: ['paid'],
  'card, refunded in part': ['partly_paid'],
  'card, under dispute': ['disputed'],
  'card for what is due now, under dispute': ['disputed'],
  'card, dispute lost': ['returned'],
  'card, dispute won': ['paid'],
  'debit that comes back': ['returned'],
  'debit for what is due now, that comes back': ['returned'],
  'debit under way': ['pending'],
  'debit for what is due now, under way': ['pending'],
  'credited in part': ['open'],
  draft: ['draft'],
  cancelled: ['cancelled'],
} as const satisfies Record<string, readonly BillPhase[]>
type Fate = keyof typeof fates
const fateNames = Object.keys(fates) as Fate[]

/** A random bill. `accounts` and `subjects`: the highest indexes of its condominium and its person. */
export const plannedBill = (accounts: number, subjects: number) =>
  fc.record({
    account: fc.nat(accounts),
    subject: fc.nat(subjects),
    /** Due days around today, some equal, in any order. */
    instalments: fc.array(
      fc.record({
        days: fc.constantFrom(-400, -40, -1, 0, 1, 9, 30, 300),
        amount: fc.integer({ min: 200, max: 90_000 }),
      }),
      { minLength: 1, maxLength: 4 },
    ),
    part: fc.double({ min: 0.05, max: 0.95, noNaN: true }),
  })
type Planned = ReturnType<typeof plannedBill> extends fc.Arbitrary<infer B> ? B : never
type PlannedBill = { fate: Fate } & Planned

/** One bill of each fate: two condominiums, three people, any instalments. */
export const plannedBills: fc.Arbitrary<PlannedBill[]> = fc
  .array(plannedBill(1, 2), { minLength: fateNames.length, maxLength: fateNames.length })
  .map((bills) => bills.map((bill, at) => ({ ...bill, fate: fateNames[at] as Fate })))

export type OwedBill = Awaited<ReturnType<typeof makeBill>>
type FatedBill = OwedBill & { fate: Fate; plan: PlannedBill }

/** Makes these bills for a new customer with two condominiums. The first of three people is a resident who signs in. */
export async function issueBills(test: TestApp, planned: readonly (Planned & { fate?: Fate })[]) {
  const { services } = test
  const customer_id = await makeCustomer(services)
  const { headers } = await signIn(services, 'customer', customer_id)
  const resident = await signIn(services, 'consumer')
  const accounts = [await makeAccount(services, customer_id), await makeAccount(services, customer_id)]
  const subjects = [
    await makeSubject(services, customer_id, { user_id: resident.user_id }),
    await makeSubject(services, customer_id),
    await makeSubject(services, customer_id),
  ]
  const bills: OwedBill[] = []
  for (const plan of planned) {
    const made = await makeBill(services, customer_id, {
      account_id: accounts[plan.account] as number,
      subject_id: subjects[plan.subject] as number,
      amounts: plan.instalments.map(({ amount }) => amount),
      due_dates: plan.instalments.map(({ days }) => addDays(today(), days)),
      draft: plan.fate === 'draft',
    })
    bills.push(made)
  }
  return { customer_id, headers, resident: resident.headers, accounts, subjects, bills }
}

/** Issues these bills and lets everything befall them. */
export async function playBills(test: TestApp, sandbox: TestSandbox, planned: readonly PlannedBill[]) {
  const office = await issueBills(test, planned)
  const bills = office.bills.map((bill, at): FatedBill => {
    const plan = planned[at] as PlannedBill
    return { ...bill, plan, fate: plan.fate }
  })
  const acts = actsOf(test, sandbox, office.headers)
  const paid = new Map<FatedBill, number>()
  for (const bill of bills) paid.set(bill, await acts.before(bill, bill.plan))
  await sandbox.advance(200)
  await deliverEvents(test, sandbox)
  for (const bill of bills) await acts.after(bill, bill.plan, paid.get(bill) ?? 0)
  await deliverEvents(test, sandbox)
  for (const bill of bills) await acts.decide(bill)
  await deliverEvents(test, sandbox)
  for (const bill of bills) await acts.last(bill)
  await runJobs(test.services)
  return { ...office, bills }
}

/** The acts of each fate, in the order in which they can happen. Each throws if the product refuses. */
function actsOf(test: TestApp, sandbox: TestSandbox, headers: Record<string, string>) {
  const send = async (method: 'POST' | 'GET', url: string, payload?: object, as = headers) => {
    const reply = await test.call({ method, url, headers: as, ...(payload ? { payload } : {}) })
    if (reply.status >= 300) throw new Error(`${method} ${url}: ${reply.status} ${reply.raw}`)
    return reply.body as { payment_id: number; due_now: number; today: string } & Page
  }
  const dueNowOf = async ({ token }: OwedBill) => {
    const page = await send('GET', `/v1/mybill/${token}`, undefined, {})
    const due = page.instalments.filter(({ settled, amount }) => settled < amount)
    const late = due.filter(({ due_date }) => due_date < page.today)
    const [next] = due.map(({ due_date }) => due_date).sort()
    const now = late.length > 0 ? late : due.filter(({ due_date }) => due_date === next)
    return { instalment_ids: now.map(({ instalment_id }) => instalment_id) }
  }
  const charge = async ({ token }: OwedBill, payload: object) =>
    (await send('POST', `/v1/stripe/charge/${token}`, { email: 'lucia@example.it', ...payload }, {}))
      .payment_id
  const all = ({ amount }: OwedBill) => ({ amount })
  const card = { payment_method: 'CARD', payment_method_id: 'pm_card_visa' }
  const debit = async () => ({
    payment_method: 'SEPA_DEBIT',
    mandate: { accepted: true },
    payment_method_id: (
      await sandbox.stripe.paymentMethods.create({
        type: 'sepa_debit',
        sepa_debit: { iban: 'IT56B9999999999000000000001' },
        billing_details: { name: 'Lucia Rossi', email: 'lucia@example.it' },
      })
    ).id,
  })
  const partOf = ({ instalments, part }: PlannedBill) =>
    Math.max(1, Math.floor(instalments.reduce((sum, { amount }) => sum + amount, 0) * part))
  const chargeOf = async (payment_id: number) =>
    test.services.asSystem(async (tx) => {
      const [row] = await tx`select provider_charge from payment_attempts where payment_id = ${payment_id}`
      return row?.provider_charge as string
    })

  return {
    /** Pays the bill before the provider's clock advances. Returns the payment's id, or 0 when the fate pays nothing. */
    before: async (bill: FatedBill, plan: PlannedBill): Promise<number> => {
      const { account_id, subject_id, bill_id, fate } = bill
      if (fate === 'transfer in part') {
        const transfer = {
          account_id,
          subject_id,
          amount: partOf(plan),
          received_on: today(),
          bill_ids: [bill_id],
        }
        return (await send('POST', '/v1/payments', transfer)).payment_id
      }
      if (fate.startsWith('card for what is due now'))
        return charge(bill, { ...card, ...(await dueNowOf(bill)) })
      if (fate.startsWith('card')) return charge(bill, { ...card, ...all(bill) })
      if (fate === 'debit that comes back') return charge(bill, { ...(await debit()), ...all(bill) })
      if (fate === 'debit for what is due now, that comes back')
        return charge(bill, { ...(await debit()), ...(await dueNowOf(bill)) })
      return 0
    },
    /** Refunds or disputes the payment, or has the debit returned, as the fate says. */
    after: async ({ bill_id, fate }: FatedBill, plan: PlannedBill, payment_id: number): Promise<void> => {
      const amount = partOf(plan)
      if (fate === 'card, refunded in part')
        await send('POST', `/v1/stripe/refund/${payment_id}`, { amount, reason: 'requested_by_customer' })
      if (fate === 'credited in part')
        await send('POST', `/v1/bills/credit-note/${bill_id}`, { amount, reason: 'Errore' })
      if (fate === 'cancelled') await send('POST', `/v1/bills/cancel/${bill_id}`)
      if (fate.includes('dispute') || fate.includes('comes back'))
        await sandbox.dispute(await chargeOf(payment_id))
    },
    /** Closes the dispute: the payer's bank decides for the office or against it. */
    decide: async ({ bill_id, fate }: FatedBill): Promise<void> => {
      if (fate !== 'card, dispute lost' && fate !== 'card, dispute won') return
      const [row] = await test.services.asSystem(
        (tx) => tx`
          select d.provider_object from disputes d join payment_bills p using (customer_id, payment_id)
          where p.bill_id = ${bill_id}`,
      )
      await sandbox.decide(row?.provider_object as string, fate === 'card, dispute won' ? 'won' : 'lost')
    },
    /** Starts the payments that are still pending at the end. */
    last: async (bill: FatedBill): Promise<void> => {
      if (bill.fate === 'debit under way') await charge(bill, { ...(await debit()), ...all(bill) })
      if (bill.fate === 'debit for what is due now, under way')
        await charge(bill, { ...(await debit()), ...(await dueNowOf(bill)) })
    },
  }
}

type Page = {
  instalments: { instalment_id: number; due_date: string; amount: number; settled: number }[]
}
