import { EditPencil, PagePlus } from 'iconoir-react'
import { paths } from '../../paths.ts'
import type { Action } from '../../sections/action.ts'

export const mandatesActions: readonly Action[] = [
  {
    id: 'ask-mandate',
    label: 'Chiedi la firma di un mandato',
    words: 'nuovo sepa sdd domiciliazione addebito online',
    icon: EditPencil,
    to: paths.mandates({ azione: 'firma' }),
    permission: 'debits:write',
  },
  {
    id: 'new-mandate',
    label: 'Registra un mandato firmato',
    words: 'nuovo sepa sdd domiciliazione addebito carta scansione',
    icon: PagePlus,
    to: paths.mandates({ azione: 'registra' }),
    permission: 'debits:write',
  },
]
