import { billStateLabels, debitStateLabels, paymentStateLabels } from '@saldo/domain/state-labels'
import {
  CalendarXmark,
  CheckCircle,
  Circle,
  Clock,
  DataTransferBoth,
  EditPencil,
  HelpCircle,
  PageEdit,
  Pause,
  PercentageCircle,
  Prohibition,
  ShieldAlert,
  ShieldCheck,
  ShieldQuestion,
  Undo,
  UndoCircle,
  WarningTriangle,
  XmarkCircle,
} from 'iconoir-react'
import type { IconShape } from '../icons/Icon.tsx'
import type { ProgressState } from './PaymentProgress.tsx'

export type Tone = 'neutral' | 'warning' | 'info' | 'success' | 'danger' | 'reversed'
export type State = { tone: Tone; word: string; icon: IconShape }

/** One map per noun: screens never choose colour, word or icon of a state themselves. */
export const state = (tone: Tone, word: string, icon: IconShape): State => ({ tone, word, icon })

/** Certificates of payments: what they state, or that they were revoked. */
export const certificateStates = {
  regular: state('success', 'In regola', CheckCircle),
  overdue: state('danger', 'Con rate scadute', WarningTriangle),
  revoked: state('danger', 'Revocata', XmarkCircle),
  genuine: state('success', 'Verificata', ShieldCheck),
}

export const billStates = {
  draft: state('neutral', billStateLabels.draft, PageEdit),
  to_pay: state('neutral', billStateLabels.to_pay, Circle),
  due_soon: state('warning', billStateLabels.due_soon, Clock),
  overdue: state('danger', billStateLabels.overdue, WarningTriangle),
  pending: state('info', billStateLabels.pending, DataTransferBoth),
  partly_paid: state('warning', billStateLabels.partly_paid, PercentageCircle),
  paid: state('success', billStateLabels.paid, CheckCircle),
  returned: state('danger', billStateLabels.returned, UndoCircle),
  cancelled: state('neutral', billStateLabels.cancelled, Prohibition),
  refunded: state('reversed', billStateLabels.refunded, Undo),
  disputed: state('reversed', billStateLabels.disputed, ShieldAlert),
}

/** `unknown`: the provider has not answered yet, which is never shown as a failure. */
export const paymentStates = {
  created: state('neutral', paymentStateLabels.created, Circle),
  requires_action: state('warning', paymentStateLabels.requires_action, ShieldQuestion),
  processing: state('info', paymentStateLabels.processing, DataTransferBoth),
  unknown: state('warning', paymentStateLabels.unknown, HelpCircle),
  succeeded: state('success', paymentStateLabels.succeeded, CheckCircle),
  failed: state('danger', paymentStateLabels.failed, XmarkCircle),
  cancelled: state('neutral', paymentStateLabels.cancelled, Prohibition),
  partly_refunded: state('reversed', paymentStateLabels.partly_refunded, Undo),
  refunded: state('reversed', paymentStateLabels.refunded, Undo),
  disputed: state('reversed', paymentStateLabels.disputed, ShieldAlert),
  reversed: state('neutral', paymentStateLabels.reversed, UndoCircle),
}

export const mandateStates = {
  draft: state('neutral', 'Bozza', PageEdit),
  to_sign: state('warning', 'Da firmare', EditPencil),
  active: state('success', 'Attivo', CheckCircle),
  suspended: state('warning', 'Sospeso', Pause),
  revoked: state('danger', 'Revocato', XmarkCircle),
  expired: state('neutral', 'Estinto', CalendarXmark),
}

/** Direct debits; `notified`: the payer received the notice. */
export const debitStates = {
  planned: state('neutral', debitStateLabels.planned, Clock),
  notified: state('warning', debitStateLabels.notified, Clock),
  started: state('info', debitStateLabels.started, DataTransferBoth),
  done: state('success', debitStateLabels.done, CheckCircle),
  failed: state('danger', debitStateLabels.failed, XmarkCircle),
  cancelled: state('neutral', debitStateLabels.cancelled, Prohibition),
}

export const autopayStates = {
  active: state('success', 'Attivo', CheckCircle),
  paused: state('warning', 'In pausa', Pause),
  revoked: state('neutral', 'Revocato', Prohibition),
}

/** Instalment plans. */
export const planStates = {
  proposed: state('warning', 'Proposto', Clock),
  active: state('info', 'In corso', DataTransferBoth),
  done: state('success', 'Pagato', CheckCircle),
  lapsed: state('danger', 'Decaduto', WarningTriangle),
  expired: state('neutral', 'Scaduto', CalendarXmark),
  withdrawn: state('neutral', 'Ritirato', Prohibition),
}

/** A movement entered into the register later than thirty days (art. 1130 c.c.). */
export const registeredLate = state('danger', 'Oltre 30 giorni', WarningTriangle)
/** Books that are closed until a day. */
export const booksClosed = state('success', 'Conti chiusi', ShieldCheck)

/** Progress of a payment by its state; null for payments that never moved money. */
export const paymentProgress: Record<keyof typeof paymentStates, ProgressState | null> = {
  created: 'open',
  requires_action: 'open',
  processing: 'pending',
  unknown: 'pending',
  succeeded: 'settled',
  failed: null,
  cancelled: null,
  partly_refunded: 'refunded',
  refunded: 'refunded',
  disputed: 'disputed',
  reversed: null,
}

/** A condominium or a person with nothing left to pay. */
export const balanced = state('success', 'Saldo', CheckCircle)
