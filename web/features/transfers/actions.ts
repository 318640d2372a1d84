import { BrainResearch, Upload } from 'iconoir-react'
import { paths } from '../../paths.ts'
import type { Action } from '../../sections/action.ts'

export const transfersActions: readonly Action[] = [
  {
    id: 'import-statement',
    label: 'Carica un estratto conto',
    words: 'importa banca movimenti bonifici camt cbi rendicontazione',
    icon: Upload,
    to: paths.importStatements(),
    useful: 60,
  },
  {
    id: 'payer-rules',
    label: 'Regole su chi paga',
    words: 'iban pagatori imparati bonifici abbinamento',
    icon: BrainResearch,
    to: paths.payerRules(),
  },
]
