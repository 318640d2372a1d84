import { Code } from 'iconoir-react'
import { paths } from '../../paths.ts'
import type { Action } from '../../sections/action.ts'

export const queriesActions: readonly Action[] = [
  {
    id: 'new-query',
    label: 'Nuova interrogazione',
    words: 'query sql crea scrivi dati',
    icon: Code,
    to: paths.newQuery(),
  },
]
