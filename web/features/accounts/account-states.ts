import { CheckCircle, Clock, Prohibition } from 'iconoir-react'
import type { Account } from '../../records/account-query.ts'
import type { State } from '../../ui/data/states.ts'

export const accountStates: Record<Account['state'], State> = {
  awaiting: { tone: 'waiting', word: 'Da attivare', icon: Clock },
  active: { tone: 'settled', word: 'Attivo', icon: CheckCircle },
  closed: { tone: 'still', word: 'Chiuso', icon: Prohibition },
}
