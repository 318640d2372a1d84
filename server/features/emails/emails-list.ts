import * as contract from '@saldo/contract/emails'
import { formatDateTime } from '@saldo/domain/dates'
import { type MailFailure, mailFailureSentences } from '@saldo/domain/mail/mail-failure'
import { mailKindName } from '@saldo/domain/mail/mail-kinds'
import { type MailState, mailStateLabels, mailStates } from '@saldo/domain/mail/mail-state'
import type { z } from 'zod'
import type { Tx } from '../../db/connection.ts'
import { type Listing, summaryOf } from '../../db/listing.ts'
import { containingWords, matchesAllWords } from '../../db/search.ts'
import { exportReply, type ListColumn } from '../../exports/export-reply.ts'
import { serve, serveAcross, serveList } from '../../http/serve.ts'

type Filters = z.output<typeof contract.summariseEmails.query>

/** Mails for list, summary and export; days are those of Rome. */
export const emailsList: Listing<Filters> = {
  select: (tx) => tx`
    e.email_id, e.template, e.to_address, e.subject, e.state, e.failure, e.bill_id, b.number as bill_number, e.created_at,
    e.sent_at, e.opened_at, e.customer_id, c.business_name, e.tries`,
  from: (tx) => tx`
    emails e
    left join customers c on c.customer_id = e.customer_id
    left join bills b on b.customer_id = e.customer_id and b.bill_id = e.bill_id`,
  id: (tx) => tx`e.email_id`,
  id_name: 'email_id',
  filters: {
    q: (tx, text) => matchesAllWords(tx, tx`e.folded`, containingWords(text)),
    ids: (tx, ids) => tx`e.email_id = any(${ids}::bigint[])`,
    state: (tx, states) => tx`e.state = any(${states})`,
    template: (tx, template) => tx`e.template = ${template}`,
    customer_id: (tx, id) => tx`e.customer_id = ${id}`,
    bill_id: (tx, id) => tx`e.bill_id = ${id}`,
    created_at_from: (tx, day) => tx`e.created_at >= ${day}::date::timestamp at time zone 'Europe/Rome'`,
    created_at_to: (tx, day) => tx`e.created_at < (${day}::date + 1)::timestamp at time zone 'Europe/Rome'`,
  },
  sorts: {
    created_at: { sql: (tx) => tx`e.created_at`, type: 'timestamptz' },
    to_address: { sql: (tx) => tx`e.address`, type: 'text' },
  },
  default_sort: '-created_at',
}

const list = serveList(contract.listEmails, emailsList)

const summarise = serve(contract.summariseEmails, ({ tx, query }) => countMails(tx, query))

/** How many mails there are, and how many in each state: of all, or of those that pass the filters. */
export async function countMails(tx: Tx, filters: Filters = {}): Promise<contract.EmailTotals> {
  const counts = await summaryOf(
    tx,
    emailsList,
    filters,
    (of) =>
      of`count(*)::int as count, ${mailStates
        .map((state) => of`(count(*) filter (where e.state = ${state}))::int as ${of(state)}`)
        .reduce((all, one) => of`${all}, ${one}`)}`,
  )
  return counts as contract.EmailTotals
}

const instant = (header: string, name: string): ListColumn => ({
  header,
  kind: 'text',
  value: (row) => row[name] && formatDateTime(row[name]),
})
const columns: Record<string, ListColumn> = {
  email_id: { header: 'Numero', kind: 'text' },
  created_at: instant('Scritta il', 'created_at'),
  template: { header: 'Tipo', kind: 'text', value: ({ template }) => mailKindName(template) },
  to_address: { header: 'A', kind: 'text' },
  subject: { header: 'Oggetto', kind: 'text' },
  state: { header: 'Stato', kind: 'text', value: ({ state }) => mailStateLabels[state as MailState] },
  failure: {
    header: 'Perché',
    kind: 'text',
    value: ({ failure }) => failure && mailFailureSentences[failure as MailFailure],
  },
  business_name: { header: 'Cliente', kind: 'text' },
  bill_number: { header: 'Bolletta', kind: 'text' },
  sent_at: instant('Inviata il', 'sent_at'),
  opened_at: instant('Aperta il', 'opened_at'),
  tries: { header: 'Tentativi', kind: 'text' },
}
const exportEmails = serveAcross(contract.exportEmails, ({ as, services, query }) =>
  exportReply({ as, services, listing: emailsList, query, columns, name: 'e-mail' }),
)

export const emailsListRoutes = [list, summarise, exportEmails]
