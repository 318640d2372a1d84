import { billRunRefusals, getBillRun, listBillRuns, stopBillRun } from './bill-runs.ts'
import { listBills } from './bills-list.ts'
import { cancelBill } from './cancel-bill.ts'
import { cancelBills } from './cancel-bills.ts'
import { createBill } from './create-bill.ts'
import { exportBills } from './export-bills.ts'
import { getBill } from './get-bill.ts'
import { getBillLink } from './get-bill-link.ts'
import { getBillPdf } from './get-bill-pdf.ts'
import { reissueBill } from './reissue-bill.ts'
import { revokeBillLink } from './revoke-bill-link.ts'
import { sendBills } from './send-bills.ts'
import { summariseBills } from './summarise-bills.ts'
import { updateBill } from './update-bill.ts'

export const billRoutes = [
  listBills,
  summariseBills,
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
]
