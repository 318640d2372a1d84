import { feature } from '../../feature.ts'
import { mailsIn } from '../../mail/emails.ts'
import { deleteExpiredSteps } from './delete-expired-steps.ts'
import { secondStepRoutes } from './routes.ts'

declare module '../../mail/emails.ts' {
  interface Emails {
    /** `title` and `meaning` say what changed; the rest as above. */
    'second-step-changed': {
      nominative: string
      title: string
      meaning: string
      when: string
      device: string
      url: string
    }
  }
}

export const secondSteps = feature({
  tables: {
    passkey_challenges: 'nobody',
    passkeys: 'nobody',
    recovery_codes: 'nobody',
    sign_in_tickets: 'nobody',
    totp_secrets: 'nobody',
  },
  routes: secondStepRoutes,
  mails: mailsIn(import.meta.url, ['second-step-changed']),
  on: {
    expired_forgotten: (_services, tx) => deleteExpiredSteps(tx),
  },
})
