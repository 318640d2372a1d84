import { flowStateLabels } from '@saldo/domain/payments/flow'
import { CheckCircle, DataTransferBoth, XmarkCircle } from 'iconoir-react'
import type { State } from '../../ui/data/states.ts'
import type { Flow } from './flow-query.ts'

export const flowStates: Record<Flow['state'], State> = {
  reading: { tone: 'info', word: flowStateLabels.reading, icon: DataTransferBoth },
  refused: { tone: 'danger', word: flowStateLabels.refused, icon: XmarkCircle },
  done: { tone: 'success', word: flowStateLabels.done, icon: CheckCircle },
}
