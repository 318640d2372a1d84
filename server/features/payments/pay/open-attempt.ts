import { whyNotPay } from '@saldo/domain/bills/bill'
import { dueNow } from '@saldo/domain/bills/owed'
import { today } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { allocate } from '@saldo/domain/payments/allocation'
import { leastOnline, whyNotAmount } from '@saldo/domain/payments/partial-payment'
import type { Tx } from '../../../db/connection.ts'
import { emit } from '../../../events.ts'
import type { Actor } from '../../../http/actor.ts'
import { ApiError, badInput, conflict, notFound } from '../../../http/errors.ts'
import type { RequestKey } from '../../../http/idempotency-key.ts'
import { requireFreshLink, usePayLink } from '../../../links/pay-once-link.ts'
import type { Services } from '../../../services.ts'
import { payerName } from '../../../timeline/actor-name.ts'
import { recordBillEvents } from '../../../timeline/bill-event.ts'
import { recordPaymentEvent } from '../../../timeline/payment-event.ts'
import { requireTogether } from '../../bills/money/require-together.ts'
import { mandateTextOf } from '../../sources/source-texts.ts'
import { type SourceToCharge, sourceToCharge } from '../../sources/source-to-charge.ts'
import { attemptRequest } from './attempt-request.ts'
import { autopayText } from './autopay-text.ts'
import { mandateText } from './mandate-text.ts'
import { methodsOf } from './methods-of.ts'
import * as sql from './pay-bill.sql.ts'
import {
  type ExpectedDestination,
  paymentDestination,
  refuseOtherDestination,
} from './payment-destination.ts'
import { refuseSuspended } from './refuse-suspended.ts'

export type Method = 'CARD' | 'SEPA_DEBIT' | 'KLARNA'
/** The payer's request: which bills and instalments, how much, how, from where. */
export type PayOrder = RequestKey & {
  /** Bills of one person in one condominium; the payment is listed under the first. */
  bill_ids: readonly [number, ...number[]]
  instalment_ids?: readonly number[] | undefined
  /** In cents; if left out, all of the instalments named, or else what is due now. */
  amount?: number | undefined
  /** The destination and fee that the client expects. */
  presumed?: ExpectedDestination
  method: Method
  payment_method_id: string | null
  email: string | null
  name: string | null
  service_id?: string | undefined
  /** A saved method, instead of a new one from the browser. */
  source_id?: number | undefined
  /** True for a planned debit, because the payer is not present to approve it. */
  off_session?: boolean
  /** Save the method for the bill's subject; this is their customer id at the provider. */
  keep_for?: string | undefined
  /** The payer has the next instalments debited too, each up to the cap in cents; null: no cap. */
  autopay?: { cap?: number | null | undefined } | undefined
  /** Address and browser from which the mandate was accepted, if one is needed. */
  accepted: { address: string; agent: string } | null
}

export type Opened =
  | { kind: 'opened'; payment_id: number; attempt_id: number }
  /** A repeated request: the payment that the first one made. */
  | { kind: 'same'; payment_id: number }
  /**
   * An attempt that waits for the payer's approval: it may be cancelled at the provider, then the payer may try again.
   */
  | { kind: 'superseded'; attempt_id: number }

const triesAnHour = 12

/**
 * T1: locks the bills as this actor may see them, subtracts pending payments, and records the attempt with the
 * instalments it holds. The provider is not called yet. Refuses with 404 (not visible), 409 (nothing to pay, another
 * payment is pending, or an amount that is not allowed) or 429 (too many tries on one bill).
 */
export async function openAttempt(
  services: Services,
  tx: Tx,
  actor: Actor,
  order: PayOrder,
): Promise<Opened> {
  const bills = await billsToPay(tx, order.bill_ids)
  const [bill] = bills
  const same = await sql.paymentOfForm(tx, bill, order)
  if (same) return { kind: 'same', payment_id: same }
  await requireFreshLink(tx, actor)
  if (!order.off_session) await refuseSuspended(tx, order.method, bill.customer_id)
  const waiting = await sql.attemptWaitingForPayer(tx, bills)
  if (waiting) return { kind: 'superseded', attempt_id: waiting }
  refuseUnpayable(bills)
  refuseMethod(bill, order)
  if ((await sql.recentAttempts(tx, bills)) >= triesAnHour) throw tooManyTries()
  const { held, amount, rule } = await instalmentsToPay(tx, bills, order)
  const source = order.source_id ? await sourceToCharge(tx, bill, order.source_id) : null
  const goes = await paymentDestination(tx, bill, amount)
  refuseOtherDestination(order.presumed, goes)

  const payment_id = await sql.insertPayment(tx, bill, order, amount, actor.user_id)
  const held_bills = bills.filter(({ bill_id }) => held.some((part) => part.bill_id === bill_id))
  const attempt_id = await sql.insertAttempt(tx, bill, payment_id, { ...order, source }, rule, (id) =>
    attemptRequest({ attempt_id: id, payment_id, amount, order, source, goes, bills: held_bills }),
  )
  await sql.holdInstalments(tx, bill.customer_id, { payment_id, attempt_id }, held)
  if (needsMandate(order, source)) await storeMandate(services, tx, bill, attempt_id, order)
  await usePayLink(tx, actor, payment_id)
  await emit(services, tx, 'payment_opened', {
    payment_id,
    bill_ids: held_bills.map(({ bill_id }) => bill_id),
    instalment_ids: held.map(({ instalment_id }) => instalment_id),
  })
  const who = { customer_id: bill.customer_id, actor: await payerName(tx, actor) }
  await recordPaymentEvent(tx, {
    ...who,
    bill_id: bill.bill_id,
    payment_id,
    kind: 'created',
    text: 'Tentativo creato',
  })
  await recordBillEvents(tx, held_bills, { ...who, kind: 'payment_started', text: 'Pagamento avviato' })
  return { kind: 'opened', payment_id, attempt_id }
}

type Bills = [sql.BillToPay, ...sql.BillToPay[]]

/** The bills in the requested order, locked in the order of ids. One payment never mixes people or condominiums. */
async function billsToPay(tx: Tx, bill_ids: PayOrder['bill_ids']): Promise<Bills> {
  const locked = await sql.lockBills(tx, bill_ids)
  const [first, ...others] = bill_ids.map((id) => locked.find(({ bill_id }) => bill_id === id))
  if (!first || others.some((bill) => !bill)) throw notFound('La bolletta')
  const bills: Bills = [first, ...(others as sql.BillToPay[])]
  requireTogether(bills)
  return bills
}

function refuseUnpayable(bills: Bills): void {
  for (const bill of bills) {
    const why = whyNotPay(bill)
    if (why) throw conflict('not_payable', bills.length > 1 ? `Bolletta ${bill.number}: ${why}` : why)
  }
}

/**
 * Checks that the bill allows the method; Klarna needs an address for its confirmation. A planned debit is exempt: the
 * office decided it with the payer's mandate.
 */
function refuseMethod(bill: sql.BillToPay, { method, off_session, email }: PayOrder): void {
  if (!off_session && !methodsOf(bill).includes(method))
    throw conflict('method_not_offered', 'Questo condominio non incassa in questo modo: scegline un altro.')
  if (method === 'KLARNA' && !email && !bill.subject_email)
    throw badInput({ email: 'Scrivi un indirizzo e-mail: lì arriva la conferma.' })
}

/**
 * The cents to pay per instalment: those named, in that order, else the earliest due date first (art. 1193 c.c.). If
 * neither instalments nor an amount are named, it is what the public page offers first: what is due now of each bill.
 */
async function instalmentsToPay(tx: Tx, bills: Bills, { instalment_ids, amount }: PayOrder) {
  const due = await sql.lockDueInstalments(tx, bills)
  const now = dueNowOf(bills, due)
  const wanted = instalment_ids
    ? due.filter((each) => instalment_ids.includes(each.instalment_id))
    : amount === undefined || amount === sumOf(now)
      ? now
      : due
  if (instalment_ids && new Set(instalment_ids).size !== instalment_ids.length)
    throw badInput({ instalment_ids: 'C’è due volte la stessa rata.' })
  if (instalment_ids && wanted.length !== instalment_ids.length)
    throw conflict('not_payable', 'Una di queste rate è già pagata o in corso.')
  const all = sumOf(wanted)
  if (all === 0) throw conflict('not_payable', 'Queste rate sono già pagate o in corso.')
  if (all < leastOnline) throw tooLittle()
  if (instalment_ids && amount !== undefined && amount !== all)
    throw badInput({
      amount: `Le rate indicate danno ${formatEuro(all)}, non ${formatEuro(amount)}: forse nel frattempo qualcosa è stato pagato. Ricarica la pagina.`,
    })
  const why =
    amount === undefined || isWholeInstalments(amount, wanted)
      ? null
      : whyNotAmount(amount, all, bills[0].minimum_payment, instalment_ids ? all : sumOf(now))
  if (why) throw badInput({ amount: why })
  const { allocations } = allocate(amount ?? all, wanted, instalment_ids)
  const held = allocations.map(({ instalment_id, amount: cents }) => {
    const { bill_id } = wanted.find((each) => each.instalment_id === instalment_id) as sql.DueOfBill
    return { bill_id, instalment_id, amount: cents }
  })
  const rule = instalment_ids || (amount ?? all) === all ? ('named' as const) : ('oldest' as const)
  return { held, amount: amount ?? all, rule }
}

const sumOf = (instalments: readonly sql.DueOfBill[]) =>
  instalments.reduce((sum, { still_due }) => sum + still_due, 0)

const dueNowOf = (bills: Bills, due: readonly sql.DueOfBill[]): sql.DueOfBill[] => {
  const unsettled = due.map((each) => ({ ...each, amount: each.still_due, settled: 0 }))
  const now = bills.flatMap((bill) =>
    dueNow(
      unsettled.filter(({ bill_id }) => bill_id === bill.bill_id),
      today(),
    ),
  )
  return due.filter(({ instalment_id }) => now.some((each) => each.instalment_id === instalment_id))
}

/** Whether the amount is that of the first instalments, the earliest due date first, none of them in part. */
function isWholeInstalments(amount: number, instalments: readonly sql.DueOfBill[]): boolean {
  let sum = 0
  return instalments.some(({ still_due }) => {
    sum += still_due
    return sum === amount
  })
}

const tooLittle = () =>
  conflict(
    'too_little',
    `Resta da pagare meno di ${formatEuro(leastOnline)}, e online non si può: paga con un bonifico.`,
  )

/** A mandate is needed for a SEPA debit and for every method that is saved; a saved method has one already. */
const needsMandate = ({ method, keep_for }: PayOrder, source: SourceToCharge | null) =>
  source === null && (method === 'SEPA_DEBIT' || keep_for !== undefined)

async function storeMandate(
  services: Services,
  tx: Tx,
  bill: sql.BillToPay,
  attempt_id: number,
  order: PayOrder,
) {
  const { accepted, payment_method_id } = order
  if (!accepted) throw new ApiError(422, 'mandate_not_accepted', 'Per l’addebito devi accettare il mandato.')
  const creditor_id = services.providers.creditor_id(bill.provider_account)
  const text = order.keep_for
    ? mandateTextOf(
        { ...bill, name: bill.subject_nominative, email: null },
        order.method === 'CARD' ? 'card' : 'sepa_debit',
        creditor_id,
      ) + autopayWords(bill, order)
    : mandateText(bill.account_name, order.bill_ids.length, creditor_id)
  await sql.insertMandate(tx, bill, attempt_id, payment_method_id, accepted, text)
}

const autopayWords = ({ account_name }: sql.BillToPay, { autopay }: PayOrder): string =>
  autopay ? `\n${autopayText(account_name, autopay.cap ?? null)}` : ''

const tooManyTries = () =>
  new ApiError(
    429,
    'too_many_tries',
    'Troppi tentativi su questa bolletta: riprova fra un’ora o paga con bonifico.',
    {
      headers: { 'retry-after': '3600' },
    },
  )
