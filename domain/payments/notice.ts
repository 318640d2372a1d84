/**
 * The states of a notice (MAV or RiBa) of a bill. `presented`: the file for the bank was made. `to_recall`: its bill was
 * settled otherwise, at least in part, so nobody must pay it any more. `recalling`: the file that recalls it was made.
 * `unpaid`: the bank sent it back. `expired`: nobody paid in time; it may still be paid later.
 */
export const noticeStates = [
  'presented',
  'to_recall',
  'recalling',
  'paid',
  'unpaid',
  'recalled',
  'expired',
] as const
export type NoticeState = (typeof noticeStates)[number]
export const noticeStateLabels: Record<NoticeState, string> = {
  presented: 'Da pagare',
  to_recall: 'Da richiamare',
  recalling: 'Richiamo richiesto',
  paid: 'Pagato',
  unpaid: 'Impagato',
  recalled: 'Richiamato',
  expired: 'Scaduto',
}
/** The debtor may still pay it at the bank. */
export const openNoticeStates = [
  'presented',
  'to_recall',
  'recalling',
] as const satisfies readonly NoticeState[]

export const noticeKinds = ['mav', 'riba'] as const
export type NoticeKind = (typeof noticeKinds)[number]
export const noticeKindLabels: Record<NoticeKind, string> = { mav: 'MAV', riba: 'RiBa' }

/** What the bank’s causale says became of a notice; null: a causale that we do not know. */
export const noticeOutcome = (
  code: string,
): Exclude<NoticeState, 'presented' | 'to_recall' | 'recalling'> | null => outcomes.get(code) ?? null
const outcomes = new Map<string, 'paid' | 'unpaid' | 'recalled' | 'expired'>([
  ['07000', 'paid'],
  ['07006', 'unpaid'],
  ['07008', 'recalled'],
  ['07010', 'expired'],
  // Paid after the bank had written it off.
  ['07011', 'paid'],
  ['30000', 'paid'],
])

/** A bill's number as the creditor's number of its notice: letters and digits only. */
export const noticeNumberOf = (bill_number: string): string =>
  bill_number.toUpperCase().replace(/[^0-9A-Z]/g, '')
