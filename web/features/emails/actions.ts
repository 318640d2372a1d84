import { Mail } from 'iconoir-react'
import { paths } from '../../paths.ts'
import type { Action } from '../../sections/action.ts'

export const emailsActions: readonly Action[] = [
  {
    id: 'suppress-address',
    label: 'Sopprimi un indirizzo e-mail',
    words: 'blocca posta respinta indesiderata spam non scrivere',
    icon: Mail,
    to: paths.suppressedAddresses({ azione: 'sopprimi' }),
  },
]
