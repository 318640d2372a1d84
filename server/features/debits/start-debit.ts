import type { Tx } from '../../db/connection.ts'
import { ApiError } from '../../http/errors.ts'
import { noKey } from '../../http/idempotency-key.ts'
import type { Services } from '../../services.ts'
import { openAttempt } from '../payments/pay/open-attempt.ts'
import { cancelAfterFailure, type LockedDebit } from './locked-debit.ts'

/**
 * Opens a debit's payment like any other payment, in the transaction that marks the debit as started. So it starts only
 * once, and not at all if something changed meanwhile. Returns the attempt to charge; null if there is none.
 */
export async function startDebit(services: Services, tx: Tx, debit: LockedDebit): Promise<number | null> {
  const due = await stillDue(tx, debit)
  if (due.pending > 0) return null // another payment is pending: it pays, or releases the instalments
  if (due.amount === 0) return cancelAfterFailure(tx, debit, 'Queste rate non sono più dovute.')
  if (due.amount !== debit.amount) return cancelChanged(tx, debit)
  await tx`update debits set state = 'started' where debit_id = ${debit.debit_id}`
  const opened = await open(services, tx, debit)
  if (typeof opened === 'string') return cancelAfterFailure(tx, debit, opened)
  if (opened === null) {
    await tx`update debits set state = 'notified' where debit_id = ${debit.debit_id}`
    return null
  }
  await tx`update debits set payment_id = ${opened.payment_id} where debit_id = ${debit.debit_id}`
  return opened.attempt_id
}

/** An autopay plans another debit by itself, with its notice. */
async function cancelChanged(tx: Tx, debit: LockedDebit): Promise<null> {
  await cancelAfterFailure(
    tx,
    debit,
    'L’importo dovuto è cambiato dopo il preavviso: prevedi un nuovo addebito.',
  )
  await tx`update debits set plan_again = autopay_id is not null where debit_id = ${debit.debit_id}`
  return null
}

async function stillDue(tx: Tx, debit: LockedDebit): Promise<{ amount: number; pending: number }> {
  const [row] = await tx`
    select coalesce(sum(amount - settled), 0)::bigint as amount, coalesce(sum(pending), 0)::bigint as pending
    from bill_instalments where bill_id = ${debit.bill_id} and instalment_id = any(${debit.instalment_ids}::bigint[])`
  return row as { amount: number; pending: number }
}

/** Opens the payment. Null: not now; a sentence: never. Refusals come before anything is written. */
async function open(services: Services, tx: Tx, debit: LockedDebit) {
  const { customer_id, bill_id, instalment_ids, source_id, source_type, email, holder } = debit
  const system = { role: 'system', customer_id, user_id: null, session_id: null } as const
  try {
    const opened = await openAttempt(services, tx, system, {
      bill_ids: [bill_id],
      instalment_ids,
      method: source_type === 'card' ? 'CARD' : 'SEPA_DEBIT',
      payment_method_id: null,
      source_id,
      off_session: true,
      email,
      name: holder,
      ...noKey,
      accepted: null,
    })
    return opened.kind === 'opened' ? opened : null
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return error.status === 429 ? null : error.message
  }
}
