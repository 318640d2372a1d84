import { Prohibition } from 'iconoir-react'
import { paths } from '../../paths.ts'
import type { Action } from '../../sections/action.ts'

export const ibanBlacklistActions: readonly Action[] = [
  {
    id: 'block-iban',
    label: 'Blocca un IBAN',
    words: 'frode truffa lista nera conto vieta',
    icon: Prohibition,
    to: paths.blockedIbans({ azione: 'blocca' }),
    useful: 6,
  },
]
