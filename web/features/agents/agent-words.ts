import { today } from '@saldo/domain/dates'
import { CheckCircle, Clock, DataTransferBoth, Lock, MinusCircle, Prohibition } from 'iconoir-react'
import type { State } from '../../ui/data/states.ts'
import type { Agent, AgentCustomer, CommissionMonth } from './agent-query.ts'

export const agentStates: Record<Agent['status'], State> = {
  active: { tone: 'success', word: 'Attivo', icon: CheckCircle },
  ended: { tone: 'neutral', word: 'Cessato', icon: Prohibition },
}

export const commissionStates: Record<CommissionMonth['status'], State> = {
  running: { tone: 'info', word: 'In corso', icon: DataTransferBoth },
  open: { tone: 'warning', word: 'Da chiudere', icon: Clock },
  closed: { tone: 'warning', word: 'Da pagare', icon: Lock },
  paid: { tone: 'success', word: 'Pagata', icon: CheckCircle },
}

/** A month without commissions needs no action. */
export function stateOf({ status, commission_cents, customers_count }: CommissionMonth): State {
  if (status === 'closed' && commission_cents === 0) return { tone: 'neutral', word: 'Chiusa', icon: Lock }
  if (status === 'open' && customers_count === 0)
    return { tone: 'neutral', word: 'Senza importi', icon: MinusCircle }
  return commissionStates[status]
}

/** Whether the assignment is valid today. */
export const isCurrent = ({ from_date, to_date }: AgentCustomer): boolean =>
  from_date <= today() && (to_date === null || to_date >= today())
