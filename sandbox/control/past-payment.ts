import { invalid } from '../errors.ts'
import { type DisputeReason, disputeReasons } from '../resources/disputes.ts'
import { type PaymentMethodType, paymentMethodTypes } from '../resources/payment-method-record.ts'

/** One payment of the past, as `POST /_sandbox/history` takes it. Amounts in cents, times in seconds. */
export interface PastPayment {
  payment_intent: string
  /** by default a new id */
  charge?: string
  amount: number
  currency: string
  created: number
  /** when the money was in the balance; default: `created`, for debits some days later */
  settled: number
  outcome: 'succeeded' | 'failed' | 'disputed' | 'refunded'
  failure_code: string | null
  method: PastMethod
  payer: { name: string | null; email: string | null }
  customer: string | null
  description: string | null
  metadata: Record<string, string>
  /** the provider's fee; default: its list price */
  fee?: number
  transfer_destination: string | null
  application_fee_amount: number | null
  refunds: PastRefund[]
  dispute?: PastDispute
}

export interface PastMethod {
  type: PaymentMethodType
  /** an existing payment method's id, or null */
  payment_method: string | null
  brand: string
  last4: string
  exp_month: number
  exp_year: number
  funding: string
  country: string
  bank_code: string
  three_d_secure: boolean
}

export interface PastRefund {
  refund?: string
  amount: number
  created: number
  reason: 'duplicate' | 'fraudulent' | 'requested_by_customer' | null
  metadata: Record<string, string>
}

export interface PastDispute {
  dispute?: string
  created: number
  reason?: DisputeReason
  status: 'needs_response' | 'lost'
}

type Given = Record<string, unknown>

/** Reads and checks every payment of the call; throws 400 with the field, e.g. `payments[3][amount]`. */
export function readHistory(body: Given, now: number): PastPayment[] {
  if (!Array.isArray(body.payments)) throw invalid('payments must be a list.', 'payments')
  const seen = new Set<string>()
  return body.payments.map((given: unknown, place) => {
    const at = `payments[${place}]`
    const payment = readPayment(objectAt(given, at), at, now)
    once(seen, payment.payment_intent, `${at}[payment_intent]`)
    once(seen, payment.charge, `${at}[charge]`)
    for (const { refund } of payment.refunds) once(seen, refund, `${at}[refunds]`)
    once(seen, payment.dispute?.dispute, `${at}[dispute][dispute]`)
    return payment
  })
}

function once(seen: Set<string>, id: string | undefined, at: string): void {
  if (id && seen.has(id)) throw invalid(`${id} comes twice.`, at)
  if (id) seen.add(id)
}

function readPayment(given: Given, at: string, now: number): PastPayment {
  const created = whole(given, 'created', at, 1, now)
  const amount = whole(given, 'amount', at, 1, 99_999_999)
  const outcome = oneOf(given, 'outcome', at, ['succeeded', 'failed', 'disputed', 'refunded'] as const)
  const settled = given.settled === undefined ? created : whole(given, 'settled', at, created, now)
  return {
    payment_intent: id(given, 'payment_intent', at, /^pi_\w{1,60}$/),
    charge: given.charge === undefined ? undefined : id(given, 'charge', at, /^(ch|py)_\w{1,60}$/),
    amount,
    currency: text(given, 'currency', at) ?? 'eur',
    created,
    settled,
    outcome,
    failure_code: text(given, 'failure_code', at),
    method: readMethod(objectAt(given.method, `${at}[method]`), `${at}[method]`),
    payer: {
      name: text(objectAt(given.payer ?? {}, `${at}[payer]`), 'name', at),
      email: text(objectAt(given.payer ?? {}, `${at}[payer]`), 'email', at),
    },
    customer: text(given, 'customer', at),
    description: text(given, 'description', at),
    metadata: readMetadata(given, at),
    fee: given.fee === undefined ? undefined : whole(given, 'fee', at, 0, amount),
    transfer_destination: text(given, 'transfer_destination', at),
    application_fee_amount:
      given.application_fee_amount === undefined
        ? null
        : whole(given, 'application_fee_amount', at, 0, amount),
    refunds: readRefunds(given, at, { amount, outcome, settled, now }),
    dispute: readDispute(given, at, { outcome, settled, now }),
  }
}

function readMethod(given: Given, at: string): PastMethod {
  const type = oneOf(given, 'type', at, paymentMethodTypes)
  return {
    type,
    payment_method: text(given, 'payment_method', at),
    brand: text(given, 'brand', at) ?? 'visa',
    last4: text(given, 'last4', at) ?? (type === 'card' ? '4242' : '0001'),
    exp_month: given.exp_month === undefined ? 12 : whole(given, 'exp_month', at, 1, 12),
    exp_year: given.exp_year === undefined ? 2040 : whole(given, 'exp_year', at, 2000, 2100),
    funding: text(given, 'funding', at) ?? 'credit',
    country: text(given, 'country', at) ?? 'IT',
    bank_code: text(given, 'bank_code', at) ?? '99999',
    three_d_secure: given.three_d_secure === true,
  }
}

interface Around {
  outcome: PastPayment['outcome']
  settled: number
  now: number
}

function readRefunds(given: Given, at: string, around: Around & { amount: number }): PastRefund[] {
  const { outcome, amount, settled, now } = around
  const list = given.refunds ?? (outcome === 'refunded' ? [{ amount }] : [])
  if (!Array.isArray(list)) throw invalid('refunds must be a list.', `${at}[refunds]`)
  if (list.length > 0 && outcome === 'failed')
    throw invalid('What failed cannot have been refunded.', `${at}[refunds]`)
  const refunds = list.map((entry: unknown, place): PastRefund => {
    const path = `${at}[refunds][${place}]`
    const refund = objectAt(entry, path)
    return {
      refund: refund.refund === undefined ? undefined : id(refund, 'refund', path, /^(re|pyr)_\w{1,60}$/),
      amount: whole(refund, 'amount', path, 1, amount),
      created: refund.created === undefined ? settled : whole(refund, 'created', path, settled, now),
      reason:
        refund.reason === undefined
          ? 'requested_by_customer'
          : oneOf(refund, 'reason', path, ['duplicate', 'fraudulent', 'requested_by_customer'] as const),
      metadata: readMetadata(refund, path),
    }
  })
  if (refunds.reduce((sum, refund) => sum + refund.amount, 0) > amount)
    throw invalid('More was refunded than had been paid.', `${at}[refunds]`)
  return refunds
}

function readDispute(given: Given, at: string, { outcome, settled, now }: Around): PastDispute | undefined {
  if (given.dispute === undefined && outcome !== 'disputed') return undefined
  const path = `${at}[dispute]`
  const dispute = objectAt(given.dispute ?? {}, path)
  if (outcome === 'failed') throw invalid('What failed cannot have been disputed.', path)
  return {
    dispute: dispute.dispute === undefined ? undefined : id(dispute, 'dispute', path, /^dp_\w{1,60}$/),
    created: dispute.created === undefined ? settled : whole(dispute, 'created', path, settled, now),
    reason: dispute.reason === undefined ? undefined : oneOf(dispute, 'reason', path, disputeReasons),
    status:
      dispute.status === undefined
        ? 'lost'
        : oneOf(dispute, 'status', path, ['needs_response', 'lost'] as const),
  }
}

function readMetadata(given: Given, at: string): Record<string, string> {
  const entries = Object.entries(objectAt(given.metadata ?? {}, `${at}[metadata]`))
  return Object.fromEntries(entries.map(([key, value]) => [key, String(value)]))
}

function objectAt(value: unknown, at: string): Given {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Given
  throw invalid(`${at} must be an object.`, at)
}

function whole(given: Given, name: string, at: string, least: number, most: number): number {
  const value = given[name]
  if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most) return value
  throw invalid(`${name} must be a whole number from ${least} to ${most}.`, `${at}[${name}]`)
}

function text(given: Given, name: string, at: string): string | null {
  const value = given[name]
  if (value === undefined || value === null) return null
  if (typeof value === 'string') return value
  throw invalid(`${name} must be a text.`, `${at}[${name}]`)
}

function id(given: Given, name: string, at: string, shape: RegExp): string {
  const value = given[name]
  if (typeof value === 'string' && shape.test(value)) return value
  throw invalid(`${name} must be an id like ${shape.source}.`, `${at}[${name}]`)
}

function oneOf<T extends string>(given: Given, name: string, at: string, values: readonly T[]): T {
  const value = values.find((one) => one === given[name])
  if (value === undefined) throw invalid(`${name} must be one of ${values.join(', ')}.`, `${at}[${name}]`)
  return value
}
