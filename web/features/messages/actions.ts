import { SendMail } from 'iconoir-react'
import { paths } from '../../paths.ts'
import type { Action } from '../../sections/action.ts'

export const messagesActions: readonly Action[] = [
  {
    id: 'write-message',
    label: 'Scrivi un messaggio',
    words: 'invia manda avviso notifica push a molti clienti utenti',
    icon: SendMail,
    to: paths.writeMessage(),
    useful: 5,
  },
]
