import { formatEuro } from '@saldo/domain/money'
import { disputeReason } from '@saldo/domain/payments/dispute'
import type { Tx } from '../../db/connection.ts'
import type { Services } from '../../services.ts'
import { notifyCustomer } from '../messages/notify-users.ts'
import type { LockedAttempt } from '../payments/attempt/locked-attempt.ts'
import type { StoredDispute } from './disputes.sql.ts'

/** Notifies the office's users of a disputed payment, and again if an inquiry becomes a dispute. */
export function notifyDispute(services: Services, tx: Tx, attempt: LockedAttempt, kept: StoredDispute) {
  const { says, answer } = disputeReason(kept.reason)
  return notifyCustomer(services, tx, attempt.customer_id, {
    kind: 'dispute',
    title: kept.taken
      ? `Pagamento contestato: ${formatEuro(kept.amount)}`
      : 'La banca chiede informazioni su un pagamento',
    body: `${attempt.bill_number}: ${says} ${answer}`,
    link: `/transazioni?open=${attempt.payment_id}`,
    dedupe_key: `dispute:${kept.dispute_id}:${kept.taken ? 'taken' : 'inquiry'}`,
  })
}
