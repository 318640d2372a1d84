import { mailKindName } from '@saldo/domain/mail/mail-kinds'
import { createTransport } from 'nodemailer'
import { type MailFault, mailFaults } from '../../../mail/mail-fault.ts'
import { judge, thresholds } from '../thresholds.ts'
import type { Check } from './check.ts'
import { reasonOf } from './reason-of.ts'

const mailsWaiting: Check = {
  code: 'mails_waiting',
  seconds: 10,
  look: async ({ services }) => {
    const templates = await services.asSystem(
      (tx) => tx<{ template: string; count: number; oldest: number }[]>`
        select template, count(*)::int as count, floor(extract(epoch from now() - min(created_at)))::int as oldest from emails
        where state = 'waiting'
        group by template order by oldest desc`,
    )
    const oldest = templates[0]?.oldest ?? 0
    return {
      state: judge(oldest, thresholds.mails_waiting),
      figure: oldest,
      parts: templates.slice(0, 10).map((each) => ({
        name: mailKindName(each.template),
        figure: each.oldest,
        note: `${each.count} in attesa`,
      })),
    }
  },
}

const mailsRefused: Check = {
  code: 'mails_refused',
  seconds: 10,
  look: async ({ services }) => {
    // Counts the mails of a day that a server refused at once or returned later. A mail that no server was offered says
    // nothing about us.
    const [row] = await services.asSystem(
      (tx) => tx<{ refused: number; left: number; back: number }[]>`
        select
          (select count(*)::int from emails
            where refused_at > now() - interval '1 day' and not suppressed
              and coalesce(failure, 'other') not in ('replaced', 'lapsed')) as refused,
          s.left, s.back
        from (
          select count(*)::int as left, count(bounced_at)::int as back from emails
          where sent_at > now() - interval '1 day') s`,
    )
    const refused = (row?.refused ?? 0) + (row?.back ?? 0)
    const ended = (row?.refused ?? 0) + (row?.left ?? 0)
    const many = refused > ended * thresholds.mails_refused.share
    return { state: many ? judge(refused, thresholds.mails_refused) : 'ok', figure: refused }
  },
}

const mailFaultsCheck: Check = {
  code: 'mail_faults',
  seconds: 10,
  look: async ({ services }) => {
    // A fault is over when a mail left after it: the same server takes mails again.
    const faults = await services.asSystem(
      (tx) => tx<{ fault: MailFault; times: number }[]>`
        select fault, times from mail_faults
        where last_at > now() - ${`${thresholds.mail_faults_since} seconds`}::interval
          and not (fault <> 'message' and exists (select from emails where sent_at > mail_faults.last_at))
        order by last_at desc`,
    )
    const known = faults.filter(({ fault }) => mailFaults.includes(fault))
    const ours = known.some(({ fault }) => fault !== 'message')
    return {
      state: ours ? 'broken' : known.length > 0 ? 'attention' : 'ok',
      figure: known.reduce((sum, { times }) => sum + times, 0),
      parts: known.map(({ fault, times }) => ({ figure: times, ...faultWords[fault] })),
    }
  },
}

/** What of the mail server fails, and what it does. */
const faultWords: Record<MailFault, { name: string; note: string }> = {
  recipient: { name: 'Destinatario', note: 'il server rifiuta un indirizzo' },
  sign_in: {
    name: 'Accesso al server',
    note: 'non accetta nome utente e password: controlla SMTP_URL',
  },
  sender: {
    name: 'Mittente',
    note: 'il server rifiuta il nostro: controlla MAIL_FROM, SPF, DKIM e relay',
  },
  connection: {
    name: 'Connessione al server',
    note: 'non risponde come dovrebbe: controlla SMTP_URL, la rete e il certificato',
  },
  message: { name: 'Contenuto', note: 'il server rifiuta quello di un’e-mail' },
}

const mailServer: Check = {
  code: 'mail_server',
  seconds: 15,
  applies: ({ env }) => env.SMTP_URL !== undefined,
  look: async ({ services }) => {
    const timeouts = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 5_000 }
    const transport = createTransport({ url: services.env.SMTP_URL as string, ...timeouts })
    try {
      // Says EHLO, and signs in if the address has a user.
      await transport.verify()
      return { state: 'ok' }
    } catch (error) {
      return { state: 'broken', why: reasonOf(error) }
    } finally {
      transport.close()
    }
  },
}

export const mailChecks: readonly Check[] = [mailsWaiting, mailsRefused, mailFaultsCheck, mailServer]
