import { askLabel, askSentence, byWhen, inAll, type Owed } from '@saldo/domain/bills/owed'
import { formatDate, today } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import type { Tx } from '../db/connection.ts'
import { readsMailInProduct } from '../env.ts'
import { billUrl } from '../links/bill-link.ts'
import type { Services } from '../services.ts'
import { type Branding, branding, brandingOf, brandingTables } from './branding.ts'
import type { Emails, EmailTemplate } from './emails.ts'
import type { MailValues, RenderedEmail } from './fill-template.ts'
import { limitedMailbox, mayMail } from './mail-limit.ts'
import { noBranding, renderEmail } from './render-email.ts'
import { type RenderFault, renderStored } from './templates/render-stored.ts'

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
    /** The office that the mail belongs to; null: Saldo itself sends it, about the reader's own account. */
    customer_id: number | null
    /** Saldo itself writes to the office: its page lists the mail, but the mail does not speak for it. */
    to_office?: true
    /** Null: the mail concerns no bill, so no bill's values are available. */
    bill_id: number | null
    dedupe_key: string
    values: Emails[T] & MailValues
  },
): Promise<boolean> {
  if (!(await mayMail(services, tx, mail.template, mail.to))) return false
  const { reply_to, ...known } = await factsOf(
    services,
    tx,
    mail.to_office ? { customer_id: null, bill_id: null } : mail,
  )
  const { email_id, version_ids } = await beginEmail(services, tx, mail.template)
  const rendered = await render(services, tx, mail.template, version_ids, {
    ...known,
    how: methodSentence(mail.values.method as string | undefined),
    ...mail.values,
  })
  return insertEmail(services, tx, { ...mail, email_id, reply_to, ...rendered })
}

/** The number of the next mail, and the versions of its template, the best first: one round trip. */
export async function beginEmail(services: Services, tx: Tx, template: EmailTemplate) {
  const [row] = await tx<{ email_id: number; version_ids: number[] }[]>`
    select next_email_id() as email_id, email_versions(${template}, ${readsMailInProduct(services.env)}) as version_ids`
  if (!row) throw new Error('no number for a mail')
  return row
}

/**
 * Writes the mail by the version of its template that is live; if it cannot, by the one that was live before; if there is
 * none, by the built-in one. A mail is never lost because of a template: the back office is told, and the rest goes on.
 */
async function render(
  services: Services,
  tx: Tx,
  template: EmailTemplate,
  version_ids: readonly number[],
  values: MailValues,
): Promise<RenderedEmail> {
  const { rendered, faults } = await renderStored(services, tx, version_ids, { ...noBranding, ...values })
  for (const fault of faults) await alarm(services, tx, template, fault)
  return rendered ?? renderEmail(services.mails[template], values)
}

function alarm({ log, queue }: Services, tx: Tx, template: EmailTemplate, fault: RenderFault): Promise<void> {
  log.error({ template, ...fault }, 'a mail cannot be written by its template')
  // By a job: not every actor that writes mails may write to the back office.
  return queue.enqueue(tx, 'alarm-mail-template', { template, ...fault })
}

/** A mail that is written, but not stored. */
export type WrittenEmail = RenderedEmail & {
  email_id: number
  template: EmailTemplate
  to: string
  customer_id: number | null
  bill_id: number | null
  reply_to: string | null
  dedupe_key: string
}

/** Stores a mail and the job that sends it. `unlimited`: it does not count among those of its mailbox. */
export async function insertEmail(
  services: Services,
  tx: Tx,
  mail: WrittenEmail,
  unlimited = false,
): Promise<boolean> {
  const { email_id, template, to } = mail
  const mailbox = unlimited ? null : limitedMailbox(template, to)
  const { count } = await tx`
    insert into emails (email_id, customer_id, bill_id, template, to_address, reply_to, subject, html, text, dedupe_key, mailbox)
    overriding system value
    values (${email_id}, ${mail.customer_id}, ${mail.bill_id}, ${template}, ${to}, ${mail.reply_to},
      ${mail.subject}, ${mail.html}, ${mail.text}, ${mail.dedupe_key}, ${mailbox})
    on conflict do nothing`
  if (count > 0) await services.queue.enqueue(tx, 'send-email', { email_id })
  return count > 0
}

/** What is known of the bill and the office that a mail is about, before the values of its own. */
export function factsOf(
  services: Services,
  tx: Tx,
  mail: { customer_id: number | null; bill_id: number | null },
) {
  if (mail.bill_id !== null) return billFacts(services, tx, mail.bill_id)
  return mail.customer_id === null ? ownFacts() : officeFacts(tx, mail.customer_id)
}

async function billFacts(services: Services, tx: Tx, bill_id: number) {
  const [row] = await tx`
    select b.number, b.description, b.next_due_date, b.link_version,
      coalesce(o.residue, 0) as residue, coalesce(o.overdue, 0) as overdue, coalesce(o.due_now, 0) as due_now,
      a.name as account_name, s.nominative, c.business_name, c.primary_mobile_phone as phone, c.primary_email as email,
      ${branding(tx)}
    from bills b
    join accounts a on a.customer_id = b.customer_id and a.account_id = b.account_id
    join subjects s on s.customer_id = b.customer_id and s.subject_id = b.subject_id
    join customers c on c.customer_id = b.customer_id
    ${brandingTables(tx)}
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
    select c.business_name, c.primary_mobile_phone as phone, c.primary_email as email, ${branding(tx)}
    from customers c ${brandingTables(tx)}
    where c.customer_id = ${customer_id}`
  if (!row) throw new Error(`no customer ${customer_id} to write for`)
  return fromOffice(row as Office)
}

type Office = { business_name: string; phone: string | null; email: string | null } & Branding

function fromOffice({ business_name, phone, email, ...branded }: Office) {
  const ways = [phone && `chiama ${articleOf(phone)}${phone}`, email && `scrivi a ${email}`]
  const contact = ways.filter(Boolean).join(' o ') || 'rivolgiti allo studio'
  return {
    business_name,
    contact,
    who_writes: `${business_name} amministra il condominio. Per qualsiasi dubbio ${contact}.`,
    about_saldo: 'Pagamento gestito con Saldo',
    reply_to: email,
    ...brandingOf(business_name, branded),
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
