import { UserBadgeCheck, UserPlus } from 'iconoir-react'
import { paths } from '../../paths.ts'
import type { Action } from '../../sections/action.ts'

export const usersActions: readonly Action[] = [
  {
    id: 'new-subuser',
    label: 'Aggiungi un collaboratore',
    words: 'invita nuovo utente permessi accesso dipendente',
    icon: UserPlus,
    to: paths.newSubUser(),
    ofOneCustomer: true,
  },
  {
    id: 'invite-colleague',
    label: 'Invita un collega',
    words: 'aggiungi nuovo utente tutti i permessi socio accesso',
    icon: UserBadgeCheck,
    to: paths.colleagues({ azione: 'invita' }),
    full: true,
    ofOneCustomer: true,
  },
]
