import * as contract from '@saldo/contract/reports/receipts-export'
import { encodeWindows1252 } from '../../exports/windows-1252.ts'
import { serve } from '../../http/serve.ts'
import { askedOf } from './period-of.ts'
import { receiptMovements, receiptTotals } from './receipts.sql.ts'
import { receiptCells } from './write-receipts.ts'

/** How many movements a preview reads, and how many rows it shows at most. */
const [movements, rows] = [10, 15]

export const previewReceipts = serve(contract.previewReceipts, async ({ tx, body: { layout, ...of } }) => {
  await askedOf(tx, of)
  const totals = await receiptTotals(tx, of)
  const heads = layout.rows === 'line'
  const cells = await receiptCells(receiptMovements(tx, { ...of, heads, limit: movements }), layout)
  const shown = cells.slice(0, rows)
  const text = [...shown.flat(), ...layout.columns.map(({ header }) => header)].join('')
  return {
    rows: shown,
    unwritable: layout.charset === 'windows-1252' ? encodeWindows1252(text).replaced : 0,
    totals,
  }
})
