import { feature } from '../../feature.ts'
import { mailsIn } from '../../mail/emails.ts'
import { registerResidentAs } from './register-resident.job.ts'
import { registrationRoutes } from './routes.ts'

declare module '../../jobs/jobs.ts' {
  interface Jobs {
    'register-resident': { user_name: string; fiscal_code: string; bill_number: string; email: string | null }
  }
}

declare module '../../mail/emails.ts' {
  interface Emails {
    /** To an address that was replaced: their access went to the new one, which is masked. */
    'access-elsewhere': { nominative: string; address: string }
    /** A resident now also sees bills of another office. */
    added: { nominative: string; user_name: string; url: string }
    /**
     * The result of a resident's registration, if it does not end with an invitation: `action` is the label of `url`, and
     * `who_writes` says why they get it, for they may have no access.
     */
    registration: { title: string; why: string; action: string; url: string; who_writes: string }
  }
}

export const registration = feature({
  routes: registrationRoutes,
  jobs: {
    // Its data were typed by a stranger, a tax code among them.
    'register-resident': { run: registerResidentAs, retries: 5, seconds: 60, forget_after: 3_600 },
  },
  mails: mailsIn(import.meta.url, ['access-elsewhere', 'added', 'registration']),
})
