import { CheckCircle, EditPencil, Suitcase } from 'iconoir-react'
import { paths } from '../../paths.ts'
import type { Action } from '../../sections/action.ts'

export const customersActions: readonly Action[] = [
  {
    id: 'activate-customer',
    label: 'Attiva un cliente',
    words: 'attivazione in attesa nuovi studi apri menu',
    icon: CheckCircle,
    to: paths.customers({ state: '0' }),
    useful: 2,
  },
  {
    id: 'complete-customers',
    label: 'Completa i clienti incompleti',
    words: 'dati mancanti registrazione manca',
    icon: EditPencil,
    to: paths.incompleteCustomers(),
    useful: 3,
  },
  {
    id: 'find-customer',
    label: 'Cerca un cliente',
    words: 'trova studio amministratore elenco clienti',
    icon: Suitcase,
    to: paths.customers(),
  },
  {
    id: 'new-customer',
    label: 'Nuovo cliente',
    words: 'aggiungi crea studio amministratore negozio',
    icon: Suitcase,
    to: paths.newCustomer(),
  },
]
