import { reconciliationItemStateLabels } from '@saldo/domain/state-labels'
import { CheckCircle, EditPencil, WarningTriangle } from 'iconoir-react'
import type { State } from '../../ui/data/states.ts'
import type { DaySums } from './reconciliation-query.ts'

/** States of differences; a day is `open` while one of its differences is. */
export const itemStates: Record<'open' | 'explained' | 'resolved', State> = {
  open: { tone: 'danger', word: reconciliationItemStateLabels.open, icon: WarningTriangle },
  explained: { tone: 'warning', word: reconciliationItemStateLabels.explained, icon: EditPencil },
  resolved: { tone: 'success', word: reconciliationItemStateLabels.resolved, icon: CheckCircle },
}
const inBalance: State = { tone: 'success', word: 'Pareggia', icon: CheckCircle }

type Sums = Pick<
  DaySums,
  'open_items' | 'provider_amount' | 'our_amount' | 'ledger_amount' | 'provider_fee' | 'ledger_fee'
>

/** Whether the books agree; explained differences still differ. */
export const booksAgree = (sums: Sums): boolean =>
  sums.open_items === 0 &&
  sums.provider_amount === sums.our_amount &&
  sums.provider_amount === sums.ledger_amount &&
  sums.provider_fee === sums.ledger_fee

export function dayState(sums: Sums): State {
  if (sums.open_items > 0) return itemStates.open
  return booksAgree(sums) ? inBalance : itemStates.explained
}
