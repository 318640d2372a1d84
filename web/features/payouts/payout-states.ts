import {
  CheckCircle,
  Clock,
  DataTransferBoth,
  Link,
  LinkSlash,
  Prohibition,
  XmarkCircle,
} from 'iconoir-react'
import { state } from '../../ui/data/states.ts'

/** Payouts of the provider to a bank account. */
export const payoutStates = {
  pending: state('neutral', 'Disposto', Clock),
  in_transit: state('info', 'In transito', DataTransferBoth),
  paid: state('success', 'Arrivato', CheckCircle),
  failed: state('danger', 'Non riuscito', XmarkCircle),
  canceled: state('neutral', 'Annullato', Prohibition),
}

/** Whether all payments in a payout are known. */
export const payoutMatches = {
  explained: state('success', 'Riconosciuto', Link),
  unexplained: state('warning', 'Da riconoscere', LinkSlash),
}
