import { Calculator } from 'iconoir-react'
import { paths } from '../../paths.ts'
import type { Action } from '../../sections/action.ts'

export const budgetsActions: readonly Action[] = [
  {
    id: 'new-budget',
    label: 'Nuovo preventivo',
    words: 'budget crea riparto millesimi spese rate esercizio',
    icon: Calculator,
    to: paths.newBudget(),
  },
]
