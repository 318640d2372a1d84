/** nodemailer's error: where it happened, and what the mail server answered. */
export type SmtpError = Error & { code?: string; command?: string; responseCode?: number; response?: string }

/**
 * Whose fault it is that a mail did not leave. Only `recipient` is final: the mail server says that the address does not
 * exist or takes no mail. `sign_in`, `sender` and `connection` are for the operator to mend, and concern all mails;
 * `message` is a mail that the server does not want.
 */
export const mailFaults = ['recipient', 'sign_in', 'sender', 'connection', 'message'] as const
export type MailFault = (typeof mailFaults)[number]

export function faultOf(error: SmtpError): MailFault {
  const { code, command = '', responseCode = 0 } = error
  const said = error.response ?? error.message
  if (code === 'EAUTH' || responseCode === 530 || responseCode === 535 || /^AUTH/.test(command))
    return 'sign_in'
  if (command === 'MAIL FROM') return 'sender'
  if (command === 'RCPT TO' && responseCode >= 500) return isAboutSender(said) ? 'sender' : 'recipient'
  if (code === 'EENVELOPE' && responseCode === 0) return 'recipient'
  if (command === 'DATA' && responseCode >= 500) return isAboutSender(said) ? 'sender' : 'message'
  return 'connection'
}

/**
 * Whether a refusal at the recipient's address is about us: status 5.7.x (RFC 3463, security and policy), or the words of
 * servers that send no status.
 */
const isAboutSender = (said: string): boolean =>
  /\b5\.7\.\d+\b/.test(said) ||
  (!/\b5\.[1-6]\.\d+\b/.test(said) &&
    /relay|authenticat|not (?:permitted|allowed|authori[sz]ed)|denied|block(?:ed|list)|blacklist|spam|policy|reputation|spf|dkim|dmarc/i.test(
      said,
    ))
