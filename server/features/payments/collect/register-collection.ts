import * as contract from '@saldo/contract/payments/collections'
import { today } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { handMethods } from '@saldo/domain/payments/payment-method'
import type { Tx } from '../../../db/connection.ts'
import { notFound } from '../../../http/errors.ts'
import { type RequestKey, requireSameRequest } from '../../../http/idempotency-key.ts'
import { serve } from '../../../http/serve.ts'
import { maskEmail } from '../../../mail/mask-email.ts'
import { collectionKey } from './collection-key.ts'
import { requireDayConfirmed, requireReceivedOn, whyConfirmDay } from './confirm-day.ts'
import { requireUnderWayConfirmed, whyConfirmUnderWay } from './confirm-under-way.ts'
import { chosenPlan, lockDebts, planCollection, requireSurplusWanted } from './plan-collection.ts'
import { looksLikeDuplicate, sameCollections } from './same-collections.ts'
import { settleCollection } from './settle-collection.ts'

export const previewCollection = serve(contract.previewCollection, async ({ tx, body }) => {
  await requirePayment(tx, body.instead_of)
  const { customer_id, email, rule, parts, open, meant, held, surplus, bill_ids } = await planCollection(
    tx,
    body,
  )
  const { account_id, subject_id, amount, received_on = today(), reference = null } = body
  const of = { customer_id, account_id, subject_id, amount, received_on, reference }
  return {
    ...{ rule, parts, open, meant, held, surplus },
    email_hint: maskEmail(email),
    why_confirm_day: await whyConfirmDay(tx, received_on, parts),
    why_confirm_under_way: await whyConfirmUnderWay(tx, body, bill_ids),
    same: (await sameCollections(tx, of)).filter(({ payment_id }) => payment_id !== body.instead_of),
  }
})

/** Registers money that the office received; the same request again returns the same payment. */
export const registerCollection = serve(
  contract.registerCollection,
  async ({ tx, services, body, actor, request }) => {
    requireReceivedOn(body.received_on)
    const { customer_id } = (await lockDebts(tx, body)).whose
    const key = collectionKey(request, body)
    const before = await registeredBefore(tx, customer_id, key)
    if (before) return before
    const plan = await chosenPlan(tx, body)
    const { account_id, subject_id, amount, received_on, reference = null, note = null } = body
    const of = { customer_id, account_id, subject_id, amount, received_on, reference }
    const alike = await sameCollections(tx, of)
    if (alike.length > 0 && !body.confirm_duplicate) throw looksLikeDuplicate(alike)
    await requireDayConfirmed(tx, body, plan.parts)
    await requireUnderWayConfirmed(tx, body, plan.bill_ids)
    requireSurplusWanted(plan, body)
    const payment_id = await settleCollection(services, tx, plan, {
      ...{ ...of, ...key, note, method: body.method ?? 'BANK_TRANSFER' },
      ...{ send_receipt: body.send_receipt, created_by: actor.user_id },
    })
    return { payment_id, surplus: plan.surplus }
  },
)

async function requirePayment(tx: Tx, payment_id: number | undefined): Promise<void> {
  if (payment_id === undefined) return
  const [seen] = await tx`select from payments where payment_id = ${payment_id}`
  if (!seen) throw notFound('Il pagamento')
}

/**
 * The payment of an earlier request with the same key; 409 if that asked for something else. The bills are locked by
 * now, so that request has ended.
 */
export async function registeredBefore(
  tx: Tx,
  customer_id: number,
  key: RequestKey,
): Promise<{ payment_id: number; surplus: number } | undefined> {
  if (key.idempotency_key === null) return undefined
  const [row] = await tx<
    {
      payment_id: number
      surplus: number
      request_hash: string | null
      amount: number
      nominative: string
      state: string
    }[]
  >`
    select p.payment_id, a.credit as surplus, p.request_hash, p.amount, p.state, s.nominative
    from payments p
    join subjects s on s.customer_id = p.customer_id and s.subject_id = p.subject_id
    join payment_allocations a on a.customer_id = p.customer_id and a.payment_id = p.payment_id and a.version = 1
    where p.customer_id = ${customer_id} and p.idempotency_key = ${key.idempotency_key}
      and p.method in ${tx([...handMethods])}`
  if (!row) return undefined
  const { payment_id, surplus, request_hash, amount, nominative, state } = row
  const collection = `PG-${payment_id}, ${formatEuro(amount)} di ${nominative}`
  // A reversed collection settles nothing: it is not the answer to somebody who registers money.
  if (state === 'reversed')
    requireSameRequest(null, key, `era stato registrato ${collection}, che poi è stato stornato`, payment_id)
  else
    requireSameRequest(
      request_hash,
      key,
      `è già stato registrato un altro incasso: ${collection}`,
      payment_id,
    )
  return { payment_id, surplus }
}
