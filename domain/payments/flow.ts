/** Files that are exchanged with banks. `in`: loaded here; `out`: made here. */
export const flowDirections = ['in', 'out'] as const
export type FlowDirection = (typeof flowDirections)[number]
export const flowDirectionLabels: Record<FlowDirection, string> = { in: 'Caricato', out: 'Creato' }

export const flowKinds = [
  'statement',
  'debit_order',
  'debit_outcome',
  'notice_order',
  'notice_outcome',
  'transfer_order',
  'receipts_export',
  'transfer_outcome',
] as const
export type FlowKind = (typeof flowKinds)[number]
export const flowKindLabels: Record<FlowKind, string> = {
  statement: 'Estratto conto',
  debit_order: 'Addebiti da incassare',
  debit_outcome: 'Esiti degli addebiti',
  notice_order: 'Avvisi MAV o RiBa',
  notice_outcome: 'Esiti degli avvisi',
  transfer_order: 'Bonifici da eseguire',
  receipts_export: 'Incassi per la contabilità',
  transfer_outcome: 'Esiti dei bonifici',
}

export const flowStates = ['reading', 'writing', 'refused', 'failed', 'done'] as const
export type FlowState = (typeof flowStates)[number]
export const flowStateLabels: Record<FlowState, string> = {
  reading: 'In lettura',
  writing: 'In preparazione',
  refused: 'Rifiutato',
  failed: 'Non riuscito',
  done: 'Completo',
}

/** The format as people know it: `MAV`, `CBI RH`, `camt.053.001.08`. */
export const flowFormatLabel = (format: string): string => formatLabels.get(format) ?? format
const formatLabels = new Map([
  ['mav', 'MAV'],
  ['riba', 'RiBa'],
  ['cbi_rh', 'CBI RH'],
  ['csv', 'CSV'],
  ['xlsx', 'XLSX'],
  ['json', 'JSON'],
])
