import { CheckCircle, Clock, Prohibition } from 'iconoir-react'
import type { Account } from '../../records/account-query.ts'
import type { State } from '../../ui/data/states.ts'

export const accountStates: Record<Account['state'], State> = {
  awaiting: { tone: 'warning', word: 'Da attivare', icon: Clock },
  active: { tone: 'success', word: 'Attivo', icon: CheckCircle },
  closed: { tone: 'neutral', word: 'Chiuso', icon: Prohibition },
}
