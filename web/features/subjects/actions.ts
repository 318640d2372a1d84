import { Download, Union, UserPlus } from 'iconoir-react'
import { paths } from '../../paths.ts'
import type { Action } from '../../sections/action.ts'

export const subjectsActions: readonly Action[] = [
  {
    id: 'new-subject',
    label: 'Nuova persona',
    words: 'aggiungi crea inserisci soggetto condòmino proprietario inquilino anagrafica contatto',
    icon: UserPlus,
    to: paths.newSubject(),
    ofOneCustomer: true,
    useful: 50,
  },
  {
    id: 'merge-subjects',
    label: 'Unisci i doppioni',
    words: 'duplicati persone uguali anagrafica fondi',
    icon: Union,
    to: paths.duplicateSubjects(),
  },
  {
    id: 'export-subjects',
    label: 'Esporta l’anagrafica',
    words: 'scarica excel csv foglio elenco persone soggetti stampa',
    icon: Download,
    to: paths.subjects({ azione: 'esporta' }),
  },
]
