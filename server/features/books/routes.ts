import { exportCash, getCash, listCash, summariseCash } from './cash-list.ts'
import { closeBooks, getClosings, reopenBooks } from './close-books.ts'
import { getRegisterPdf } from './get-register-pdf.ts'
import { exportJournal, listJournal, summariseJournal } from './journal-list.ts'
import { exportRegister, listRegister, summariseRegister } from './register-list.ts'

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
