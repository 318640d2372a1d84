import * as contract from '@saldo/contract/bills/reminders'
import { type DeliveryWay, deliveryWords } from '@saldo/domain/arrears/reminder-letter'
import { formatDateTime } from '@saldo/domain/dates'
import { reminderStateLabels } from '@saldo/domain/state-labels'
import type { z } from 'zod'
import type { Tx } from '../../db/connection.ts'
import { type Listing, summaryOf } from '../../db/listing.ts'
import { type Found, find, isFound, textOfPerson } from '../../db/search.ts'
import { exportReply, type ListColumn } from '../../exports/export-reply.ts'
import { serve, serveAcross, serveList } from '../../http/serve.ts'

type Filters = z.output<typeof contract.summariseReminders.query>

/** Where a letter is, as the contract's `reminderStates` say. */
const stateOf = (tx: Tx) => tx`
  case when r.state <> 'sent' then r.state when r.channel = 'paper' then 'delivered'
    when e.undelivered_at is not null then 'refused' when e.kept_at is not null then 'not_sent' when e.sent_at is not null then 'sent' else 'waiting' end`

/** Reminders for list, summary and export; days are those of Rome. */
const remindersList: Listing<Filters, Record<'accounts' | 'subjects' | 'bills', Found>> = {
  select: (tx) => tx`
    r.reminder_id, r.customer_id, r.account_id, a.name as account_name, r.subject_id,
    s.nominative as subject_nominative, r.run_id, r.level, r.step_name, r.address_form, r.amount, r.channel,
    case when r.channel = 'email' or actor_reads('subjects') then shown_addresses(r.to_address) end as to_address,
    r.title, r.text, r.reason, r.sent_on, r.delivered_by, r.delivery_note, r.created_at, ${stateOf(tx)} as state,
    (select json_agg(json_build_object('bill_id', l.bill_id, 'number', b.number, 'description', b.description,
        'note', l.note, 'amount', l.amount) order by l.position)
      from reminder_bills l join bills b on b.customer_id = l.customer_id and b.bill_id = l.bill_id
      where l.customer_id = r.customer_id and l.reminder_id = r.reminder_id) as bills`,
  from: (tx) => tx`
    reminders r
    join accounts a on a.customer_id = r.customer_id and a.account_id = r.account_id
    join subjects s on s.customer_id = r.customer_id and s.subject_id = r.subject_id
    left join emails e on e.customer_id = r.customer_id and e.dedupe_key = r.email_key`,
  id: (tx) => tx`r.reminder_id`,
  id_name: 'reminder_id',
  filters: {
    q: (tx, { accounts, subjects, bills }) => tx`(
      exists (select from reminder_bills l join bills b on b.customer_id = l.customer_id and b.bill_id = l.bill_id
        where l.customer_id = r.customer_id and l.reminder_id = r.reminder_id
          and ${isFound(tx, bills, tx`l.bill_id`, tx`b.folded`)})
      or ${isFound(tx, subjects, tx`r.subject_id`, textOfPerson(tx))}
      or ${isFound(tx, accounts, tx`r.account_id`, tx`a.folded`)})`,
    ids: (tx, ids) => tx`r.reminder_id = any(${ids})`,
    account_id: (tx, id) => tx`r.account_id = ${id}`,
    subject_id: (tx, id) => tx`r.subject_id = ${id}`,
    bill_id: (tx, id) => tx`exists (select from reminder_bills l
      where l.customer_id = r.customer_id and l.reminder_id = r.reminder_id and l.bill_id = ${id})`,
    run_id: (tx, id) => tx`r.run_id = ${id}`,
    state: (tx, states) => tx`${stateOf(tx)} = any(${states})`,
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
    (of) => of`count(*)::int as count, (count(*) filter (where r.state = 'cancelled'))::int as cancelled,
      coalesce(sum(r.amount) filter (where r.state <> 'cancelled'), 0)::bigint as amount`,
  )
  return sums as { count: number; cancelled: number; amount: number }
})

const columns: Record<string, ListColumn> = {
  created_at: { header: 'Preparato il', kind: 'text', value: ({ created_at }) => formatDateTime(created_at) },
  subject_nominative: { header: 'Intestatario', kind: 'text' },
  account_name: { header: 'Condominio', kind: 'text' },
  bills: {
    header: 'Bollette',
    kind: 'text',
    value: ({ bills }) => (bills as { number: string }[]).map(({ number }) => number).join(', '),
  },
  step_name: { header: 'Livello', kind: 'text' },
  amount: { header: 'Importo', kind: 'amount' },
  channel: {
    header: 'Canale',
    kind: 'text',
    value: ({ channel }) => (channel === 'email' ? 'e-mail' : 'carta'),
  },
  to_address: { header: 'Indirizzo', kind: 'text' },
  sent_on: { header: 'Inviato il', kind: 'date' },
  delivered_by: {
    header: 'Consegna',
    kind: 'text',
    value: ({ delivered_by }) => deliveryWords[delivered_by as DeliveryWay]?.name,
  },
  state: { header: 'Stato', kind: 'text', value: ({ state }) => reminderStateLabels[state as 'sent'] },
}

export const exportReminders = serveAcross(contract.exportReminders, ({ as, services, query }) =>
  exportReply({ as, services, listing: remindersList, query, columns, name: 'solleciti' }),
)
