/** Where a mail is. The database computes it (`emails.state`). */
export const mailStates = [
  'waiting',
  'sent',
  'opened',
  'refused',
  'bounced',
  'suppressed',
  'not_sent',
] as const
export type MailState = (typeof mailStates)[number]

export const mailStateLabels: Record<MailState, string> = {
  waiting: 'In coda',
  sent: 'Inviata',
  opened: 'Aperta dal link',
  refused: 'Rifiutata',
  bounced: 'Respinta dopo',
  suppressed: 'Soppressa',
  not_sent: 'Non inviata',
}

/** Whether its reader did not get it. */
export const isUndelivered = (state: MailState): boolean =>
  state === 'refused' || state === 'bounced' || state === 'suppressed'
