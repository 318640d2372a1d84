import { addDays, formatDate, today } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import type { Tx } from '../../db/connection.ts'
import type { JobHandler } from '../../jobs/jobs.ts'
import { queueEmail } from '../../mail/queue-email.ts'
import type { Services } from '../../services.ts'
import { collected } from '../dashboard/last-months.ts'

/** The hour in Rome at which reports are mailed. The job runs at two hours of UTC, of which one is this. */
const hour = 7

/** Mails the reports of this morning, each once. */
export const mailReports: JobHandler<'mail-reports'> = (services) => mailReportsAt(services, new Date())

/** The same at a given time: on Mondays the week before, on the first of a month the month before. */
export async function mailReportsAt(services: Services, now: Date): Promise<void> {
  const day = today(now)
  const inRome = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Europe/Rome',
    hour: '2-digit',
    hourCycle: 'h23',
  })
  if (Number(inRome.format(now)) !== hour) return
  const every = [
    ...(new Date(`${day}T12:00:00Z`).getUTCDay() === 1 ? ['week'] : []),
    ...(day.endsWith('-01') ? ['month'] : []),
  ]
  if (every.length === 0) return
  const due = await services.asSystem((tx) => subscriptionsOf(tx, every))
  for (const subscription of due) await services.asSystem((tx) => mailReport(services, tx, subscription, day))
}

type Subscription = {
  subscription_id: number
  customer_id: number
  user_id: number
  every: 'week' | 'month'
  email: string
  account_name: string | null
  /** The condominiums that the user sees, or the chosen one if they still see it. */
  account_ids: number[]
}

/** Only users who may still read both bills and payments; a sub-user's condominiums are those of today. */
const subscriptionsOf = (tx: Tx, every: string[]) => tx<Subscription[]>`
  select r.subscription_id, r.customer_id, r.user_id, r.every, u.email, a.name as account_name,
    (select coalesce(array_agg(c.account_id), '{}') from accounts c
      where c.customer_id = r.customer_id and (r.account_id is null or c.account_id = r.account_id)
        and (u.all_accounts or exists (select from user_accounts o
          where o.user_id = u.user_id and o.account_id = c.account_id))) as account_ids
  from report_subscriptions r
  join users u on u.user_id = r.user_id and u.customer_id = r.customer_id and u.state = 'active' and u.email is not null
  join customers o on o.customer_id = r.customer_id and o.state = '1'
  left join accounts a on a.customer_id = r.customer_id and a.account_id = r.account_id
  where r.every = any(${every})
    and (not u.is_subuser or 2 = (select count(distinct p.section) from user_permissions p
      where p.user_id = u.user_id and p.section in ('bills', 'payments')))
  order by r.subscription_id`

async function mailReport(services: Services, tx: Tx, of: Subscription, day: string): Promise<void> {
  if (of.account_ids.length === 0) return
  const to = addDays(day, -1)
  const from = of.every === 'week' ? addDays(day, -7) : `${to.slice(0, 7)}-01`
  const [sums] = await tx<
    { collected: number; issued: number; residue: number; overdue: number; next: number }[]
  >`
    select
      (select coalesce(${collected(tx)}, 0)::bigint from money_lines m
        where m.customer_id = ${of.customer_id} and m.account_id = any(${of.account_ids})
          and m.day between ${from} and ${to}) as collected,
      (select coalesce(-sum(l.amount), 0)::bigint from ledger_entries e
        join ledger_lines l on l.customer_id = e.customer_id and l.entry_id = e.entry_id and l.ledger_account = 'billed'
        where e.customer_id = ${of.customer_id} and e.account_id = any(${of.account_ids})
          and e.day between ${from} and ${to}) as issued,
      o.residue, o.overdue, o.next
    from (
      select coalesce(sum(i.due), 0)::bigint as residue, coalesce(sum(i.overdue), 0)::bigint as overdue,
        coalesce(sum(i.falling_due), 0)::bigint as next
      from owed_instalments i where i.customer_id = ${of.customer_id} and i.account_id = any(${of.account_ids})
    ) o`
  const figures = sums as NonNullable<typeof sums>
  const whose = of.account_name ?? 'Tutti i condomìni'
  const month = to.slice(0, 7)
  await queueEmail(services, tx, {
    template: 'report',
    to: of.email,
    customer_id: of.customer_id,
    bill_id: null,
    dedupe_key: `report:${of.subscription_id}:${day}`,
    values: {
      title: of.every === 'week' ? 'Il report della settimana' : 'Il report del mese',
      whose,
      period: `dal ${formatDate(from)} al ${formatDate(to)}`,
      collected: formatEuro(figures.collected),
      issued: formatEuro(figures.issued),
      residue: formatEuro(figures.residue),
      overdue: formatEuro(figures.overdue),
      next: formatEuro(figures.next),
      url: `${services.env.PUBLIC_URL}/#/report?dal=${month}&al=${month}`,
    },
  })
}
