import { today } from '@saldo/domain/dates'
import fc from 'fast-check'
import { runJobs } from '../../jobs/worker.ts'
import type { TestApp } from '../app.ts'
import { deliverEvents } from '../deliver-events.ts'
import type { TestSandbox } from '../sandbox.ts'
import { issueBills, type OwedBill, plannedBill } from './owed-fixtures.ts'

/** What an office and its payers do, one after the other. The product may refuse an act; it must never fail. */
export const acts = [
  'money by hand',
  'money by hand for one bill',
  'reversal',
  'reversal for another sum',
  'reversal for another person',
  'credit used',
  'money moved',
  'credit note',
  'card for what is due now',
  'card for all',
  'card for several bills',
  'refund',
  'dispute',
  'dispute won',
  'dispute lost',
  'debit under way',
] as const
export type ActName = (typeof acts)[number]

const act = (what: fc.Arbitrary<ActName>) =>
  fc.record({
    what,
    /** Which of the bills, or of the payments, that the act may concern. */
    which: fc.nat(9),
    /** Part of what is due or was paid; more than 1 is an overpayment where money comes from outside. */
    part: fc.double({ min: 0.05, max: 1.6, noNaN: true }),
  })
type Act = typeof act extends (what: never) => fc.Arbitrary<infer A> ? A : never

/** Five bills of two people in two condominiums, so that people have several, and then some acts. */
const storyOf = (acts: fc.Arbitrary<Act[]>) =>
  fc.record({
    bills: fc.array(plannedBill(1, 1), { minLength: 5, maxLength: 5 }),
    acts,
  })
type Story = typeof storyOf extends (acts: never) => fc.Arbitrary<infer S> ? S : never

export const plannedStories: fc.Arbitrary<Story> = storyOf(
  fc.array(act(fc.constantFrom(...acts)), { minLength: 4, maxLength: 9 }),
)

const bill = (
  days: Story['bills'][number]['instalments'][number]['days'][],
  account = 0,
  subject = 0,
): Story['bills'][number] => ({
  ...{ account, subject, part: 0.5 },
  instalments: days.map((day, at) => ({ days: day, amount: 10_000 + 1_111 * at })),
})
const step = (what: ActName, which = 0, part = 0.5): Act => ({ what, which, part })

/** Three stories in which every act happens, whatever the random ones are. */
export const certainStories: Story[] = [
  {
    bills: [bill([-40, 9, 300]), bill([-400]), bill([1, 1]), bill([-1, 0], 0, 1), bill([30], 1)],
    acts: [
      step('money by hand for one bill', 1, 1.5),
      step('credit used', 2),
      step('money by hand', 3, 1.6),
      step('credit note', 0, 0.3),
      step('reversal for another sum', 0),
      step('money by hand for one bill', 0, 0.4),
      step('reversal for another person', 0),
      step('reversal', 0),
    ],
  },
  {
    bills: [bill([-40, 9, 300]), bill([-400, -1, 30]), bill([-1, 1], 1), bill([0]), bill([1, 9], 0, 1)],
    acts: [
      step('card for what is due now', 0),
      step('dispute'),
      step('card for what is due now', 1),
      step('dispute', 1),
      step('dispute lost', 1),
      step('card for all', 2),
      step('dispute', 1),
      step('dispute won', 1),
      step('money by hand for one bill', 0, 0.3),
      step('debit under way', 4),
    ],
  },
  {
    bills: [bill([-40, 9]), bill([-400]), bill([1, 1]), bill([-1, 0], 0, 1), bill([30], 1)],
    acts: [
      step('card for several bills', 0),
      step('refund', 0, 0.4),
      step('money by hand for one bill', 3, 0.7),
      step('money moved', 1),
      step('refund', 1, 1),
    ],
  },
]

/** Plays a story in a new office. `accepted`: how often each act was not refused. Throws when the product fails. */
export async function playStory(
  test: TestApp,
  sandbox: TestSandbox,
  story: Story,
  accepted: Map<ActName, number>,
) {
  const office = await issueBills(test, story.bills)
  const play = actsOf(test, sandbox, office)
  for (const { what, which, part } of story.acts) {
    const done = await play[what](which, part)
    accepted.set(what, (accepted.get(what) ?? 0) + (done ? 1 : 0))
  }
  await deliverEvents(test, sandbox)
  await runJobs(test.services)
  return office
}

type Playing = Awaited<ReturnType<typeof issueBills>>
type Paid = {
  payment_id: number
  subject_id: number
  amount: number
  state: string
  provider_charge: string | null
}

/** Each act: true when it was accepted, false when it was refused or nothing was there for it. */
function actsOf(
  test: TestApp,
  sandbox: TestSandbox,
  { customer_id, headers, resident, subjects, bills }: Playing,
): Record<ActName, (which: number, part: number) => Promise<boolean>> {
  const post = async (
    url: string,
    payload: object,
    as: Record<string, string> = headers,
  ): Promise<boolean> => {
    const { status, raw } = await test.call({ method: 'POST', url: `/v1${url}`, headers: as, payload })
    if (status >= 500 || status === 404)
      throw new Error(`${url} ${JSON.stringify(payload)}: ${status} ${raw}`)
    return status < 300
  }
  const rows = <R extends object>(read: (tx: Parameters<Read>[0]) => PromiseLike<R[]>): Promise<R[]> =>
    test.services.asSystem(async (tx) => [...(await read(tx))])
  const billAt = (which: number) => bills[which % bills.length] as OwedBill
  const residueOf = async (of: readonly OwedBill[]) => {
    const ids = of.map(({ bill_id }) => bill_id)
    const [row] = await rows(
      (tx) =>
        tx<
          { residue: number }[]
        >`select coalesce(sum(residue), 0)::bigint as residue from bills where bill_id in ${tx(ids)}`,
    )
    return row?.residue ?? 0
  }
  const ofPerson = ({ account_id, subject_id }: OwedBill) =>
    bills.filter((each) => each.account_id === account_id && each.subject_id === subject_id)
  const cents = (whole: number, part: number) => Math.max(1, Math.floor(whole * part))
  const byHand = {
    ...{ method: 'CASH', received_on: today(), credit_surplus: true },
    ...{ confirm_duplicate: true, confirm_under_way: true, confirm_day: true },
  }
  const card = { payment_method: 'CARD', payment_method_id: 'pm_card_visa', email: 'lucia@example.it' }
  /** The payments of the office in these states, the latest first. */
  const paymentAt = async (which: number, states: readonly string[], methods: readonly string[]) => {
    const found = await rows(
      (tx) => tx<Paid[]>`
        select p.payment_id, p.subject_id, p.amount, p.state, t.provider_charge
        from payments p left join payment_attempts t using (customer_id, payment_id)
        where p.customer_id = ${customer_id} and p.state in ${tx([...states])} and p.method in ${tx([...methods])}
        order by p.payment_id desc`,
    )
    return found[which % Math.max(found.length, 1)]
  }
  const reverse = async (which: number, payload: (of: Paid) => object) => {
    const payment = await paymentAt(which, ['succeeded'], ['CASH'])
    const { received_on: _day, confirm_day: _confirmed, method: _method, ...confirmed } = byHand
    return payment
      ? post(`/payments/${payment.payment_id}/reversal`, { ...confirmed, ...payload(payment) })
      : false
  }
  const decide = async (which: number, outcome: 'won' | 'lost') => {
    const open = await rows(
      (tx) => tx<{ provider_object: string }[]>`
        select provider_object from disputes
        where customer_id = ${customer_id} and state = 'needs_response' order by dispute_id`,
    )
    const dispute = open[which % Math.max(open.length, 1)]
    if (!dispute) return false
    await sandbox.decide(dispute.provider_object, outcome)
    await deliverEvents(test, sandbox)
    return true
  }

  return {
    'money by hand': async (which, part) => {
      const { account_id, subject_id } = billAt(which)
      const amount = cents((await residueOf(ofPerson(billAt(which)))) || 5_000, part)
      return post('/payments', { ...byHand, account_id, subject_id, amount })
    },
    'money by hand for one bill': async (which, part) => {
      const { account_id, subject_id, bill_id } = billAt(which)
      const amount = cents((await residueOf([billAt(which)])) || 5_000, part)
      return post('/payments', { ...byHand, account_id, subject_id, amount, bill_ids: [bill_id] })
    },
    reversal: (which) => reverse(which, () => ({ reason: 'by_mistake' })),
    'reversal for another sum': (which, part) =>
      reverse(which, () => ({ reason: 'other_amount', amount: cents(7_777, part) })),
    'reversal for another person': (which) =>
      reverse(which, ({ subject_id }) => ({
        reason: 'other_person',
        subject_id: subjects.find((other) => other !== subject_id),
      })),
    'credit used': (which) => post(`/bills/${billAt(which).bill_id}/credit`, {}),
    'money moved': async (which, part) => {
      const payment = await paymentAt(which, ['succeeded'], ['CASH'])
      if (!payment) return false
      const [instalment] = await rows(
        (tx) => tx<{ instalment_id: number; due: number }[]>`
          select i.instalment_id, i.amount - i.settled - i.pending as due
          from bill_instalments i join bills b using (customer_id, bill_id)
          join payments p using (customer_id, account_id, subject_id)
          where p.payment_id = ${payment.payment_id} and b.phase not in ('draft', 'cancelled')
            and i.settled + i.pending < i.amount
          order by i.due_date desc limit 1`,
      )
      if (!instalment) return false
      const amount = Math.min(payment.amount, cents(instalment.due, Math.min(part, 1)))
      return post(`/payments/${payment.payment_id}/allocations`, {
        ...{ instalment_ids: [instalment.instalment_id], amounts: [amount] },
        ...{ credit_surplus: true, reason: 'Era per questa' },
      })
    },
    'credit note': async (which, part) => {
      const { bill_id } = billAt(which)
      const [row] = await rows(
        (tx) => tx<{ amount: number }[]>`select amount from bills where bill_id = ${bill_id}`,
      )
      const amount = cents(row?.amount ?? 0, Math.min(part, 1))
      return post(`/bills/credit-note/${bill_id}`, { amount, reason: 'Errore', surplus: 'credit' })
    },
    'card for what is due now': (which) => post(`/stripe/charge/${billAt(which).token}`, card, {}),
    'card for all': async (which) => {
      const amount = await residueOf([billAt(which)])
      return amount >= 50 ? post(`/stripe/charge/${billAt(which).token}`, { ...card, amount }, {}) : false
    },
    'card for several bills': async () => {
      const own = bills.filter(({ subject_id }) => subject_id === subjects[0])
      const open = await rows(
        (tx) => tx<{ bill_id: number; account_id: number }[]>`
          select bill_id, account_id from bills
          where bill_id in ${tx(own.map(({ bill_id }) => bill_id))} and residue > 0 and pending = 0`,
      )
      const together = open.filter(({ account_id }) => account_id === open[0]?.account_id)
      const bill_ids = together.map(({ bill_id }) => bill_id)
      return together.length > 1 ? post('/stripe/charge', { ...card, bill_ids }, resident) : false
    },
    refund: async (which, part) => {
      const payment = await paymentAt(which, ['succeeded', 'partly_refunded'], ['CARD', 'CASH'])
      if (!payment) return false
      const amount = cents(payment.amount, Math.min(part, 1))
      return post(`/stripe/refund/${payment.payment_id}`, { amount, reason: 'requested_by_customer' })
    },
    dispute: async (which) => {
      const payment = await paymentAt(which, ['succeeded', 'partly_refunded'], ['CARD'])
      if (!payment?.provider_charge) return false
      await sandbox.dispute(payment.provider_charge)
      await deliverEvents(test, sandbox)
      return true
    },
    'dispute won': (which) => decide(which, 'won'),
    'dispute lost': (which) => decide(which, 'lost'),
    'debit under way': async (which) => {
      const { id } = await sandbox.stripe.paymentMethods.create({
        type: 'sepa_debit',
        sepa_debit: { iban: 'IT56B9999999999000000000001' },
        billing_details: { name: 'Lucia Rossi', email: 'lucia@example.it' },
      })
      const debit = {
        payment_method: 'SEPA_DEBIT',
        payment_method_id: id,
        ...{ email: 'lucia@example.it', mandate: { accepted: true } },
      }
      return post(`/stripe/charge/${billAt(which).token}`, debit, {})
    },
  }
}

type Read = Parameters<TestApp['services']['asSystem']>[0]
