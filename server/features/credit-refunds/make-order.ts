import { randomBytes } from 'node:crypto'
import * as contract from '@saldo/contract/payments/credit-refunds'
import { type Day, formatDate, isTargetDay, today } from '@saldo/domain/dates'
import { firstExecutionDay } from '@saldo/domain/payments/credit-refund'
import { PaymentOrderRefused } from '../../bank-files/pain/order-refused.ts'
import { type TransferFormat, type TransferOrder, writePain001 } from '../../bank-files/pain/write-pain001.ts'
import type { Tx } from '../../db/connection.ts'
import { badInput, conflict, notFound } from '../../http/errors.ts'
import { type RequestKey, requestKey, requireSameRequest } from '../../http/idempotency-key.ts'
import { serve } from '../../http/serve.ts'
import { actorName } from '../../timeline/actor-name.ts'
import { refuseBlockedIban } from '../accounts/iban/refuse-iban.ts'
import { visibleAccount } from '../accounts/visible-account.ts'
import { createFlow } from '../flows/create-flow.ts'
import { whyNotOrdered } from './credit-detail.ts'
import { type LockedRefund, lockRefunds } from './credit-refund.ts'

export const getTransferOrder = serve(contract.getTransferOrder, ({ tx, params }) => readOrder(tx, params.id))

/**
 * Makes the file by which the condominium's bank executes these refunds. In one transaction they are put into the order and
 * the file is stored: so what is in the file is held.
 */
export const createTransferOrder = serve(
  contract.createTransferOrder,
  async ({ tx, services, body, actor, request }) => {
    const account = await visibleAccount(tx, body.account_id)
    const { customer_id, account_id } = account
    const key = requestKey(request, body)
    const before = await orderOfForm(tx, customer_id, key)
    if (before) return readOrder(tx, before)
    const refunds = await lockRefunds(tx, body.credit_refund_ids)
    const execute_on = executionDay(body.execute_on)
    const why = whyNotOrdered(account)
    if (why) throw conflict('cannot_order', why)
    requireOrderable(refunds, account_id)
    for (const { iban } of refunds) await refuseBlockedIban(tx, iban)
    const message_id = `SALDO-B-${execute_on.replaceAll('-', '')}-${randomBytes(5).toString('hex').toUpperCase()}`
    const created_at = `${new Date().toISOString().slice(0, 19)}Z`
    const content = await contentOf(
      {
        ...{ message_id, created_at, initiator: account.name },
        blocks: [
          {
            block_id: `${message_id}-1`,
            ...{ execute_on, debtor_name: account.name, debtor_iban: account.iban as string },
            transfers: refunds.map(transferOf),
          },
        ],
      },
      body.format,
    )
    const actor_name = await actorName(tx)
    const flow_id = await createFlow(services, tx, {
      ...{ customer_id, account_id, kind: 'transfer_order', format: body.format, reference: message_id },
      ...{ file_name: `${message_id}.xml`, content, created_by: actor.user_id, count: refunds.length },
      amount: refunds.reduce((sum, { amount }) => sum + amount, 0),
    })
    const [order] = await tx<{ order_id: number }[]>`
      insert into transfer_orders ${tx({
        ...{ customer_id, account_id, execute_on, format: body.format, message_id, flow_id, ...key },
        ...{ actor: actor_name, created_by: actor.user_id },
      })} returning order_id`
    const order_id = order?.order_id as number
    await tx`
      update credit_refunds set state = 'ordered', order_id = ${order_id}, updated_at = now()
      where credit_refund_id = any(${body.credit_refund_ids}::bigint[])`
    return readOrder(tx, order_id)
  },
)

/** 400 for a day in the past, or on which banks are closed: the bank would refuse the file, or choose a day itself. */
function executionDay(wanted: Day | undefined): Day {
  const first = firstExecutionDay(today())
  if (!wanted) return first
  if (wanted < first) throw badInput({ execute_on: `Il primo giorno possibile è il ${formatDate(first)}.` })
  if (!isTargetDay(wanted))
    throw badInput({ execute_on: `Il ${formatDate(wanted)} le banche sono chiuse: scegli un altro giorno.` })
  return wanted
}

function requireOrderable(refunds: readonly LockedRefund[], account_id: number): void {
  if (refunds.some((refund) => refund.account_id !== account_id))
    throw conflict(
      'other_account',
      'Un file parte da un solo conto: scegli restituzioni di un solo condominio.',
    )
  if (refunds.some(({ state }) => state !== 'waiting'))
    throw conflict('not_waiting', 'Una di queste restituzioni è già in un file, o è annullata: ricontrolla.')
}

const transferOf = ({ end_to_end_id, amount, beneficiary, iban, text }: LockedRefund) => ({
  ...{ instruction_id: end_to_end_id, end_to_end_id, amount, text },
  ...{ creditor_name: beneficiary, creditor_iban: iban },
})

async function contentOf(order: TransferOrder, format: TransferFormat): Promise<Buffer> {
  try {
    const pieces: string[] = []
    for await (const piece of writePain001(order, format)) pieces.push(piece)
    return Buffer.from(pieces.join(''))
  } catch (error) {
    if (!(error instanceof PaymentOrderRefused)) throw error
    throw conflict('not_writable', error.message)
  }
}

/** An order as its screen shows it; 404 when it is not visible. */
export async function readOrder(tx: Tx, order_id: number): Promise<contract.TransferOrder> {
  const [order] = await tx<contract.TransferOrder[]>`
    select o.order_id, o.account_id, a.name as account_name, o.execute_on, o.state, o.format, o.message_id, o.flow_id,
      t.count, t.amount, o.actor, o.created_at
    from transfer_orders o
    join accounts a on a.customer_id = o.customer_id and a.account_id = o.account_id
    cross join lateral (
      select count(*)::int as count, coalesce(sum(r.amount), 0)::bigint as amount from credit_refunds r
      where r.customer_id = o.customer_id and r.order_id = o.order_id) t
    where o.order_id = ${order_id}`
  if (!order) throw notFound('Il file')
  return order
}

async function orderOfForm(tx: Tx, customer_id: number, key: RequestKey): Promise<number | null> {
  if (key.idempotency_key === null) return null
  const [row] = await tx<{ order_id: number; request_hash: string | null; message_id: string }[]>`
    select order_id, request_hash, message_id from transfer_orders
    where customer_id = ${customer_id} and idempotency_key = ${key.idempotency_key}`
  if (!row) return null
  requireSameRequest(row.request_hash, key, `è già stato fatto un altro file, ${row.message_id}`)
  return row.order_id
}
