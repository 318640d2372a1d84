import {
  CheckCircle,
  DataTransferBoth,
  HelpCircle,
  Prohibition,
  ShieldAlert,
  ShieldCheck,
  ShieldQuestion,
  XmarkCircle,
} from 'iconoir-react'
import type { State } from '../../../ui/data/states.ts'
import type { PaymentDetail } from '../payment-query.ts'

export type Refund = PaymentDetail['refunds'][number]
export type Dispute = PaymentDetail['disputes'][number]

/** `unknown`: the provider has not answered yet, which is never shown as a failure. */
export const refundStates: Record<Refund['state'], State> = {
  recorded: { tone: 'info', word: 'In corso', icon: DataTransferBoth },
  unknown: { tone: 'warning', word: 'In verifica', icon: HelpCircle },
  pending: { tone: 'info', word: 'Alla banca', icon: DataTransferBoth },
  requires_action: { tone: 'warning', word: 'Attende chi riceve', icon: ShieldQuestion },
  succeeded: { tone: 'success', word: 'Riuscito', icon: CheckCircle },
  failed: { tone: 'danger', word: 'Non riuscito', icon: XmarkCircle },
  cancelled: { tone: 'neutral', word: 'Annullato', icon: Prohibition },
}

export const disputeStates: Record<Dispute['state'], State> = {
  warning_needs_response: { tone: 'warning', word: 'Richiesta di informazioni', icon: ShieldQuestion },
  warning_under_review: { tone: 'info', word: 'Informazioni inviate', icon: DataTransferBoth },
  warning_closed: { tone: 'neutral', word: 'Chiusa senza contestazione', icon: ShieldCheck },
  needs_response: { tone: 'reversed', word: 'Da rispondere', icon: ShieldAlert },
  under_review: { tone: 'info', word: 'In esame', icon: DataTransferBoth },
  won: { tone: 'success', word: 'Vinta', icon: ShieldCheck },
  lost: { tone: 'danger', word: 'Persa', icon: XmarkCircle },
}
