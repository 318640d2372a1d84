import {
  charsets,
  dateFormats,
  decimalSigns,
  exportFormats,
  receiptColumnNames,
  receiptRows,
  separators,
} from '@saldo/domain/accounting/receipt-layout'
import { z } from 'zod'
import { endpoint, Id, IdParams, staff } from '../endpoint.ts'
import * as fields from '../fields.ts'
import { Flow } from '../payments/flows.ts'

declare module '../record-kinds.ts' {
  interface RecordKinds {
    receipt_layout: true
  }
}

/** How the rows and columns of the file are written; the signs and the charset are those of a CSV. */
export const ReceiptLayout = z
  .object({
    columns: z
      .array(
        z.object({
          column: z.enum(receiptColumnNames),
          header: fields.text(60, 'Scrivi l’intestazione di ogni colonna.'),
        }),
      )
      .min(1, 'Scegli almeno una colonna.')
      .max(60, 'Al massimo 60 colonne.')
      .meta({ description: 'In their order; a column may stand in it more than once' }),
    rows: z.enum(receiptRows).meta({ description: 'What one row is' }),
    separator: z.enum(separators),
    decimal: z.enum(decimalSigns),
    date_format: z.enum(dateFormats),
    charset: z.enum(charsets),
  })
  .meta({ id: 'ReceiptLayout' })

export const SavedReceiptLayout = ReceiptLayout.extend({
  layout_id: z.number(),
  name: z.string(),
  updated_at: fields.Instant,
}).meta({ id: 'SavedReceiptLayout' })
export type SavedReceiptLayout = z.infer<typeof SavedReceiptLayout>

/** How many layouts an office keeps at most. */
export const layoutsAtMost = 50
/** The longest period of an export, in months. */
export const monthsAtMost = 36

/** Which receipts: the days are accounting days, both included. */
const which = {
  account_id: Id('account')
    .optional()
    .meta({ description: 'Without it: all condominiums that the caller sees' }),
  from: fields.Day,
  to: fields.Day,
}

/** Sums of a period. Cents. `collected` and `corrected` are those of the report of the same condominiums and months. */
export const ReceiptTotals = z
  .object({
    count: z.number().meta({ description: 'Movements of money' }),
    gross: z.number().meta({ description: 'What came in less what went back: collected + corrected' }),
    fee: z.number(),
    net: z.number().meta({ description: 'gross − fee' }),
    collected: z.number(),
    corrected: z.number().meta({
      description: 'Corrections in the period of money that came in before it, or in an earlier month',
    }),
  })
  .meta({ id: 'ReceiptTotals' })
export type ReceiptTotals = z.infer<typeof ReceiptTotals>

const ofExports = { allow: staff, scope: 'accounts' } as const

export const previewReceipts = endpoint('POST /v1/receipts-exports/preview', {
  ...ofExports,
  permission: 'payments:read',
  summary: 'The first rows of an export of receipts as the file will have them, and its totals',
  body: z.object({ ...which, layout: ReceiptLayout }),
  reply: z
    .object({
      rows: z.array(z.array(z.string())).meta({ description: 'Cells as the CSV has them, without quotes' }),
      unwritable: z
        .number()
        .meta({ description: 'Characters of these rows that the charset does not have, and are replaced' }),
      totals: ReceiptTotals,
    })
    .meta({ id: 'ReceiptsPreview' }),
  refuses: { 404: 'no such condominium, or not yours' },
})

export const exportReceipts = endpoint('POST /v1/receipts-exports', {
  ...ofExports,
  permission: 'payments:write',
  // The file has names and tax codes of people.
  step_up: true,
  summary:
    'Make a file of the receipts of a period, in the background: the reply is its flow, which is downloaded as such',
  body: z.object({
    ...which,
    format: z
      .enum(exportFormats)
      .meta({ description: 'The JSON has a structure of its own, without a layout' }),
    layout: ReceiptLayout.optional().meta({ description: 'Left out: all columns, a row for each bill' }),
  }),
  status: 202,
  reply: Flow,
  refuses: {
    404: 'no such condominium, or not yours',
    422: 'a super user has not chosen a customer',
  },
})

const named = { name: fields.text(60, 'Scrivi un nome per il tracciato.') }
const taken = 'another layout has this name'

export const listReceiptLayouts = endpoint('GET /v1/receipt-layouts', {
  ...ofExports,
  permission: 'payments:read',
  summary: `The layouts that the office has saved for exports of receipts, at most ${layoutsAtMost}, by name`,
  reply: z.object({ items: z.array(SavedReceiptLayout) }),
})

export const createReceiptLayout = endpoint('PUT /v1/receipt-layouts', {
  allow: staff,
  scope: 'whole_office',
  permission: 'payments:write',
  summary: 'Save a layout for exports of receipts',
  body: ReceiptLayout.extend(named),
  status: 201,
  reply: SavedReceiptLayout,
  refuses: {
    409: `${taken}, or there are ${layoutsAtMost} already`,
    422: 'a super user has not chosen a customer',
  },
})

export const updateReceiptLayout = endpoint('POST /v1/receipt-layouts', {
  allow: staff,
  scope: 'whole_office',
  permission: 'payments:write',
  summary: 'Change a saved layout',
  body: ReceiptLayout.extend({ ...named, layout_id: Id('receipt_layout') }),
  reply: SavedReceiptLayout,
  refuses: { 404: 'no such layout, or not yours', 409: taken },
})

export const deleteReceiptLayout = endpoint('DELETE /v1/receipt-layouts/{id}', {
  allow: staff,
  scope: 'whole_office',
  permission: 'payments:write',
  summary: 'Delete a saved layout; files that were made with it stay',
  params: IdParams('receipt_layout'),
  status: 204,
  reply: z.undefined(),
  refuses: { 404: 'no such layout, or not yours' },
})
