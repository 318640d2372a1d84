import type { Route } from '../../http/serve.ts'
import { deliverReminders, discardReminders } from './deliver-reminders.ts'
import { getReminderLetters } from './get-reminder-letters.ts'
import { previewLetter, previewReminders } from './preview-reminders.ts'
import { cancelReminders, getReminderRun } from './reminder-run.ts'
import { exportReminders, listReminders, summariseReminders } from './reminders-list.ts'
import { renewReminders } from './renew-reminders.ts'
import { dropSequence, getOfficeSequence, getSequence, saveSequence } from './save-sequence.ts'
import { sendReminders } from './send-reminders.ts'

export const reminderRoutes: Route[] = [
  listReminders,
  summariseReminders,
  exportReminders,
  getOfficeSequence,
  getSequence,
  saveSequence,
  dropSequence,
  previewReminders,
  previewLetter,
  sendReminders,
  getReminderRun,
  cancelReminders,
  getReminderLetters,
  deliverReminders,
  renewReminders,
  discardReminders,
]
