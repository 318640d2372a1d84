import { type Bill, type Books, inOrder, type Part, type Payment } from '../books.ts'
import type { Day } from '../days.ts'
import { noteVersion } from '../interest.ts'
import type { Account, Line } from '../journal.ts'
import { portion, sumOf } from '../sharing.ts'
import { linesOver, postTransferToConnected, takenByProvider } from './posting-connected.ts'

/** The parts that so many cents pay, in the given order; the rest is left over. */
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

/** The provider's fee for a payment. In cents. */
function priceOf({ method, amount }: Pick<Payment, 'method' | 'amount'>): number {
  if (method === 'CARD') return portion(amount, 150) + 25
  if (method === 'SEPA_DEBIT') return 35
  return method === 'KLARNA' ? portion(amount, 499) + 35 : 0
}

export const cashAccount = ({ method }: Pick<Payment, 'method'>): Account =>
  method === 'BANK_TRANSFER' ? 'bank' : method === 'CREDIT' ? 'subject_credit' : 'provider_transit'

/** A pending payment: nobody else can pay what it holds. */
export function hold(payment: Payment): void {
  for (const { bill, instalment, cents } of payment.parts) {
    instalment.pending += cents
    bill.tried = true
  }
}
export function releaseHold(payment: Payment): void {
  for (const { instalment, cents } of payment.parts) instalment.pending -= cents
}

/** The money arrived: it settles its parts, and the rest is credit. Posts the provider's fee. */
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

/** Moves what a payment settles; no money moves. */
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

/** Adds the parts to what their instalments have settled, or subtracts them. */
export function settle(parts: readonly Part[], sign: 1 | -1, moved = false): void {
  for (const { bill, instalment, cents } of parts) {
    instalment.settled += sign * cents
    bill.tried = true
  }
  if (moved) return
  for (const bill of new Set(parts.map((part) => part.bill))) reduceReturned(bill)
}

/** An amount that is settled again, or no longer due, stops counting as returned or refunded. */
export function reduceReturned({ instalments }: Bill): void {
  for (const each of instalments) {
    each.returned = Math.min(each.returned, Math.max(each.amount - each.settled, 0))
    each.refunded = Math.min(each.refunded, Math.max(each.amount - each.settled - each.returned, 0))
  }
}

export const linesOf = (parts: readonly Part[], sign: 1 | -1): Line[] =>
  parts.map(({ bill, cents }) => ({ account: 'receivables', cents: sign * cents, bill: bill.id }))
export const owes = (cents: number): Line => ({ account: 'subject_credit', cents })

/** Takes the wanted cents from each part of a payment and from its instalment. @returns cents taken in total */
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
