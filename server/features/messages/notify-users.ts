import type { PendingQuery, Row } from 'postgres'
import type { Tx } from '../../db/connection.ts'
import type { Services } from '../../services.ts'

/**
 * A message that the product itself sends. `link` opens its subject; a second message with the same `dedupe_key` is not
 * sent.
 */
export type News = {
  kind:
    | 'bill_run'
    | 'budget'
    | 'contacts'
    | 'delegation'
    | 'import'
    | 'flow'
    | 'handover'
    | 'dispute'
    | 'reconciliation'
    | 'debit'
    | 'document'
    | 'plan'
    | 'reminders'
    | 'activation'
    | 'legal_rate'
    | 'iban'
    | 'money_transfer'
    | 'payment'
    | 'query'
    | 'mail'
    | 'operations'
    | 'user'
  title: string
  body: string
  /** A page of the product: `/transazioni?open=7`. */
  link: string
  dedupe_key?: string
}

/** Notifies every user of a customer, in the caller's transaction: the messages exist only if it commits. */
export const notifyCustomer = (services: Services, tx: Tx, customer_id: number, news: News) =>
  writeNews(services, tx, tx`u.customer_id = ${customer_id}`, news)

/** Notifies the users of a customer who may do everything: those who are active and no sub-users. */
export const notifyFullUsers = (services: Services, tx: Tx, customer_id: number, news: News) =>
  writeNews(
    services,
    tx,
    tx`u.customer_id = ${customer_id} and not u.is_subuser and u.state = 'active'`,
    news,
  )

/** Notifies one user; nothing if the user does not exist. */
export const notifyUser = (services: Services, tx: Tx, user_id: number | null, news: News) =>
  writeNews(services, tx, tx`u.user_id = ${user_id}`, news)

/**
 * Notifies the resident whose bills are concerned, and who pays them (`also`: a user, if it is a resident); `subject_id` null:
 * the latter alone. Nobody when neither has an access. Call it as the system: nobody else writes to residents.
 */
export const notifyPayer = (
  services: Services,
  tx: Tx,
  {
    customer_id,
    subject_id,
    also = null,
  }: { customer_id: number; subject_id: number | null; also?: number | null },
  news: News,
) =>
  writeNews(
    services,
    tx,
    tx`u.state = 'active' and u.customer_id is null and not u.flag_super_user and (u.user_id = ${also} or u.user_id in (
      select s.user_id from subjects s where s.customer_id = ${customer_id} and s.subject_id = ${subject_id}))`,
    news,
  )

/** Notifies the residents of a condominium who have an access: each once, however many units they have. */
export const notifyResidents = (services: Services, tx: Tx, account_id: number, news: News) =>
  writeNews(
    services,
    tx,
    tx`u.state = 'active' and u.user_id in (
      select s.user_id from account_residents r
      join subjects s on s.customer_id = r.customer_id and s.subject_id = r.subject_id
      where r.account_id = ${account_id} and s.merged_into is null)`,
    news,
  )

/** Notifies every super user. */
export const notifyBackOffice = (services: Services, tx: Tx, news: News) =>
  writeNews(services, tx, tx`u.flag_super_user`, news)

const writeNews = (
  services: Services,
  tx: Tx,
  whom: PendingQuery<Row[]>,
  { kind, link, ...news }: News,
): Promise<number> => writeMessages(services, tx, whom, { ...news, metadata: { kind, link } })

/**
 * Writes a message to each user `u` (of customer `c`) that matches the condition and whom the caller may write to, in
 * one statement; push messages are queued for after the commit. Returns how many.
 */
export async function writeMessages(
  services: Services,
  tx: Tx,
  whom: PendingQuery<Row[]>,
  message: {
    title: string
    body: string
    metadata: Record<string, string>
    dedupe_key?: string
    push_sending_id?: number
  },
): Promise<number> {
  const pushed = services.env.FIREBASE_SERVICE_ACCOUNT !== undefined
  const { count } = await tx`
    insert into push_messages (user_id, push_sending_id, title, body, metadata, dedupe_key, pushed)
    select u.user_id, ${message.push_sending_id ?? null}::bigint, ${message.title}, ${message.body},
      ${tx.json(message.metadata)}, ${message.dedupe_key ?? null}, ${pushed}
    from users u left join customers c on c.customer_id = u.customer_id
    where ${whom}
    on conflict do nothing`
  if (count > 0 && pushed) await services.queue.enqueue(tx, 'send-pushes', {})
  return count
}
