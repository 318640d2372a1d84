import { MailOut } from 'iconoir-react'
import { paths } from '../../paths.ts'
import type { Action } from '../../sections/action.ts'

export const emailTemplatesActions: readonly Action[] = [
  {
    id: 'edit-email-template',
    label: 'Modifica un modello di e-mail',
    words: 'testo posta grafica mjml cambia',
    icon: MailOut,
    to: paths.emailTemplates(),
  },
]
