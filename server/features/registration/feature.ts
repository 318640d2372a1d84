import { feature } from '../../feature.ts'
import { mailsIn } from '../../mail/emails.ts'
import { registerResidentAs } from './register-resident.job.ts'
import { registrationRoutes } from './routes.ts'

declare module '../../jobs/jobs.ts' {
  interface Jobs {
    'register-resident': { user_name: string; fiscal_code: string; bill_number: string; email: string }
  }
}

declare module '../../mail/emails.ts' {
  interface Emails {
    /** Bills of another office stand beside those a resident sees already. */
    added: { nominative: string; user_name: string; url: string }
    /** How a resident's registration went, when it does not go on with an invitation: `action` names what `url` opens. */
    registration: { title: string; why: string; action: string; url: string }
  }
}

export const registration = feature({
  routes: registrationRoutes,
  jobs: {
    'register-resident': { run: registerResidentAs, retries: 5, seconds: 60 },
  },
  mails: mailsIn(import.meta.url, ['added', 'registration']),
})
