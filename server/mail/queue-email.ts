import { askLabel, askSentence, byWhen, inAll, type Owed } from '@saldo/domain/bills/owed'
import { formatDate, today } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import type { Tx } from '../db/connection.ts'
import { billUrl } from '../links/bill-link.ts'
import type { Services } from '../services.ts'
import type { Emails, EmailTemplate } from './emails.ts'
import { limitedMailbox, mayMail } from './mail-limit.ts'
import { type MailValues, renderEmail } from './render-email.ts'

/**
 * Writes a mail and the job that sends it, in the caller's transaction: both exist only if that commits. A second mail
 * with the same dedupe_key is not written, nor is one whose mailbox had too many (`mail-limit.ts`).
 * @returns whether it was written. Throws when the template needs a value that is missing.
 */
export async function queueEmail<T extends EmailTemplate>(
  services: Services,
  tx: Tx,
  mail: {
    template: T
    to: string
    /** Null: sent by Saldo itself, about the reader's own account. */
    customer_id: number | null
    /** Null: the mail concerns no bill, so no bill's values are available. */
    bill_id: number | null
    dedupe_key: string
    values: Emails[T] & MailValues
  },
): Promise<boolean> {
  if (!(await mayMail(services, tx, mail.template, mail.to))) return false
  const { reply_to, ...known } = await factsOf(services, tx, mail)
  const rendered = await renderEmail(services.mails[mail.template], {
    ...known,
    how: methodSentence(mail.values.method as string | undefined),
    ...mail.values,
  })
  const [row] = await tx`select next_email_id() as email_id`
  const email_id = row?.email_id as number
  const { count } = await tx`
    insert into emails (email_id, customer_id, bill_id, template, to_address, reply_to, subject, html, text, dedupe_key, mailbox)
    overriding system value
    values (${email_id}, ${mail.customer_id}, ${mail.bill_id}, ${mail.template}, ${mail.to}, ${reply_to},
      ${rendered.subject}, ${rendered.html}, ${rendered.text}, ${mail.dedupe_key}, ${limitedMailbox(mail.template, mail.to)})
    on conflict do nothing`
  if (count > 0) await services.queue.enqueue(tx, 'send-email', { email_id })
  return count > 0
}

function factsOf(services: Services, tx: Tx, mail: { customer_id: number | null; bill_id: number | null }) {
  if (mail.bill_id !== null) return billFacts(services, tx, mail.bill_id)
  return mail.customer_id === null ? ownFacts() : officeFacts(tx, mail.customer_id)
}

async function billFacts(services: Services, tx: Tx, bill_id: number) {
  const [row] = await tx`
    select b.number, b.description, b.next_due_date, b.link_version,
      coalesce(o.residue, 0) as residue, coalesce(o.overdue, 0) as overdue, coalesce(o.due_now, 0) as due_now,
      a.name as account_name, s.nominative, c.business_name, c.primary_mobile_phone as phone, c.primary_email as email
    from bills b
    join accounts a on a.customer_id = b.customer_id and a.account_id = b.account_id
    join subjects s on s.customer_id = b.customer_id and s.subject_id = b.subject_id
    join customers c on c.customer_id = b.customer_id
    left join owed_bills o on o.customer_id = b.customer_id and o.bill_id = b.bill_id
    where b.bill_id = ${bill_id}`
  if (!row) throw new Error(`no bill ${bill_id} to write about`)
  return {
    number: row.number as string,
    description: row.description as string,
    account_name: row.account_name as string,
    nominative: row.nominative as string,
    ...askOf(row as Owed, row.next_due_date as string),
    bill_url: billUrl(services, bill_id, row.link_version as number),
    ...fromOffice(row as Office),
  }
}

/** How a mail asks for a bill: first what is due now, then all of it. */
const askOf = (owed: Owed, next_due_date: string) => ({
  ask: askSentence(owed),
  ask_label: askLabel(owed),
  amount: formatEuro(owed.due_now),
  by: [byWhen(owed, next_due_date), inAll(owed)].filter(Boolean).join(' · '),
})

async function officeFacts(tx: Tx, customer_id: number) {
  const [row] = await tx`
    select business_name, primary_mobile_phone as phone, primary_email as email
    from customers where customer_id = ${customer_id}`
  if (!row) throw new Error(`no customer ${customer_id} to write for`)
  return fromOffice(row as Office)
}

type Office = { business_name: string; phone: string | null; email: string | null }

function fromOffice({ business_name, phone, email }: Office) {
  const ways = [phone && `chiama ${articleOf(phone)}${phone}`, email && `scrivi a ${email}`]
  const contact = ways.filter(Boolean).join(' o ') || 'rivolgiti allo studio'
  return {
    business_name,
    contact,
    who_writes: `${business_name} amministra il condominio. Per qualsiasi dubbio ${contact}.`,
    about_saldo: 'Pagamento gestito con Saldo',
    reply_to: email,
  }
}

/** *lo 055…*, *l’800…*, *il 333…*, as a number is said. */
const articleOf = (phone: string): string =>
  phone.startsWith('0') ? 'lo ' : phone.startsWith('8') ? 'l’' : 'il '

const ownFacts = () => ({
  who_writes: 'Saldo ti scrive perché questo è l’indirizzo del tuo accesso.',
  about_saldo: 'Non chiediamo mai la password per e-mail o al telefono.',
  reply_to: null,
})

/** A receipt is queued when the money arrives, so its date is today. */
const methodSentence = (method: string | undefined): string =>
  `pagato il ${formatDate(today())}${method ? ` con ${method}` : ''}`
