import { type Bill, type Books, inOrder, type Part, type Payment } from './books.ts'
import type { Day } from './days.ts'
import { noteVersion } from './interest.ts'
import type { Account, Line } from './journal.ts'
import { forgetCameBack } from './posting-bills.ts'
import { linesOver, postTransferToConnected, takenByProvider } from './posting-connected.ts'
import { portion, sumOf } from './sharing.ts'

/** Which parts so many cents pay, in the order given; what exceeds them is left. */
export function payInOrder(cents: number, due: readonly Part[]): { parts: Part[]; left: number } {
  const parts: Part[] = []
  let left = cents
  for (const part of due) {
    const paid = Math.min(left, part.cents)
    if (paid > 0) parts.push({ ...part, cents: paid })
    left -= paid
  }
  return { parts, left }
}

/** What the provider keeps of a payment, by its list of prices. Cents. */
function priceOf({ method, amount }: Pick<Payment, 'method' | 'amount'>): number {
  if (method === 'CARD') return portion(amount, 150) + 25
  if (method === 'SEPA_DEBIT') return 35
  return method === 'KLARNA' ? portion(amount, 499) + 35 : 0
}

export const cashAccount = ({ method }: Pick<Payment, 'method'>): Account =>
  method === 'BANK_TRANSFER' ? 'bank' : method === 'CREDIT' ? 'subject_credit' : 'provider_transit'

/** Money is under way: nobody else pays what it holds. */
export function hold(payment: Payment): void {
  for (const { bill, instalment, cents } of payment.parts) {
    instalment.pending += cents
    bill.tried = true
  }
}
export function letGo(payment: Payment): void {
  for (const { instalment, cents } of payment.parts) instalment.pending -= cents
}

/** Money is there: it settles its parts, and what exceeds them is credit. Fees are the provider's. */
export function collect(books: Books, payment: Payment, day: Day): void {
  const { condominium, subject, amount } = payment
  payment.state = 'kept'
  payment.came_on = day
  settle(payment.parts, 1)
  noteVersion(payment, 'came', takenByProvider(payment) ? payment.begun_on : day)
  if (payment.method === 'CREDIT') books.changeCredit(condominium, subject, -amount)
  books.changeCredit(condominium, subject, payment.credit)
  books.journal.write({
    ...{ day, what: 'incasso', subject, condominium, payment: payment.id },
    lines: [
      { account: cashAccount(payment), cents: amount },
      ...linesOf(payment.parts, -1),
      owes(-payment.credit),
    ],
  })
  const fee = priceOf(payment)
  payment.fees += fee
  const on = takenByProvider(payment) && books.goesOn(condominium)
  books.journal.write({
    ...{ day, what: 'commissione', subject, condominium, payment: payment.id },
    lines: linesOver(on ? 'platform' : 'collection_fees', 'provider_transit', fee),
  })
  postTransferToConnected(books, payment)
}

/** What a payment is for, decided anew; the money stays where it is. */
export function reallocate(books: Books, payment: Payment, parts: Part[], credit: number): void {
  const { condominium, subject } = payment
  const before = linesOf(payment.parts, 1)
  settle(payment.parts, -1, true)
  const more = credit - payment.credit
  payment.parts = parts
  payment.credit = credit
  settle(parts, 1)
  noteVersion(payment, 'moved', books.today)
  books.changeCredit(condominium, subject, more)
  books.journal.write({
    ...{ day: books.today, what: 'spostato', subject, condominium, payment: payment.id },
    lines: [...before, ...linesOf(parts, -1), owes(-more)],
  })
}

/** Adds the parts to what their instalments have settled, or takes them off. */
export function settle(parts: readonly Part[], sign: 1 | -1, moved = false): void {
  for (const { bill, instalment, cents } of parts) {
    instalment.settled += sign * cents
    bill.tried = true
  }
  if (moved) return
  for (const bill of new Set(parts.map((part) => part.bill))) forgetCameBack(bill)
}

export const linesOf = (parts: readonly Part[], sign: 1 | -1): Line[] =>
  parts.map(({ bill, cents }) => ({ account: 'receivables', cents: sign * cents, bill: bill.id }))
export const owes = (cents: number): Line => ({ account: 'subject_credit', cents })

/** Takes of each part of a payment what is asked for, off its instalment too. @returns cents taken in all */
export function takeFromParts(payment: Payment, wanted: (part: Part) => number): number {
  let taken = 0
  payment.parts = inOrder(payment.parts).flatMap((part) => {
    const cents = wanted(part)
    part.instalment.settled -= cents
    taken += cents
    return part.cents > cents ? [{ ...part, cents: part.cents - cents }] : []
  })
  return taken
}

export const billsOf = (parts: readonly Part[]): Bill[] => [...new Set(parts.map(({ bill }) => bill))]
export const centsOf = (parts: readonly Part[]): number => sumOf(parts.map(({ cents }) => cents))
