import { sections } from '@saldo/domain/section'
import { feature } from '../../feature.ts'
import { mailsIn } from '../../mail/emails.ts'
import { accountRoutes } from './routes.ts'
import { writeAccountContact } from './write-confirmed-contact.ts'

declare module '../../mail/emails.ts' {
  interface Emails {
    /** To the condominium's contacts: it can collect from now on; `iban` is masked, `url` is its page. */
    'account-activated': { account_name: string; iban: string; url: string }
    /**
     * To the same: `title`, `what` and `otherwise` are sentences, IBANs are masked, `url` is where the request can be
     * withdrawn.
     */
    'iban-change': {
      account_name: string
      title: string
      what: string
      otherwise: string
      old_iban: string
      new_iban: string
      url: string
    }
    /** To the office and its full users: new condominiums have an IBAN; `what` is a sentence that names them. */
    'new-ibans': { title: string; what: string; url: string }
  }
}

export const accounts = feature({
  tables: {
    accounts: sections,
    iban_blacklist: 'nobody',
    iban_changes: ['accounts'],
    postal_slips: ['accounts', 'bills'],
  },
  routes: accountRoutes,
  mails: mailsIn(import.meta.url, ['account-activated', 'iban-change', 'new-ibans']),
  on: { contact_confirmed: writeAccountContact },
})
