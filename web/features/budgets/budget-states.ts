import { budgetStateLabels } from '@saldo/domain/state-labels'
import { CheckCircle, DataTransferBoth, PageEdit, Prohibition } from 'iconoir-react'
import { state } from '../../ui/data/states.ts'

export const budgetStates = {
  draft: state('neutral', budgetStateLabels.draft, PageEdit),
  issuing: state('info', budgetStateLabels.issuing, DataTransferBoth),
  issued: state('success', budgetStateLabels.issued, CheckCircle),
  cancelled: state('neutral', budgetStateLabels.cancelled, Prohibition),
}
