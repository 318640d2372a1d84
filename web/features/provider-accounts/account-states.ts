import {
  CheckCircle,
  Circle,
  EditPencil,
  MinusCircle,
  Pause,
  WarningTriangle,
  XmarkCircle,
} from 'iconoir-react'
import type { State } from '../../ui/data/states.ts'
import type { ProviderAccount } from './provider-account-query.ts'

/** States of the account and of its capabilities. */
export const accountStates: Record<ProviderAccount['state'], State> = {
  none: { tone: 'neutral', word: 'Da creare', icon: Circle },
  created: { tone: 'warning', word: 'Da completare', icon: EditPencil },
  onboarding: { tone: 'warning', word: 'Da completare', icon: EditPencil },
  restricted: { tone: 'warning', word: 'In sospeso', icon: WarningTriangle },
  active: { tone: 'success', word: 'Attivo', icon: CheckCircle },
  disabled: { tone: 'danger', word: 'Chiuso dal provider', icon: XmarkCircle },
}
export const capabilityStates: Record<ProviderAccount['capabilities'][number]['state'], State> = {
  active: { tone: 'success', word: 'Attivo', icon: CheckCircle },
  pending: { tone: 'warning', word: 'In controllo', icon: Pause },
  inactive: { tone: 'neutral', word: 'Non attivo', icon: MinusCircle },
}
