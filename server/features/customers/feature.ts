import { feature } from '../../feature.ts'
import { mailsIn } from '../../mail/emails.ts'
import { customerRoutes } from './routes.ts'
import { writeOfficeContact } from './write-confirmed-contact.ts'

declare module '../../mail/emails.ts' {
  interface Emails {
    /** To an office that awaits activation: `what` is what the back office asks for. */
    'activation-missing': { business_name: string; what: string; url: string; who_writes: string }
    /** To the office when it is activated; `who_writes` says why it gets the mail. Concerns no bill. */
    'customer-activated': { business_name: string; url: string; who_writes: string }
  }
}

export const customers = feature({
  // Every user of the office may read the names and contacts of its customer, group and sector.
  tables: {
    activations: 'office',
    customer_groups: 'office',
    customers: 'office',
    incomplete_customers: 'nobody',
    sectors: 'office',
  },
  routes: customerRoutes,
  mails: mailsIn(import.meta.url, ['activation-missing', 'customer-activated']),
  on: { contact_confirmed: writeOfficeContact },
})
