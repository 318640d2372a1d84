import { whole } from '../../random.ts'
import { beginPayment, disputedOf, dueOf, inOrder, mayPay, type Part, pendingOf, planned } from '../books.ts'
import { daysFrom, later, plusDays } from '../days.ts'
import {
  type Act,
  call,
  callOpenly,
  expecting,
  linkOf,
  Mismatch,
  type Player,
  pickOne,
  refusedAsClosed,
  someCents,
} from '../player.ts'
import { centsOf, collect, payInOrder, reallocate } from '../posting/posting-payments.ts'

/** One person's bills in one condominium that a transfer may pay; interest first where the office wants so. */
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
  const known = pickOne(player, books.issued())
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
    credit_surplus: true,
    confirm_day: true,
    confirm_under_way: true,
    reference: `CRO ${player.mark}-${player.serial}`,
  }
  // A possible duplicate is registered once it is confirmed to be another transfer.
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
    // The same reference means the same transfer, unless it is confirmed to be another.
    const again = expecting(await call(player, 'POST', '/v1/payments', asked), 409, 'the same transfer again')
    if (again.error !== 'looks_like_duplicate')
      throw new Mismatch(`the same transfer again: refused as ${again.error}`)
  }
  const { parts, left } = payInOrder(amount, among)
  if (body.surplus !== left)
    throw new Mismatch(`a transfer of ${amount}: surplus ${body.surplus}, the books say ${left}`)
  const of = { id: body.payment_id, method: 'BANK_TRANSFER', amount, condominium, subject } as const
  const payment = beginPayment(books, { ...of, state: 'kept', parts }, left)
  books.payments.push(payment)
  collect(books, payment, day)
}

const creditable = ({ books }: Player) =>
  books.bills.filter((bill) => mayPay(books, bill) && books.creditOf(bill.condominium, bill.subject) > 0)

async function useCredit(player: Player): Promise<void> {
  const { books, random } = player
  const bill = pickOne(player, creditable(player))
  const { condominium, subject } = bill
  const by_link = whole(random, 2) === 0
  const reply = by_link
    ? await callOpenly(player, 'POST', `/v1/mybill/${await linkOf(player, bill)}/credit`)
    : await call(player, 'POST', `/v1/bills/${bill.id}/credit`)
  const body = expecting(reply, 201, 'using a credit')
  const { parts } = payInOrder(books.creditOf(condominium, subject), dueOf(bill))
  const amount = centsOf(parts)
  if (body.amount !== amount) throw new Mismatch(`credit used: ${body.amount}, the books say ${amount}`)
  const of = { id: body.payment_id, method: 'CREDIT', amount, condominium, subject } as const
  const payment = beginPayment(books, { ...of, state: 'kept', parts })
  books.payments.push(payment)
  collect(books, payment, books.today)
}

const movable = ({ books }: Player) =>
  books.payments.filter(
    (payment) =>
      payment.state === 'kept' &&
      payment.given_back < payment.amount &&
      centsOf(payment.parts) > 0 &&
      // Refused while a plan includes a bill that it settles.
      !payment.parts.some(({ bill }) => planned(bill)) &&
      // Credit that was freed and spent elsewhere no longer belongs to this payment.
      payment.credit <= books.creditOf(payment.condominium, payment.subject),
  )

async function move(player: Player): Promise<void> {
  const { books, random } = player
  const payment = pickOne(player, movable(player))
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
      credit_surplus: true,
      reason: 'Come chiesto per telefono',
    }),
    200,
    'moving a payment',
  )
  reallocate(books, payment, parts, credit)
}

const anyIssued = ({ books }: Player) => books.issued().length > 0

export const transferActs: Act[] = [
  { name: 'transfer, exact', weight: 4, fits: anyIssued, run: (player) => transfer(player, 'exact') },
  { name: 'transfer, part', weight: 5, fits: anyIssued, run: (player) => transfer(player, 'part') },
  { name: 'transfer, surplus', weight: 5, fits: anyIssued, run: (player) => transfer(player, 'surplus') },
  { name: 'transfer, twice', weight: 2, fits: anyIssued, run: (player) => transfer(player, 'twice') },
  { name: 'transfer, named', weight: 4, fits: anyIssued, run: (player) => transfer(player, 'named') },
  { name: 'use of credit', weight: 14, fits: (player) => creditable(player).length > 0, run: useCredit },
  { name: 'moved by hand', weight: 4, fits: (player) => movable(player).length > 0, run: move },
]
