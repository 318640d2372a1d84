import { Megaphone, Tools } from 'iconoir-react'
import { paths } from '../../paths.ts'
import type { Action } from '../../sections/action.ts'

export const platformActions: readonly Action[] = [
  {
    id: 'open-maintenance',
    label: 'Apri una manutenzione',
    words: 'chiudi sospendi blocca fermo interventi',
    icon: Tools,
    to: paths.maintenances({ azione: 'manutenzione' }),
  },
  {
    id: 'new-announcement',
    label: 'Nuovo avviso',
    words: 'scrivi comunica banner annuncio',
    icon: Megaphone,
    to: paths.announcements({ azione: 'avviso' }),
  },
  {
    id: 'features',
    label: 'Accendi o spegni una funzione',
    words: 'carta klarna sepa addebito registrazioni interruttore sospendi pagamenti',
    icon: Tools,
    to: paths.features(),
  },
  {
    id: 'minimum-versions',
    label: 'Cambia la versione minima',
    words: 'aggiornamento app vecchia versioni',
    icon: Tools,
    to: paths.minimumVersions(),
  },
]
