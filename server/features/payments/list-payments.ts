import * as contract from '@saldo/contract/payments'
import { declineSentence } from '@saldo/domain/payment'
import type { Row } from 'postgres'
import { pageOf, summaryOf } from '../../db/listing.ts'
import { serve } from '../../http/serve.ts'
import { paymentsList } from './payments-list.ts'

export const listPayments = serve(contract.listPayments, async ({ tx, query }) => {
  const { items, next_cursor } = await pageOf(tx, paymentsList, query)
  return { items: items.map(withReason), next_cursor }
})

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
export const withReason = (payment: Row) =>
  ({
    ...payment,
    failure_reason: payment.failure_code ? declineSentence(payment.failure_code) : null,
  }) as never
