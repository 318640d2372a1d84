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
  none: { tone: 'still', word: 'Da creare', icon: Circle },
  created: { tone: 'waiting', word: 'Da completare', icon: EditPencil },
  onboarding: { tone: 'waiting', word: 'Da completare', icon: EditPencil },
  restricted: { tone: 'waiting', word: 'In sospeso', icon: WarningTriangle },
  active: { tone: 'settled', word: 'Attivo', icon: CheckCircle },
  disabled: { tone: 'late', word: 'Chiuso dal provider', icon: XmarkCircle },
}
export const capabilityStates: Record<ProviderAccount['capabilities'][number]['state'], State> = {
  active: { tone: 'settled', word: 'Attivo', icon: CheckCircle },
  pending: { tone: 'waiting', word: 'In controllo', icon: Pause },
  inactive: { tone: 'still', word: 'Non attivo', icon: MinusCircle },
}
