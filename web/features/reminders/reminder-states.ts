import { reminderStateLabels } from '@saldo/domain/state-labels'
import { CheckCircle, DataTransferBoth, Page, Prohibition, XmarkCircle } from 'iconoir-react'
import { state } from '../../ui/data/states.ts'

/** Reminders: where the letter is. */
export const reminderStates = {
  leaving: state('info', reminderStateLabels.leaving, DataTransferBoth),
  waiting: state('info', reminderStateLabels.waiting, DataTransferBoth),
  sent: state('success', reminderStateLabels.sent, CheckCircle),
  refused: state('danger', reminderStateLabels.refused, XmarkCircle),
  not_sent: state('warning', reminderStateLabels.not_sent, XmarkCircle),
  to_deliver: state('warning', reminderStateLabels.to_deliver, Page),
  delivered: state('success', reminderStateLabels.delivered, CheckCircle),
  cancelled: state('neutral', reminderStateLabels.cancelled, Prohibition),
}
