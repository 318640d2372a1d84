/** FRST: first of several; RCUR: one of several; OOFF: the only one; FNAL: the last of several. */
export const sequenceTypes = ['FRST', 'RCUR', 'OOFF', 'FNAL'] as const
export type SequenceType = (typeof sequenceTypes)[number]

export type MandateUse = {
  recurrent: boolean
  /** A debit with this mandate was collected, even if it came back afterwards, or stands earlier in the same run. */
  used: boolean
  /** The creditor knows that nothing will be collected after this debit. */
  last?: boolean
}

/**
 * The sequence type of the next debit; null when the mandate allows none, because it was for one debit and was used.
 *
 * The rulebook has allowed RCUR for a first debit since November 2016. We still write FRST, because Italian banks' own
 * programs do and some still check for it, and no bank refuses it. A first debit that was rejected before settlement was
 * never the first: the next is FRST again. One that was returned after settlement was: the next is RCUR.
 */
export function nextSequenceType({ recurrent, used, last = false }: MandateUse): SequenceType | null {
  if (!recurrent) return used ? null : 'OOFF'
  if (last) return used ? 'FNAL' : 'FRST'
  return used ? 'RCUR' : 'FRST'
}
