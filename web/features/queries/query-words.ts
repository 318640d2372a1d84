import { runStateLabels, versionStateLabels } from '@saldo/domain/queries/labels'
import {
  CheckCircle,
  Clock,
  DataTransferBoth,
  PageEdit,
  Prohibition,
  WarningTriangle,
  XmarkCircle,
} from 'iconoir-react'
import { state } from '../../ui/data/states.ts'

/** The states of a version. */
export const versionStates = {
  draft: state('neutral', versionStateLabels.draft, PageEdit),
  submitted: state('warning', versionStateLabels.submitted, Clock),
  approved: state('success', versionStateLabels.approved, CheckCircle),
  rejected: state('danger', versionStateLabels.rejected, XmarkCircle),
}

/** How a run ended. */
export const runStates = {
  running: state('info', runStateLabels.running, DataTransferBoth),
  done: state('success', runStateLabels.done, CheckCircle),
  failed: state('danger', runStateLabels.failed, XmarkCircle),
  timed_out: state('warning', runStateLabels.timed_out, Clock),
  cancelled: state('neutral', runStateLabels.cancelled, Prohibition),
  too_large: state('warning', runStateLabels.too_large, WarningTriangle),
}

export const parameterTypeLabels = {
  text: 'Testo',
  integer: 'Numero intero',
  decimal: 'Numero',
  cents: 'Importo in euro',
  day: 'Giorno',
  instant: 'Data e ora',
  boolean: 'Sì o no',
  choice: 'Scelta da un elenco',
} as const
