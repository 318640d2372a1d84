import * as contract from '@saldo/contract/payments'
import { declineSentence } from '@saldo/domain/payment'
import type { Row } from 'postgres'
import { summaryOf } from '../../db/listing.ts'
import { serve, serveList } from '../../http/serve.ts'
import {
  countedWithin,
  type Days,
  moneySums,
  movedWithin,
  paymentsList,
  paymentsWithin,
} from './payments-list.ts'

export const listPayments = serveList(
  contract.listPayments,
  (query: Days) => (isPeriod(query) ? paymentsWithin(query) : paymentsList),
  withReason,
)

/** Counted by themselves, because each has several lines of money. */
export const summarisePayments = serve(contract.summarisePayments, async ({ tx, query }) => {
  const list = countedWithin(query)
  const lines: typeof list = {
    ...list,
    from: (of) => of`${list.from(of)} join money_lines m on ${movedWithin(of, query)}`,
  }
  const [count, money] = await Promise.all([
    summaryOf(
      tx,
      list,
      query,
      (of) => of`count(*)::int as count, coalesce(sum(p.amount), 0)::bigint as amount`,
    ),
    summaryOf(
      tx,
      lines,
      query,
      (of) => of`
        ${moneySums(of)}, coalesce(sum(m.credit) filter (where p.method = 'CREDIT'), 0)::bigint as credit`,
    ),
  ])
  return { ...count, ...money } as never
})

const isPeriod = ({ moved_on_from, moved_on_to }: Days) => Boolean(moved_on_from || moved_on_to)

/** A code is for programs; people read why. */
export function withReason(payment: Row) {
  return {
    ...payment,
    failure_reason: payment.failure_code ? declineSentence(payment.failure_code) : null,
  } as never
}
