import { addDays, type Day, formatLongDate } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { firstCollectionDay, longestNoticeDays, noticeInTime } from '@saldo/domain/sepa/debit'
import type { Tx } from '../../db/connection.ts'
import { autopayUrl } from '../../links/autopay-url.ts'
import { mailedTo } from '../../mail/mailed-to.ts'
import { queueEmail } from '../../mail/queue-email.ts'
import type { Services } from '../../services.ts'
import { recordBillEvent } from '../../timeline/bill-event.ts'
import { notifyPayer } from '../messages/notify-users.ts'
import { noticeValues } from '../payments/attempt/notice-values.ts'
import { cancelAfterFailure, type LockedDebit } from './locked-debit.ts'

/**
 * Sends the notice before a debit, at most fourteen days ahead. The debit waits until the notice was sent the agreed
 * number of days before. If it was sent too late, or for another day, a new notice names a later day.
 */
export async function announceDebit(services: Services, tx: Tx, debit: LockedDebit, day: Day): Promise<null> {
  const wanted = noticeKey(debit, debit.collect_on)
  if (debit.state === 'planned' && debit.notice_key === wanted) {
    const notice = await noticeOf(tx, wanted)
    if (notice.refused)
      return cancelAfterFailure(
        tx,
        debit,
        'Il preavviso non ha raggiunto nessuno: controlla l’indirizzo e-mail.',
      )
    if (!notice.sent_on) return null
    if (noticeInTime(notice.sent_on, debit.collect_on)) return told(tx, debit)
  } else if (debit.state === 'planned' && addDays(day, longestNoticeDays) < debit.collect_on) return null
  const kept = noticeInTime(day, debit.collect_on) && debit.notice_key !== wanted
  return tell(services, tx, debit, kept ? debit.collect_on : firstCollectionDay(day))
}

const noticeKey = ({ debit_id, source_id }: LockedDebit, collect_on: Day) =>
  `debit-notice:${debit_id}:${collect_on}:${source_id}`

/** The page on which the payer pauses or revokes what planned the debit, if an autopay did. */
const autopayOf = async (services: Services, tx: Tx, { customer_id, autopay_id }: LockedDebit) =>
  autopay_id === null ? {} : { autopay_url: await autopayUrl(services, tx, { customer_id, autopay_id }) }

/** Where no mail server is set, and so no real money moves, a notice counts from when it could be read in the product. */
async function noticeOf(tx: Tx, key: string): Promise<{ sent_on: Day | null; refused: boolean }> {
  const [mail] = await tx`
    select (coalesce(sent_at, kept_at) at time zone 'Europe/Rome')::date as sent_on, undelivered_at is not null as refused
    from emails where dedupe_key = ${key}`
  return { sent_on: mail?.sent_on ?? null, refused: mail?.refused ?? false }
}

async function told(tx: Tx, debit: LockedDebit): Promise<null> {
  await tx`
    update debits set state = 'notified', notified_at = (select coalesce(sent_at, kept_at) from emails where dedupe_key = ${debit.notice_key})
    where debit_id = ${debit.debit_id}`
  return null
}

async function tell(services: Services, tx: Tx, debit: LockedDebit, collect_on: Day): Promise<null> {
  const notice_key = noticeKey(debit, collect_on)
  await tx`
    update debits set state = 'planned', collect_on = ${collect_on}, notice_key = ${notice_key}, notified_at = null
    where debit_id = ${debit.debit_id}`
  await queueEmail(services, tx, {
    template: 'debit-notice',
    to: debit.email,
    customer_id: debit.customer_id,
    bill_id: debit.bill_id,
    dedupe_key: notice_key,
    values: noticeValues({ ...debit, collect_on, ...(await autopayOf(services, tx, debit)) }),
  })
  await notifyPayer(services, tx, debit, {
    ...{ kind: 'debit', link: '/dashboard', dedupe_key: notice_key },
    title: `Addebito in arrivo: ${formatEuro(debit.amount)}`,
    body: `${formatLongDate(collect_on)}. Se vuoi pagare in un altro modo, fallo prima: l’addebito non parte.`,
  })
  // Checks again whether the notice was sent.
  await services.queue.enqueue(tx, 'move-debit', { debit_id: debit.debit_id }, { after_seconds: 20 })
  await recordBillEvent(tx, {
    customer_id: debit.customer_id,
    bill_id: debit.bill_id,
    kind: 'debit_notice',
    text: mailedTo(services, `Preavviso di addebito per il ${formatLongDate(collect_on)}`, debit.email),
    actor: 'sistema',
  })
  return null
}
