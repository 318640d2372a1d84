import { BankFileRefused, type TransferOutcomeFile } from '../../bank-files/bank-file.ts'
import { answersOf } from '../../bank-files/pain/answers.ts'
import type { Tx } from '../../db/connection.ts'
import type { ReceivedFlow } from '../flows/feature.ts'
import { noteFlow } from '../flows/note-flow.ts'
import { type LockedRefund, lockRefunds, releaseRefund } from './credit-refund.ts'

/**
 * Applies the bank's answer (pain.002) to ordered refunds: the rejected ones free their credit. That others are accepted
 * changes nothing, since only a statement says that money left. The answer to an order that is not here is refused, and so
 * is one that does not fit the order. The same answer again changes nothing.
 */
export async function readTransferOutcome(
  tx: Tx,
  flow: ReceivedFlow,
  file: TransferOutcomeFile,
): Promise<void> {
  const { refunds, account_id } = await orderedIn(tx, flow.customer_id, file.original_message_id)
  let known = 0
  // Our files have one block each.
  const answers = answersOf(file, new Map([[`${file.original_message_id}-1`, refunds]]))
  for (const { payment: refund, rejected, reason, line } of answers) {
    if (!rejected) continue
    if (refund.state === 'executed' || refund.state === 'returned')
      throw new BankFileRefused(
        `La restituzione ${refund.end_to_end_id} risulta già eseguita: la banca non può averla rifiutata prima. Controlla l’estratto conto.`,
        line,
      )
    if (refund.state === 'ordered')
      await releaseRefund(tx, refund, { state: 'rejected', failure_code: reason })
    else known += 1
  }
  await noteFlow(tx, flow.flow_id, {
    ...{ reference: file.message_id, account_id, count: answers.length, known },
    amount: answers.reduce((sum, { payment }) => sum + payment.amount, 0),
  })
}

/** The refunds of the order, locked. Throws when the order is not here, or was cancelled. */
async function orderedIn(
  tx: Tx,
  customer_id: number,
  message_id: string,
): Promise<{ refunds: LockedRefund[]; account_id: number }> {
  const [order] = await tx<{ order_id: number; account_id: number; state: string }[]>`
    select order_id, account_id, state from transfer_orders
    where customer_id = ${customer_id} and message_id = ${message_id}`
  if (!order)
    throw new BankFileRefused(
      `Sono gli esiti dei bonifici del file ${message_id}, che qui non c’è: di quelli fatti altrove si legge l’estratto conto.`,
    )
  if (order.state === 'cancelled')
    throw new BankFileRefused(
      `Il file ${message_id} qui è annullato, come non mandato alla banca, ma la banca risponde: chiedi che cosa ha eseguito.`,
    )
  const ids = await tx<{ credit_refund_id: number }[]>`
    select credit_refund_id from credit_refunds where customer_id = ${customer_id} and order_id = ${order.order_id}`
  const refunds = await lockRefunds(
    tx,
    ids.map(({ credit_refund_id }) => credit_refund_id),
  )
  return { refunds, account_id: order.account_id }
}
