import { whole } from '../random.ts'
import type { Bill, Books, Payment } from './books.ts'
import { daysFrom, plusDays } from './days.ts'
import { type Act, call, expecting, Mismatch, type Player, someCents, someOf } from './player.ts'
import { comeBack, contest, giveBack, mayGiveBack, payDispute, refundFails, win } from './posting-back.ts'
import { issue } from './posting-bills.ts'
import { collect, letGo } from './posting-payments.ts'
import { sweep } from './posting-plans.ts'

/** A bank that was asked once about a payment is not asked again, and nothing of it is given back by card. */
const askedOnce = new WeakSet<Payment>()

const refundable = ({ books }: Player) =>
  books.payments.filter(
    (payment) =>
      payment.state === 'kept' &&
      mayGiveBack(books, payment) > 0 &&
      !askedOnce.has(payment) &&
      (payment.method === 'CARD' || payment.came_on === null || daysFrom(payment.came_on, books.today) < 170),
  )

const outside = ({ method }: Payment) => method === 'BANK_TRANSFER'

async function refund(player: Player, whole_of_it: boolean): Promise<void> {
  const { books, random } = player
  const payment = someOf(player, refundable(player))
  const most = mayGiveBack(books, payment)
  const amount = whole_of_it ? most : someCents(random, 1, most)
  const back = whole(random, 12)
  const came = payment.came_on ?? books.today
  const day =
    outside(payment) && back > 0 && plusDays(books.today, -back) >= came
      ? plusDays(books.today, -back)
      : books.today
  const body = expecting(
    await call(player, 'POST', `/v1/stripe/refund/${payment.id}`, {
      ...{ amount, reason: 'requested_by_customer' },
      ...(outside(payment) && day < books.today ? { returned_on: day } : {}),
    }),
    201,
    `a refund of ${amount} of ${most}`,
  )
  if (body.amount !== amount) throw new Mismatch(`refunded ${body.amount}, the books say ${amount}`)
  giveBack(books, payment, {
    ...{ id: body.refund_id, amount, way: body.way, object: body.provider_object, day },
  })
}

/** More than is left of a payment is refused, whoever asks. */
async function refundTooMuch(player: Player): Promise<void> {
  const { books } = player
  const payment = someOf(player, refundable(player))
  const amount = mayGiveBack(books, payment) + someCents(player.random, 1, 100)
  expecting(
    await call(player, 'POST', `/v1/stripe/refund/${payment.id}`, { amount, reason: 'duplicate' }),
    409,
    `a refund of ${amount}`,
  )
}

const contestable = ({ books }: Player) =>
  books.payments.filter(
    (payment) =>
      payment.state === 'kept' &&
      payment.provider !== undefined &&
      payment.amount > payment.given_back + payment.taken_back &&
      !askedOnce.has(payment) &&
      // A refund that may still fail would make two stories of one charge.
      !payment.refunds.some(({ state, fails_on }) => state === 'given' && fails_on !== null),
  )

async function dispute(player: Player): Promise<void> {
  const { books, world } = player
  const payment = someOf(player, contestable(player))
  const cents = payment.amount - payment.given_back
  askedOnce.add(payment)
  const { id } = await world.provider.dispute(payment.provider?.charge as string)
  const failed = await world.settle()
  if (failed.length > 0) throw new Mismatch(failed.join('; '))
  if (payment.method === 'SEPA_DEBIT') return returned(player, payment, cents)
  payment.dispute = { id, amount: cents, answer_by: plusDays(books.today, 7) }
  contest(books, payment, cents)
}

/** A debit that came back: with it the bank's fee, and what had been used elsewhere is asked for by a bill of its own. */
async function returned(player: Player, payment: Payment, cents: number): Promise<void> {
  const { books } = player
  const back = comeBack(books, payment, cents, 'provider_transit')
  payDispute(books, payment)
  back.write(await billForTheRest(player, payment, back.left))
}

/** Looks for the bill that the product made; its cents are ours. */
async function billForTheRest(player: Player, payment: Payment, cents: number): Promise<number | undefined> {
  if (cents === 0) return undefined
  const { books } = player
  const { items } = expecting(
    await call(
      player,
      'GET',
      `/v1/bills?subject_id=${payment.subject}&account_id=${payment.condominium}&limit=200`,
    ),
    200,
    'the bills',
  )
  const made = items.find((item: { bill_id: number }) => !books.bills.some(({ id }) => id === item.bill_id))
  if (!made) throw new Mismatch(`${cents} came back after their credit was used, and no bill asks for them`)
  const body = expecting(await call(player, 'GET', `/v1/bills/${made.bill_id}`), 200, 'the bill')
  const bill: Bill = {
    ...{ id: body.bill_id, number: body.number, condominium: payment.condominium, subject: payment.subject },
    ...{
      status: 'issued',
      issued_on: books.today,
      description: body.description,
      notes: [],
      reissued: false,
      tried: false,
    },
    instalments: [
      {
        ...{ ids: [body.instalments[0].instalment_id], due: body.instalments[0].due_date, amount: cents },
        ...{ settled: 0, pending: 0, returned: 0, refunded: 0 },
      },
    ],
  }
  books.bills.push(bill)
  issue(books, bill)
  return bill.id
}

const contested = ({ books }: Player) => books.payments.filter(({ state }) => state === 'contested')

async function decide(player: Player, verdict: 'won' | 'lost'): Promise<void> {
  const { world } = player
  const payment = someOf(player, contested(player))
  await world.provider.decide(payment.dispute?.id as string, verdict)
  const failed = await world.settle()
  if (failed.length > 0) throw new Mismatch(failed.join('; '))
  await decided(player, payment, verdict)
}

async function decided(player: Player, payment: Payment, verdict: 'won' | 'lost'): Promise<void> {
  const cents = payment.dispute?.amount as number
  delete payment.dispute
  if (verdict === 'won') return win(player.books, payment, cents)
  const back = comeBack(player.books, payment, cents, 'disputed')
  back.write(await billForTheRest(player, payment, back.left))
}

/** What banks answer by today: debits, refunds that fail, disputes nobody answered. In the order of the product's hearing. */
export async function hearOfBanks(player: Player): Promise<void> {
  const { books } = player
  for (const payment of books.payments) {
    if (payment.state === 'waiting' && payment.answer_on && payment.answer_on <= books.today) {
      letGo(payment)
      if (payment.outcome === 'fails') {
        payment.state = 'failed'
        for (const part of payment.parts) part.instalment.returned += part.cents
        payment.parts = []
        continue
      }
      collect(books, payment, books.today)
      await learn(player, payment)
      if (payment.outcome !== 'comes back') continue
      askedOnce.add(payment)
      await returned(player, payment, payment.amount)
    }
    if (payment.state === 'contested' && payment.dispute && payment.dispute.answer_by <= books.today)
      await decided(player, payment, 'lost')
    for (const each of payment.refunds)
      if (each.state === 'given' && each.fails_on && each.fails_on <= books.today)
        refundFails(books, payment, each)
  }
  sweep(books)
}

async function learn(player: Player, payment: Payment): Promise<void> {
  const { attempts, provider_account } = expecting(
    await call(player, 'GET', `/v1/payments/${payment.id}`),
    200,
    'the payment',
  )
  const paid = attempts.find((each: { provider_charge: string | null }) => each.provider_charge)
  payment.provider = { account: provider_account, intent: paid.provider_object, charge: paid.provider_charge }
}

/** Whether a bank may answer in the coming days: then the days are lived one by one. */
export const waitsForBanks = (books: Books): boolean =>
  books.payments.some(
    ({ state, refunds }) =>
      state === 'waiting' ||
      state === 'contested' ||
      refunds.some((each) => each.state === 'given' && each.fails_on !== null),
  ) || books.plans.some(({ state }) => state === 'active' || state === 'proposed')

export const backActs: Act[] = [
  {
    name: 'refund, part',
    weight: 7,
    fits: (p) => refundable(p).length > 0,
    run: (player) => refund(player, false),
  },
  {
    name: 'refund, whole',
    weight: 4,
    fits: (p) => refundable(p).length > 0,
    run: (player) => refund(player, true),
  },
  { name: 'refund, too much', weight: 2, fits: (p) => refundable(p).length > 0, run: refundTooMuch },
  { name: 'dispute', weight: 6, fits: (p) => contestable(p).length > 0, run: dispute },
  {
    name: 'dispute won',
    weight: 5,
    fits: (p) => contested(p).length > 0,
    run: (player) => decide(player, 'won'),
  },
  {
    name: 'dispute lost',
    weight: 10,
    fits: (p) => contested(p).length > 0,
    run: (player) => decide(player, 'lost'),
  },
]
