import { Download, PagePlus } from 'iconoir-react'
import { paths } from '../../paths.ts'
import type { Action } from '../../sections/action.ts'

export const billsActions: readonly Action[] = [
  {
    id: 'new-bill',
    label: 'Nuova bolletta',
    words: 'aggiungi crea scrivi emetti inserisci rata avviso di pagamento',
    icon: PagePlus,
    to: paths.newBill(),
    useful: 10,
  },
  {
    id: 'export-bills',
    label: 'Esporta le bollette',
    words: 'scarica excel csv foglio elenco stampa',
    icon: Download,
    to: paths.bills({ azione: 'esporta' }),
  },
]
