import { CheckCircle, Clock } from 'iconoir-react'
import { state } from '../../ui/data/states.ts'

export const customerStates = {
  '0': state('warning', 'Da attivare', Clock),
  '1': state('success', 'Attivo', CheckCircle),
}
