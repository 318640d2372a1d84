import { checkoutReceipt } from './checkout-receipt.ts'
import { getCheckoutResult } from './checkout-result.ts'
import { getMyBill } from './get-my-bill.ts'
import { myBillPdf } from './my-bill-pdf.ts'

export const myBillRoutes = [getMyBill, myBillPdf, getCheckoutResult, checkoutReceipt]
