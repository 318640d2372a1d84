import * as contract from '@saldo/contract/payments/allocations'
import { whyNotReceivedOn } from '@saldo/domain/accounting/registration-dates'
import { today } from '@saldo/domain/dates'
import type { Tx } from '../../../db/connection.ts'
import { badInput } from '../../../http/errors.ts'
import { idempotencyKey } from '../../../http/idempotency-key.ts'
import { serve } from '../../../http/serve.ts'
import { actorName } from '../../../timeline/actor-name.ts'
import { planTransfer } from './plan-transfer.ts'
import { looksLikeDuplicate, sameTransfers } from './same-transfers.ts'
import { settleDirectly } from './settle-directly.ts'

export const previewTransfer = serve(contract.previewTransfer, async ({ tx, body }) => {
  const { customer_id, rule, parts, surplus } = await planTransfer(tx, body)
  const { account_id, subject_id, amount, received_on = today(), reference = null } = body
  const same = await sameTransfers(tx, {
    customer_id,
    account_id,
    subject_id,
    amount,
    received_on,
    reference,
  })
  return { rule, parts, surplus, same }
})

export const registerTransfer = serve(
  contract.registerTransfer,
  async ({ tx, services, body, actor, request }) => {
    const wrong = whyNotReceivedOn(body.received_on)
    if (wrong) throw badInput({ received_on: wrong })
    const { customer_id, bill_id, rule, parts, surplus } = await planTransfer(tx, body)
    const key = idempotencyKey(request)
    const same = key && (await registeredBefore(tx, customer_id, key))
    if (same) return same
    const { account_id, subject_id, amount, received_on, reference = null, note } = body
    const alike = await sameTransfers(tx, {
      customer_id,
      account_id,
      subject_id,
      amount,
      received_on,
      reference,
    })
    if (alike.length > 0 && !body.confirm_duplicate) throw looksLikeDuplicate(alike)
    const payment_id = await settleDirectly(
      services,
      tx,
      {
        ...{ customer_id, account_id, subject_id, bill_id, method: 'BANK_TRANSFER', amount },
        settled_at: received_on === today() ? new Date().toISOString() : `${received_on}T11:00:00Z`,
        ...{ reference, note: note ?? null, idempotency_key: key },
        created_by: actor.user_id,
      },
      { parts, surplus, rule, actor: await actorName(tx) },
    )
    return { payment_id, surplus }
  },
)

/** The payment of an earlier request with the same key. The bills are locked by now, so that request has ended. */
async function registeredBefore(tx: Tx, customer_id: number, key: string) {
  const [row] = await tx<{ payment_id: number; surplus: number }[]>`
    select p.payment_id, a.credit as surplus
    from payments p
    join payment_allocations a on a.customer_id = p.customer_id and a.payment_id = p.payment_id and a.version = 1
    where p.customer_id = ${customer_id} and p.idempotency_key = ${key} and p.method = 'BANK_TRANSFER'`
  return row
}
