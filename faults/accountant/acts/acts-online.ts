import { whole } from '../../random.ts'
import { type Bill, beginPayment, dueOf, type Method, mayPay, type Part, type Payment } from '../books.ts'
import { plusDays } from '../days.ts'
import {
  type Act,
  call,
  callOpenly,
  callUntilAnswered,
  expecting,
  linkOf,
  Mismatch,
  type Player,
  pickOne,
  someCents,
} from '../player.ts'
import { centsOf, collect, hold, payInOrder } from '../posting/posting-payments.ts'

/** The provider's minimum: half a euro. */
const least = 50

const payable = ({ books }: Player) =>
  books.bills.filter((bill) => mayPay(books, bill)).filter((bill) => centsOf(dueOf(bill)) >= least)

/** Chooses how much of a bill is paid: all, a part where allowed, or one instalment. */
function choose(player: Player, bill: Bill): { body: object; parts: Part[]; amount: number } {
  const { random, books } = player
  const due = dueOf(bill)
  const all = centsOf(due)
  const how = whole(random, 4)
  if (how === 0 && due.length > 1 && !bill.plan) {
    const part = pickOne(player, due)
    if (part.cents >= least)
      return { body: { instalment_ids: part.instalment.ids }, parts: [part], amount: part.cents }
  }
  const takes_parts = books.accountOf(bill.condominium).provider_account === 'stripe'
  if (how === 1 && takes_parts && all >= 100 + least) {
    const amount = someCents(random, 100, all - least)
    return { body: { amount }, parts: payInOrder(amount, due).parts, amount }
  }
  return { body: { amount: all }, parts: due, amount: all }
}

const cards = [
  'pm_card_visa',
  'pm_card_visa',
  'pm_card_visa',
  'pm_card_refundFail',
  'pm_card_pendingRefund',
] as const

async function online(
  player: Player,
  of: { method: Method; path: 'charge' | 'klarna'; body: object; state: string; bill?: Bill },
): Promise<{ payment: Payment; redirect_url?: string; token: string }> {
  const { books } = player
  const bill = of.bill ?? pickOne(player, payable(player))
  const token = await linkOf(player, bill)
  const { body, parts, amount } = choose(player, bill)
  const reply = expecting(
    await callOpenly(player, 'POST', `/v1/stripe/${of.path}/${token}`, {
      email: 'paga@example.it',
      name: 'Anna Paga',
      ...of.body,
      ...body,
    }),
    201,
    `${of.method} for ${amount}`,
  )
  if (reply.amount !== amount)
    throw new Mismatch(`${of.method}: charged ${reply.amount}, the books say ${amount}`)
  const state = await answered(player, reply)
  if (state !== of.state) throw new Mismatch(`${of.method}: ${state}, the books say ${of.state}`)
  bill.tried = true
  const { condominium, subject } = bill
  const payment = beginPayment(books, {
    ...{ id: reply.payment_id, method: of.method, amount, condominium, subject },
    ...{ state: 'waiting', parts },
  })
  books.payments.push(payment)
  return { payment, redirect_url: reply.next_action?.redirect_url, token }
}

/** The payment's state once the provider has answered. */
async function answered(
  player: Player,
  reply: { payment_id: number; state: string; next_action: unknown },
): Promise<string> {
  if (reply.state !== 'created' || reply.next_action) return reply.state
  const answer = await callUntilAnswered(
    player,
    () => call(player, 'GET', `/v1/payments/${reply.payment_id}`),
    ({ body }) => body.attempts?.[0]?.state === 'created',
  )
  return expecting(answer, 200, 'the payment').attempts[0].state
}

/** The provider's id of the charge, known after the call. */
async function learnCharge(player: Player, payment: Payment): Promise<void> {
  const { attempts, provider_account } = expecting(
    await call(player, 'GET', `/v1/payments/${payment.id}`),
    200,
    'the payment',
  )
  const paid = attempts.find((each: { provider_charge: string | null }) => each.provider_charge)
  payment.provider = { account: provider_account, intent: paid.provider_object, charge: paid.provider_charge }
}

async function byCard(player: Player): Promise<void> {
  const payment_method_id = pickOne(player, cards)
  const { payment } = await online(player, {
    ...{
      method: 'CARD',
      path: 'charge',
      state: 'succeeded',
      body: { payment_method: 'CARD', payment_method_id },
    },
  })
  collect(player.books, payment, player.books.today)
  payment.refunds_fail = payment_method_id === 'pm_card_refundFail'
  await learnCharge(player, payment)
}

/** A debit is decided a day later. */
async function byDebit(
  player: Player,
  iban: string,
  outcome: 'settles' | 'fails' | 'comes back',
): Promise<void> {
  const bill = pickOne(player, payable(player))
  const { provider_account } = player.books.accountOf(bill.condominium)
  const { id } = await player.world.provider[provider_account].paymentMethods.create({
    type: 'sepa_debit',
    sepa_debit: { iban },
    billing_details: { name: 'Anna Paga', email: 'paga@example.it' },
  })
  const { payment } = await online(player, {
    ...{ method: 'SEPA_DEBIT', path: 'charge', state: 'processing', bill },
    body: { payment_method: 'SEPA_DEBIT', payment_method_id: id, mandate: { accepted: true } },
  })
  payment.outcome = outcome
  payment.answer_on = plusDays(player.books.today, 1)
  hold(payment)
}

async function byKlarna(player: Player, approves: boolean): Promise<void> {
  const { payment, redirect_url, token } = await online(player, {
    ...{ method: 'KLARNA', path: 'klarna', state: 'requires_action', body: {} },
  })
  await player.world.decide(redirect_url as string, approves ? 'Klarna' : 'Klarna refused')
  const confirmed = await callUntilAnswered(
    player,
    () => callOpenly(player, 'POST', `/v1/stripe/confirm_payment/${token}`, { payment_id: payment.id }),
    ({ body }) => body.state === 'requires_action',
  )
  const after = expecting(confirmed, 200, 'coming back from Klarna')
  if (after.state !== (approves ? 'succeeded' : 'failed')) throw new Mismatch(`Klarna: ${after.state}`)
  if (!approves) {
    payment.state = 'failed'
    payment.parts = []
    return
  }
  collect(player.books, payment, player.books.today)
  await learnCharge(player, payment)
}

const some = (player: Player) => payable(player).length > 0

export const onlineActs: Act[] = [
  { name: 'card', weight: 12, fits: some, run: byCard },
  {
    name: 'card declined',
    weight: 2,
    fits: some,
    run: async (player) => {
      const { payment } = await online(player, {
        ...{ method: 'CARD', path: 'charge', state: 'failed' },
        body: { payment_method: 'CARD', payment_method_id: 'pm_card_chargeDeclined' },
      })
      payment.state = 'failed'
      payment.parts = []
    },
  },
  {
    name: 'SEPA debit',
    weight: 6,
    fits: some,
    run: (p) => byDebit(p, 'IT56B9999999999000000000001', 'settles'),
  },
  {
    name: 'SEPA debit fails',
    weight: 3,
    fits: some,
    run: (p) => byDebit(p, 'IT38G9999999999000000000006', 'fails'),
  },
  {
    name: 'SEPA debit comes back',
    weight: 4,
    fits: some,
    run: (p) => byDebit(p, 'IT10D9999999999000000000003', 'comes back'),
  },
  { name: 'Klarna', weight: 3, fits: some, run: (player) => byKlarna(player, true) },
  { name: 'Klarna refused', weight: 1, fits: some, run: (player) => byKlarna(player, false) },
]
