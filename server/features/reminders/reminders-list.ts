import * as contract from '@saldo/contract/bills/reminders'
import { formatDateTime } from '@saldo/domain/dates'
import { reminderStateLabels } from '@saldo/domain/state-labels'
import type { z } from 'zod'
import { type Listing, summaryOf } from '../../db/listing.ts'
import { type Found, find, isFound } from '../../db/search.ts'
import { exportReply, type ListColumn } from '../../exports/export-reply.ts'
import { serve, serveAcross, serveList } from '../../http/serve.ts'

type Filters = z.output<typeof contract.summariseReminders.query>

/** Reminders for list, summary and export; days are those of Rome. */
const remindersList: Listing<Filters, Record<'accounts' | 'subjects' | 'bills', Found>> = {
  select: (tx) => tx`
    r.reminder_id, r.customer_id, r.account_id, a.name as account_name, r.bill_id, b.number as bill_number, r.subject_id,
    s.nominative as subject_nominative, r.run_id, r.due_date, r.days, r.step_name, r.amount, r.channel, r.to_address,
    r.email_subject, r.email_text, r.created_at,
    case when e.refused_at is not null then 'refused' when e.sent_at is not null then 'sent' else 'waiting' end as state`,
  from: (tx) => tx`
    reminders r
    join accounts a on a.customer_id = r.customer_id and a.account_id = r.account_id
    join bills b on b.customer_id = r.customer_id and b.bill_id = r.bill_id
    join subjects s on s.customer_id = r.customer_id and s.subject_id = r.subject_id
    left join emails e on e.dedupe_key = r.email_key`,
  id: (tx) => tx`r.reminder_id`,
  id_name: 'reminder_id',
  filters: {
    q: (tx, { accounts, subjects, bills }) => tx`(
      ${isFound(tx, bills, tx`r.bill_id`, tx`b.folded`)}
      or ${isFound(tx, subjects, tx`r.subject_id`, tx`s.folded`)}
      or ${isFound(tx, accounts, tx`r.account_id`, tx`a.folded`)})`,
    ids: (tx, ids) => tx`r.reminder_id = any(${ids})`,
    account_id: (tx, id) => tx`r.account_id = ${id}`,
    subject_id: (tx, id) => tx`r.subject_id = ${id}`,
    bill_id: (tx, id) => tx`r.bill_id = ${id}`,
    state: (tx, states) => tx`(
      case when e.refused_at is not null then 'refused' when e.sent_at is not null then 'sent' else 'waiting' end)
      = any(${states})`,
    created_at_from: (tx, day) => tx`r.created_at >= ${day}::date::timestamp at time zone 'Europe/Rome'`,
    created_at_to: (tx, day) => tx`r.created_at < (${day}::date + 1)::timestamp at time zone 'Europe/Rome'`,
    amount_min: (tx, cents) => tx`r.amount >= ${cents}`,
    amount_max: (tx, cents) => tx`r.amount <= ${cents}`,
  },
  search: (tx, text) => find(tx, text, ['accounts', 'subjects', 'bills']),
  sorts: {
    created_at: { sql: (tx) => tx`r.created_at`, type: 'timestamptz' },
    amount: { sql: (tx) => tx`r.amount`, type: 'bigint' },
    subject_nominative: { sql: (tx) => tx`s.name_key`, type: 'text' },
    account_name: { sql: (tx) => tx`a.name_key`, type: 'text' },
  },
  default_sort: '-created_at',
}

export const listReminders = serveList(contract.listReminders, remindersList)

export const summariseReminders = serve(contract.summariseReminders, async ({ tx, query }) => {
  const sums = await summaryOf(
    tx,
    remindersList,
    query,
    (of) => of`count(*)::int as count, coalesce(sum(r.amount), 0)::bigint as amount`,
  )
  return sums as { count: number; amount: number }
})

const columns: Record<string, ListColumn> = {
  created_at: { header: 'Inviato il', kind: 'text', value: ({ created_at }) => formatDateTime(created_at) },
  subject_nominative: { header: 'Intestatario', kind: 'text' },
  account_name: { header: 'Condominio', kind: 'text' },
  bill_number: { header: 'Bolletta', kind: 'text' },
  step_name: { header: 'Passo', kind: 'text' },
  due_date: { header: 'Scadenza', kind: 'date' },
  amount: { header: 'Importo', kind: 'amount' },
  channel: { header: 'Canale', kind: 'text', value: () => 'e-mail' },
  to_address: { header: 'Indirizzo', kind: 'text' },
  state: { header: 'Stato', kind: 'text', value: ({ state }) => reminderStateLabels[state as 'sent'] },
}

export const exportReminders = serveAcross(contract.exportReminders, ({ as, services, query }) =>
  exportReply({ as, services, listing: remindersList, query, columns, name: 'solleciti' }),
)
