import { MailOut, Settings } from 'iconoir-react'
import { paths } from '../../paths.ts'
import type { Action } from '../../sections/action.ts'

export const remindersActions: readonly Action[] = [
  {
    id: 'remind',
    label: 'Sollecita i morosi',
    words: 'invia manda solleciti lettera ritardo scadute insoluti raccomandata',
    icon: MailOut,
    to: paths.reminders({ azione: 'sollecita' }),
    permission: 'bills:write',
    useful: 70,
  },
  {
    id: 'reminder-rules',
    label: 'Regole e testi dei solleciti',
    words: 'automatici passi sequenza lettere modello',
    icon: Settings,
    to: paths.reminderSequence(),
    permission: 'bills:write',
  },
]
