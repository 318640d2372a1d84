import {
  billStateLabels,
  budgetStateLabels,
  debitStateLabels,
  paymentStateLabels,
  reminderStateLabels,
} from '@saldo/domain/state-labels'
import {
  CalendarXmark,
  CheckCircle,
  Circle,
  Clock,
  DataTransferBoth,
  EditPencil,
  Eye,
  HelpCircle,
  Link,
  LinkSlash,
  MinusCircle,
  PageEdit,
  Pause,
  PercentageCircle,
  Prohibition,
  ShieldAlert,
  ShieldCheck,
  ShieldQuestion,
  Undo,
  UndoCircle,
  Upload,
  WarningTriangle,
  XmarkCircle,
} from 'iconoir-react'
import type { IconShape } from '../icons/Icon.tsx'
import type { ProgressState } from './PaymentProgress.tsx'

export type Tone = 'still' | 'waiting' | 'moving' | 'settled' | 'late' | 'back'
export type State = { tone: Tone; word: string; icon: IconShape }

/** One map per noun: screens never choose colour, word or icon of a state themselves. */
const state = (tone: Tone, word: string, icon: IconShape): State => ({ tone, word, icon })

/** Certificates of payments: what they state, or that they were revoked. */
export const certificateStates = {
  regular: state('settled', 'In regola', CheckCircle),
  overdue: state('late', 'Con rate scadute', WarningTriangle),
  revoked: state('late', 'Revocata', XmarkCircle),
}

export const billStates = {
  draft: state('still', billStateLabels.draft, PageEdit),
  to_pay: state('still', billStateLabels.to_pay, Circle),
  due_soon: state('waiting', billStateLabels.due_soon, Clock),
  overdue: state('late', billStateLabels.overdue, WarningTriangle),
  pending: state('moving', billStateLabels.pending, DataTransferBoth),
  partly_paid: state('waiting', billStateLabels.partly_paid, PercentageCircle),
  paid: state('settled', billStateLabels.paid, CheckCircle),
  returned: state('late', billStateLabels.returned, UndoCircle),
  cancelled: state('still', billStateLabels.cancelled, Prohibition),
  refunded: state('back', billStateLabels.refunded, Undo),
  disputed: state('back', billStateLabels.disputed, ShieldAlert),
}

/** `unknown`: the provider has not answered yet, which is never shown as a failure. */
export const paymentStates = {
  created: state('still', paymentStateLabels.created, Circle),
  requires_action: state('waiting', paymentStateLabels.requires_action, ShieldQuestion),
  processing: state('moving', paymentStateLabels.processing, DataTransferBoth),
  unknown: state('waiting', paymentStateLabels.unknown, HelpCircle),
  succeeded: state('settled', paymentStateLabels.succeeded, CheckCircle),
  failed: state('late', paymentStateLabels.failed, XmarkCircle),
  cancelled: state('still', paymentStateLabels.cancelled, Prohibition),
  partly_refunded: state('back', paymentStateLabels.partly_refunded, Undo),
  refunded: state('back', paymentStateLabels.refunded, Undo),
  disputed: state('back', paymentStateLabels.disputed, ShieldAlert),
}

export const mandateStates = {
  draft: state('still', 'Bozza', PageEdit),
  to_sign: state('waiting', 'Da firmare', EditPencil),
  active: state('settled', 'Attivo', CheckCircle),
  suspended: state('waiting', 'Sospeso', Pause),
  revoked: state('late', 'Revocato', XmarkCircle),
  expired: state('still', 'Estinto', CalendarXmark),
}

/** Direct debits; `notified`: the payer received the notice. */
export const debitStates = {
  planned: state('still', debitStateLabels.planned, Clock),
  notified: state('waiting', debitStateLabels.notified, Clock),
  started: state('moving', debitStateLabels.started, DataTransferBoth),
  done: state('settled', debitStateLabels.done, CheckCircle),
  failed: state('late', debitStateLabels.failed, XmarkCircle),
  cancelled: state('still', debitStateLabels.cancelled, Prohibition),
}

/** Instalment plans. */
export const planStates = {
  proposed: state('waiting', 'Proposto', Clock),
  active: state('moving', 'In corso', DataTransferBoth),
  done: state('settled', 'Pagato', CheckCircle),
  lapsed: state('late', 'Decaduto', WarningTriangle),
  expired: state('still', 'Scaduto', CalendarXmark),
  withdrawn: state('still', 'Ritirato', Prohibition),
}

/** Reminders: whether the mail was sent. */
export const reminderStates = {
  waiting: state('moving', reminderStateLabels.waiting, DataTransferBoth),
  sent: state('settled', reminderStateLabels.sent, CheckCircle),
  refused: state('late', reminderStateLabels.refused, XmarkCircle),
}

export const documentStates = {
  missing: state('waiting', 'Mancante', Upload),
  to_sign: state('waiting', 'Da firmare', EditPencil),
  scanning: state('moving', 'In controllo', Clock),
  to_verify: state('moving', 'Da verificare', Eye),
  verified: state('settled', 'Verificato', CheckCircle),
  signed: state('settled', 'Firmato', ShieldCheck),
  invalid: state('late', 'Non valido', XmarkCircle),
  infected: state('late', 'Con un virus', ShieldAlert),
  expired: state('still', 'Scaduto', CalendarXmark),
}

export const customerStates = {
  '0': state('waiting', 'Da attivare', Clock),
  '1': state('settled', 'Attivo', CheckCircle),
}

export const importStates = {
  reading: state('moving', 'In lettura', DataTransferBoth),
  refused: state('late', 'Non leggibile', XmarkCircle),
  to_check: state('waiting', 'Da confermare', Eye),
  writing: state('moving', 'In scrittura', DataTransferBoth),
  done: state('settled', 'Importata', CheckCircle),
  failed: state('late', 'Non riuscita', XmarkCircle),
  discarded: state('still', 'Scartata', Prohibition),
  undoing: state('moving', 'In annullamento', DataTransferBoth),
  undone: state('still', 'Annullata', Prohibition),
}

export const budgetStates = {
  draft: state('still', budgetStateLabels.draft, PageEdit),
  issuing: state('moving', budgetStateLabels.issuing, DataTransferBoth),
  issued: state('settled', budgetStateLabels.issued, CheckCircle),
  cancelled: state('still', budgetStateLabels.cancelled, Prohibition),
}

/** Rows of an import. */
export const importRowStates = {
  new: state('settled', 'Nuova', CheckCircle),
  changed: state('waiting', 'Cambia', EditPencil),
  warning: state('waiting', 'Da guardare', Eye),
  same: state('still', 'Già presente', Circle),
  error: state('late', 'Da correggere', WarningTriangle),
  left_out: state('still', 'Lasciata fuori', MinusCircle),
}

/** Payouts of the provider to a bank account. */
export const payoutStates = {
  pending: state('still', 'Disposto', Clock),
  in_transit: state('moving', 'In viaggio', DataTransferBoth),
  paid: state('settled', 'Arrivato', CheckCircle),
  failed: state('late', 'Non riuscito', XmarkCircle),
  canceled: state('still', 'Annullato', Prohibition),
}
/** Whether all payments in a payout are known. */
export const payoutMatches = {
  explained: state('settled', 'Riconosciuto', Link),
  unexplained: state('waiting', 'Da riconoscere', LinkSlash),
}
/** A movement entered into the register later than thirty days (art. 1130 c.c.). */
export const registeredLate = state('late', 'Oltre 30 giorni', WarningTriangle)
/** Books that are closed until a day. */
export const booksClosed = state('settled', 'Conti chiusi', ShieldCheck)

/** State of the progress lines of a bill; null for drafts and cancelled bills. */
export const billProgress: Record<keyof typeof billStates, ProgressState | null> = {
  draft: null,
  to_pay: 'open',
  due_soon: 'open',
  overdue: 'open',
  pending: 'pending',
  partly_paid: 'partial',
  paid: 'settled',
  returned: 'open',
  cancelled: null,
  refunded: 'back',
  disputed: 'back',
}

/** The same for payments; null for those that never moved money. */
export const paymentProgress: Record<keyof typeof paymentStates, ProgressState | null> = {
  created: 'open',
  requires_action: 'open',
  processing: 'pending',
  unknown: 'pending',
  succeeded: 'settled',
  failed: null,
  cancelled: null,
  partly_refunded: 'back',
  refunded: 'back',
  disputed: 'back',
}

/** A condominium or a person with nothing left to pay. */
export const balanced = state('settled', 'Saldo', CheckCircle)
