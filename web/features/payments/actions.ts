import { Cash, Download } from 'iconoir-react'
import { paths } from '../../paths.ts'
import type { Action } from '../../sections/action.ts'

export const paymentsActions: readonly Action[] = [
  {
    id: 'register-collection',
    label: 'Registra un incasso',
    words: 'pagamento contanti assegno bonifico ricevuto pos segna pagata riscossione',
    icon: Cash,
    to: paths.payments({ azione: 'incasso' }),
    permission: 'payments:write',
    useful: 20,
  },
  {
    id: 'export-payments',
    label: 'Esporta le transazioni',
    words: 'scarica excel csv foglio elenco pagamenti incassi stampa',
    icon: Download,
    to: paths.payments({ azione: 'esporta' }),
  },
]
