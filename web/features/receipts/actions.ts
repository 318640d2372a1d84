import { Calculator } from 'iconoir-react'
import { paths } from '../../paths.ts'
import type { Action } from '../../sections/action.ts'

export const receiptsActions: readonly Action[] = [
  {
    id: 'export-receipts',
    label: 'Esporta gli incassi per la contabilità',
    words: 'scarica excel csv json programma gestionale ricevute',
    icon: Calculator,
    to: paths.receipts(),
  },
]
