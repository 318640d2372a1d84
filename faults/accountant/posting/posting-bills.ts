import { amountOf, type Bill, type Books, type Instalment, type Payment, residueOf } from '../books.ts'
import { type Day, later } from '../days.ts'
import { noteVersion } from '../interest.ts'
import { reduceReturned, takeFromParts } from './posting-payments.ts'

/** Issues a bill, on its issue date. */
export function issue(books: Books, bill: Bill): void {
  bill.status = 'issued'
  ask(books, bill, amountOf(bill), bill.issued_on, `bolletta ${bill.number}`)
}

/** Changes what a bill asks from today on; past days stay. */
export function amend(books: Books, bill: Bill, to: { instalments: Instalment[] }): void {
  const before = amountOf(bill)
  bill.instalments = to.instalments
  if (bill.status === 'issued')
    ask(books, bill, amountOf(bill) - before, ownDay(books, bill), `rettifica ${bill.number}`)
}

/** Cancels a bill from today on. */
export function cancel(books: Books, bill: Bill): void {
  const asked = bill.status === 'issued' ? residueOf(bill) : 0
  bill.status = 'cancelled'
  ask(books, bill, -asked, ownDay(books, bill), `annullamento ${bill.number}`)
}

const ownDay = (books: Books, bill: Bill): Day => later(books.today, bill.issued_on)

function ask(books: Books, bill: Bill, cents: number, day: Day, what: string): void {
  books.journal.write({
    ...{ day, what, subject: bill.subject, condominium: bill.condominium },
    lines: [
      { account: 'receivables', cents, bill: bill.id },
      { account: 'billed', cents: -cents, bill: bill.id },
    ],
  })
}

/**
 * How a credit note reduces a bill: first its unpaid part, then the paid part; in each, the instalments due last come
 * first.
 */
export function spreadNote(
  bill: Bill,
  amount: number,
): { instalment: Instalment; less: number; freed: number }[] {
  const last_first = bill.instalments.toSorted((a, b) => (a.due < b.due ? 1 : a.due > b.due ? -1 : 0))
  let left = amount
  const take = (most: number) => {
    const taken = Math.min(left, most)
    left -= taken
    return taken
  }
  const unpaid = last_first.map(({ amount: asked, settled }) => take(asked - settled))
  const freed = last_first.map(({ settled }) => take(settled))
  return last_first.map((instalment, place) => ({
    instalment,
    less: (unpaid[place] as number) + (freed[place] as number),
    freed: freed[place] as number,
  }))
}

/**
 * Writes a credit note today: what was paid of it becomes its payers' credit, the latest payment first. @returns the
 * freed cents of each payment
 */
export function credit(
  books: Books,
  bill: Bill,
  amount: number,
  note: { id: number; number: string },
): { payment: Payment; cents: number }[] {
  const spread = spreadNote(bill, amount)
  const whole = amount === amountOf(bill)
  const day = ownDay(books, bill)
  const freed: { payment: Payment; cents: number }[] = []
  const wanted = new Map(spread.map(({ instalment, freed: cents }) => [instalment, cents]))
  for (const payment of books.payments.toSorted((a, b) => b.id - a.id)) {
    const taken = takeFromParts(payment, (part) => {
      if (part.bill !== bill) return 0
      const cents = Math.min(part.cents, wanted.get(part.instalment) ?? 0)
      wanted.set(part.instalment, (wanted.get(part.instalment) ?? 0) - cents)
      return cents
    })
    if (taken === 0) continue
    noteVersion(payment, 'moved', books.today)
    payment.credit += taken
    books.changeCredit(bill.condominium, bill.subject, taken)
    books.journal.write({
      ...{
        day: books.today,
        what: `nota ${note.number}`,
        subject: bill.subject,
        condominium: bill.condominium,
      },
      payment: payment.id,
      lines: [
        { account: 'receivables', cents: taken, bill: bill.id },
        { account: 'subject_credit', cents: -taken },
      ],
    })
    freed.push({ payment, cents: taken })
  }
  for (const { instalment, less } of spread) instalment.amount -= less
  ask(books, bill, -amount, day, `nota di credito ${note.number}`)
  if (whole) {
    bill.status = 'cancelled'
    // A bill credited completely still shows its original amount.
    for (const { instalment, less } of spread) instalment.amount += less
  }
  bill.notes.push({ ...note, amount, freed: freed.reduce((sum, { cents }) => sum + cents, 0), day })
  reduceReturned(bill)
  return freed
}
