import { listBills } from './bills-list.ts'
import { billRunRefusals, getBillRun, listBillRuns, stopBillRun } from './bulk/bill-runs.ts'
import { cancelBills } from './bulk/cancel-bills.ts'
import { sendBills } from './bulk/send-bills.ts'
import { countBills } from './count-bills.ts'
import { cancelBill } from './edit/cancel-bill.ts'
import { createBill } from './edit/create-bill.ts'
import { reissueBill } from './edit/reissue-bill.ts'
import { updateBill } from './edit/update-bill.ts'
import { exportBills } from './export-bills.ts'
import { getBill } from './get-bill.ts'
import { getBillLink } from './get-bill-link.ts'
import { openBills } from './open-bills.ts'
import { getBillPdf } from './pdf/get-bill-pdf.ts'
import { getPrintedNotices } from './pdf/get-printed-notices.ts'
import { revokeBillLink } from './revoke-bill-link.ts'
import { summariseBills } from './summarise-bills.ts'

export const billRoutes = [
  listBills,
  summariseBills,
  countBills,
  exportBills,
  getBill,
  createBill,
  updateBill,
  cancelBill,
  cancelBills,
  listBillRuns,
  getBillRun,
  billRunRefusals,
  stopBillRun,
  reissueBill,
  getBillLink,
  revokeBillLink,
  sendBills,
  getBillPdf,
  getPrintedNotices,
  openBills,
]
