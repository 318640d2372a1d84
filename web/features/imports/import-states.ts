import {
  CheckCircle,
  Circle,
  DataTransferBoth,
  EditPencil,
  Eye,
  MinusCircle,
  Prohibition,
  WarningTriangle,
  XmarkCircle,
} from 'iconoir-react'
import { state } from '../../ui/data/states.ts'

export const importStates = {
  reading: state('info', 'In lettura', DataTransferBoth),
  refused: state('danger', 'Non leggibile', XmarkCircle),
  to_check: state('warning', 'Da confermare', Eye),
  writing: state('info', 'In scrittura', DataTransferBoth),
  done: state('success', 'Importata', CheckCircle),
  failed: state('danger', 'Non riuscita', XmarkCircle),
  discarded: state('neutral', 'Scartata', Prohibition),
  undoing: state('info', 'In annullamento', DataTransferBoth),
  undone: state('neutral', 'Annullata', Prohibition),
}

/** Rows of an import. */
export const importRowStates = {
  new: state('success', 'Nuova', CheckCircle),
  changed: state('warning', 'Cambia', EditPencil),
  warning: state('warning', 'Avviso', Eye),
  same: state('neutral', 'Già presente', Circle),
  error: state('danger', 'Da correggere', WarningTriangle),
  left_out: state('neutral', 'Lasciata fuori', MinusCircle),
  unread: state('neutral', 'Non importata', MinusCircle),
}
