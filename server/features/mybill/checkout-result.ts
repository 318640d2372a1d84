import type { CheckoutResult } from '@saldo/contract/bills/mybill'
import * as contract from '@saldo/contract/bills/mybill'
import { addTargetDays } from '@saldo/domain/dates'
import type { PaymentState } from '@saldo/domain/payments/payment'
import type { PaymentMethod } from '@saldo/domain/payments/payment-method'
import type { Tx } from '../../db/connection.ts'
import { notFound } from '../../http/errors.ts'
import { serveAcross } from '../../http/serve.ts'
import { billToken } from '../../links/bill-link.ts'
import { mayBePaidOnce } from '../../links/pay-once-link.ts'
import { maskEmail } from '../../mail/mask-email.ts'
import type { ProviderAccount } from '../../provider/providers.ts'
import type { Services } from '../../services.ts'
import { billFacts } from '../bills/bill-facts.ts'
import { isPaidByDelegate } from '../delegations/paid-by-delegate.ts'
import { type PaymentParts, paymentParts } from '../payments/allocate/payment-parts.ts'
import { progressOf } from '../payments/pay/payment-progress.ts'
import { refreshPayment } from '../payments/pay/refresh-payment.ts'
import { creditorOf } from './get-my-bill.ts'
import { paidOtherwise } from './paid-otherwise.ts'

const open: PaymentState[] = ['created', 'requires_action', 'processing', 'unknown']

/** Polls the provider while the payment is open, for three seconds at most; without an answer the state stays. */
export const getCheckoutResult = serveAcross(contract.getCheckoutResult, async ({ services, as, actor }) => {
  const payment_id = actor.role === 'link' ? actor.payment_id : null
  if (payment_id === null) throw notFound('Il pagamento')
  const before = await as((tx) => paymentFacts(tx, payment_id))
  if (open.includes(before.state)) await refreshPayment(services, payment_id)
  const result = await as((tx) => resultOf(tx, services, payment_id))
  return services.asSystem(async (tx) => {
    const mandate = result.method === 'SEPA_DEBIT' ? await mandateOf(tx, services, payment_id) : null
    const withheld = await withheldOf(tx, payment_id)
    const paid_otherwise = await paidOtherwise(tx, payment_id)
    return { ...result, ...withheld, mandate, paid_otherwise, ...(await paymentParts(tx, payment_id)) }
  })
})

/**
 * What a result does not say, whoever has its link. A delegate's card and bank are no matter of the owner, who has the link as
 * well, and a delegate goes back to the bill from their home. A link that pays once must not hand out the bill's own link.
 */
async function withheldOf(tx: Tx, payment_id: number): Promise<Partial<CheckoutResult>> {
  if (await isPaidByDelegate(tx, payment_id))
    return {
      ...{ bill_token: null, brand: null, last4: null, receipt_hint: null },
      ...{ failure_code: null, failure_reason: null },
    }
  return (await mayBePaidOnce(tx, payment_id)) ? { bill_token: null } : {}
}

/** The mandate of the latest attempt: signed while paying, or with the saved account. A link holder sees no mandates. */
async function mandateOf(tx: Tx, services: Services, payment_id: number): Promise<CheckoutResult['mandate']> {
  const [mandate] = await tx<
    { umr: string | null; creditor_id: string | null; provider_account: ProviderAccount }[]
  >`
    select m.umr, m.creditor_id, t.provider_account
    from payment_attempts t
    join mandates m on m.customer_id = t.customer_id and (m.attempt_id = t.attempt_id or m.source_id = t.source_id)
    where t.payment_id = ${payment_id}
    order by t.attempt_id desc, m.provider_mandate = t.provider_mandate desc nulls last, m.mandate_id desc limit 1`
  if (!mandate) return null
  const { umr, creditor_id, provider_account } = mandate
  return { umr, creditor_id: creditor_id ?? services.providers.creditor_id(provider_account) }
}

type PaymentFacts = {
  bill_id: number
  state: PaymentState
  method: PaymentMethod
  brand: string | null
  last4: string | null
  receipt_email: string | null
  created_at: string
  settled_at: string | null
  refunded: number
  receipt_number: string | null
  link_revoked: boolean
}

async function paymentFacts(tx: Tx, payment_id: number): Promise<PaymentFacts> {
  const [row] = await tx<PaymentFacts[]>`
    select p.bill_id, p.state, p.refunded, p.method, p.brand, p.last4, p.receipt_email, p.created_at, p.settled_at,
      r.number as receipt_number,
      exists (
        select from bill_events e
        where e.customer_id = p.customer_id and e.bill_id = p.bill_id and e.kind = 'link_revoked'
          and e.at > p.created_at
      ) as link_revoked
    from payments p left join receipts r on r.customer_id = p.customer_id and r.payment_id = p.payment_id
    where p.payment_id = ${payment_id}`
  if (!row) throw notFound('Il pagamento')
  return row
}

async function resultOf(
  tx: Tx,
  services: Services,
  payment_id: number,
): Promise<Omit<CheckoutResult, keyof PaymentParts | 'mandate' | 'paid_otherwise'>> {
  const payment = await paymentFacts(tx, payment_id)
  const bill = await billFacts(tx, payment.bill_id)
  if (!bill) throw notFound('La bolletta')
  return {
    ...(await progressOf(tx, services, payment_id)),
    method: payment.method,
    brand: payment.brand,
    last4: payment.last4,
    asker: creditorOf(bill),
    subject_nominative: bill.subject_nominative,
    bill_number: bill.number,
    // After a link was revoked, its holder does not get the new one from here.
    bill_token: payment.link_revoked ? null : billToken(services, bill.bill_id, bill.link_version),
    description: bill.description,
    receipt_number: payment.receipt_number,
    receipt_hint: maskEmail(payment.receipt_email),
    created_at: payment.created_at,
    settled_at: payment.settled_at,
    refunded: payment.refunded,
    expected_by: expectedBy(payment),
  }
}

/** A SEPA debit is settled or returned within five business days. */
function expectedBy({ method, state, created_at }: PaymentFacts): string | null {
  if (method !== 'SEPA_DEBIT' || state !== 'processing') return null
  return addTargetDays(created_at.slice(0, 10), 5)
}
