import * as contract from '@saldo/contract/payments/credit-refunds'
import { conflict, notFound } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'
import { lockRefunds, releaseRefund } from './credit-refund.ts'
import { readOrder } from './make-order.ts'

/** Cancels an order whose file was not sent to the bank: its credits are free again. */
export const cancelTransferOrder = serve(contract.cancelTransferOrder, async ({ tx, params, body }) => {
  const ids = await tx<{ credit_refund_id: number }[]>`
    select r.credit_refund_id from transfer_orders o
    join credit_refunds r on r.customer_id = o.customer_id and r.order_id = o.order_id
    where o.order_id = ${params.id}`
  const refunds = await lockRefunds(
    tx,
    ids.map(({ credit_refund_id }) => credit_refund_id),
  )
  const [order] = await tx<{ state: string }[]>`
    select state from transfer_orders where order_id = ${params.id} for update`
  if (!order) throw notFound('Il file')
  if (order.state === 'cancelled') throw conflict('cancelled', 'Questo file è già annullato.')
  if (refunds.some(({ state }) => state !== 'ordered'))
    throw conflict('answered', 'La banca ha già risposto: questo file non si può più annullare.')
  if (!body.not_sent)
    throw conflict(
      'maybe_sent',
      'Annulla solo se non l’hai mandato alla banca; altrimenti chiedi alla banca di revocarlo e attendi l’esito.',
    )
  for (const refund of refunds) await releaseRefund(tx, refund, { state: 'cancelled' })
  await tx`update transfer_orders set state = 'cancelled' where order_id = ${params.id}`
  return readOrder(tx, params.id)
})
