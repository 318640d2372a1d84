import { type Bill, type Books, beginPayment, type Debit, dueOf, mayPay } from '../books.ts'
import { plusDays } from '../days.ts'
import { type Act, call, callUntilAnswered, expecting, Mismatch, type Player, pickOne } from '../player.ts'
import { centsOf, hold } from '../posting/posting-payments.ts'

const ibans = {
  settles: 'IT56B9999999999000000000001',
  fails: 'IT38G9999999999000000000006',
  'comes back': 'IT10D9999999999000000000003',
} as const

/**
 * Bills that can be debited: the payer's bank account is saved at the condominium's provider account, and there is
 * neither a planned debit nor a plan. The product saves it at the account of the condominium that asked last: here
 * nobody owes to two that use different accounts.
 */
const debitable = ({ books }: Player): Bill[] =>
  books
    .issued()
    .filter(
      (bill) =>
        mayPay(books, bill) &&
        centsOf(dueOf(bill)) >= 50 &&
        !bill.plan &&
        collectsAtStripe(books, bill.subject) &&
        !books.debits.some((debit) => debit.bill === bill),
    )

const collectsAtStripe = (books: Books, subject: number): boolean =>
  books.bills
    .filter((bill) => bill.subject === subject)
    .every(({ condominium }) => books.accountOf(condominium).provider_account === 'stripe')

/** The office plans a debit of a bill from the payer's bank account, with a mandate on paper. */
async function plan(player: Player): Promise<void> {
  const { books, world } = player
  const bill = pickOne(player, debitable(player))
  const outcome = pickOne(player, ['settles', 'settles', 'fails', 'comes back'] as const)
  const { id: payment_method_id } = await world.provider.stripe.paymentMethods.create({
    type: 'sepa_debit',
    sepa_debit: { iban: ibans[outcome] },
    billing_details: { name: 'Anna Paga', email: 'paga@example.it' },
  })
  const source = expecting(
    await call(player, 'POST', '/v1/stripe/save_source', {
      ...{ id: bill.subject, type_id: 'sepa_debit', payment_method_id, email: 'paga@example.it' },
      ...{ name: 'Anna Paga', mandate: { accepted: true, signed_on: books.today } },
    }),
    201,
    'a saved bank account',
  )
  const parts = dueOf(bill)
  const planned = await callUntilAnswered(
    player,
    () => call(player, 'POST', '/v1/debits', { bill_id: bill.id, source_id: source.source_id }),
    ({ body }) => body.error === 'source_not_usable',
  )
  const reply = expecting(planned, 201, 'a planned debit')
  if (reply.amount !== centsOf(parts))
    throw new Mismatch(`a planned debit: ${reply.amount}, the books say ${centsOf(parts)}`)
  bill.tried = true
  books.debits.push({ bill, parts, outcome, open: true })
}

/**
 * Applies debits that the calendar started; each takes what was planned. A debit that another payment replaced is
 * planned again if that payment comes back.
 */
export async function receiveDebitResults(player: Player): Promise<void> {
  const { books } = player
  for (const debit of books.debits) {
    const { items } = expecting(
      await call(player, 'GET', `/v1/debits?bill_id=${debit.bill.id}&limit=200`),
      200,
      'the debits',
    )
    for (const row of items as { payment_id: number | null; state: string; amount: number }[])
      if (row.payment_id !== null && !books.payments.some(({ id }) => id === row.payment_id))
        begin(player, debit, row.payment_id, row.amount)
    debit.open = items.some(({ state }: { state: string }) =>
      ['planned', 'notified', 'started'].includes(state),
    )
  }
}

function begin({ books }: Player, debit: Debit, id: number, amount: number): void {
  const { bill, outcome } = debit
  const parts = dueOf(bill).filter(({ instalment }) =>
    debit.parts.some((planned) => planned.instalment === instalment),
  )
  if (centsOf(parts) !== amount)
    throw new Mismatch(`a debit of ${amount} was begun, the books say that ${centsOf(parts)} are due`)
  const { condominium, subject } = bill
  const payment = {
    ...beginPayment(books, {
      id,
      method: 'SEPA_DEBIT',
      amount,
      condominium,
      subject,
      state: 'waiting',
      parts,
    }),
    ...{ outcome, answer_on: plusDays(books.today, 1) },
  }
  books.payments.push(payment)
  hold(payment)
}

export const debitActs: Act[] = [
  { name: 'debit planned', weight: 5, fits: (player) => debitable(player).length > 0, run: plan },
]
