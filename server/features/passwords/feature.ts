import { feature } from '../../feature.ts'
import { mailsIn } from '../../mail/emails.ts'
import { passwordRoutes } from './routes.ts'
import { sendRecovery } from './send-recovery.job.ts'

declare module '../../jobs/jobs.ts' {
  interface Jobs {
    'send-recovery': { user_name: string }
  }
}

declare module '../../mail/emails.ts' {
  interface Emails {
    /** About the reader's own account: `url` is where they choose a password. */
    'password-recovery': { nominative: string; user_name: string; url: string }
    /** The same: `when` and `device` in words, `url` is where a lost password can be recovered. */
    'password-changed': { nominative: string; when: string; device: string; url: string }
  }
}

declare module '../../events.ts' {
  interface Events {
    password_set: { user_id: number }
  }
}

export const passwords = feature({
  tables: {
    credentials: 'nobody',
  },
  routes: passwordRoutes,
  jobs: {
    // Its data were typed by a stranger, perhaps into the wrong field.
    'send-recovery': { run: sendRecovery, retries: 5, seconds: 60, forget_after: 3_600 },
  },
  mails: mailsIn(import.meta.url, ['password-recovery', 'password-changed']),
  personal_mails: { 'password-recovery': 1 },
})
