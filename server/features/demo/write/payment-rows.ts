import { today } from '@saldo/domain/dates'
import type { Cents } from '@saldo/domain/money'
import { methodInSentence } from '@saldo/domain/payments/payment-method'
import { mandateText } from '../../payments/pay/mandate-text.ts'
import type { DemoPayment } from '../generate/payments.ts'
import type { Dice } from '../generate/seeded-random.ts'
import { nominativeOf } from '../generate/studios.ts'

export type Rows = Record<string, unknown>[]
/** A bill with its ids in the database. */
export type KnownBill = {
  bill_id: number
  customer_id: number
  account_id: number
  subject_id: number
  instalment_ids: number[]
}

export const instant = (milliseconds: number): string => new Date(milliseconds).toISOString()

export function paymentRow(payment: DemoPayment, of: KnownBill) {
  const { way, end, bill, amount } = payment
  const { holder } = bill.unit
  const shown = {
    CARD: { brand: holder.card.brand, last4: holder.card.last4 },
    SEPA_DEBIT: { brand: 'bank', last4: holder.bank_last4 },
    KLARNA: { brand: null, last4: null },
    BANK_TRANSFER: { brand: null, last4: null },
  }[way]
  return {
    ...{
      customer_id: of.customer_id,
      account_id: of.account_id,
      bill_id: of.bill_id,
      subject_id: of.subject_id,
    },
    ...{ method: way, amount, fee: payment.fee, ...shown },
    // The refunded amount follows from the refund's row.
    refunded: 0,
    // A returned debit is a failed payment, whenever the bank returned it.
    state: end === 'returned' ? 'failed' : end,
    provider_account: way === 'BANK_TRANSFER' ? null : bill.condominium.place.provider_account,
    payer_name: holder.nominative,
    receipt_email: way === 'BANK_TRANSFER' ? null : holder.email,
    failure_code: payment.failure_code,
    created_at: instant(payment.created),
    updated_at: instant(payment.ended),
    settled_at: payment.settled === null ? null : instant(payment.settled),
  }
}

const types = { CARD: 'card', SEPA_DEBIT: 'sepa_debit', KLARNA: 'klarna', BANK_TRANSFER: '' } as const

/** The attempt at the provider. It ended long ago, so it is never polled: the provider does not know it. */
export function attemptRow(
  payment: DemoPayment,
  of: KnownBill,
  payment_id: number,
  { random, fee }: { random: Dice /** Cents that the platform kept. */; fee: number },
) {
  const { way, bill, end } = payment
  const charged = end !== 'cancelled'
  return {
    ...{ customer_id: of.customer_id, bill_id: of.bill_id, payment_id, state: end },
    provider_account: bill.condominium.place.provider_account,
    payment_method_id: way === 'KLARNA' ? null : random.id('pm'),
    request: {
      amount: payment.amount,
      currency: 'eur',
      allowed_payment_method_types: [types[way]],
      description: `${bill.condominium.place.name}, bolletta ${bill.number}`,
      metadata: { payment_id: String(payment_id), bill_id: String(of.bill_id) },
      ...(fee > 0 ? { application_fee_amount: fee } : {}),
    },
    provider_object: random.id('pi'),
    provider_charge: charged ? random.id(way === 'SEPA_DEBIT' ? 'py' : 'ch') : null,
    provider_mandate: way === 'SEPA_DEBIT' ? random.id('mandate') : null,
    failure_code: payment.failure_code,
    confirm_started_at: charged ? instant(payment.created + 1000) : null,
    next_check_at: null,
    created_at: instant(payment.created),
    updated_at: instant(payment.ended),
  }
}

/** The refund of a payment. */
export const refundRow = (
  payment: DemoPayment,
  of: KnownBill,
  ids: { payment_id: number },
  random: Dice,
) => ({
  ...{ customer_id: of.customer_id, payment_id: ids.payment_id, amount: payment.amount },
  ...{
    way: 'provider',
    state: 'succeeded',
    reason: 'requested_by_customer',
    actor: nominativeOf(payment.bill.studio),
  },
  provider_account: payment.bill.condominium.place.provider_account,
  provider_object: random.id('re'),
  created_at: instant(payment.ended),
  updated_at: instant(payment.ended),
})

/** Days within which a card's dispute must be answered. */
const daysToAnswer = 7
/** A dispute, or a debit that the bank returned. */
export const disputeRow = (
  payment: DemoPayment,
  of: KnownBill,
  ids: { payment_id: number; attempt_id: number },
  random: Dice,
) => {
  const final = payment.end === 'returned'
  return {
    ...{ customer_id: of.customer_id, ...ids, amount: payment.amount, taken: true },
    ...{ state: final ? 'lost' : 'needs_response', reason: final ? 'customer_initiated' : 'fraudulent' },
    fee: final ? returnFee : disputeFee,
    provider_account: payment.bill.condominium.place.provider_account,
    provider_object: random.id('dp'),
    opened_at: instant(payment.ended),
    due_by: final ? null : instant(payment.ended + daysToAnswer * 86_400_000),
    closed_at: final ? instant(payment.ended) : null,
  }
}

/** The instalments that the attempt held; none is held any more. */
export const heldRows = (payment: DemoPayment, of: KnownBill, attempt_id: number) =>
  payment.parts.map(({ place, amount }) => ({
    ...{ attempt_id, customer_id: of.customer_id, bill_id: of.bill_id, amount, open: false },
    instalment_id: of.instalment_ids[place],
  }))

/** The allocation of a payment and, after a return, a second version that settles nothing. */
export function allocationsOf(payment: DemoPayment, of: KnownBill, payment_id: number) {
  const { settled, ended, end, parts } = payment
  if (settled === null) return []
  const { customer_id, bill_id } = of
  const row = { customer_id, payment_id, reason: null as string | null, actor: 'provider' }
  const paid = parts.map(({ place, amount }) => ({
    ...{ customer_id, bill_id, amount },
    instalment_id: of.instalment_ids[place],
  }))
  const gone = { returned: 'return', refunded: 'refund' }[end as string]
  const first = { ...row, version: 1, current: !gone, rule: 'named', at: instant(settled) }
  if (!gone) return [{ row: first, parts: paid }]
  const second = { ...row, version: 2, current: true, rule: gone, at: instant(ended) }
  return [
    { row: first, parts: paid },
    { row: second, parts: [] },
  ]
}

/** Failures after which a mandate must not be used again. */
const stopsMandate = ['debit_not_authorized', 'debit_disputed', 'account_closed']
const browsers = [
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Linux; Android 15; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
]

/** The mandate that a payer accepted before a SEPA debit; IP addresses are those reserved for documentation. */
export function mandateRow(payment: DemoPayment, of: KnownBill, attempt: Attempt, random: Dice) {
  const { bill, failure_code, settled } = payment
  const stopped = stopsMandate.includes(failure_code ?? '')
  return {
    ...{
      customer_id: of.customer_id,
      account_id: of.account_id,
      bill_id: of.bill_id,
      subject_id: of.subject_id,
    },
    attempt_id: attempt.attempt_id,
    state: stopped ? 'revoked' : settled === null ? 'draft' : 'active',
    provider_account: attempt.provider_account,
    provider_mandate: attempt.provider_mandate,
    payment_method_id: attempt.payment_method_id,
    last4: bill.unit.holder.bank_last4,
    text: mandateText(bill.condominium.place.name, 1, null),
    accepted_at: instant(payment.created),
    accepted_from: `203.0.113.${random.between(1, 254)}`,
    accepted_with: random.pick(browsers),
  }
}
type Attempt = ReturnType<typeof attemptRow> & { attempt_id: number }

export type Entry = {
  row: Rows[number]
  lines: { ledger_account: string; amount: Cents; bill_id: number | null }[]
}

/** The provider's fee for a returned debit and for a disputed card payment, in cents (European list prices). */
const returnFee = 350
const disputeFee = 2000

/** The ledger entries of a payment: money that came, the provider's fee, money that went back. */
export function ledgerOf(
  payment: DemoPayment,
  of: KnownBill,
  ids: { payment_id: number; attempt_id: number | null },
): Entry[] {
  const { settled, amount, fee, way, end, bill } = payment
  if (settled === null) return []
  const source = ids.attempt_id === null ? `payment:${ids.payment_id}` : `attempt:${ids.attempt_id}`
  const where = way === 'BANK_TRANSFER' ? 'bank' : 'provider_transit'
  const entry = (
    kind: string,
    description: string,
    at: number,
    debit: string,
    credit: string,
    cents: Cents,
  ): Entry => ({
    row: {
      ...{
        customer_id: of.customer_id,
        account_id: of.account_id,
        subject_id: of.subject_id,
        bill_id: of.bill_id,
        payment_id: ids.payment_id,
      },
      ...{
        kind,
        source,
        description: `${description}, ${bill.number}`,
        at: instant(at),
        day: today(new Date(at)),
      },
    },
    lines: [
      { ledger_account: debit, amount: cents, bill_id: debit === 'receivables' ? of.bill_id : null },
      { ledger_account: credit, amount: -cents, bill_id: credit === 'receivables' ? of.bill_id : null },
    ],
  })
  const entries = [
    entry('collection', `Incasso ${methodInSentence(way)}`, settled, where, 'receivables', amount),
  ]
  if (fee > 0) entries.push(entry('collection_fee', 'Commissione', settled, 'collection_fees', where, fee))
  if (end === 'returned')
    entries.push(
      entry('return', 'Storno', payment.ended, 'receivables', where, amount),
      entry('return_fee', 'Costo dello storno', payment.ended, 'collection_fees', where, returnFee),
    )
  if (end === 'disputed')
    entries.push(
      entry('dispute', 'Contestazione', payment.ended, 'disputed', where, amount),
      entry('dispute_fee', 'Costo della contestazione', payment.ended, 'collection_fees', where, disputeFee),
    )
  if (end === 'refunded')
    entries.push(entry('refund', 'Rimborso', payment.ended, 'receivables', where, amount))
  return entries
}
