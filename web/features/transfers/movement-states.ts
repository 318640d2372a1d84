import { movementStateLabels } from '@saldo/domain/transfers/movement'
import {
  CheckCircle,
  Coins,
  HelpCircle,
  Link,
  LinkSlash,
  MinusCircle,
  PercentageCircle,
  Undo,
  UndoCircle,
} from 'iconoir-react'
import type { State } from '../../ui/data/states.ts'
import type { Movement } from './transfer-query.ts'

const state = (tone: State['tone'], of: Movement['state'], icon: State['icon']): State => ({
  tone,
  word: movementStateLabels[of],
  icon,
})

/** Movements of bank accounts. */
export const movementStates: Record<Movement['state'], State> = {
  to_match: state('warning', 'to_match', LinkSlash),
  to_explain: state('warning', 'to_explain', HelpCircle),
  partly: state('warning', 'partly', PercentageCircle),
  matched: state('success', 'matched', Link),
  credited: state('reversed', 'credited', Coins),
  flow: state('success', 'flow', CheckCircle),
  reversal: state('reversed', 'reversal', UndoCircle),
  returned: state('reversed', 'returned', Undo),
  excluded: state('neutral', 'excluded', MinusCircle),
}
