import { type Books, inOrder, type Part, type Payment, type Refund } from '../books.ts'
import { type Day, plusDays } from '../days.ts'
import { noteVersion } from '../interest.ts'
import type { Line } from '../journal.ts'
import { linesOver, takeForRefund, winConnected } from './posting-connected.ts'
import { cashAccount, linesOf, owes, reduceReturned, settle } from './posting-payments.ts'

/** The bank's fee when it takes a payment back. In cents. */
const disputePrice = { CARD: 2_000, SEPA_DEBIT: 350, KLARNA: 1_500 } as const

/** The unspent part of a payment's credit. */
const creditLeft = (books: Books, { condominium, subject, credit }: Payment): number =>
  Math.min(credit, Math.max(books.creditOf(condominium, subject), 0))

/** The refundable part of a payment: what it settles, and its unspent credit. */
export const mayGiveBack = (books: Books, payment: Payment): number =>
  Math.min(
    payment.amount - payment.given_back - payment.taken_back - reversedForNothing(payment),
    payment.parts.reduce((sum, { cents }) => sum + cents, 0) + creditLeft(books, payment),
  )

/** A transfer is reversed only once: what a failed refund reversed is not reversed again. */
const reversedForNothing = ({ passed_on, refunds }: Payment): number =>
  passed_on
    ? refunds.filter(({ state }) => state === 'failed').reduce((sum, { amount }) => sum + amount, 0)
    : 0

/**
 * Takes cents out of what a payment settles: first its credit, then the debts due last. `left` is what it cannot give,
 * because its credit was spent.
 */
function takeOut(
  books: Books,
  payment: Payment,
  cents: number,
): { taken: Part[]; from_credit: number; left: number } {
  const from_credit = Math.min(cents, creditLeft(books, payment))
  payment.credit -= from_credit
  books.changeCredit(payment.condominium, payment.subject, -from_credit)
  let left = cents - from_credit
  const taken: Part[] = []
  const kept: Part[] = []
  for (const part of inOrder(payment.parts).reverse()) {
    const back = Math.min(left, part.cents)
    left -= back
    if (back > 0) taken.unshift({ ...part, cents: back })
    if (back < part.cents) kept.unshift({ ...part, cents: part.cents - back })
  }
  payment.parts = kept
  settle(taken, -1, true)
  return { taken, from_credit, left }
}

/** Refunds a payment, on the day on which the money left. */
export function giveBack(
  books: Books,
  payment: Payment,
  of: { id: number; amount: number; way: Refund['way']; object: string | null; day: Day },
): Refund {
  const { taken, from_credit } = takeOut(books, payment, of.amount)
  noteVersion(payment, 'refund', of.day)
  payment.given_back += of.amount
  if (of.way === 'credit') books.changeCredit(payment.condominium, payment.subject, of.amount)
  note(taken, 'refunded')
  books.journal.write({
    ...{
      day: of.day,
      what: 'rimborso',
      subject: payment.subject,
      condominium: payment.condominium,
      payment: payment.id,
    },
    lines: [...linesOf(taken, 1), owes(from_credit), { account: cashAccount(payment), cents: -of.amount }],
  })
  const { id, amount, way, object } = of
  // The payer's bank returns it a day later.
  const fails_on = way === 'provider' && payment.refunds_fail ? plusDays(of.day, 1) : null
  const fee = way === 'provider' ? takeForRefund(books, payment, amount) : 0
  const refund: Refund = { id, amount, way, object, taken, from_credit, fee, state: 'given', fails_on }
  payment.refunds.push(refund)
  return refund
}

/**
 * The payer's bank refused a refund: the payment settles the same again, as far as it is still due; the rest is credit.
 */
export function refundFails(books: Books, payment: Payment, refund: Refund): void {
  const { condominium, subject } = payment
  refund.state = 'failed'
  payment.given_back -= refund.amount
  const again: Part[] = []
  let credit = refund.from_credit
  for (const part of refund.taken) {
    const { bill, instalment } = part
    const still = bill.status === 'issued' && bill.instalments.includes(instalment)
    const room = still ? Math.max(instalment.amount - instalment.settled - instalment.pending, 0) : 0
    const cents = Math.min(part.cents, room)
    if (cents > 0) again.push({ ...part, cents })
    credit += part.cents - cents
  }
  settle(again, 1)
  payment.parts = merged([...payment.parts, ...again])
  noteVersion(payment, 'refund failed', books.today, again)
  payment.credit += credit
  books.changeCredit(condominium, subject, credit)
  books.journal.write({
    ...{ day: books.today, what: 'rimborso non riuscito', subject, condominium, payment: payment.id },
    lines: [{ account: cashAccount(payment), cents: refund.amount }, ...linesOf(again, -1), owes(-credit)],
  })
  payment.passed_on?.to_return.push({ cents: refund.amount - refund.fee, fee: refund.fee })
}

/**
 * The bank took back a debit, or a dispute was lost: its debts are open again. Where its credit had paid other debts,
 * these are open again, the latest first. @returns cents that need a new bill, because nothing is left to take them
 * from
 */
export function postReturn(
  books: Books,
  payment: Payment,
  cents: number,
  from: 'provider_transit' | 'disputed',
) {
  const settles = payment.parts.reduce((sum, part) => sum + part.cents, 0)
  const unspent = creditLeft(books, payment)
  const missing = Math.min(cents - settles - unspent, payment.credit - unspent)
  if (missing > 0) reverseCreditUses(books, payment, missing)
  const { taken, from_credit, left } = takeOut(books, payment, cents)
  noteVersion(payment, 'came back', books.today)
  payment.taken_back += cents
  payment.state = payment.amount === payment.given_back + payment.taken_back ? 'gone' : 'kept'
  note(taken, 'returned')
  return {
    left,
    /** Writes the entry; `bill` is the issued bill for the rest. */
    write: (bill?: number) =>
      books.journal.write({
        ...{ day: books.today, what: 'tornato', subject: payment.subject, condominium: payment.condominium },
        payment: payment.id,
        lines: [
          ...linesOf(taken, 1),
          owes(from_credit),
          ...(bill === undefined ? [] : [{ account: 'billed' as const, cents: left, bill }]),
          { account: from, cents: -cents },
        ],
      }),
  }
}

/** Reopens what a payer's credit had paid, the latest first, because the money behind it is gone. */
function reverseCreditUses(books: Books, of: Payment, wanted: number): void {
  let left = wanted
  for (const use of books.payments.toReversed()) {
    if (use.method !== 'CREDIT' || use.condominium !== of.condominium || use.subject !== of.subject) continue
    const cents = Math.min(
      left,
      use.parts.reduce((sum, part) => sum + part.cents, 0),
    )
    if (cents <= 0) continue
    const credit = use.credit
    use.credit = 0
    const { taken } = takeOut(books, use, cents)
    noteVersion(use, 'came back', books.today)
    use.credit = credit
    use.given_back += cents
    left -= cents
    books.changeCredit(use.condominium, use.subject, cents)
    note(taken, 'returned')
    books.journal.write({
      ...{
        day: books.today,
        what: 'credito venuto meno',
        subject: use.subject,
        condominium: use.condominium,
      },
      payment: use.id,
      lines: [...linesOf(taken, 1), owes(-cents)],
    })
  }
}

/**
 * Debits disputed and credits the provider's balance, with the fee; between payer and condominium nothing changes yet.
 */
export function contest(books: Books, payment: Payment, cents: number): void {
  payment.state = 'contested'
  move(books, payment, 'contestazione', [
    { account: 'disputed', cents },
    { account: 'provider_transit', cents: -cents },
  ])
  payDispute(books, payment)
}
export function win(books: Books, payment: Payment, cents: number): void {
  payment.state = 'kept'
  move(books, payment, 'contestazione vinta', [
    { account: 'provider_transit', cents },
    { account: 'disputed', cents: -cents },
  ])
  winConnected(books, payment, cents)
}
/** The bank's fee; for a transferred payment the platform advances it and the office owes it. */
export function payDispute(books: Books, payment: Payment): void {
  const fee = disputeFee(payment)
  payment.fees += fee
  move(books, payment, 'commissione', [
    { account: 'collection_fees', cents: fee },
    ...(payment.passed_on ? linesOver('platform', 'office_debt', fee) : []),
    { account: 'provider_transit', cents: -fee },
  ])
}
export const disputeFee = ({ method }: Payment): number => disputePrice[method as keyof typeof disputePrice]

const move = (books: Books, payment: Payment, what: string, lines: Line[]) =>
  books.journal.write({
    ...{
      day: books.today,
      what,
      subject: payment.subject,
      condominium: payment.condominium,
      payment: payment.id,
    },
    lines,
  })

function note(taken: readonly Part[], how: 'returned' | 'refunded'): void {
  for (const { instalment, cents } of taken) instalment[how] += cents
  for (const { bill } of taken) reduceReturned(bill)
}

/** Merges parts: one for each instalment. */
function merged(parts: readonly Part[]): Part[] {
  const by = new Map<unknown, Part>()
  for (const part of parts) {
    const before = by.get(part.instalment)
    by.set(part.instalment, { ...part, cents: part.cents + (before?.cents ?? 0) })
  }
  return inOrder([...by.values()])
}
