import { type Day, formatDate, today } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { type HandMethod, handMethodPhrases } from '@saldo/domain/payments/payment-method'
import { type ReversalReason, reversalReasons, whyNotReverse } from '@saldo/domain/payments/reversal'
import type { Tx } from '../../../db/connection.ts'
import { recordAudit } from '../../../db/record-audit.ts'
import { emit } from '../../../events.ts'
import { conflict } from '../../../http/errors.ts'
import type { RequestKey } from '../../../http/idempotency-key.ts'
import { post } from '../../../ledger/ledger.ts'
import { ownerIds } from '../../../ledger/owner-ids.ts'
import type { Services } from '../../../services.ts'
import { actorName } from '../../../timeline/actor-name.ts'
import { recordBillEvents } from '../../../timeline/bill-event.ts'
import { recordPaymentEvent } from '../../../timeline/payment-event.ts'
import { requireNonePlanned } from '../../plans/plan-bills.ts'
import { allocatePayment, allocationLines, currentAllocation } from '../allocate/allocate-payment.ts'
import type { LockedPayment } from '../allocate/lock-payment.ts'
import { creditOf } from '../allocate/subject-credit.ts'

type Reversal = RequestKey & {
  reason: ReversalReason
  note: string | null
  created_by: number | null
  /** Registers what comes in its place, once what it settled is owed again. */
  replace?: () => Promise<number | null>
}

/**
 * Reverses a registered collection, posted today, and says so in every history that it belongs to. The caller has locked
 * the payment and checked that it may be reversed (`requireReversible`). Returns the collection in its place, if any.
 */
export async function reverseRegistration(
  services: Services,
  tx: Tx,
  payment: LockedPayment,
  { reason, note, created_by, replace, idempotency_key, request_hash }: Reversal,
): Promise<number | null> {
  const { customer_id, account_id, payment_id } = payment
  const by = await actorName(tx)
  const bill_ids = await takeOutOfBooks(tx, payment, reason, by)
  const replaced_by = (await replace?.()) ?? null
  await tx`
    insert into collection_reversals ${tx({
      ...{ payment_id, customer_id, account_id, reason, note, idempotency_key, request_hash },
      ...{ replaced_by, actor: by, created_by },
    })}`
  await tell(tx, payment, { reason, note }, { bill_ids, replaced_by, by })
  await emit(services, tx, 'collection_reversed', { payment_id, replaced_by, reason })
  return replaced_by
}

/** 409 for a collection that cannot be reversed. */
export function requireReversible(payment: LockedPayment): void {
  const why = whyNotReverse(payment)
  if (why) throw conflict(payment.state === 'reversed' ? 'reversed' : 'not_reversible', why)
}

/** Reverses the entry: what the payment settled is owed again, as if it had never come. Returns the bills. */
async function takeOutOfBooks(
  tx: Tx,
  payment: LockedPayment,
  reason: ReversalReason,
  actor: string,
): Promise<number[]> {
  const { parts, credit } = await currentAllocation(tx, payment.payment_id)
  const bill_ids = [...new Set(parts.map(({ bill_id }) => bill_id))]
  await requireNonePlanned(tx, bill_ids, 'reverse')
  const spent = credit - Math.min(credit, await creditOf(tx, payment))
  if (spent > 0)
    throw conflict(
      'credit_spent',
      `Di questo incasso ${formatEuro(spent)} erano a credito e hanno già pagato altro: rimborsa prima quell’uso del credito, poi storna.`,
    )
  const change = await allocatePayment(tx, payment, {
    ...{ parts: [], credit: 0, rule: 'reversal', actor, reason: reversalReasons[reason] },
  })
  await post(
    tx,
    {
      ...{ ...ownerIds(payment), kind: 'collection_reversed', source: `payment:${payment.payment_id}` },
      description: `Storno di incasso: ${reversalReasons[reason].toLowerCase()}`,
    },
    [{ ledger_account: 'bank', amount: -payment.amount }, ...allocationLines(change)],
  )
  await tx`
    update payments set state = 'reversed', updated_at = now()
    where customer_id = ${payment.customer_id} and payment_id = ${payment.payment_id}`
  return bill_ids
}

export const receivedOn = ({ settled_at }: LockedPayment): Day => today(new Date(settled_at as string))

/** Says it in the history of the payment, of its bills, of the person, and of the collection in its place. */
async function tell(
  tx: Tx,
  payment: LockedPayment,
  { reason, note }: Pick<Reversal, 'reason' | 'note'>,
  { bill_ids, replaced_by, by }: { bill_ids: number[]; replaced_by: number | null; by: string },
): Promise<void> {
  const { customer_id, account_id, subject_id, payment_id, bill_id, amount } = payment
  const method = payment.method as HandMethod
  const why = reversalReasons[reason].toLowerCase()
  const what = `incasso di ${formatEuro(amount)} ${handMethodPhrases[method]} del ${formatDate(receivedOn(payment))}`
  const again = replaced_by === null ? '' : `; registrato di nuovo come PG-${replaced_by}`
  await recordPaymentEvent(tx, {
    ...{ customer_id, bill_id, payment_id, kind: 'reversed', actor: by },
    text: `Incasso stornato: ${why}${again}${note ? `. ${note}` : ''}`,
  })
  const bills = (bill_ids.length > 0 ? bill_ids : [bill_id]).map((id) => ({ bill_id: id }))
  await recordBillEvents(tx, bills, {
    ...{ customer_id, kind: 'reversed', actor: by },
    text: `Stornato l’${what}: ${why}`,
  })
  const [person] = await tx<{ nominative: string }[]>`
    select nominative from subjects where customer_id = ${customer_id} and subject_id = ${subject_id}`
  if (person)
    await recordAudit(tx, {
      ...{ customer_id, account_id, noun: 'subjects', record_id: subject_id, label: person.nominative },
      act: 'collection_reversed',
      after: {
        ...{
          payment: `PG-${payment_id}`,
          collected: amount,
          method,
          received_on: receivedOn(payment),
          reason,
          note,
        },
        replaced: replaced_by === null ? null : `PG-${replaced_by}`,
      },
    })
  if (replaced_by === null) return
  const [right] = await tx`select bill_id from payments where payment_id = ${replaced_by}`
  await recordPaymentEvent(tx, {
    ...{ customer_id, bill_id: right?.bill_id, payment_id: replaced_by, kind: 'replaced', actor: by },
    text: `Registrato al posto di PG-${payment_id}: ${why}`,
  })
}
