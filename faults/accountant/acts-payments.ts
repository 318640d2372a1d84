import { whole } from '../random.ts'
import {
  type Bill,
  disputedOf,
  dueOf,
  inOrder,
  type Method,
  mayPay,
  type Part,
  type Payment,
  pendingOf,
} from './books.ts'
import { daysFrom, later, plusDays } from './days.ts'
import {
  type Act,
  call,
  callOpenly,
  expecting,
  linkOf,
  Mismatch,
  type Player,
  refusedAsClosed,
  someCents,
  someOf,
} from './player.ts'
import { centsOf, collect, hold, payInOrder, reallocate } from './posting-payments.ts'

/** The provider takes nothing under half a euro. */
const least = 50

const owing = ({ books }: Player) => books.bills.filter((bill) => mayPay(books, bill))
const payable = (player: Player) => owing(player).filter((bill) => centsOf(dueOf(bill)) >= least)

/** What a payer pays of a bill: all, an acconto where it is taken, or one instalment. */
function choose(player: Player, bill: Bill): { body: object; parts: Part[]; amount: number } {
  const { random, books } = player
  const due = dueOf(bill)
  const all = centsOf(due)
  const how = whole(random, 4)
  if (how === 0 && due.length > 1 && !bill.plan) {
    const part = someOf(player, due)
    if (part.cents >= least)
      return { body: { instalment_ids: part.instalment.ids }, parts: [part], amount: part.cents }
  }
  const takes_parts = books.accountOf(bill.condominium).provider_account === 'stripe'
  if (how === 1 && takes_parts && all >= 100 + least) {
    const amount = someCents(random, 100, all - least)
    return { body: { amount }, parts: payInOrder(amount, due).parts, amount }
  }
  return { body: {}, parts: due, amount: all }
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
  const bill = of.bill ?? someOf(player, payable(player))
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
  const payment: Payment = {
    ...{
      id: reply.payment_id,
      method: of.method,
      amount,
      condominium: bill.condominium,
      subject: bill.subject,
    },
    ...{
      state: 'waiting',
      came_on: null,
      parts,
      credit: 0,
      given_back: 0,
      taken_back: 0,
      refunds: [],
      fees: 0,
      begun_on: books.today,
      history: [],
    },
  }
  books.payments.push(payment)
  return { payment, redirect_url: reply.next_action?.redirect_url, token }
}

/** How often a payer whose answer did not come in time asks again, as the page does. */
const asksAgain = 20

/** The state of a payment once the provider has answered: on a busy machine the three seconds may pass before that. */
async function answered(
  player: Player,
  reply: { payment_id: number; state: string; next_action: unknown },
): Promise<string> {
  let { state } = reply
  for (let asked = 0; state === 'created' && !reply.next_action && asked < asksAgain; asked += 1) {
    await player.world.settle()
    const { attempts } = expecting(
      await call(player, 'GET', `/v1/payments/${reply.payment_id}`),
      200,
      'the payment',
    )
    state = attempts[0]?.state ?? state
  }
  return state
}

/** What the provider calls the charge; known once it has been asked. */
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
  const payment_method_id = someOf(player, cards)
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
  const bill = someOf(player, payable(player))
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
  const after = expecting(
    await callOpenly(player, 'POST', `/v1/stripe/confirm_payment/${token}`, { payment_id: payment.id }),
    200,
    'coming back from Klarna',
  )
  if (after.state !== (approves ? 'succeeded' : 'failed')) throw new Mismatch(`Klarna: ${after.state}`)
  if (!approves) {
    payment.state = 'failed'
    payment.parts = []
    return
  }
  collect(player.books, payment, player.books.today)
  await learnCharge(player, payment)
}

/** Bills that money from outside may pay, of one person at one condominium; of interest first, where the office says so. */
const outsideDue = (player: Player, condominium: number, subject: number): Part[] => {
  const due = outsideInOrder(player, condominium, subject)
  if (!player.books.interest_first) return due
  return [...due.filter(({ bill }) => bill.interest_on), ...due.filter(({ bill }) => !bill.interest_on)]
}
const outsideInOrder = ({ books }: Player, condominium: number, subject: number): Part[] =>
  inOrder(
    books
      .issued()
      .filter(
        (bill) => bill.condominium === condominium && bill.subject === subject && !disputedOf(books, bill),
      )
      .flatMap(dueOf),
  )

async function transfer(
  player: Player,
  manner: 'exact' | 'part' | 'surplus' | 'named' | 'twice',
): Promise<void> {
  const { books, random } = player
  const known = someOf(player, books.issued())
  const { condominium, subject } = known
  const due = outsideDue(player, condominium, subject)
  const named =
    manner === 'named'
      ? books
          .issued()
          .filter((bill) => bill.condominium === condominium && bill.subject === subject)
          .filter((bill) => bill === known || whole(random, 2) === 0)
      : null
  const among = named ? named.flatMap((bill) => inOrder(due).filter((part) => part.bill === bill)) : due
  const all = centsOf(among)
  const amount =
    manner === 'surplus' || all === 0
      ? all + someCents(random, 1, 20_000)
      : manner === 'exact'
        ? all
        : someCents(random, 1, all)
  const oldest =
    named ?? books.issued().filter((bill) => bill.condominium === condominium && bill.subject === subject)
  const not_before = oldest.map(({ issued_on }) => issued_on).toSorted()[0] as string
  const received_on =
    whole(random, 2) === 0 ? books.today : later(plusDays(books.today, -whole(random, 20)), not_before)
  const day = received_on > books.today ? books.today : received_on
  const asked = {
    ...{ account_id: condominium, subject_id: subject, amount, received_on: day },
    ...(named ? { bill_ids: named.map(({ id }) => id) } : {}),
    reference: `CRO ${player.mark}-${player.serial}`,
  }
  // What looks like another is registered once somebody says that it is one of its own.
  const alike = books.payments.some(
    (each) =>
      each.method === 'BANK_TRANSFER' &&
      each.condominium === condominium &&
      each.subject === subject &&
      each.amount === amount &&
      Math.abs(daysFrom(each.came_on as string, day)) <= 5,
  )
  const confirmed = alike ? { ...asked, confirm_duplicate: true } : asked
  const reply = await call(player, 'POST', '/v1/payments', confirmed)
  if (refusedAsClosed(player, reply, condominium, day)) return
  const body = expecting(reply, 201, `a bank transfer of ${amount}`)
  if (manner === 'twice') {
    // The same reference again is the same transfer, until somebody says that it is not.
    const again = expecting(await call(player, 'POST', '/v1/payments', asked), 409, 'the same transfer again')
    if (again.error !== 'looks_like_duplicate')
      throw new Mismatch(`the same transfer again: refused as ${again.error}`)
  }
  const { parts, left } = payInOrder(amount, among)
  if (body.surplus !== left)
    throw new Mismatch(`a transfer of ${amount}: surplus ${body.surplus}, the books say ${left}`)
  const payment: Payment = {
    ...{ id: body.payment_id, method: 'BANK_TRANSFER', amount, condominium, subject, state: 'kept' },
    ...{
      came_on: null,
      parts,
      credit: left,
      given_back: 0,
      taken_back: 0,
      refunds: [],
      fees: 0,
      begun_on: books.today,
      history: [],
    },
  }
  books.payments.push(payment)
  collect(books, payment, day)
}

const creditable = (player: Player) =>
  owing(player).filter(({ condominium, subject }) => player.books.creditOf(condominium, subject) > 0)

async function useCredit(player: Player): Promise<void> {
  const { books, random } = player
  const bill = someOf(player, creditable(player))
  const { condominium, subject } = bill
  const by_link = whole(random, 2) === 0
  const reply = by_link
    ? await callOpenly(player, 'POST', `/v1/mybill/${await linkOf(player, bill)}/credit`)
    : await call(player, 'POST', `/v1/bills/${bill.id}/credit`)
  const body = expecting(reply, 201, 'using a credit')
  const { parts } = payInOrder(books.creditOf(condominium, subject), dueOf(bill))
  const amount = centsOf(parts)
  if (body.amount !== amount) throw new Mismatch(`credit used: ${body.amount}, the books say ${amount}`)
  const payment: Payment = {
    ...{ id: body.payment_id, method: 'CREDIT', amount, condominium, subject, state: 'kept' },
    ...{
      came_on: null,
      parts,
      credit: 0,
      given_back: 0,
      taken_back: 0,
      refunds: [],
      fees: 0,
      begun_on: books.today,
      history: [],
    },
  }
  books.payments.push(payment)
  collect(books, payment, books.today)
}

const movable = ({ books }: Player) =>
  books.payments.filter(
    (payment) =>
      payment.state === 'kept' &&
      payment.given_back < payment.amount &&
      centsOf(payment.parts) > 0 &&
      // Credit that was freed and used elsewhere no longer belongs to this payment.
      payment.credit <= books.creditOf(payment.condominium, payment.subject),
  )

async function move(player: Player): Promise<void> {
  const { books, random } = player
  const payment = someOf(player, movable(player))
  const total = centsOf(payment.parts) + payment.credit
  const room = inOrder(
    books
      .issued()
      .filter(
        (bill) => bill.condominium === payment.condominium && bill.subject === payment.subject && !bill.plan,
      )
      .flatMap((bill) =>
        bill.instalments.map((instalment) => {
          const ours = centsOf(payment.parts.filter((part) => part.instalment === instalment))
          return {
            bill,
            instalment,
            cents: instalment.amount - instalment.settled - instalment.pending + ours,
          }
        }),
      ),
  ).filter(({ cents, bill }) => cents > 0 && pendingOf(bill) === 0 && !disputedOf(books, bill))
  const turned = room.toReversed()
  const wanted =
    whole(random, 2) === 0 || payment.method !== 'BANK_TRANSFER' ? total : someCents(random, 1, total)
  const { parts, left } = payInOrder(wanted, turned)
  const credit = total - wanted + left
  if (payment.method !== 'BANK_TRANSFER' && credit > 0) return
  if (payment.credit - credit > books.creditOf(payment.condominium, payment.subject)) return
  expecting(
    await call(player, 'POST', `/v1/payments/${payment.id}/allocations`, {
      instalment_ids: parts.map(({ instalment }) => instalment.ids[0]),
      amounts: parts.map(({ cents }) => cents),
      reason: 'Come chiesto per telefono',
    }),
    200,
    'moving a payment',
  )
  reallocate(books, payment, parts, credit)
}

const some = (player: Player) => payable(player).length > 0
const anyIssued = ({ books }: Player) => books.issued().length > 0

export const paymentActs: Act[] = [
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
  { name: 'transfer, exact', weight: 4, fits: anyIssued, run: (player) => transfer(player, 'exact') },
  { name: 'transfer, part', weight: 5, fits: anyIssued, run: (player) => transfer(player, 'part') },
  { name: 'transfer, surplus', weight: 5, fits: anyIssued, run: (player) => transfer(player, 'surplus') },
  { name: 'transfer, twice', weight: 2, fits: anyIssued, run: (player) => transfer(player, 'twice') },
  { name: 'transfer, named', weight: 4, fits: anyIssued, run: (player) => transfer(player, 'named') },
  { name: 'use of credit', weight: 14, fits: (player) => creditable(player).length > 0, run: useCredit },
  { name: 'moved by hand', weight: 4, fits: (player) => movable(player).length > 0, run: move },
]
