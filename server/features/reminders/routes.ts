import type { Route } from '../../http/serve.ts'
import { previewReminders } from './preview-reminders.ts'
import { exportReminders, listReminders, summariseReminders } from './reminders-list.ts'
import { dropSequence, getOfficeSequence, getSequence, saveSequence } from './save-sequence.ts'
import { getReminderRun, sendReminders } from './send-reminders.ts'

export const reminderRoutes: Route[] = [
  listReminders,
  summariseReminders,
  exportReminders,
  getOfficeSequence,
  getSequence,
  saveSequence,
  dropSequence,
  previewReminders,
  sendReminders,
  getReminderRun,
]
