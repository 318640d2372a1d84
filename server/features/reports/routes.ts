import { exportAccountReports, listAccountReports, summariseAccountReports } from './account-reports.ts'
import { exportDebtors, listDebtors, summariseDebtors } from './debtors-list.ts'
import { exportReport } from './export-report.ts'
import { getDebtorsPdf } from './get-debtors-pdf.ts'
import { getDossierPdf } from './get-dossier-pdf.ts'
import { getMonthEnd } from './get-month-end.ts'
import { reportFigures, reportMonths, reportTimeToPay } from './get-report.ts'
import { getSituation } from './get-situation.ts'
import { endReportSubscription, listReportSubscriptions, subscribeToReport } from './subscriptions.ts'

export const reportRoutes = [
  getSituation,
  listDebtors,
  summariseDebtors,
  exportDebtors,
  getDebtorsPdf,
  reportMonths,
  listAccountReports,
  summariseAccountReports,
  exportAccountReports,
  reportFigures,
  reportTimeToPay,
  exportReport,
  getMonthEnd,
  getDossierPdf,
  listReportSubscriptions,
  subscribeToReport,
  endReportSubscription,
]
