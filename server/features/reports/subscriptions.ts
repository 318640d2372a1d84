import * as contract from '@saldo/contract/reports/report-subscriptions'
import type { PendingQuery, Row } from 'postgres'
import type { Tx } from '../../db/connection.ts'
import { conflict, notFound } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'
import { visibleAccount } from '../accounts/visible-account.ts'

const mostSubscriptions = 20

/** Row-level security shows each user only their own. */
const subscriptions = (tx: Tx, which: PendingQuery<Row[]>) => tx<contract.ReportSubscription[]>`
  select r.subscription_id, r.every, r.account_id, a.name as account_name
  from report_subscriptions r
  left join accounts a on a.customer_id = r.customer_id and a.account_id = r.account_id
  where r.user_id = actor_user_id() and ${which}
  order by r.every desc, a.name_key nulls first, r.subscription_id`

export const listReportSubscriptions = serve(contract.listReportSubscriptions, async ({ tx }) => [
  ...(await subscriptions(tx, tx`true`)),
])

export const subscribeToReport = serve(contract.subscribeToReport, async ({ tx, actor, body }) => {
  const account_id = body.account_id ?? null
  if (account_id !== null) await visibleAccount(tx, account_id)
  const [user] = await tx<{ email: string | null; count: number }[]>`
    select u.email, (select count(*)::int from report_subscriptions r where r.user_id = u.user_id) as count
    from users u where u.user_id = actor_user_id()`
  if (!user?.email) throw conflict('no_email', 'Non hai un indirizzo e-mail: aggiungilo nelle impostazioni.')
  if (user.count >= mostSubscriptions)
    throw conflict('too_many', `Ricevi già ${mostSubscriptions} report: fermane uno, poi aggiungi questo.`)
  await tx`
    insert into report_subscriptions (customer_id, user_id, account_id, every)
    values (${actor.customer_id}, actor_user_id(), ${account_id}, ${body.every}) on conflict do nothing`
  const [row] = await subscriptions(
    tx,
    tx`r.every = ${body.every} and r.account_id is not distinct from ${account_id}`,
  )
  return row as contract.ReportSubscription
})

export const endReportSubscription = serve(contract.endReportSubscription, async ({ tx, params: { id } }) => {
  const { count } = await tx`
    delete from report_subscriptions where subscription_id = ${id} and user_id = actor_user_id()`
  if (count === 0) throw notFound('Il report per e-mail')
  return undefined
})
