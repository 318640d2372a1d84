import { closeBooks, getClosings, reopenBooks } from './close-books.ts'
import { getRegisterPdf } from './get-register-pdf.ts'
import { exportCash, getCash, listCash, summariseCash } from './list-cash.ts'
import { exportJournal, listJournal, summariseJournal } from './list-journal.ts'
import { exportRegister, listRegister, summariseRegister } from './list-register.ts'

export const bookRoutes = [
  listRegister,
  summariseRegister,
  exportRegister,
  getRegisterPdf,
  listJournal,
  summariseJournal,
  exportJournal,
  listCash,
  summariseCash,
  exportCash,
  getCash,
  getClosings,
  closeBooks,
  reopenBooks,
]
