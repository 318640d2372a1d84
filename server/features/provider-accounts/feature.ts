import { feature } from '../../feature.ts'
import { mailsIn } from '../../mail/emails.ts'
import { applyAccountEvent } from './apply-account.ts'
import { providerAccountRoutes } from './routes.ts'

declare module '../../mail/emails.ts' {
  interface Emails {
    /** To the office and its full users: `title`, `what` and `otherwise` are sentences, `url` is the account's page. */
    'provider-account-change': { office: string; title: string; what: string; otherwise: string; url: string }
  }
}

export const providerAccounts = feature({
  tables: {
    provider_accounts: ['payments', 'office'],
  },
  routes: providerAccountRoutes,
  mails: mailsIn(import.meta.url, ['provider-account-change']),
  provider_events: {
    'account.updated': (services, account, { object_id }) => applyAccountEvent(services, account, object_id),
  },
})
