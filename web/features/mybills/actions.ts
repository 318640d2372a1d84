import { ClockRotateRight, Page, Wallet } from 'iconoir-react'
import { paths } from '../../paths.ts'
import type { Action } from '../../sections/action.ts'

export const myBillsActions: readonly Action[] = [
  {
    id: 'pay-bills',
    label: 'Paga le mie bollette',
    words: 'pagamento rata scadenza devo quanto',
    icon: Wallet,
    to: paths.dashboard(),
    only: ['b2c'],
    useful: 1,
  },
  {
    id: 'payments-made',
    label: 'I miei pagamenti',
    words: 'storico ricevute pagato cronologia',
    icon: ClockRotateRight,
    to: paths.myPayments(),
    only: ['b2c'],
    useful: 2,
  },
  {
    id: 'my-bills',
    label: 'Tutte le mie bollette',
    words: 'storico bollette pagate ricevute elenco',
    icon: Page,
    to: paths.myBills(),
    only: ['b2c'],
    useful: 3,
  },
]
