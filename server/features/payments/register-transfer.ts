import * as contract from '@saldo/contract/allocations'
import { today } from '@saldo/domain/dates'
import type { Tx } from '../../db/connection.ts'
import { badInput } from '../../http/errors.ts'
import { idempotencyKey } from '../../http/idempotency-key.ts'
import { serve } from '../../http/serve.ts'
import { actorName } from '../bills/actor-name.ts'
import { planTransfer } from './plan-transfer.ts'
import { settleDirectly } from './settle-directly.ts'

export const previewTransfer = serve(contract.previewTransfer, async ({ tx, body }) => {
  const { rule, parts, surplus } = await planTransfer(tx, body)
  return { rule, parts, surplus }
})

export const registerTransfer = serve(contract.registerTransfer, async ({ tx, body, actor, request }) => {
  if (body.received_on > today()) throw badInput({ received_on: 'Il bonifico non può arrivare nel futuro.' })
  const { customer_id, bill_id, rule, parts, surplus } = await planTransfer(tx, body)
  const key = idempotencyKey(request)
  const same = key && (await registeredBefore(tx, customer_id, key))
  if (same) return same
  const { account_id, subject_id, amount, received_on, reference, note } = body
  const payment_id = await settleDirectly(
    tx,
    {
      ...{ customer_id, account_id, subject_id, bill_id, method: 'BANK_TRANSFER', amount },
      settled_at: received_on === today() ? new Date().toISOString() : `${received_on}T11:00:00Z`,
      ...{ reference: reference ?? null, note: note ?? null, idempotency_key: key },
      created_by: actor.user_id,
    },
    { parts, surplus, rule, actor: await actorName(tx) },
  )
  return { payment_id, surplus }
})

/** The same form sent twice: what the first made. The bills are locked by now, so the first has ended. */
async function registeredBefore(tx: Tx, customer_id: number, key: string) {
  const [row] = await tx<{ payment_id: number; surplus: number }[]>`
    select p.payment_id, a.credit as surplus
    from payments p
    join payment_allocations a on a.customer_id = p.customer_id and a.payment_id = p.payment_id and a.version = 1
    where p.customer_id = ${customer_id} and p.idempotency_key = ${key} and p.method = 'BANK_TRANSFER'`
  return row
}
