import { Upload } from 'iconoir-react'
import { paths } from '../../paths.ts'
import type { Action } from '../../sections/action.ts'

export const importsActions: readonly Action[] = [
  {
    id: 'import-bills',
    label: 'Importa bollette',
    words: 'carica foglio di calcolo excel csv importazione',
    icon: Upload,
    to: paths.importBills(),
    useful: 30,
  },
  {
    id: 'import-registry',
    label: 'Importa l’anagrafica',
    words: 'carica foglio di calcolo excel csv condomìni unità persone registro importazione millesimi',
    icon: Upload,
    to: paths.importAccounts(),
  },
]
