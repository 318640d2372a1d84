import { today } from '@saldo/domain/dates'
import type { Tx } from '../../db/connection.ts'
import type { Services } from '../../services.ts'
import type { LockedPayment } from '../payments/allocate/lock-payment.ts'
import type { LockedAttempt } from '../payments/attempt/locked-attempt.ts'
import { applyWonDispute, lockRecovery } from './recoveries.sql.ts'

/**
 * Records that disputed money must come back from a connected account, in the transaction that books the dispute,
 * together with the job that calls the provider. The office owes `fee` (cents) at once. Does nothing for a payment that
 * stayed with the platform.
 */
export async function recoverContested(
  services: Services,
  tx: Tx,
  attempt: LockedAttempt,
  of: { dispute_id: number; cause: 'return' | 'dispute'; amount: number; fee: number },
): Promise<void> {
  const { customer_id, account_id, payment_id, attempt_id, destination } = attempt
  if (destination === null) return
  const [made] = await tx`
    insert into transfer_recoveries ${tx({
      ...{ customer_id, account_id, payment_id, attempt_id, destination },
      ...{ dispute_id: of.dispute_id, cause: of.cause, amount: of.amount, asking: of.amount, fee: of.fee },
      provider_account: await accountOf(tx, attempt_id),
      ...(of.fee > 0 ? { owed_since: today() } : {}),
    })} on conflict do nothing returning recovery_id`
  if (made) await ask(services, tx, made.recovery_id)
}

/**
 * A dispute was won and `amount` cents came back: returns them to the connected account, less what the office still
 * owes for this dispute.
 */
export async function returnAfterWin(
  services: Services,
  tx: Tx,
  dispute_id: number,
  amount: number,
): Promise<void> {
  const [known] = await tx`select recovery_id from transfer_recoveries where dispute_id = ${dispute_id}`
  if (!known) return
  const recovery = await lockRecovery(tx, known.recovery_id)
  await applyWonDispute(tx, recovery, amount)
  await ask(services, tx, recovery.recovery_id)
}

/**
 * A refund failed after the connected account had paid for it. The provider gives the money back to the platform, but
 * undoes neither the transfer's reversal nor the return of the fee. So a new transfer gives the account the reversed
 * amount less the fee.
 */
export async function returnAfterFailedRefund(
  services: Services,
  tx: Tx,
  { customer_id, account_id, payment_id }: LockedPayment,
  refund_id: number,
): Promise<void> {
  const [taken] = await tx`
    select t.attempt_id, t.provider_account, t.request #>> '{transfer_data,destination}' as destination,
      r.amount - coalesce((
        select -sum(f.amount) from platform_fees f
        where f.customer_id = r.customer_id and f.payment_id = r.payment_id and f.refund_id = r.refund_id
          and f.kind = 'returned'), 0)::bigint as to_return
    from refunds r
    join payment_attempts t on t.customer_id = r.customer_id and t.payment_id = r.payment_id
      and t.attempt_id = (r.request #>> '{metadata,attempt_id}')::bigint
    where r.refund_id = ${refund_id} and r.request ->> 'reverse_transfer' = 'true'`
  if (!taken || taken.to_return === 0) return
  const { attempt_id, provider_account, destination, to_return } = taken
  const [made] = await tx`
    insert into transfer_recoveries ${tx({
      ...{ customer_id, account_id, payment_id, attempt_id, provider_account, destination },
      ...{ cause: 'refund_failed', refund_id, amount: 0, to_return },
    })} on conflict do nothing returning recovery_id`
  if (made) await ask(services, tx, made.recovery_id)
}

const accountOf = async (tx: Tx, attempt_id: number): Promise<string> => {
  const [row] = await tx`select provider_account from payment_attempts where attempt_id = ${attempt_id}`
  return row?.provider_account
}

/** Enqueues the job in the transaction; if it gets lost, the sweep polls. */
async function ask(services: Services, tx: Tx, recovery_id: number): Promise<void> {
  await tx`
    update transfer_recoveries set next_check_at = now() + interval '1 minute', checks = 0 where recovery_id = ${recovery_id}`
  await services.queue.enqueue(tx, 'recover-transfer', { recovery_id })
}
