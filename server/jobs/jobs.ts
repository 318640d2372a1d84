/** Every job there is: what it is given, how often it is tried again, and when it runs by itself. */
export type Jobs = {
  'apply-provider-event': { provider_account: string; event_id: string }
  'settle-attempt': { attempt_id: number }
  'sweep-attempts': Record<string, never>
  'settle-refund': { refund_id: number }
  'sweep-refunds': Record<string, never>
  'sweep-disputes': Record<string, never>
  'book-transfer': { attempt_id: number }
  'recover-transfer': { recovery_id: number }
  'sweep-recoveries': Record<string, never>
  'dun-offices': Record<string, never>
  'send-email': { email_id: number }
  'send-pushes': Record<string, never>
  'send-recovery': { user_name: string }
  'send-invitation': { user_id: number }
  'send-email-change': { user_id: number; email: string }
  'register-resident': { user_name: string; fiscal_code: string; bill_number: string; email: string }
  'announce-payment': { attempt_id: number }
  'settle-source': { source_id: number }
  'sweep-sources': Record<string, never>
  'move-debit': { debit_id: number }
  'sweep-debits': Record<string, never>
  'expire-mandates': Record<string, never>
  'read-import': { import_id: number }
  'write-import': { import_id: number }
  'undo-import': { import_id: number }
  'give-up-import': { import_id: number }
  'issue-budget': { budget_id: number }
  'give-up-issuing': { budget_id: number }
  'cancel-bills': { run_id: number }
  'give-up-bill-run': { run_id: number }
  'scan-document': { document_id: number }
  'delete-file': { file_path: string }
  'run-reconciliation': { run_id: number }
  'reconcile-at-night': Record<string, never>
  'read-payouts': { provider_account: string }
  'read-payouts-at-night': Record<string, never>
  'give-up-reminders': { run_id: number }
  'send-reminders': { run_id: number }
  'remind-at-night': Record<string, never>
  'sweep-plans': Record<string, never>
  'alarm-missing-rate': Record<string, never>
  'forget-expired': Record<string, never>
}
export type JobName = keyof Jobs

type Schedule = {
  retries: number
  seconds: number
  cron?: string
  together?: number
  once_per?: string
  otherwise?: JobName
}

/** `retries` with exponential backoff, each run bounded by `seconds`; `cron` in UTC; `together` side by side in one process, by
    default 8; `once_per` waits once for each value of that field: asking again while one still waits adds none;
    `otherwise` is done, with the same data, when the last try has failed or its process has died. */
export const jobs: Record<JobName, Schedule> = {
  'apply-provider-event': { retries: 20, seconds: 60 },
  'settle-attempt': { retries: 0, seconds: 60, once_per: 'attempt_id' },
  'sweep-attempts': { retries: 0, seconds: 300, cron: '* * * * *' },
  'settle-refund': { retries: 0, seconds: 60, once_per: 'refund_id' },
  'sweep-refunds': { retries: 0, seconds: 300, cron: '* * * * *' },
  'sweep-disputes': { retries: 0, seconds: 300, cron: '23 * * * *' },
  // Later the sweeper asks.
  'book-transfer': { retries: 3, seconds: 60, once_per: 'attempt_id' },
  'recover-transfer': { retries: 0, seconds: 60, once_per: 'recovery_id' },
  'sweep-recoveries': { retries: 0, seconds: 300, cron: '* * * * *' },
  // Before people read their mail.
  'dun-offices': { retries: 3, seconds: 300, cron: '40 4 * * *' },
  'send-email': { retries: 12, seconds: 60 },
  'send-pushes': { retries: 12, seconds: 300, together: 1 },
  'send-recovery': { retries: 5, seconds: 60 },
  'send-invitation': { retries: 12, seconds: 60, once_per: 'user_id' },
  'send-email-change': { retries: 5, seconds: 60 },
  'register-resident': { retries: 5, seconds: 60 },
  'announce-payment': { retries: 12, seconds: 60 },
  'settle-source': { retries: 0, seconds: 60, once_per: 'source_id' },
  'sweep-sources': { retries: 0, seconds: 300, cron: '* * * * *' },
  'move-debit': { retries: 0, seconds: 60 },
  'sweep-debits': { retries: 0, seconds: 300, cron: '* * * * *' },
  'expire-mandates': { retries: 0, seconds: 300, cron: '41 2 * * *' },
  'give-up-import': { retries: 12, seconds: 60 },
  'read-import': { retries: 2, seconds: 900, together: 1, otherwise: 'give-up-import' },
  'write-import': { retries: 2, seconds: 1800, together: 1, otherwise: 'give-up-import' },
  'undo-import': { retries: 2, seconds: 900, together: 1, otherwise: 'give-up-import' },
  'give-up-issuing': { retries: 12, seconds: 60 },
  'issue-budget': { retries: 2, seconds: 1800, together: 1, otherwise: 'give-up-issuing' },
  'give-up-bill-run': { retries: 12, seconds: 60 },
  'cancel-bills': {
    retries: 8,
    seconds: 120,
    together: 2,
    once_per: 'run_id',
    otherwise: 'give-up-bill-run',
  },
  // A scanner may be away for days; meanwhile the document is not served.
  'scan-document': { retries: 1000, seconds: 300, together: 2 },
  'delete-file': { retries: 12, seconds: 60 },
  'run-reconciliation': { retries: 2, seconds: 3600 },
  'reconcile-at-night': { retries: 2, seconds: 60, cron: '10 3 * * *' },
  'read-payouts': { retries: 2, seconds: 3600, together: 1, once_per: 'provider_account' },
  // After the match of the day, which finds the payments that answers were lost of.
  'read-payouts-at-night': { retries: 2, seconds: 60, cron: '40 3 * * *' },
  'give-up-reminders': { retries: 12, seconds: 60 },
  'send-reminders': {
    retries: 8,
    seconds: 3600,
    together: 2,
    once_per: 'run_id',
    otherwise: 'give-up-reminders',
  },
  // Before people read their mail.
  'remind-at-night': { retries: 3, seconds: 300, cron: '30 4 * * *' },
  'sweep-plans': { retries: 0, seconds: 300, cron: '7,22,37,52 * * * *' },
  'alarm-missing-rate': { retries: 3, seconds: 60, cron: '20 5 * * *' },
  'forget-expired': { retries: 0, seconds: 300, cron: '17 3 * * *' },
}
