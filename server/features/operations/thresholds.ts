import type { Patience } from '@saldo/domain/operations/alarm'
import type { CheckCode } from '@saldo/domain/operations/checks'

const minute = 60
const hour = 60 * minute
const day = 24 * hour

/** The figures at which a check needs attention and counts as broken. Every number that somebody may want to change is here. */
export const thresholds = {
  /** One failed job is something that somebody waits for; ten at once are an outage, not a mishap. */
  failed_jobs: { attention: 1, broken: 10 },
  /** Jobs start within seconds. Imports of an hour hold back only their own queue. */
  waiting_jobs: { attention: 5 * minute, broken: 30 * minute },
  /** A scheduled job starts within seconds of its minute; a restart of all servers takes less than ten minutes. */
  scheduled_grace: 10 * minute,
  scheduled_jobs: { attention: 1, broken: 5 },
  /** Mails are retried after one, two, four … minutes: half an hour means that several tries failed. */
  mails_waiting: { attention: 30 * minute, broken: 4 * hour },
  /** Wrong addresses are a few in a hundred; a tenth of a day's mails, and not two of five, points at us. */
  mails_refused: { attention: 10, broken: 100, share: 0.1 },
  mail_faults_since: day,
  /**
   * How long an attempt may have no outcome, in seconds. A payer has half an hour to approve (settle-attempt.ts), and the
   * next poll follows within the hour. Stripe tells the outcome of a SEPA debit within 14 days; Klarna's within an hour.
   * A request without an answer is polled after seconds: an hour without one is no mishap.
   */
  attempts: { unanswered: hour, CARD: 2 * hour, KLARNA: 2 * hour, SEPA_DEBIT: 15 * day },
  unknown_attempts: { attention: 1, broken: 20 },
  /** An event is applied within seconds, and its job retried with growing pauses of ten minutes at most. */
  events_grace: 15 * minute,
  unapplied_events: { attention: 1, broken: 50 },
  /** Stripe sends an event within seconds of a payment: none an hour after one means that they do not arrive. */
  webhook_silence: { attention: hour, broken: 6 * hour },
  /** A dump and a restore of so much take a night. */
  database_size: { attention: 200e9, broken: 1000e9 },
  /** In percent of what PostgreSQL allows: each server opens up to 34, so a new one needs a tenth. */
  database_connections: { attention: 75, broken: 90 },
  /** No transaction of ours waits for anybody outside; a big import writes for some minutes. */
  database_transactions: { attention: 15 * minute, broken: 2 * hour },
  /** Requests give up after a minute. */
  database_locks: { attention: 10, broken: 60 },
  /** What the disk must keep for a replica that does not read. */
  replication_bytes: { attention: 5e9, broken: 50e9 },
  /** In percent of autovacuum_freeze_max_age, at which PostgreSQL vacuums by force; at ten times that it stops. */
  database_vacuum: { attention: 120, broken: 300 },
  database_statistics: { attention: 1, broken: 50 },
  /** A receiver refuses webhooks that are five minutes old; codes of a second step change every half minute. */
  clock: { attention: 2, broken: 30 },
  /** Percent of the disk that is free. PostgreSQL and files together need room for a night's dump. */
  storage_space: { attention: 15, broken: 5 },
  /** Let's Encrypt renews thirty days ahead: with two weeks left, renewal has failed for two. */
  certificate: { attention: 14, broken: 3 },
  /** Older answers of a check say nothing about now: it is unknown. Seconds beyond the time between two looks. */
  stale_after: 10 * minute,
} as const

/** How many minutes each state may last before somebody is told; a check that is not named has the default. */
export const patienceOf = (code: CheckCode): Patience => ({ ...usual, ...own[code] })

const usual: Patience = { broken: 0, attention: 30 }
const own: { [C in CheckCode]?: Partial<Patience> } = {
  // One answer that was lost is no outage.
  provider: { broken: 4 },
  mail_server: { broken: 10 },
  scanner: { broken: 10 },
  storage_probe: { broken: 2 },
  // A release takes some minutes, in which old and new servers run beside each other.
  database_migrations: { broken: 10 },
  database_locks: { broken: 2, attention: 10 },
  // Somebody should look on the same day; nothing is lost meanwhile.
  failed_jobs: { attention: 5 },
  unknown_attempts: { attention: 5 },
  provider_account: { attention: 60 },
  database_statistics: { attention: 24 * 60 },
  database_vacuum: { attention: 6 * 60 },
}

/** The worse of two bounds that the figure has reached. */
export function judge(
  figure: number,
  { attention, broken }: { attention: number; broken: number },
): 'ok' | 'attention' | 'broken' {
  if (attention > broken) return figure <= broken ? 'broken' : figure <= attention ? 'attention' : 'ok'
  return figure >= broken ? 'broken' : figure >= attention ? 'attention' : 'ok'
}
