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
  recorded: { tone: 'moving', word: 'In corso', icon: DataTransferBoth },
  unknown: { tone: 'waiting', word: 'In verifica', icon: HelpCircle },
  pending: { tone: 'moving', word: 'Alla banca', icon: DataTransferBoth },
  requires_action: { tone: 'waiting', word: 'Attende chi riceve', icon: ShieldQuestion },
  succeeded: { tone: 'settled', word: 'Riuscito', icon: CheckCircle },
  failed: { tone: 'late', word: 'Non riuscito', icon: XmarkCircle },
  cancelled: { tone: 'still', word: 'Annullato', icon: Prohibition },
}

export const disputeStates: Record<Dispute['state'], State> = {
  warning_needs_response: { tone: 'waiting', word: 'Richiesta di informazioni', icon: ShieldQuestion },
  warning_under_review: { tone: 'moving', word: 'Informazioni inviate', icon: DataTransferBoth },
  warning_closed: { tone: 'still', word: 'Chiusa senza contestazione', icon: ShieldCheck },
  needs_response: { tone: 'back', word: 'Da rispondere', icon: ShieldAlert },
  under_review: { tone: 'moving', word: 'In esame', icon: DataTransferBoth },
  won: { tone: 'settled', word: 'Vinta', icon: ShieldCheck },
  lost: { tone: 'late', word: 'Persa', icon: XmarkCircle },
}
