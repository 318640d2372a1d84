import { Key } from 'iconoir-react'
import { paths } from '../../paths.ts'
import type { Action } from '../../sections/action.ts'

export const securityActions: readonly Action[] = [
  {
    id: 'change-password',
    label: 'Cambia la password',
    words: 'sicurezza accesso secondo passo codice dispositivi sessioni',
    icon: Key,
    to: paths.security(),
    useful: 95,
  },
]
