import { feature } from '../feature.ts'
import { mailsIn } from '../mail/emails.ts'
import { deleteExpired } from './delete-expired.job.ts'

declare module '../jobs/jobs.ts' {
  interface Jobs {
    'forget-expired': Record<string, never>
  }
}

type Code = { otp: string; about: string; minutes: string; who_writes: string }

declare module '../mail/emails.ts' {
  interface Emails {
    /** A six-digit code, what it is for (a sentence), and its lifetime in minutes. */
    'one-time-code': Code
    /** The same, to confirm a new IBAN; counted apart, so that other codes do not use up its room (mail-limit.ts). */
    'iban-code': Code
  }
}

declare module '../events.ts' {
  interface Events {
    /** Emitted every night, when expired records are deleted. */
    expired_forgotten: Record<never, never>
  }
}

export const identity = feature({
  tables: {
    access_tokens: 'nobody',
    known_devices: 'nobody',
    one_time_codes: 'nobody',
    one_time_tokens: 'nobody',
    refresh_tokens: 'nobody',
    sessions: 'nobody',
    sign_in_failures: 'nobody',
    spent_challenges: 'nobody',
  },
  jobs: {
    'forget-expired': { run: deleteExpired, retries: 0, seconds: 300, cron: '17 3 * * *' },
  },
  mails: mailsIn(import.meta.url, ['iban-code', 'one-time-code']),
  personal_mails: { 'iban-code': 1, 'one-time-code': 1 },
})
