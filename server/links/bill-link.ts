import { linkToken } from '../http/link-token.ts'
import type { Services } from '../services.ts'

/** The public page of a bill, which the server draws. `version` is the bill's link_version: raising it revokes older links. */
export function billUrl(services: Services, bill_id: number, version: number): string {
  return `${services.env.PUBLIC_URL}/mybill/${billToken(services, bill_id, version)}`
}

/** The page where a payer sees a payment's result and its receipt. */
export function paymentResultUrl(services: Services, payment_id: number): string {
  return `${services.env.PUBLIC_URL}/#/checkout-result/${paymentToken(services, payment_id)}`
}

export const billToken = (services: Services, bill_id: number, version: number): string =>
  linkToken(services.env.SALDO_SECRET, { opens: 'bill', bill_id, version })

export const paymentToken = (services: Services, payment_id: number): string =>
  linkToken(services.env.SALDO_SECRET, { opens: 'payment', payment_id })

/** Opens the bill for a delegate, while the delegation holds. */
export const delegatedToken = (services: Services, bill_id: number, delegation_id: number): string =>
  linkToken(services.env.SALDO_SECRET, { opens: 'delegated', bill_id, delegation_id })
