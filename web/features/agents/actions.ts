import { UserPlus } from 'iconoir-react'
import { paths } from '../../paths.ts'
import type { Action } from '../../sections/action.ts'

export const agentsActions: readonly Action[] = [
  {
    id: 'new-agent',
    label: 'Nuovo agente',
    words: 'aggiungi crea provvigioni venditore',
    icon: UserPlus,
    to: paths.newAgent(),
  },
]
