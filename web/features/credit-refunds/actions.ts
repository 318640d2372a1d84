import { Coins } from 'iconoir-react'
import { paths } from '../../paths.ts'
import type { Action } from '../../sections/action.ts'

export const creditRefundsActions: readonly Action[] = [
  {
    id: 'refund-credit',
    label: 'Restituisci un credito',
    words: 'rimborsa rimborso pagato in più bonifico eccedenza crediti',
    icon: Coins,
    to: paths.credits(),
    permission: 'payments:write',
  },
]
