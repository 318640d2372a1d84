import type { Route } from '../../http/serve.ts'
import { exportOfficeDebts, getOfficeDebt, listOfficeDebts, summariseOfficeDebts } from './office-debts.ts'
import { retakeOfficeDebt, settleOfficeDebt } from './settle-office-debt.ts'

export const officeDebtRoutes: Route[] = [
  listOfficeDebts,
  summariseOfficeDebts,
  exportOfficeDebts,
  getOfficeDebt,
  settleOfficeDebt,
  retakeOfficeDebt,
]
