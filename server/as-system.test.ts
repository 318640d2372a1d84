import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('./', import.meta.url))

/**
 * Where a transaction of the system may be opened outside a job (`*.job.ts`), each group for a reason; nothing is added
 * here without one. What an actor can do is done in the actor's transaction, by the login that cannot become the system.
 */
const reasons: Record<string, readonly string[]> = {
  'It decides who the caller is, or changes what proves it: no actor may see credentials, tokens, codes and sessions.':
    [
      'features/auth/give-token.ts',
      'features/auth/routes.ts',
      'features/auth/sign-in-program.ts',
      'features/leaving/leave.ts',
      'features/operations/stream-changes.ts',
      'features/passwords/change-password.ts',
      'features/passwords/recover-password.ts',
      'features/second-steps/grant-second-step.ts',
      'features/second-steps/issue-session.ts',
      'features/second-steps/own-credentials.ts',
      'features/second-steps/step-up.ts',
      'features/sessions/end-sessions.ts',
      'features/sessions/list-sessions.ts',
      'features/users/change-email.ts',
      'features/users/confirm-email.ts',
      'features/users/first-user.ts',
      'identity/one-time-codes.ts',
    ],
  'It makes a super user, whom no actor may make.': ['features/users/save-user.ts'],
  'It counts attempts, or spends a solved challenge, of somebody whom nobody knows yet.': [
    'features/certificates/check-certificate.ts',
    'features/otp/routes.ts',
    'features/passwords/request-password-recovery.ts',
    'features/registration/register-resident.ts',
    'identity/verify-human.ts',
    'http/request-counts.ts',
  ],
  'It mails or checks a code, which its reader alone may know.': [
    'features/accounts/iban/mail-iban-code.ts',
    'features/contacts/confirm-contact.ts',
  ],
  'It applies what the payment provider says, which no actor may write.': [
    'features/disputes/apply-dispute.ts',
    'features/mandates/apply-mandate-event.ts',
    'features/money-transfers/apply-payout.ts',
    'features/money-transfers/cancel-money-transfer.ts',
    'features/money-transfers/read-balance.ts',
    'features/payments/attempt/apply-intent.ts',
    'features/payments/attempt/apply-payment-event.ts',
    'features/payments/attempt/attempt-of-intent.ts',
    'features/payments/attempt/charge-attempt.ts',
    'features/payments/attempt/create-intent.ts',
    'features/payments/attempt/link-intent.ts',
    'features/payments/attempt/settle-attempt.ts',
    'features/payments/pay/refresh-payment.ts',
    'features/payouts/read-payouts.ts',
    'features/provider-accounts/apply-account.ts',
    'features/provider-accounts/create-onboarding-link.ts',
    'features/provider-accounts/create-provider-account.ts',
    'features/provider-accounts/delete-provider-account.ts',
    'features/provider-accounts/update-provider-account.ts',
    'features/reconciliation/apply-item.ts',
    'features/reconciliation/explain-item.ts',
    'features/reconciliation/post-item.ts',
    'features/reconciliation/read-connected-movements.ts',
    'features/reconciliation/read-movements.ts',
    'features/refunds/apply-refund-event.ts',
    'features/refunds/apply-refund.ts',
    'features/refunds/request-refund.ts',
    'features/sources/save/apply-setup-event.ts',
    'features/sources/save/apply-setup.ts',
    'features/sources/save/create-setup.ts',
    'features/sources/save/provider-customer.ts',
    'features/sources/settle-source.ts',
    'features/webhooks/receive-webhook.ts',
  ],
  'The holder of a link, or a resident, changes what belongs to the office: first their own transaction finds what it is about.':
    [
      'features/autopays/linked-autopay.ts',
      'features/mandates/my-mandate.ts',
      'features/mybill/checkout-result.ts',
      'features/mybill/get-my-bill.ts',
      'features/payments/pay/use-credit.ts',
      'features/payments/receipt/receipt-file.ts',
      'features/plans/my-plan.ts',
      'features/sources/get-source-link.ts',
      'features/sources/save/create-source.ts',
      'features/sources/save/save-source.ts',
      'features/sources/save/set-up-source.ts',
    ],
  'It is about people whom the actor cannot see: residents are of no office, another user may have had the device.':
    [
      'features/delegations/accept-delegation.ts',
      'features/delegations/ask-to-pay.ts',
      'features/delegations/consent-to-delegate.ts',
      'features/delegations/end-delegation.ts',
      'features/delegations/get-delegations.ts',
      'features/delegations/invite-delegate.ts',
      'features/delegations/subject-delegations.ts',
      'features/messages/save-token.ts',
      'features/mybill/list-delegated-bills.ts',
      'features/registration/resident-access.ts',
      'features/subjects/merge-subjects.ts',
    ],
  'It notes which notices have left, which the mail knows and the office may not read.': [
    'features/debit-runs/present-run.ts',
  ],
  'It reads the pictures on an office’s prints, also for users who may not read its documents.': [
    'features/documents/letterhead-images.ts',
  ],
  'It reads the body of a mail, which no actor may, after the caller’s own transaction has found the mail; or applies what a mail server, or the mark in a mail’s link, says.':
    [
      'features/emails/opened-email.ts',
      'features/emails/readable-body.ts',
      'features/emails/receive-bounces.ts',
    ],
  'It notes what a super user read who only looks at a customer, and so writes nothing themselves.': [
    'http/write-as-reader.ts',
  ],
  'Only jobs call it, or the start of a server.': [
    'features/autopays/follow-source.ts',
    'features/bills/pdf/attach-bill.ts',
    'features/budgets/back-to-draft.ts',
    'features/demo/collections/administrator.ts',
    'features/demo/collections/collect.ts',
    'features/demo/demo-bill-url.ts',
    'features/demo/provider/book-transfers.ts',
    'features/demo/provider/condominium-account.ts',
    'features/demo/provider/fill-provider.ts',
    'features/demo/provider/open-provider-account.ts',
    'features/demo/provider/pending-debits.ts',
    'features/demo/seed-demo.ts',
    'features/imports/undo/give-up-undo.ts',
    'jobs/poll-pending.ts',
  ],
  'It looks at the queue, the mails and the database for those who run Saldo; a super user may see the answers, but no actor the queue.':
    [
      'features/operations/alarms/save-findings.ts',
      'features/operations/checks/database-vitals.ts',
      'features/operations/checks/job-checks.ts',
      'features/operations/checks/mail-checks.ts',
      'features/operations/checks/payment-checks.ts',
      'features/operations/checks/storage-checks.ts',
      'features/operations/failed-jobs/collect-failed-jobs.ts',
      'features/operations/look-at-operations.ts',
    ],
  'It shows the mails and the code of the demo, which everybody may know.': [
    'features/demo/routes.ts',
    'features/emails/outbox-routes.ts',
  ],
}

const listed = Object.values(reasons).flat()
const found = globSync('**/*.ts', { cwd: root })
  .filter((file) => !/\.test\.ts$|\.job\.ts$|^(node_modules|testing|access)\//.test(file))
  .filter((file) => file !== 'services.ts' && /\basSystem\b/.test(readFileSync(`${root}${file}`, 'utf8')))

it('only jobs and the files listed here open a transaction of the system', () => {
  expect(found.filter((file) => !listed.includes(file))).toEqual([])
})

it('the list names each file once, and none that no longer does', () => {
  expect(listed.filter((file) => !found.includes(file))).toEqual([])
  expect(listed.filter((file, index) => listed.indexOf(file) < index)).toEqual([])
})

it('no act takes the role of the system by itself', () => {
  const takers = globSync('**/*.ts', { cwd: root })
    .filter((file) => !/\.test\.ts$|^(node_modules|testing|access)\//.test(file))
    .filter((file) => /saldo_system/.test(readFileSync(`${root}${file}`, 'utf8')))
  expect(takers.sort()).toEqual([
    // Before there are services.
    'features/demo/refuse-demo-live.ts',
    'services.ts',
  ])
})
