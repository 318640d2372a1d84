import { composeLetter, letterWords } from '@saldo/domain/arrears/reminder-letter'
import { today } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { mostTogether } from '@saldo/domain/payments/pay-together'
import type { Tx } from '../../db/connection.ts'
import { billUrl } from '../../links/bill-link.ts'
import { mailedTo } from '../../mail/mailed-to.ts'
import { queueEmail } from '../../mail/queue-email.ts'
import type { Services } from '../../services.ts'
import { recordBillEvents } from '../../timeline/bill-event.ts'
import type { DueLetter } from './due-letters.ts'
import { rewriteLetter } from './write-letter.ts'

/** Mails a letter that was about to leave, as it is due now, and tells the timelines of its bills. */
export async function mailLetter(
  services: Services,
  tx: Tx,
  reminder_id: number,
  letter: DueLetter,
  actor: string,
): Promise<void> {
  const { customer_id, email } = letter.holder
  const [first] = letter.lines
  if (email === null || !first)
    throw new Error(`reminder ${reminder_id} has nobody or nothing to write about`)
  const email_key = `reminder:${reminder_id}`
  await rewriteLetter(tx, reminder_id, letter, 'email')
  await tx`
    update reminders set state = 'sent', sent_on = today(), email_key = ${email_key}
    where customer_id = ${customer_id} and reminder_id = ${reminder_id}`
  await queueEmail(services, tx, {
    template: 'reminder',
    to: email,
    customer_id,
    bill_id: first.bill.bill_id,
    dedupe_key: email_key,
    values: await valuesOf(services, tx, letter),
  })
  const bills = letter.lines.map(({ bill }) => bill)
  await services.queue.enqueue(tx, 'tell-asked', {
    ...{ bill_ids: bills.map(({ bill_id }) => bill_id), reminder_id },
  })
  await recordBillEvents(tx, bills, {
    customer_id,
    kind: 'reminded',
    text: mailedTo(services, letter.step.name, email),
    actor,
  })
}

async function valuesOf(services: Services, tx: Tx, letter: DueLetter) {
  const written = composeLetter(letter, letter.holder, today())
  const words = letterWords[letter.form]
  const urls = await billUrls(services, tx, letter)
  return {
    amount: formatEuro(written.total),
    title: written.title,
    text: written.text,
    total_label: written.total_label,
    how_to_pay: words.howToPay,
    // The tag is older than the words: stored templates name it.
    keep_private: words.delegate,
    not_yours: words.notYours,
    pay_one: words.payOne,
    bills: written.lines.map((line, place) => ({
      ...{ number: line.number, description: line.description, note: line.note },
      ...{ amount: formatEuro(line.amount), url: urls[place] ?? '', pay_one: words.payOne },
    })),
    together: togetherUrl(services, letter).map((url) => ({ url, pay_all: words.payAll })),
  }
}

async function billUrls(services: Services, tx: Tx, { lines }: DueLetter): Promise<string[]> {
  const bill_ids = lines.map(({ bill }) => bill.bill_id)
  const rows = await tx`select bill_id, link_version from bills where bill_id = any(${bill_ids}::bigint[])`
  const versions = new Map(rows.map(({ bill_id, link_version }) => [bill_id, link_version]))
  return bill_ids.map((bill_id) => billUrl(services, bill_id, versions.get(bill_id) as number))
}

/** Who has an access of their own pays several bills in one go, after signing in. */
function togetherUrl(services: Services, { lines, holder }: DueLetter): string[] {
  if (!holder.has_user || lines.length < 2 || lines.length > mostTogether) return []
  const ids = lines.map(({ bill }) => bill.bill_id).join(',')
  return [`${services.env.PUBLIC_URL}/#/paga?ids=${ids}`]
}
