import { formatDate, formatDateTime } from '@saldo/domain/dates'
import { CheckCircle, DataTransferBoth, InfoCircle, WarningTriangle, XmarkCircle } from 'iconoir-react'
import type { State } from '../../ui/data/states.ts'
import type { Handover } from './handover-query.ts'

export const handoverStates: Record<Handover['state'], State> = {
  writing: { tone: 'info', word: 'In preparazione', icon: DataTransferBoth },
  reading: { tone: 'info', word: 'In controllo', icon: DataTransferBoth },
  taking: { tone: 'info', word: 'In arrivo', icon: DataTransferBoth },
  to_check: { tone: 'warning', word: 'Da confermare', icon: WarningTriangle },
  refused: { tone: 'danger', word: 'Rifiutato', icon: XmarkCircle },
  failed: { tone: 'danger', word: 'Non riuscito', icon: XmarkCircle },
  done: { tone: 'success', word: 'Pronto', icon: CheckCircle },
  discarded: { tone: 'neutral', word: 'Scartato', icon: InfoCircle },
  expired: { tone: 'neutral', word: 'ZIP eliminato', icon: InfoCircle },
}
/** A loaded ZIP that is done is not ready: the condominium is there. */
export const loadedStates: typeof handoverStates = {
  ...handoverStates,
  done: { tone: 'success', word: 'Preso in consegna', icon: CheckCircle },
}

/** `Con i PDF dal 01/01/2026`; what is in a ZIP beside the data. */
export function contentInWords({ with_pdfs, from_day, to_day }: Handover): string {
  if (!with_pdfs) return 'Senza i PDF di bollette e ricevute'
  const days = [from_day && `dal ${formatDate(from_day)}`, to_day && `al ${formatDate(to_day)}`].filter(
    Boolean,
  )
  return days.length > 0 ? `Con i PDF ${days.join(' ')}` : 'Con tutti i PDF'
}

export const whoAndWhen = ({ direction, actor, created_at }: Handover): string =>
  `${direction === 'in' ? 'Caricato' : 'Preparato'} da ${actor}, ${formatDateTime(created_at)}`

/** `1,2 MB` */
export const sizeInWords = (bytes: number): string =>
  `${new Intl.NumberFormat('it-IT', { maximumFractionDigits: 1 }).format(Math.max(bytes / 1024 / 1024, 0.1))} MB`

/** More than this cannot be loaded again. */
export const mostLoaded = 50 * 1024 * 1024

/** `bollette.csv, riga 7: l’importo …` */
export const refusalInWords = ({ refusal, refusal_file, refusal_row }: Handover): string => {
  const where = [refusal_file, refusal_row !== null && `riga ${refusal_row}`].filter(Boolean).join(', ')
  return `${where ? `${where}: ` : ''}${refusal ?? 'Non è riuscito.'}`
}
