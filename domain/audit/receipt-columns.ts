import type { ReceiptLayout } from '../accounting/receipt-layout.ts'
import type { ValueFormat } from './value-formats.ts'

/** The columns of a layout of receipts, by the headers that the office gave them. */
export const receiptColumnsInWords: ValueFormat = {
  kind: 'list',
  say: (value) => (value as ReceiptLayout['columns']).map(({ header }) => header).join(', '),
}
