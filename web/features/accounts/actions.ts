import { Building, Download } from 'iconoir-react'
import { paths } from '../../paths.ts'
import type { Action } from '../../sections/action.ts'

export const accountsActions: readonly Action[] = [
  {
    id: 'new-account',
    label: 'Nuovo condominio',
    words: 'aggiungi crea inserisci palazzo stabile edificio',
    icon: Building,
    to: paths.newAccount(),
    ofOneCustomer: true,
    useful: 40,
  },
  {
    id: 'export-accounts',
    label: 'Esporta i condomìni',
    words: 'scarica excel csv foglio elenco stampa',
    icon: Download,
    to: paths.accounts({ azione: 'esporta' }),
  },
]
