import { feature } from '../../feature.ts'
import { mailsIn } from '../../mail/emails.ts'
import { accountRoutes } from './routes.ts'

declare module '../../mail/emails.ts' {
  interface Emails {
    /** To whoever looks after a condominium: it collects from now on; `iban` masked, `url` of its page. */
    'account-activated': { account_name: string; iban: string; url: string }
    /** To the same: `title`, `what` and `otherwise` sentences, IBANs masked, `url` where the request is withdrawn. */
    'iban-change': {
      account_name: string
      title: string
      what: string
      otherwise: string
      old_iban: string
      new_iban: string
      url: string
    }
  }
}

export const accounts = feature({
  tables: ['accounts', 'iban_blacklist', 'iban_changes'],
  routes: accountRoutes,
  mails: mailsIn(import.meta.url, ['account-activated', 'iban-change']),
})
