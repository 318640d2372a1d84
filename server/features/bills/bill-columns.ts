import type { BillState } from '@saldo/domain/bills/bill'
import { billStateLabels } from '@saldo/domain/state-labels'
import type { ListColumn } from '../../exports/export-reply.ts'

/** The columns of exported bills. */
export const billColumns: Record<string, ListColumn> = {
  number: { header: 'Numero', kind: 'text' },
  subject_nominative: { header: 'Intestatario', kind: 'text' },
  account_name: { header: 'Condominio', kind: 'text' },
  unit: { header: 'Unità', kind: 'text' },
  description: { header: 'Descrizione', kind: 'text' },
  issue_date: { header: 'Emessa il', kind: 'date' },
  next_due_date: { header: 'Scadenza', kind: 'date' },
  amount: { header: 'Importo', kind: 'amount' },
  settled: { header: 'Incassato', kind: 'amount' },
  residue: { header: 'Residuo', kind: 'amount' },
  overdue: { header: 'Scaduto', kind: 'amount' },
  state: { header: 'Stato', kind: 'text', value: ({ state }) => billStateLabels[state as BillState] },
}
