import {
  CalendarXmark,
  CheckCircle,
  Clock,
  EditPencil,
  Eye,
  ShieldAlert,
  ShieldCheck,
  Upload,
  XmarkCircle,
} from 'iconoir-react'
import { state } from '../../ui/data/states.ts'

export const documentStates = {
  missing: state('warning', 'Mancante', Upload),
  to_sign: state('warning', 'Da firmare', EditPencil),
  scanning: state('info', 'In controllo', Clock),
  to_verify: state('info', 'Da verificare', Eye),
  verified: state('success', 'Verificato', CheckCircle),
  signed: state('success', 'Firmato', ShieldCheck),
  invalid: state('danger', 'Non valido', XmarkCircle),
  infected: state('danger', 'Con un virus', ShieldAlert),
  expired: state('neutral', 'Scaduto', CalendarXmark),
}
