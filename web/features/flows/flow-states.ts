import { flowStateLabels } from '@saldo/domain/payments/flow'
import { CheckCircle, DataTransferBoth, XmarkCircle } from 'iconoir-react'
import type { State } from '../../ui/data/states.ts'
import type { Flow } from './flow-query.ts'

export const flowStates: Record<Flow['state'], State> = {
  reading: { tone: 'info', word: flowStateLabels.reading, icon: DataTransferBoth },
  writing: { tone: 'info', word: flowStateLabels.writing, icon: DataTransferBoth },
  refused: { tone: 'danger', word: flowStateLabels.refused, icon: XmarkCircle },
  failed: { tone: 'danger', word: flowStateLabels.failed, icon: XmarkCircle },
  done: { tone: 'success', word: flowStateLabels.done, icon: CheckCircle },
}
