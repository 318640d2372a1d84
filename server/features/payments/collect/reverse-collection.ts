import * as contract from '@saldo/contract/payments/collections'
import { today } from '@saldo/domain/dates'
import type { HandMethod } from '@saldo/domain/payments/payment-method'
import { isReplaced } from '@saldo/domain/payments/reversal'
import type { z } from 'zod'
import type { Tx } from '../../../db/connection.ts'
import { badInput, notFound } from '../../../http/errors.ts'
import { noKey, type RequestKey, requireSameRequest } from '../../../http/idempotency-key.ts'
import { serve } from '../../../http/serve.ts'
import type { Services } from '../../../services.ts'
import { type LockedPayment, lockPayment } from '../allocate/lock-payment.ts'
import { collectionKey } from './collection-key.ts'
import { requireUnderWayConfirmed } from './confirm-under-way.ts'
import { mailVoidReceipt } from './mail-void-receipt.ts'
import { chosenPlan, requireSurplusWanted } from './plan-collection.ts'
import { receivedOn, requireReversible, reverseRegistration } from './reverse-registration.ts'
import { looksLikeDuplicate, sameCollections } from './same-collections.ts'
import { settleCollection } from './settle-collection.ts'

type Order = z.output<typeof contract.reverseCollection.body>

/**
 * Reverses a collection that was registered wrongly, and registers the right one in the same transaction. Both are
 * posted today, so that no figure of an earlier day changes and the cash of no day counts the money twice. The right
 * collection keeps the day on which the money came: by it the debt counts as paid in time. The same key again returns
 * the same reversal.
 */
export const reverseCollection = serve(
  contract.reverseCollection,
  async ({ tx, services, params, body, actor, request }) => {
    await lockBoth(tx, params.id, body)
    const payment = await lockPayment(tx, params.id)
    const { payment_id } = payment
    const key = collectionKey(request, body)
    const before = await reversedBefore(tx, payment_id, key)
    if (before) return before
    await requireVisible(tx, body)
    requireReversible(payment)
    requireRightOrder(payment, body)

    const { reason, note = null } = body
    const replaced_by = await reverseRegistration(services, tx, payment, {
      ...{ ...key, reason, note, created_by: actor.user_id },
      replace: () =>
        isReplaced(reason)
          ? registerRightOne(services, tx, payment, body, actor.user_id)
          : Promise.resolve(null),
    })
    if (body.tell_payer) await mailVoidReceipt(services, tx, payment, body.reason)
    return { payment_id, replaced_by }
  },
)

/** Locks the bills of whoever paid and of whom it was registered for at once, in the order of ids. */
const lockBoth = (tx: Tx, payment_id: number, { account_id, subject_id }: Order) => tx`
  select from bills where (customer_id, account_id, subject_id) in (
    select p.customer_id, of.account_id, of.subject_id from payments p
    cross join lateral (values (p.account_id, p.subject_id),
      (coalesce(${account_id ?? null}::bigint, p.account_id), coalesce(${subject_id ?? null}::bigint, p.subject_id))
    ) of (account_id, subject_id)
    where p.payment_id = ${payment_id})
  order by bill_id for update`

async function reversedBefore(tx: Tx, payment_id: number, key: RequestKey) {
  if (key.idempotency_key === null) return undefined
  const [row] = await tx<{ replaced_by: number | null; request_hash: string | null }[]>`
    select replaced_by, request_hash from collection_reversals
    where payment_id = ${payment_id} and idempotency_key = ${key.idempotency_key}`
  if (!row) return undefined
  const { replaced_by, request_hash } = row
  const made = `l’incasso è già stato stornato in un altro modo: ${replaced_by ? `al suo posto c’è PG-${replaced_by}` : 'al suo posto non c’è niente'}`
  requireSameRequest(request_hash, key, made, replaced_by ?? payment_id)
  return { payment_id, replaced_by }
}

/** 404 when the order names a record that is not visible, whatever else is wrong with it. */
async function requireVisible(tx: Tx, order: Order): Promise<void> {
  const { bill_ids = [], instalment_ids = [] } = order
  const [account_id, subject_id] = [order.account_id ?? null, order.subject_id ?? null]
  const [seen] = await tx`
    select (${account_id}::bigint is null or exists (select from accounts where account_id = ${account_id}))
      and (${subject_id}::bigint is null or exists (select from subjects where subject_id = ${subject_id})) as whose,
      not exists (select from unnest(${bill_ids}::bigint[]) id
        where not exists (select from bills b where b.bill_id = id)) as bills,
      not exists (select from unnest(${instalment_ids}::bigint[]) id
        where not exists (select from bill_instalments i where i.instalment_id = id)) as instalments`
  if (!seen?.whose) throw notFound('Il condominio o la persona')
  if (!seen.bills) throw notFound('Una bolletta')
  if (!seen.instalments) throw notFound('Una rata')
}

/** 400 when the right collection does not differ from the wrong one as the reason says. */
function requireRightOrder(payment: LockedPayment, order: Order): void {
  const { reason, account_id, subject_id, amount } = order
  const sameAmount = amount === undefined || amount === payment.amount
  const samePerson =
    (subject_id === undefined || subject_id === payment.subject_id) &&
    (account_id === undefined || account_id === payment.account_id)
  if (reason === 'other_person' && samePerson)
    throw badInput({ subject_id: 'È la persona di prima: scegli chi ha pagato.' })
  if (reason === 'other_amount' && !samePerson)
    throw badInput({ reason: 'Cambia anche la persona: scegli «Ha pagato un’altra persona».' })
  if (reason === 'other_amount' && sameAmount)
    throw badInput({ amount: 'È l’importo di prima: scrivi quello giusto.' })
  if (reason === 'by_mistake' && !(sameAmount && samePerson))
    throw badInput({ reason: 'Con questo motivo non si registra niente al suo posto: scegline un altro.' })
  for (const field of ['bill_ids', 'instalment_ids'] as const)
    if (reason === 'by_mistake' && order[field])
      throw badInput({ [field]: 'Con questo motivo non si registra niente al suo posto.' })
}

/** Registers what the office meant, posted today; it came on the day and in the way of the wrong one. */
async function registerRightOne(
  services: Services,
  tx: Tx,
  payment: LockedPayment,
  order: Order,
  created_by: number | null,
): Promise<number> {
  const { account_id, subject_id, amount } = { ...payment, ...definedOf(order) }
  const plan = await chosenPlan(tx, { ...order, account_id, subject_id, amount })
  const [kept] = await tx`select reference, note from payments where payment_id = ${payment.payment_id}`
  const received_on = receivedOn(payment)
  const reference = (kept?.reference as string | null) ?? null
  const alike = await sameCollections(tx, {
    ...{ customer_id: payment.customer_id, account_id, subject_id, amount, received_on, reference },
  })
  if (alike.length > 0 && !order.confirm_duplicate) throw looksLikeDuplicate(alike)
  await requireUnderWayConfirmed(tx, order, plan.bill_ids)
  requireSurplusWanted(plan, order)
  const replaced_by = await settleCollection(
    services,
    tx,
    plan,
    {
      ...{
        account_id,
        subject_id,
        amount,
        received_on,
        reference,
        note: (kept?.note as string | null) ?? null,
      },
      ...{ method: payment.method as HandMethod, send_receipt: order.send_receipt },
      ...{ ...noKey, created_by },
    },
    today(),
  )
  return replaced_by
}

const definedOf = ({ account_id, subject_id, amount }: Order) => ({
  ...(account_id === undefined ? {} : { account_id }),
  ...(subject_id === undefined ? {} : { subject_id }),
  ...(amount === undefined ? {} : { amount }),
})
