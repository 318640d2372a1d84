import type { Route } from '../../http/serve.ts'
import { exportReceipts } from './export-receipts.ts'
import { previewReceipts } from './preview-receipts.ts'
import {
  createReceiptLayout,
  deleteReceiptLayout,
  listReceiptLayouts,
  updateReceiptLayout,
} from './receipt-layouts.ts'

export const receiptRoutes: Route[] = [
  previewReceipts,
  exportReceipts,
  listReceiptLayouts,
  createReceiptLayout,
  updateReceiptLayout,
  deleteReceiptLayout,
]
