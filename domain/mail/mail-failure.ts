/** Why a mail did not arrive. The first four mean that the address takes no mail, today and tomorrow. */
export const mailFailures = [
  'no_mailbox',
  'no_domain',
  'disabled',
  'complaint',
  'full',
  'too_big',
  'refused_sender',
  'refused_content',
  'no_answer',
  'suppressed',
  'replaced',
  'lapsed',
  'other',
] as const
export type MailFailure = (typeof mailFailures)[number]

export const mailFailureSentences: Record<MailFailure, string> = {
  no_mailbox: 'La casella non esiste.',
  no_domain: 'Il dominio dell’indirizzo non esiste o non riceve posta.',
  disabled: 'La casella è disattivata.',
  complaint: 'Chi la riceve l’ha segnata come indesiderata.',
  full: 'La casella è piena.',
  too_big: 'Il server di chi riceve la trova troppo grande.',
  refused_sender: 'Il server di chi riceve rifiuta il nostro mittente.',
  refused_content: 'Il server di chi riceve rifiuta il contenuto.',
  no_answer: 'Il server di chi riceve non risponde.',
  suppressed: 'A questo indirizzo non si scrive più: un’e-mail precedente non è arrivata.',
  replaced: 'Un link più recente l’ha sostituita.',
  lapsed: 'Il suo link è scaduto prima che partisse.',
  other: 'Il server di posta l’ha rifiutata.',
}

/** Whether the address itself takes no mail, so that no other mail is sent there. */
export const endsAddress = (failure: MailFailure): boolean =>
  failure === 'no_mailbox' || failure === 'no_domain' || failure === 'disabled' || failure === 'complaint'

/**
 * Reads the answer of a mail server: `status` is the enhanced status of RFC 3463 (`5.1.1`), if it sent one, `said` its words.
 * A status of which we are not sure is `other`, which ends no address.
 */
export function mailFailureOf(status: string | null, said: string): MailFailure {
  const [, , subject, detail] = /^([245])\.(\d{1,3})\.(\d{1,3})$/.exec(status ?? '') ?? []
  if (subject === undefined) return failureOfWords(said)
  const known = byStatus[`${subject}.${detail}`] ?? bySubject[subject] ?? 'other'
  return known === 'other' ? failureOfWords(said) : known
}

/** By subject and detail of the status (RFC 3463 §3, and those that IANA added). */
const byStatus: Record<string, MailFailure> = {
  '1.1': 'no_mailbox',
  '1.2': 'no_domain',
  '1.3': 'no_mailbox',
  '1.6': 'no_mailbox',
  '1.10': 'no_mailbox',
  '1.7': 'refused_sender',
  '1.8': 'refused_sender',
  '2.1': 'disabled',
  '2.2': 'full',
  '2.3': 'too_big',
  '3.4': 'too_big',
  '4.1': 'no_answer',
  '4.2': 'no_answer',
  '4.4': 'no_domain',
  '4.7': 'no_answer',
}
const bySubject: Record<string, MailFailure> = {
  '4': 'no_answer',
  '6': 'refused_content',
  '7': 'refused_sender',
}

/** Servers without a status, or with one that says nothing (`5.0.0`). Words about us come first: they end no address. */
function failureOfWords(said: string): MailFailure {
  if (
    /relay|authenticat|not permitted|denied|block(?:ed|list)|blacklist|spam|policy|reputation|spf|dkim|dmarc/i.test(
      said,
    )
  )
    return 'refused_sender'
  if (/(?:mailbox|quota|storage).{0,40}(?:full|exceed)|over ?quota|insufficient storage/i.test(said))
    return 'full'
  if (/disabled|inactive|suspended/i.test(said)) return 'disabled'
  if (
    /(?:no such|unknown|unrouteable|invalid|nonexistent|non-existent) (?:user|mailbox|recipient|address)|(?:user|mailbox|recipient|address) (?:is )?(?:unknown|not found|unavailable|invalid)|does not exist|doesn't exist|user unknown|no mailbox/i.test(
      said,
    )
  )
    return 'no_mailbox'
  if (
    /host or domain name not found|domain (?:not found|does not exist)|no such domain|nxdomain|unrouteable/i.test(
      said,
    )
  )
    return 'no_domain'
  if (
    /timed? ?out|no answer|connection refused|retry time(?:out)? exceeded|could not be delivered for/i.test(
      said,
    )
  )
    return 'no_answer'
  return 'other'
}

/** The enhanced status in a server's words: `550 5.1.1 …` → `5.1.1`. */
export const statusIn = (said: string): string | null =>
  /\b([245]\.\d{1,3}\.\d{1,3})\b/.exec(said)?.[1] ?? null
