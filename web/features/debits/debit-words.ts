import { debitRunStateLabels } from '@saldo/domain/sepa/debit-run'
import type { SequenceType } from '@saldo/domain/sepa/sequence-type'
import { CheckCircle, Clock, DataTransferBoth, Prohibition } from 'iconoir-react'
import { sourceName } from '../../records/source-name.ts'
import type { State } from '../../ui/data/states.ts'
import type { Debit, DebitRun } from './debit-query.ts'

/** Debits presented to a bank in one file. Not in states.ts: the first load needs none of it. */
export const debitRunStates: Record<DebitRun['state'], State> = {
  announced: { tone: 'warning', word: debitRunStateLabels.announced, icon: Clock },
  presented: { tone: 'info', word: debitRunStateLabels.presented, icon: DataTransferBoth },
  closed: { tone: 'success', word: debitRunStateLabels.closed, icon: CheckCircle },
  cancelled: { tone: 'neutral', word: debitRunStateLabels.cancelled, icon: Prohibition },
}

/** What the bank's code for a debit's place in its series means. */
export const sequenceLabels: Record<SequenceType, string> = {
  FRST: 'Primo addebito',
  RCUR: 'Addebito successivo',
  OOFF: 'Addebito unico',
  FNAL: 'Ultimo addebito',
}

export const debitWords = { one: 'addebito', many: 'addebiti', feminine: false }
export const runWords = { one: 'distinta', many: 'distinte', feminine: true }
export const payerWords = { one: 'persona', many: 'persone' }
export const billWords = { one: 'bolletta', many: 'bollette' }

/** The saved source, or the mandate by which the condominium's bank collects. */
export const methodOf = (
  debit: Pick<Debit, 'source_id' | 'source_type' | 'brand' | 'last4' | 'umr'>,
): string => {
  const name = sourceName({ ...debit, type: debit.source_type })
  return debit.source_id === null ? `${name}, con distinta` : name
}
