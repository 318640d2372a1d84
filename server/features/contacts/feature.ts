import { feature } from '../../feature.ts'
import { mailsIn } from '../../mail/emails.ts'
import { contactRoutes } from './routes.ts'
import { sendContactChange } from './send-contact-change.job.ts'

declare module '../../jobs/jobs.ts' {
  interface Jobs {
    'send-contact-change': { contact_change_id: number }
  }
}

declare module '../../mail/emails.ts' {
  interface Emails {
    /** To the address that is to be replaced: `name` is the office's or the condominium's, `what` says who asked for what. */
    'contact-change': { name: string; what: string; url: string }
    /** To the address that was replaced: `what` says how, `until` what it still gets. */
    'contact-changed': { name: string; what: string; until: string }
  }
}

declare module '../../events.ts' {
  interface Events {
    /** The address of an office (`account_id` null) or of a condominium changes now: its owner writes it. */
    contact_confirmed: { customer_id: number; account_id: number | null; email: string | null }
  }
}

export const contacts = feature({
  tables: {
    contact_changes: ['accounts', 'office'],
  },
  routes: contactRoutes,
  jobs: {
    'send-contact-change': { run: sendContactChange, retries: 5, seconds: 60, once_per: 'contact_change_id' },
  },
  mails: mailsIn(import.meta.url, ['contact-change', 'contact-changed']),
  personal_mails: { 'contact-change': 7 * 24 },
})
