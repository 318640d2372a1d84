import { checkStateWords } from '@saldo/domain/operations/checks'
import { CheckCircle, HelpCircle, WarningTriangle, XmarkCircle } from 'iconoir-react'
import { type State, state } from '../../ui/data/states.ts'
import type { OperationCheck } from './operations-query.ts'

export const checkStates: Record<OperationCheck['state'], State> = {
  ok: state('success', checkStateWords.ok, CheckCircle),
  attention: state('warning', checkStateWords.attention, WarningTriangle),
  broken: state('danger', checkStateWords.broken, XmarkCircle),
  unknown: state('warning', checkStateWords.unknown, HelpCircle),
}
