import { CheckCircle, DataTransferBoth, HandCash } from 'iconoir-react'
import type { Reply } from '../../api.ts'
import type { State } from '../../ui/data/states.ts'

export type OfficeDebt = Reply<'GET /v1/office-debts'>['items'][number]
export type OfficeDebtDetail = Reply<'GET /v1/office-debts/{id}'>

export const debtStates: Record<OfficeDebt['state'], State> = {
  reversing: { tone: 'info', word: 'In recupero', icon: DataTransferBoth },
  returning: { tone: 'info', word: 'In restituzione', icon: DataTransferBoth },
  open: { tone: 'danger', word: 'Da saldare', icon: HandCash },
  closed: { tone: 'success', word: 'Saldato', icon: CheckCircle },
}

export const debtCauses: Record<OfficeDebt['cause'], string> = {
  return: 'Insoluto',
  dispute: 'Contestazione',
  refund_failed: 'Rimborso non riuscito',
}

export const settlementWays: Record<OfficeDebtDetail['settlements'][number]['way'], string> = {
  paid: 'Bonifico dello studio',
  offset: 'Compensazione',
  reversed: 'Ripreso dal conto collegato',
  won: 'Trattenuto dalla contestazione vinta',
}
