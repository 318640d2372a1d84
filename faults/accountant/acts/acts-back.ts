import { whole } from '../../random.ts'
import { type Bill, type Books, type Payment, planned } from '../books.ts'
import { daysFrom, plusDays } from '../days.ts'
import {
  type Act,
  call,
  expecting,
  keyOf,
  Mismatch,
  type Player,
  pickOne,
  refusedAsClosed,
  someCents,
} from '../player.ts'
import {
  contest,
  disputeFee,
  giveBack,
  mayGiveBack,
  payDispute,
  postReturn,
  refundFails,
  win,
} from '../posting/posting-back.ts'
import { issue } from '../posting/posting-bills.ts'
import { payDebt, postReversalFromConnected, takeContested } from '../posting/posting-connected.ts'
import { collect, releaseHold } from '../posting/posting-payments.ts'
import { sweep } from '../posting/posting-plans.ts'
import { receiveDebitResults } from './acts-debits.ts'

/** A payment can be disputed once; after that it is neither disputed nor refunded again. */
const askedOnce = new WeakSet<Payment>()

const refundable = ({ books }: Player) =>
  books.payments.filter(
    (payment) =>
      payment.state === 'kept' &&
      mayGiveBack(books, payment) > 0 &&
      !askedOnce.has(payment) &&
      // Refused while a plan includes a bill that it settles.
      !payment.parts.some(({ bill }) => planned(bill)) &&
      (payment.method === 'CARD' || payment.came_on === null || daysFrom(payment.came_on, books.today) < 170),
  )

const outside = ({ method }: Payment) => method === 'BANK_TRANSFER'

async function refund(player: Player, whole_of_it: boolean): Promise<void> {
  const { books, random } = player
  const payment = pickOne(player, refundable(player))
  const most = mayGiveBack(books, payment)
  const amount = whole_of_it ? most : someCents(random, 1, most)
  const back = whole(random, 12)
  const came = payment.came_on ?? books.today
  const day =
    // If its credit was made after that day, it cannot be refunded on it.
    outside(payment) && payment.credit === 0 && back > 0 && plusDays(books.today, -back) >= came
      ? plusDays(books.today, -back)
      : books.today
  const reply = await call(player, 'POST', `/v1/stripe/refund/${payment.id}`, {
    ...{ amount, reason: 'requested_by_customer' },
    ...(outside(payment) && day < books.today ? { returned_on: day } : {}),
  })
  if (refusedAsClosed(player, reply, payment.condominium, day)) return
  const body = expecting(reply, 201, `a refund of ${amount} of ${most}`)
  if (body.amount !== amount) throw new Mismatch(`refunded ${body.amount}, the books say ${amount}`)
  giveBack(books, payment, {
    ...{ id: body.refund_id, amount, way: body.way, object: body.provider_object, day },
  })
}

/** Refunding more than is left of a payment must be refused. */
async function refundTooMuch(player: Player): Promise<void> {
  const { books } = player
  const payment = pickOne(player, refundable(player))
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
      // A refund that may still fail would make the charge's history ambiguous.
      !payment.refunds.some(({ state, fails_on }) => state === 'given' && fails_on !== null),
  )

async function dispute(player: Player): Promise<void> {
  const { books, world } = player
  const payment = pickOne(player, contestable(player))
  const cents = payment.amount - payment.given_back
  askedOnce.add(payment)
  const { id } = await world.provider.dispute(payment.provider?.charge as string)
  const failed = await world.settle()
  if (failed.length > 0) throw new Mismatch(failed.join('; '))
  if (payment.method === 'SEPA_DEBIT') return returned(player, payment, cents)
  payment.dispute = { id, amount: cents, answer_by: plusDays(books.today, 7), answered: false }
  contest(books, payment, cents)
  await recover(player, payment, cents)
}

/** Reads from the provider's book what was reversed from the office's own account; the office owes the rest. */
async function recover(player: Player, payment: Payment, cents: number): Promise<void> {
  const { passed_on, provider } = payment
  if (!passed_on || !provider) return
  const { transfer } = await player.world.provider[provider.account].charges.retrieve(provider.charge, {
    expand: ['transfer'],
  })
  if (!transfer || typeof transfer === 'string') throw new Mismatch(`${provider.charge} did not go on`)
  const reversed = transfer.amount_reversed - passed_on.reversed
  takeContested(player.books, payment, { cents, reversed, fee: disputeFee(payment) })
}

/** Reads from the provider's book what went back to the office's own account. */
async function applyReversals(player: Player): Promise<void> {
  const { books, world } = player
  const waiting = books.payments.filter(({ passed_on }) => passed_on && passed_on.to_return.length > 0)
  if (waiting.length === 0) return
  const destination = books.ground.connected?.destination as string
  for await (const transfer of world.provider.stripe.transfers.list({ destination, limit: 100 })) {
    const payment = waiting.find(({ id }) => transfer.metadata.payment_id === String(id))
    if (!payment?.passed_on || transfer.source_transaction || payment.passed_on.heard.has(transfer.id))
      continue
    payment.passed_on.heard.add(transfer.id)
    postReversalFromConnected(books, payment, transfer.amount)
  }
}

/** A returned debit: with the bank's fee; for credit that was spent the product makes a new bill. */
async function returned(player: Player, payment: Payment, cents: number): Promise<void> {
  const { books } = player
  const back = postReturn(books, payment, cents, 'provider_transit')
  payDispute(books, payment)
  await recover(player, payment, cents)
  back.write(await billForTheRest(player, payment, back.left))
}

/** Finds that bill in the product; its amount is our own. */
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
      claims: [],
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
  const payment = pickOne(player, contested(player))
  await world.provider.decide(payment.dispute?.id as string, verdict)
  const failed = await world.settle()
  if (failed.length > 0) throw new Mismatch(failed.join('; '))
  await decided(player, payment, verdict)
}

async function decided(player: Player, payment: Payment, verdict: 'won' | 'lost'): Promise<void> {
  const cents = payment.dispute?.amount as number
  delete payment.dispute
  if (verdict === 'won') {
    win(player.books, payment, cents)
    return applyReversals(player)
  }
  const back = postReturn(player.books, payment, cents, 'disputed')
  back.write(await billForTheRest(player, payment, back.left))
}

/**
 * Applies what banks decide today: debits, failing refunds, unanswered disputes; in the order in which the product
 * hears of them.
 */
export async function receiveBankReturns(player: Player): Promise<void> {
  const { books } = player
  for (const payment of books.payments) {
    if (payment.state === 'waiting' && payment.answer_on && payment.answer_on <= books.today) {
      releaseHold(payment)
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
  await applyReversals(player)
  await receiveDebitResults(player)
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

/** Whether a bank may decide in the coming days: then time passes day by day. */
export const waitsForBanks = (books: Books): boolean =>
  books.payments.some(
    ({ state, refunds, passed_on }) =>
      (passed_on && passed_on.to_return.length > 0) ||
      state === 'waiting' ||
      state === 'contested' ||
      refunds.some((each) => each.state === 'given' && each.fails_on !== null),
  ) ||
  books.debits.some(({ open }) => open) ||
  books.plans.some(({ state }) => state === 'active' || state === 'proposed')

const answerable = (player: Player) => contested(player).filter(({ dispute }) => dispute && !dispute.answered)

/** The office answers a dispute, as a draft or for good; or accepts it and loses the money. */
async function answer(player: Player): Promise<void> {
  const payment = pickOne(player, answerable(player))
  const { disputes } = expecting(await call(player, 'GET', `/v1/payments/${payment.id}`), 200, 'the payment')
  const { dispute_id } = disputes[0]
  const how = pickOne(player, ['draft', 'submit', 'submit', 'give in'] as const)
  if (how === 'give in') {
    expecting(await call(player, 'POST', `/v1/disputes/${dispute_id}/close`), 200, 'giving in')
    const failed = await player.world.settle()
    if (failed.length > 0) throw new Mismatch(failed.join('; '))
    return decided(player, payment, 'lost')
  }
  const words = { uncategorized_text: 'È dovuta come da delibera.', submit: how === 'submit' }
  expecting(await call(player, 'POST', `/v1/disputes/${dispute_id}/evidence`, words), 200, 'an answer')
  if (payment.dispute && how === 'submit') {
    // Answered in time: the bank decides later.
    payment.dispute.answered = true
    payment.dispute.answer_by = '9999-12-31'
  }
}

const indebted = ({ books }: Player) => books.payments.filter(({ passed_on }) => (passed_on?.owed ?? 0) > 0)

/** The back office records that an office paid part of its debt, or that it was offset. */
async function settleDebt(player: Player): Promise<void> {
  const { books, random } = player
  const payment = pickOne(player, indebted(player))
  const { items } = expecting(
    await call(player, 'GET', `/v1/office-debts?payment_id=${payment.id}&open=yes`),
    200,
    'debts',
  )
  const [debt] = items
  if (!debt) throw new Mismatch(`payment ${payment.id}: nobody says that the office owes for it`)
  const owed = payment.passed_on?.owed as number
  const amount = whole(random, 2) === 0 ? owed : someCents(random, 1, owed)
  const way = pickOne(player, ['paid', 'offset'] as const)
  player.serial += 1
  const reply = await player.world.call({
    ...{ method: 'POST', url: `/v1/office-debts/${debt.recovery_id}/settle` },
    ...{ token: books.ground.super_token, key: keyOf(player) },
    body: { way, amount, settled_on: books.today, reference: 'CRO 1' },
  })
  expecting(reply, 200, `settling ${amount} of ${owed}`)
  payDebt(books, payment, amount, way)
}

export const backActs: Act[] = [
  { name: 'dispute answered', weight: 4, fits: (p) => answerable(p).length > 0, run: answer },
  { name: 'office debt settled', weight: 6, fits: (p) => indebted(p).length > 0, run: settleDebt },
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
