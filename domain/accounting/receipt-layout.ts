/**
 * What the export of receipts may say of each of them, in the order of the full layout: its name in files of Saldo, and
 * how it is written. `amount`: cents; `date`: a day.
 */
export const receiptColumns = {
  movement: { label: 'Numero movimento', kind: 'number' },
  day: { label: 'Data contabile', kind: 'date' },
  received_on: { label: 'Data incasso', kind: 'date' },
  value_on: { label: 'Data valuta', kind: 'date' },
  kind: { label: 'Tipo', kind: 'text' },
  account_name: { label: 'Condominio', kind: 'text' },
  account_fiscal_code: { label: 'Codice fiscale condominio', kind: 'text' },
  person_name: { label: 'Intestatario', kind: 'text' },
  person_fiscal_code: { label: 'Codice fiscale', kind: 'text' },
  payer_name: { label: 'Pagato da', kind: 'text' },
  unit: { label: 'Unità', kind: 'text' },
  bill_number: { label: 'Bolletta', kind: 'text' },
  instalment: { label: 'Rata', kind: 'text' },
  head: { label: 'Voce', kind: 'text' },
  method: { label: 'Modo di pagare', kind: 'text' },
  gross: { label: 'Lordo', kind: 'amount' },
  fee: { label: 'Commissione', kind: 'amount' },
  net: { label: 'Netto', kind: 'amount' },
  correction: { label: 'Rettifica', kind: 'text' },
  payment: { label: 'Pagamento', kind: 'text' },
  reference: { label: 'Riferimento', kind: 'text' },
} as const satisfies Record<string, { label: string; kind: 'text' | 'amount' | 'date' | 'number' }>
export type ReceiptColumn = keyof typeof receiptColumns
export const receiptColumnNames = Object.keys(receiptColumns) as [ReceiptColumn, ...ReceiptColumn[]]

/** What a receipt is. Rows of the last six have negative sums, or bring back what such a row had taken. */
export const receiptKinds = [
  'collection',
  'reversal',
  'refund',
  'refund_failed',
  'return',
  'dispute',
  'dispute_won',
  'dispute_lost',
  'adjustment',
] as const
export type ReceiptKind = (typeof receiptKinds)[number]
export const receiptKindLabels: Record<ReceiptKind, string> = {
  collection: 'Incasso',
  reversal: 'Storno',
  refund: 'Rimborso',
  refund_failed: 'Rimborso tornato indietro',
  return: 'Insoluto',
  dispute: 'Contestazione',
  dispute_won: 'Contestazione vinta',
  dispute_lost: 'Contestazione persa',
  adjustment: 'Rettifica contabile',
}

/** What one row of the file is: a movement of money, its part on one bill, or its part on one line of a bill. */
export const receiptRows = ['movement', 'bill', 'line'] as const
export type ReceiptRows = (typeof receiptRows)[number]
export const receiptRowsLabels: Record<ReceiptRows, string> = {
  movement: 'Una riga per incasso',
  bill: 'Una riga per bolletta',
  line: 'Una riga per voce della bolletta',
}

export const separators = ['semicolon', 'comma', 'tab'] as const
export const separatorSigns = { semicolon: ';', comma: ',', tab: '\t' } as const
export const separatorLabels = {
  semicolon: 'Punto e virgola ( ; )',
  comma: 'Virgola ( , )',
  tab: 'Tabulazione',
} as const
export const decimalSigns = ['comma', 'point'] as const
export const decimalLabels = { comma: 'Virgola: 1234,56', point: 'Punto: 1234.56' } as const
export const dateFormats = ['dd/mm/yyyy', 'dd-mm-yyyy', 'yyyy-mm-dd', 'ddmmyyyy', 'yyyymmdd'] as const
export type DateFormat = (typeof dateFormats)[number]
export const dateFormatLabels: Record<DateFormat, string> = {
  'dd/mm/yyyy': '31/12/2026',
  'dd-mm-yyyy': '31-12-2026',
  'yyyy-mm-dd': '2026-12-31',
  ddmmyyyy: '31122026',
  yyyymmdd: '20261231',
}
export const charsets = ['utf-8', 'windows-1252'] as const
export const charsetLabels = { 'utf-8': 'UTF-8 con BOM', 'windows-1252': 'Windows-1252 (ANSI)' } as const

/** How the rows and columns of a file of receipts are written; the signs and the charset are those of a CSV. */
export type ReceiptLayout = {
  columns: { column: ReceiptColumn; header: string }[]
  rows: ReceiptRows
  separator: (typeof separators)[number]
  decimal: (typeof decimalSigns)[number]
  date_format: DateFormat
  charset: (typeof charsets)[number]
}

const withLabels = (columns: readonly ReceiptColumn[]) =>
  columns.map((column) => ({ column, header: receiptColumns[column].label }))
const italian = {
  separator: 'semicolon',
  decimal: 'comma',
  date_format: 'dd/mm/yyyy',
  charset: 'utf-8',
} as const

/** The layouts that every office has to start from. */
export const givenLayouts = {
  full: { name: 'Completo', layout: { ...italian, rows: 'bill', columns: withLabels(receiptColumnNames) } },
  short: {
    name: 'Essenziale',
    layout: {
      ...{ ...italian, rows: 'movement' },
      columns: withLabels(['day', 'account_name', 'person_name', 'bill_number', 'method', 'gross', 'kind']),
    },
  },
  lines: {
    name: 'Per voce di spesa',
    layout: {
      ...{ ...italian, rows: 'line' },
      columns: withLabels([
        ...([
          'movement',
          'day',
          'kind',
          'account_name',
          'person_name',
          'person_fiscal_code',
          'unit',
        ] as const),
        ...(['bill_number', 'instalment', 'head', 'method', 'gross', 'fee', 'net', 'reference'] as const),
      ]),
    },
  },
} as const satisfies Record<string, { name: string; layout: ReceiptLayout }>

export const exportFormats = ['csv', 'xlsx', 'json'] as const
export type ExportFormat = (typeof exportFormats)[number]
