import { CalendarPlus } from 'iconoir-react'
import { paths } from '../../paths.ts'
import type { Action } from '../../sections/action.ts'

export const debitsActions: readonly Action[] = [
  {
    id: 'new-debit-run',
    label: 'Nuova distinta di addebiti',
    words: 'sepa sdd rid addebita crea presenta banca domiciliazione',
    icon: CalendarPlus,
    to: paths.newDebitRun(),
  },
]
