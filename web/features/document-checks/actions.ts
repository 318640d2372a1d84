import { Eye } from 'iconoir-react'
import { paths } from '../../paths.ts'
import type { Action } from '../../sections/action.ts'

export const documentChecksActions: readonly Action[] = [
  {
    id: 'check-documents',
    label: 'Verifica i documenti dei clienti',
    words: 'controlla carta identità visura da verificare coda',
    icon: Eye,
    to: paths.documentChecks(),
    useful: 4,
  },
]
