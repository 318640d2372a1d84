import { CheckCircle, EditPencil, WarningTriangle } from 'iconoir-react'
import type { State } from '../../ui/states.ts'

/** One map for what is found; a day is `open` while anything of it is. */
export const itemStates: Record<'open' | 'explained' | 'resolved', State> = {
  open: { tone: 'late', word: 'Da spiegare', icon: WarningTriangle },
  explained: { tone: 'waiting', word: 'Spiegata', icon: EditPencil },
  resolved: { tone: 'settled', word: 'Risolta', icon: CheckCircle },
}
export const inBalance: State = { tone: 'settled', word: 'Pareggia', icon: CheckCircle }
