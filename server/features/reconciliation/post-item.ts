import * as contract from '@saldo/contract/reports/reconciliation'
import { itemClassLabels } from '@saldo/domain/accounting/reconciliation'
import type { Tx } from '../../db/connection.ts'
import { notFound } from '../../http/errors.ts'
import { serveAcross } from '../../http/serve.ts'
import { post } from '../../ledger/ledger.ts'
import { actorName } from '../../timeline/actor-name.ts'
import { recordPaymentEvent } from '../../timeline/payment-event.ts'
import { addToFee } from '../payments/allocate/add-to-fee.ts'
import type { LockedPayment } from '../payments/allocate/lock-payment.ts'
import { type Item, lockItem, mustAllow, viewItem } from './item.ts'
import { match } from './match.sql.ts'

/**
 * Posts the money that the ledger lacks compared with the provider, or reverses what it has too much. It adds an entry,
 * because entries never change, and does so once each time the item opens.
 */
export const postReconciliationItem = serveAcross(
  contract.postReconciliationItem,
  async ({ services, as, params }) => {
    const item = await as(async (tx) => {
      const locked = await lockItem(tx, params.id)
      mustAllow(locked, 'post')
      await postDifference(tx, locked, await actorName(tx))
      return locked
    })
    const { provider_account, customer_id, payment_id } = item as Item & {
      customer_id: number
      payment_id: number
    }
    await services.asSystem((tx) => match(tx, { provider_account, customer_id, payment_id }))
    return as((tx) => viewItem(tx, params.id))
  },
)

async function postDifference(tx: Tx, item: Item, actor: string): Promise<void> {
  const [payment] = await tx`
    select customer_id, account_id, subject_id, bill_id, payment_id from payments where payment_id = ${item.payment_id}`
  if (!payment) throw notFound('Il pagamento')
  const where = payment as Pick<
    LockedPayment,
    'customer_id' | 'account_id' | 'subject_id' | 'bill_id' | 'payment_id'
  >
  const fee = item.kind === 'fee_differs'
  const [connected] = await tx`
    select from payment_attempts
    where customer_id = ${where.customer_id} and payment_id = ${where.payment_id} and transfer_booked is not null limit 1`
  const cents = item.difference
  const text = fee ? 'Commissione contabilizzata dalla quadratura' : textOf(item)
  await post(
    tx,
    {
      ...where,
      kind: fee ? 'collection_fee' : 'adjustment',
      // Comparing the books again reads the class from here.
      source: `reconciliation:${item.class}:${item.item_id}:${item.opened}`,
      description: text,
    },
    fee
      ? [
          // For payments to a connected account, the platform pays the provider's fee.
          { ledger_account: connected ? 'platform' : 'collection_fees', amount: cents },
          { ledger_account: 'provider_transit', amount: -cents },
        ]
      : [
          { ledger_account: 'provider_transit', amount: cents },
          { ledger_account: 'receivables', amount: -cents, bill_id: where.bill_id },
        ],
  )
  if (fee) await addToFee(tx, where, item.class === 'charge' ? cents : 0)
  const { customer_id, bill_id, payment_id } = where
  await recordPaymentEvent(tx, { customer_id, bill_id, payment_id, kind: 'reconciled', text, actor })
}

const textOf = (item: Item) =>
  item.kind === 'ledger_missing'
    ? `${itemClassLabels[item.class]}: scrittura mancante aggiunta dalla quadratura`
    : `${itemClassLabels[item.class]}: scrittura in più stornata dalla quadratura`
