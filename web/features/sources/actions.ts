import { CreditCard } from 'iconoir-react'
import { paths } from '../../paths.ts'
import type { Action } from '../../sections/action.ts'

export const sourcesActions: readonly Action[] = [
  {
    id: 'own-sources',
    label: 'Le mie carte e i miei conti salvati',
    words: 'metodi di pagamento aggiungi carta iban addebito automatico',
    icon: CreditCard,
    to: paths.sources(),
    only: ['b2c'],
    useful: 3,
  },
]
