import { feature } from '../../feature.ts'
import { mailsIn } from '../../mail/emails.ts'
import { leavingRoutes } from './routes.ts'

declare module '../../mail/emails.ts' {
  interface Emails {
    /** To a resident who has closed their access; `when` it was. */
    'access-closed': { nominative: string; user_name: string; when: string; who_writes: string }
  }
}

export const leaving = feature({
  routes: leavingRoutes,
  mails: mailsIn(import.meta.url, ['access-closed']),
})
