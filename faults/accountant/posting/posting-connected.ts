import type { Books, Payment } from '../books.ts'
import type { Line } from '../journal.ts'
import { portion } from '../sharing.ts'

/**
 * Transfers a payment to the office's own account, less the platform fee. The provider's fee is then the platform's,
 * and the payment's own entries say so.
 */
export function postTransferToConnected(books: Books, payment: Payment): void {
  const { amount, condominium } = payment
  if (!takenByProvider(payment) || !books.goesOn(condominium)) return
  const withheld = Math.min(portion(amount, books.ground.connected?.fee_bps ?? 0), amount)
  payment.passed_on = { withheld, fee: withheld, reversed: 0, heard: new Set(), owed: 0, to_return: [] }
  write(books, payment, 'girato', linesOver('connected_balance', 'provider_transit', amount))
  write(books, payment, 'commissione della piattaforma', [
    ...linesOver('application_fees', 'connected_balance', withheld),
    ...linesOver('provider_transit', 'platform', withheld),
  ])
}

export const takenByProvider = ({ method }: Payment): boolean =>
  method === 'CARD' || method === 'SEPA_DEBIT' || method === 'KLARNA'

/**
 * The account pays for a refund, and the platform returns its fee in proportion, rounded down; the last refund takes
 * the rest.
 */
export function takeForRefund(books: Books, payment: Payment, cents: number): number {
  const { passed_on } = payment
  if (!passed_on) return 0
  const last = payment.given_back === payment.amount
  const fee = last
    ? passed_on.fee
    : Math.min(passed_on.fee, Math.floor((passed_on.withheld * cents) / payment.amount))
  passed_on.fee -= fee
  passed_on.reversed += cents
  write(books, payment, 'ripreso', linesOver('provider_transit', 'connected_balance', cents))
  write(books, payment, 'commissione restituita', [
    ...linesOver('connected_balance', 'application_fees', fee),
    ...linesOver('platform', 'provider_transit', fee),
  ])
  return fee
}

/** A bank took the money back with a fee: the account gives what it has; the rest and the fee are the office's debt. */
export function takeContested(
  books: Books,
  payment: Payment,
  of: { cents: number; reversed: number; fee: number },
): void {
  if (!payment.passed_on) return
  const { cents, reversed, fee } = of
  payment.passed_on.owed += cents - reversed + fee
  payment.passed_on.reversed += reversed
  write(books, payment, 'ripreso', linesOver('provider_transit', 'connected_balance', reversed))
  write(books, payment, 'debito', linesOver('platform', 'office_debt', cents - reversed))
}

/** A dispute was won: keeps what is still owed for it; the rest goes back to the account once the platform has it. */
export function winConnected(books: Books, payment: Payment, cents: number): void {
  const { passed_on } = payment
  if (!passed_on) return
  const kept = Math.min(cents, passed_on.owed)
  passed_on.owed -= kept
  write(books, payment, 'debito pagato', linesOver('office_debt', 'platform', kept))
  if (cents > kept) passed_on.to_return.push({ cents: cents - kept, fee: 0 })
}

/** A transfer of so many cents went back to the account. */
export function postReversalFromConnected(books: Books, payment: Payment, cents: number): void {
  const { passed_on } = payment
  const at = passed_on?.to_return.findIndex((each) => each.cents === cents) ?? -1
  const [back] = passed_on?.to_return.splice(at, at < 0 ? 0 : 1) ?? []
  write(books, payment, 'tornato al conto', linesOver('connected_balance', 'provider_transit', cents))
  if (!passed_on || !back) return
  passed_on.fee += back.fee
  write(books, payment, 'commissione della piattaforma', linesOver('application_fees', 'platform', back.fee))
}

/** The office pays its debt from the condominium's bank account, or it is offset. */
export function payDebt(books: Books, payment: Payment, cents: number, way: 'paid' | 'offset'): void {
  if (payment.passed_on) payment.passed_on.owed -= cents
  write(
    books,
    payment,
    'debito pagato',
    linesOver('office_debt', way === 'paid' ? 'bank' : 'platform', cents),
  )
}

/** Debits one account and credits another. */
export const linesOver = (debit: Line['account'], credit: Line['account'], cents: number): Line[] => [
  { account: debit, cents },
  { account: credit, cents: -cents },
]

function write(books: Books, payment: Payment, what: string, lines: Line[]): void {
  const { subject, condominium, id } = payment
  books.journal.write({ day: books.today, what, subject, condominium, payment: id, lines })
}
