import type { EmailDetail } from '@saldo/contract/emails'
import { type AskingBill, whyNotPay } from '@saldo/domain/bills/bill'
import type { Tx } from '../../db/connection.ts'
import type { EmailTemplate } from '../../mail/emails.ts'
import { ignoresSuppression } from '../../mail/suppression.ts'
import type { Services } from '../../services.ts'

export type Resendable = Pick<
  EmailDetail,
  'email_id' | 'template' | 'state' | 'bill_id' | 'body' | 'suppressed_address_id'
> & {
  /** The first mail of those that repeat each other. */
  root: number
}
type Check = (tx: Tx, mail: Resendable) => Promise<string | null>

/**
 * The mails that may be sent again, each with the check that what it says still holds. Others have an act of their own (a
 * plan, a mandate, an invitation is proposed again), or told what was true on a day.
 */
const checks: { [T in EmailTemplate]?: Check } = {
  'bill-link': async (tx, mail) => (await billAsks(tx, mail)) ?? readerIsDebtor(tx, mail),
  reminder: async (tx, mail) =>
    (await letterHolds(tx, mail)) ?? (await readerIsDebtor(tx, mail)) ?? linksWork(tx, mail),
  receipt: paymentHolds,
  report: readerIsUser,
  'customer-activated': async () => null,
  'account-activated': async () => null,
}

/** Why a mail cannot be sent again, as a sentence; null if it can. */
export async function whyNotResend(services: Services, tx: Tx, mail: Resendable): Promise<string | null> {
  if (mail.body === 'personal')
    return 'Contiene un link o un codice personale: va richiesto da dove è stato mandato.'
  if (mail.state === 'waiting') return 'È ancora in coda: parte da sola.'
  const check = Object.hasOwn(checks, mail.template) ? checks[mail.template as EmailTemplate] : undefined
  if (!check) return 'Le e-mail di questo tipo non si mandano di nuovo da qui.'
  if (mail.body === 'gone') return 'Il suo testo non si conserva.'
  if (mail.suppressed_address_id !== null && !ignoresSuppression(services, mail.template))
    return 'A questo indirizzo non si scrive: prima riammettilo.'
  return check(tx, mail)
}

async function billAsks(tx: Tx, { bill_id }: Resendable): Promise<string | null> {
  const [bill] = await tx<AskingBill[]>`select phase, residue, pending from bills where bill_id = ${bill_id}`
  return bill ? whyNotPay(bill) : 'La bolletta non c’è più.'
}

/** The person of the bill may be another by now, or have another address, or want no mails. */
async function readerIsDebtor(tx: Tx, { email_id }: Resendable): Promise<string | null> {
  const [debtor] = await tx`
    select from emails e
    join bills b on b.customer_id = e.customer_id and b.bill_id = e.bill_id
    join subjects s on s.customer_id = b.customer_id and s.subject_id = b.subject_id
    where e.email_id = ${email_id} and lower(notice_email(s.customer_id, s.subject_id, s.email)) = e.address`
  return debtor
    ? null
    : 'Questo indirizzo non è più quello a cui si scrive per la bolletta: la manda di nuovo lo studio.'
}

/** The figures of an office are for those who may sign in to it today. */
async function readerIsUser(tx: Tx, { email_id }: Resendable): Promise<string | null> {
  const [user] = await tx`
    select from emails e
    join users u on u.customer_id = e.customer_id and lower(u.email) = e.address and u.state = 'active'
    where e.email_id = ${email_id}`
  return user ? null : 'Questo indirizzo non è più di un utente attivo dello studio.'
}

/** The letter keeps the links that it was written with, and one that was revoked opens nothing. */
async function linksWork(tx: Tx, { root }: Resendable): Promise<string | null> {
  const [revoked] = await tx`
    select from emails e
    join reminders r on r.customer_id = e.customer_id and r.email_key = e.dedupe_key
    join reminder_bills l on l.customer_id = r.customer_id and l.reminder_id = r.reminder_id
    join bill_events t on t.customer_id = l.customer_id and t.bill_id = l.bill_id
      and t.kind = 'link_revoked' and t.at >= e.created_at
    where e.email_id = ${root} limit 1`
  return revoked ? 'Da allora un suo link è stato revocato: serve un sollecito nuovo.' : null
}

/** A reminder still holds if each bill asks for at least what it said. */
async function letterHolds(tx: Tx, { root }: Resendable): Promise<string | null> {
  const lines = await tx<(AskingBill & { asked: number })[]>`
    select b.phase, b.residue, b.pending, l.amount as asked
    from emails e
    join reminders r on r.customer_id = e.customer_id and r.email_key = e.dedupe_key
    join reminder_bills l on l.customer_id = r.customer_id and l.reminder_id = r.reminder_id
    join bills b on b.customer_id = l.customer_id and b.bill_id = l.bill_id
    where e.email_id = ${root}`
  if (lines.length === 0) return 'Il sollecito non c’è più.'
  const why = lines.map(whyNotPay).find((reason) => reason !== null)
  if (why) return why
  return lines.some(({ residue, asked }) => residue < asked)
    ? 'Da allora è stato pagato qualcosa: serve un sollecito nuovo.'
    : null
}

async function paymentHolds(tx: Tx, { root }: Resendable): Promise<string | null> {
  const [payment] = await tx<{ state: string }[]>`
    select p.state from emails e
    join payments p on p.customer_id = e.customer_id and 'receipt:' || p.payment_id = e.dedupe_key
    where e.email_id = ${root}`
  return payment?.state === 'succeeded'
    ? null
    : 'Il pagamento non è più valido per intero: la ricevuta non vale più.'
}
