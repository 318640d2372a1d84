import { settleDebit } from '../rails/sepa-debit.ts'
import { arrivePayout, payOut, sendPayout } from '../resources/balance/payouts.ts'
import { expireEvidence, openDispute } from '../resources/disputes.ts'
import { bounceRefund, finishRefund } from '../resources/refund-outcomes.ts'
import type { Act } from '../sandbox.ts'
import type { ScheduledAction } from '../store/tables.ts'

/** The scheduled actions by kind; `subject` is the id of the object. */
const actions: Record<string, (act: Act, subject: string) => void> = {
  settle_debit: settleDebit,
  open_dispute: (act, subject) => {
    // After a full refund there is nothing left to dispute.
    const charge = act.book.get('charges', subject)
    if (charge && !charge.disputed && !charge.refunded) openDispute(act, subject)
  },
  miss_dispute_answer: expireEvidence,
  finish_refund: finishRefund,
  fail_refund: (act, subject) => void bounceRefund(act, subject),
  pay_out: payOut,
  send_payout: sendPayout,
  arrive_payout: arrivePayout,
}

export function runScheduledAction(act: Act, action: ScheduledAction): void {
  actions[action.kind]?.(act, action.subject)
}
