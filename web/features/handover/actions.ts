import { Archive } from 'iconoir-react'
import { paths } from '../../paths.ts'
import type { Action } from '../../sections/action.ts'

export const handoverActions: readonly Action[] = [
  {
    id: 'take-over',
    label: 'Registra un passaggio di consegne',
    words: 'prendi in consegna condominio zip amministratore uscente carica subentro',
    icon: Archive,
    to: paths.takeOver(),
    full: true,
  },
]
