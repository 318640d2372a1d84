import { formatDate, today } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { byWhen, type Owed } from '@saldo/domain/owed'
import type { Tx } from '../db/connection.ts'
import { billUrl } from '../links/bill-link.ts'
import type { Services } from '../services.ts'
import { renderEmail } from './render-email.ts'

/**
 * What each template is told beyond the bill's own facts (nominative, account_name, number, description, amount still
 * due, by (when it is due), bill_url, business_name, contact), which are read here. Given values win over them.
 */
export type EmailValues = {
  'bill-link': Record<never, string>
  /** `amount` as `412,50 €`, `receipt_number` `RIC-2026/000001`, `url` of the payment's result; `method` as `Visa •••• 4242` may be left out. */
  receipt: { amount: string; receipt_number: string; url: string; method?: string }
  /** `amount` as `412,50 €`, `reason` and `retry` Italian sentences, `bill_url` a link that pays once. */
  'debit-failed': { amount: string; reason: string; retry: string; bill_url: string }
  /** `amount` as `412,50 €`, `where` a sentence: how the money comes back and how long it takes. */
  refund: { amount: string; where: string }
  /** To the office: `reason` and `answer` sentences, `until` “entro lunedì 23 novembre 2026”, `url` of the payment. */
  dispute: { amount: string; reason: string; answer: string; until: string; url: string }
  /** To the office: what it owes the platform; `title` and `why` sentences, `since` a day in words. */
  'office-debt': { amount: string; title: string; why: string; since: string; url: string }
  /** `collect_on` a day in words, `from` whence (“sul conto che finisce con 0001”), `mandate` a sentence. */
  'debit-notice': { amount: string; collect_on: string; from: string; mandate: string }
  /** `amount` due now, as `412,50 €`; `title` is the subject, `text` the office’s own words, with paragraphs. */
  reminder: { amount: string; title: string; text: string }
  /** `amount` as `412,50 €`, `count` “in 4 rate”, `until` a day in words, `note` the office’s own words or nothing. */
  'plan-proposal': { amount: string; count: string; until: string; note: string; url: string }
  /** `rates` a line each. */
  'plan-accepted': { amount: string; rates: string; url: string }
  /** `amount` still owed; `title` and `why` sentences. */
  'plan-ended': { amount: string; title: string; why: string }
  /** `what` is to be saved (“la tua carta”). About no bill. */
  'source-link': { nominative: string; what: string; url: string }
  /** To the office: `what` kind of document, `reason` a sentence, `who_writes` why it is told. About no bill. */
  'document-invalid': {
    business_name: string
    what: string
    file_name: string
    reason: string
    url: string
    who_writes: string
  }
  /** To whoever looks after a condominium: it collects from now on; `iban` masked, `url` of its page. */
  'account-activated': { account_name: string; iban: string; url: string }
  /** To the same: `title`, `what` and `otherwise` sentences, IBANs masked, `url` where the request is withdrawn. */
  'iban-change': {
    account_name: string
    title: string
    what: string
    otherwise: string
    old_iban: string
    new_iban: string
    url: string
  }
  /** Six digits, what they are for (a sentence), and for how many minutes. */
  'one-time-code': { otp: string; about: string; minutes: string; who_writes: string }
  /** To the office, once it is active; `who_writes` why it is told. About no bill. */
  'customer-activated': { business_name: string; url: string; who_writes: string }
  /** About the reader's own access: `url` lets them choose a password. */
  'password-recovery': { nominative: string; user_name: string; url: string }
  /** The same: `when` and `device` in words, `url` where a lost password is asked for anew. */
  'password-changed': { nominative: string; when: string; device: string; url: string }
  /** `title` and `meaning` say what changed, the rest as above. */
  'second-step-changed': {
    nominative: string
    title: string
    meaning: string
    when: string
    device: string
    url: string
  }
  /** `why` a sentence, `url` where a first password is chosen. */
  invitation: { nominative: string; user_name: string; why: string; url: string }
  /** To a new address, `url` confirms it; to the one before, `when` it happened. */
  'email-change': { nominative: string; user_name: string; url: string }
  'email-changed': { nominative: string; user_name: string; when: string }
  /** Bills of another office stand beside those a resident sees already. */
  added: { nominative: string; user_name: string; url: string }
  /** How a resident's registration went, when it does not go on with an invitation: `action` names what `url` opens. */
  registration: { title: string; why: string; action: string; url: string }
}
export type EmailTemplate = keyof EmailValues

/**
 * Writes a mail and the job that sends it in the caller's transaction: both exist if and only if that commits. The same
 * dedupe_key twice is one mail. Throws when the template needs a value that nobody gave.
 */
export async function queueEmail<T extends EmailTemplate>(
  services: Services,
  tx: Tx,
  mail: {
    template: T
    to: string
    /** Null: from Saldo itself, about the reader's own access. */
    customer_id: number | null
    /** Null: about no bill, and nothing of one is known. */
    bill_id: number | null
    dedupe_key: string
    values: EmailValues[T] & Record<string, string | undefined>
  },
): Promise<void> {
  const { reply_to, ...known } = await factsOf(services, tx, mail)
  const rendered = await renderEmail(mail.template, {
    ...known,
    how: howPaid(mail.values.method),
    ...mail.values,
  })
  const [row] = await tx`select next_email_id() as email_id`
  const email_id = row?.email_id as number
  const { count } = await tx`
    insert into emails (email_id, customer_id, bill_id, template, to_address, reply_to, subject, html, text, dedupe_key)
    overriding system value
    values (${email_id}, ${mail.customer_id}, ${mail.bill_id}, ${mail.template}, ${mail.to}, ${reply_to},
      ${rendered.subject}, ${rendered.html}, ${rendered.text}, ${mail.dedupe_key})
    on conflict do nothing`
  if (count > 0) await services.queue.enqueue(tx, 'send-email', { email_id })
}

function factsOf(services: Services, tx: Tx, mail: { customer_id: number | null; bill_id: number | null }) {
  if (mail.bill_id !== null) return billFacts(services, tx, mail.bill_id)
  return mail.customer_id === null ? ownFacts() : officeFacts(tx, mail.customer_id)
}

async function billFacts(services: Services, tx: Tx, bill_id: number) {
  const [row] = await tx`
    select b.number, b.description, b.amount - b.settled as left, b.next_due_date, b.link_version,
      o.residue, o.overdue, o.due_now,
      a.name as account_name, s.nominative, c.business_name, c.primary_mobile_phone as phone, c.primary_email as email
    from bills b
    join accounts a on a.customer_id = b.customer_id and a.account_id = b.account_id
    join subjects s on s.customer_id = b.customer_id and s.subject_id = b.subject_id
    join customers c on c.customer_id = b.customer_id
    cross join lateral (
      select coalesce(sum(o.due), 0)::bigint as residue, coalesce(sum(o.overdue), 0)::bigint as overdue,
        coalesce(sum(o.due_now), 0)::bigint as due_now
      from owed_instalments o where o.customer_id = b.customer_id and o.bill_id = b.bill_id
    ) o
    where b.bill_id = ${bill_id}`
  if (!row) throw new Error(`no bill ${bill_id} to write about`)
  return {
    number: row.number as string,
    description: row.description as string,
    account_name: row.account_name as string,
    nominative: row.nominative as string,
    amount: formatEuro(row.left as number),
    by: byWhen(row as Owed, row.next_due_date as string),
    bill_url: billUrl(services, bill_id, row.link_version as number),
    ...fromOffice(row as Office),
  }
}

async function officeFacts(tx: Tx, customer_id: number) {
  const [row] = await tx`
    select business_name, primary_mobile_phone as phone, primary_email as email
    from customers where customer_id = ${customer_id}`
  if (!row) throw new Error(`no customer ${customer_id} to write for`)
  return fromOffice(row as Office)
}

type Office = { business_name: string; phone: string | null; email: string | null }

function fromOffice({ business_name, phone, email }: Office) {
  const contact = [phone, email].filter(Boolean).join(' o ') || 'il suo studio'
  return {
    business_name,
    contact,
    who_writes: `${business_name} amministra il condominio. Per qualsiasi dubbio: ${contact}.`,
    about_saldo: 'Pagamento gestito con Saldo',
    reply_to: email,
  }
}

const ownFacts = () => ({
  who_writes: 'Saldo ti scrive perché questo è l’indirizzo del tuo accesso.',
  about_saldo: 'Non chiediamo mai la password per e-mail o al telefono.',
  reply_to: null,
})

/** A receipt is queued when the money arrives, so it says today. */
const howPaid = (method: string | undefined): string =>
  `pagato il ${formatDate(today())}${method ? ` con ${method}` : ''}`
