import { Settings } from 'iconoir-react'
import { paths } from '../../paths.ts'
import type { Action } from '../../sections/action.ts'

export const settingsActions: readonly Action[] = [
  {
    id: 'own-data',
    label: 'Modifica i miei dati e quelli dello studio',
    words: 'impostazioni profilo nome indirizzo telefono contatti api',
    icon: Settings,
    to: paths.settings(),
    only: ['unregistered', 'b2b', 'store'],
  },
]
