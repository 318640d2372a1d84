import { Upload } from 'iconoir-react'
import { paths } from '../../paths.ts'
import type { Action } from '../../sections/action.ts'

export const flowsActions: readonly Action[] = [
  {
    id: 'upload-flow',
    label: 'Carica un flusso della banca',
    words: 'importa esiti mav riba rid file flussi contabili',
    icon: Upload,
    to: paths.uploadFlow(),
  },
]
