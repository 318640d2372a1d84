import { forgetExpired } from '../features/auth/forget-expired.job.ts'
import { cancelBillsJob } from '../features/bills/cancel-bills.job.ts'
import { giveUpBillRun } from '../features/bills/give-up-bill-run.job.ts'
import { giveUpIssuing } from '../features/budgets/give-up-issuing.job.ts'
import { issueBudgetJob } from '../features/budgets/issue-budget.job.ts'
import { bookTransfer } from '../features/connected/book-transfer.job.ts'
import { dunOffices } from '../features/connected/dun-offices.job.ts'
import { recoverTransfer } from '../features/connected/recover-transfer.job.ts'
import { sweepRecoveries } from '../features/connected/sweep-recoveries.job.ts'
import { moveDebit } from '../features/debits/move-debit.job.ts'
import { sweepDebits } from '../features/debits/sweep-debits.job.ts'
import { sweepDisputes } from '../features/disputes/sweep-disputes.job.ts'
import { deleteFile } from '../features/documents/delete-file.job.ts'
import { scanDocument } from '../features/documents/scan-document.job.ts'
import { giveUpImport } from '../features/imports/give-up-import.job.ts'
import { readImport } from '../features/imports/read-import.job.ts'
import { undoImportJob } from '../features/imports/undo-import.job.ts'
import { writeImport } from '../features/imports/write-import.job.ts'
import { alarmMissingRate } from '../features/late-interest/alarm-missing-rate.job.ts'
import { expireMandates } from '../features/mandates/expire-mandates.job.ts'
import { sendPushes } from '../features/messages/send-pushes.job.ts'
import { sendRecovery } from '../features/passwords/send-recovery.job.ts'
import { announcePayment } from '../features/payments/announce-payment.job.ts'
import { applyProviderEvent } from '../features/payments/apply-provider-event.job.ts'
import { settleAttempt } from '../features/payments/settle-attempt.job.ts'
import { sweepAttempts } from '../features/payments/sweep-attempts.job.ts'
import { readPayoutsJob } from '../features/payouts/read-payouts.job.ts'
import { readPayoutsAtNight } from '../features/payouts/read-payouts-at-night.job.ts'
import { sweepPlans } from '../features/plans/sweep-plans.job.ts'
import { reconcileAtNight } from '../features/reconciliation/reconcile-at-night.job.ts'
import { runReconciliation } from '../features/reconciliation/run-reconciliation.job.ts'
import { settleRefund } from '../features/refunds/settle-refund.job.ts'
import { sweepRefunds } from '../features/refunds/sweep-refunds.job.ts'
import { registerResidentAs } from '../features/registration/register-resident.job.ts'
import { giveUpReminders } from '../features/reminders/give-up-reminders.job.ts'
import { remindAtNight } from '../features/reminders/remind-at-night.job.ts'
import { sendReminders } from '../features/reminders/send-reminders.job.ts'
import { settleSource } from '../features/sources/settle-source.job.ts'
import { sweepSources } from '../features/sources/sweep-sources.job.ts'
import { sendEmailChange } from '../features/users/send-email-change.job.ts'
import { sendInvitation } from '../features/users/send-invitation.job.ts'
import { sendEmail } from '../mail/send-email.job.ts'
import type { JobName } from './jobs.ts'
import type { JobHandler } from './worker.ts'

export const handlers: { [N in JobName]: JobHandler<N> } = {
  'apply-provider-event': applyProviderEvent,
  'settle-attempt': settleAttempt,
  'sweep-attempts': sweepAttempts,
  'settle-refund': settleRefund,
  'sweep-refunds': sweepRefunds,
  'sweep-disputes': sweepDisputes,
  'book-transfer': bookTransfer,
  'recover-transfer': recoverTransfer,
  'sweep-recoveries': sweepRecoveries,
  'dun-offices': dunOffices,
  'send-email': sendEmail,
  'send-pushes': sendPushes,
  'send-recovery': sendRecovery,
  'send-invitation': sendInvitation,
  'send-email-change': sendEmailChange,
  'register-resident': registerResidentAs,
  'announce-payment': announcePayment,
  'settle-source': settleSource,
  'sweep-sources': sweepSources,
  'move-debit': moveDebit,
  'sweep-debits': sweepDebits,
  'expire-mandates': expireMandates,
  'read-import': readImport,
  'write-import': writeImport,
  'undo-import': undoImportJob,
  'give-up-import': giveUpImport,
  'issue-budget': issueBudgetJob,
  'give-up-issuing': giveUpIssuing,
  'cancel-bills': cancelBillsJob,
  'give-up-bill-run': giveUpBillRun,
  'scan-document': scanDocument,
  'delete-file': deleteFile,
  'run-reconciliation': runReconciliation,
  'reconcile-at-night': reconcileAtNight,
  'read-payouts': readPayoutsJob,
  'read-payouts-at-night': readPayoutsAtNight,
  'give-up-reminders': giveUpReminders,
  'send-reminders': sendReminders,
  'remind-at-night': remindAtNight,
  'sweep-plans': sweepPlans,
  'alarm-missing-rate': alarmMissingRate,
  'forget-expired': forgetExpired,
}
