import { CoinsSwap } from 'iconoir-react'
import { paths } from '../../paths.ts'
import type { Action } from '../../sections/action.ts'

export const moneyTransfersActions: readonly Action[] = [
  {
    id: 'move-money',
    label: 'Sposta denaro sul conto di un condominio',
    words: 'spostamento moneynet accredita bonifico saldo trasferisci',
    icon: CoinsSwap,
    to: paths.movableBalances({ movable: 'yes' }),
  },
  {
    id: 'approve-money-transfers',
    label: 'Approva gli spostamenti',
    words: 'seconda persona conferma moneynet denaro saldo',
    icon: CoinsSwap,
    to: paths.moneyTransfers({ state: 'requested' }),
  },
]
