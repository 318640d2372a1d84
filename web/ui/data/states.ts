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
  draft: state('still', 'Bozza', PageEdit),
  to_pay: state('still', 'Da pagare', Circle),
  due_soon: state('waiting', 'In scadenza', Clock),
  overdue: state('late', 'Scaduta', WarningTriangle),
  pending: state('moving', 'In corso', DataTransferBoth),
  partly_paid: state('waiting', 'Parziale', PercentageCircle),
  paid: state('settled', 'Pagata', CheckCircle),
  returned: state('late', 'Insoluta', UndoCircle),
  cancelled: state('still', 'Annullata', Prohibition),
  refunded: state('back', 'Rimborsata', Undo),
  disputed: state('back', 'Contestata', ShieldAlert),
}

/** `unknown`: the provider has not answered yet, which is never shown as a failure. */
export const paymentStates = {
  created: state('still', 'Creato', Circle),
  requires_action: state('waiting', 'Da confermare', ShieldQuestion),
  processing: state('moving', 'In corso', DataTransferBoth),
  unknown: state('waiting', 'In verifica', HelpCircle),
  succeeded: state('settled', 'Riuscito', CheckCircle),
  failed: state('late', 'Non riuscito', XmarkCircle),
  cancelled: state('still', 'Annullato', Prohibition),
  partly_refunded: state('back', 'Rimborsato in parte', Undo),
  refunded: state('back', 'Rimborsato', Undo),
  disputed: state('back', 'Contestato', ShieldAlert),
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
  planned: state('still', 'Previsto', Clock),
  notified: state('waiting', 'Preavvisato', Clock),
  started: state('moving', 'In corso', DataTransferBoth),
  done: state('settled', 'Riuscito', CheckCircle),
  failed: state('late', 'Non riuscito', XmarkCircle),
  cancelled: state('still', 'Annullato', Prohibition),
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
  waiting: state('moving', 'In partenza', DataTransferBoth),
  sent: state('settled', 'Inviato', CheckCircle),
  refused: state('late', 'Non recapitato', XmarkCircle),
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
  draft: state('still', 'Bozza', PageEdit),
  issuing: state('moving', 'In emissione', DataTransferBoth),
  issued: state('settled', 'Emesso', CheckCircle),
  cancelled: state('still', 'Scartato', Prohibition),
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
