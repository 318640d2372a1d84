import type { BillState } from './bills/bill.ts'
import type { PaymentState } from './payments/payment.ts'
import type { DebitState } from './sepa/debit.ts'

/**
 * The Italian labels of states, on screens and in exported files. Icons and colours are the web app's (`web/ui/data/states.ts`).
 */
export const billStateLabels: Record<BillState, string> = {
  draft: 'Bozza',
  to_pay: 'Da pagare',
  due_soon: 'In scadenza',
  overdue: 'Scaduta',
  pending: 'In corso',
  partly_paid: 'Parziale',
  paid: 'Pagata',
  returned: 'Insoluta',
  cancelled: 'Annullata',
  refunded: 'Rimborsata',
  disputed: 'Contestata',
}

/** `unknown`: the provider has not answered yet. It is never shown as a failure. */
export const paymentStateLabels: Record<PaymentState, string> = {
  created: 'Creato',
  requires_action: 'Da confermare',
  processing: 'In corso',
  unknown: 'In verifica',
  succeeded: 'Riuscito',
  failed: 'Non riuscito',
  cancelled: 'Annullato',
  partly_refunded: 'Rimborsato in parte',
  refunded: 'Rimborsato',
  disputed: 'Contestato',
  reversed: 'Stornato',
}

export const debitStateLabels: Record<DebitState, string> = {
  planned: 'Previsto',
  notified: 'Preavvisato',
  started: 'In corso',
  done: 'Riuscito',
  failed: 'Non riuscito',
  cancelled: 'Annullato',
}

export const budgetStateLabels = {
  draft: 'Bozza',
  issuing: 'In emissione',
  issued: 'Emesso',
  cancelled: 'Scartato',
} as const

/** Where a letter that reminds somebody is. */
export const reminderStateLabels = {
  leaving: 'In uscita',
  waiting: 'In partenza',
  sent: 'Inviato',
  refused: 'Non recapitato',
  not_sent: 'Non inviato: nessun server di posta',
  to_deliver: 'Da consegnare',
  delivered: 'Consegnato',
  cancelled: 'Annullato',
} as const

/** The states of a difference that the reconciliation found. */
export const reconciliationItemStateLabels = {
  open: 'Da spiegare',
  explained: 'Spiegata',
  resolved: 'Risolta',
} as const
