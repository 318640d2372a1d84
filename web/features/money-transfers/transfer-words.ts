import { type MoneyTransferState, moneyTransferStateLabels } from '@saldo/domain/payments/money-transfer'
import {
  CheckCircle,
  Clock,
  DataTransferBoth,
  HelpCircle,
  Prohibition,
  ShieldCheck,
  Undo,
  WarningTriangle,
  XmarkCircle,
} from 'iconoir-react'
import type { Reply } from '../../api.ts'
import type { State } from '../../ui/data/states.ts'

export type Transfer = Reply<'GET /v1/money-transfers'>['items'][number]
export type TransferDetail = Reply<'GET /v1/money-transfers/{id}'>
export type Balance = Reply<'GET /v1/movable-balances'>['items'][number]
export type Movement = Reply<'GET /v1/balance-movements'>['items'][number]
export type Limits = Reply<'GET /v1/money-transfer-limits'>

const tones: Record<MoneyTransferState, Omit<State, 'word'>> = {
  requested: { tone: 'warning', icon: Clock },
  approved: { tone: 'info', icon: ShieldCheck },
  unknown: { tone: 'warning', icon: HelpCircle },
  sent: { tone: 'info', icon: DataTransferBoth },
  paid: { tone: 'success', icon: CheckCircle },
  failed: { tone: 'danger', icon: WarningTriangle },
  cancelled: { tone: 'neutral', icon: Prohibition },
  refused: { tone: 'danger', icon: XmarkCircle },
  withdrawn: { tone: 'neutral', icon: Undo },
  expired: { tone: 'neutral', icon: Clock },
}
export const transferState = (state: MoneyTransferState): State => ({
  ...tones[state],
  word: moneyTransferStateLabels[state],
})
