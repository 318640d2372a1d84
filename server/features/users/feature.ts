import { feature } from '../../feature.ts'
import { mailsIn } from '../../mail/emails.ts'
import { userRoutes } from './routes.ts'
import { sendInvitation } from './send-invitation.job.ts'
import { activateInvited } from './user-state.ts'

declare module '../../jobs/jobs.ts' {
  interface Jobs {
    'send-invitation': { user_id: number }
  }
}

declare module '../../mail/emails.ts' {
  interface Emails {
    /** `why` is a sentence, `url` is where a first password is chosen. */
    invitation: { nominative: string; user_name: string; why: string; url: string }
    /** To a new address: `url` confirms it. To the previous one: `when` it changed. */
    'email-change': { nominative: string; user_name: string; url: string }
    'email-changed': { nominative: string; user_name: string; when: string; who_writes: string }
  }
}

declare module '../../events.ts' {
  interface Events {
    user_removed: { user_id: number; consumer: boolean }
  }
}

export const users = feature({
  tables: {
    api_users: ['office'],
    login_hands: 'nobody',
    user_accounts: ['office'],
    user_permissions: ['office'],
    user_preferences: 'oneself',
    users: 'office',
  },
  routes: userRoutes,
  jobs: {
    'send-invitation': { run: sendInvitation, retries: 12, seconds: 60, once_per: 'user_id' },
  },
  mails: mailsIn(import.meta.url, ['invitation', 'email-change', 'email-changed']),
  personal_mails: { invitation: 72, 'email-change': 24 },
  on: {
    password_set: (_services, tx, { user_id }) => activateInvited(tx, user_id),
  },
})
