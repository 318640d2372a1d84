/** Every job there is: what it is given, how often it is tried again, and when it runs by itself. */
export type Jobs = {
  'apply-provider-event': { provider_account: string; event_id: string }
  'settle-attempt': { attempt_id: number }
  'sweep-attempts': Record<string, never>
  'send-email': { email_id: number }
  'read-import': { import_id: number }
  'write-import': { import_id: number }
  'forget-expired': Record<string, never>
}
export type JobName = keyof Jobs

type Schedule = { retries: number; seconds: number; cron?: string; together?: number }

/** `retries` with exponential backoff, each run bounded by `seconds`; `cron` in UTC; `together` side by side in one process, by
    default 8. */
export const jobs: Record<JobName, Schedule> = {
  'apply-provider-event': { retries: 20, seconds: 60 },
  'settle-attempt': { retries: 0, seconds: 60 },
  'sweep-attempts': { retries: 0, seconds: 300, cron: '* * * * *' },
  'send-email': { retries: 12, seconds: 60 },
  'read-import': { retries: 2, seconds: 900, together: 1 },
  'write-import': { retries: 2, seconds: 1800, together: 1 },
  'forget-expired': { retries: 0, seconds: 300, cron: '17 3 * * *' },
}
