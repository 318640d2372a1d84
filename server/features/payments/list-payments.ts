import * as contract from '@saldo/contract/payments'
import { declineSentence } from '@saldo/domain/payment'
import type { Row } from 'postgres'
import { summaryOf } from '../../db/listing.ts'
import { serve, serveList } from '../../http/serve.ts'
import { paymentsList } from './payments-list.ts'

export const listPayments = serveList(contract.listPayments, paymentsList, withReason)

export const summarisePayments = serve(contract.summarisePayments, async ({ tx, query }) => {
  const sums = await summaryOf(
    tx,
    paymentsList,
    query,
    (of) => of`
      count(*)::int as count, coalesce(sum(p.amount), 0)::bigint as amount,
      coalesce(sum(p.amount) filter (where p.state in ('succeeded', 'partly_refunded', 'refunded', 'disputed')), 0)::bigint
        as succeeded,
      coalesce(sum(p.fee), 0)::bigint as fee, coalesce(sum(p.refunded), 0)::bigint as refunded,
      coalesce(sum(p.amount - p.refunded - p.fee)
        filter (where p.state in ('succeeded', 'partly_refunded', 'refunded', 'disputed')), 0)::bigint as net`,
  )
  return sums as never
})

/** A code is for programs; people read why. */
export function withReason(payment: Row) {
  return {
    ...payment,
    failure_reason: payment.failure_code ? declineSentence(payment.failure_code) : null,
  } as never
}
