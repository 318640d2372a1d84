import * as contract from '@saldo/contract/bills/bills'
import type { BillState } from '@saldo/domain/bills/bill'
import { billStateLabels } from '@saldo/domain/state-labels'
import { exportReply, type ListColumn } from '../../exports/export-reply.ts'
import { serveAcross } from '../../http/serve.ts'
import { billsList } from './bills-list.ts'

export const exportBills = serveAcross(contract.exportBills, ({ as, services, query }) =>
  exportReply({ as, services, listing: exported, query, columns: billColumns, name: 'bollette' }),
)

/** The list's rows, each with its overdue amount. */
const exported: typeof billsList = {
  ...billsList,
  select: (tx) => tx`
    ${billsList.select(tx)}, coalesce((select sum(o.overdue) from owed_instalments o
      where o.customer_id = b.customer_id and o.bill_id = b.bill_id), 0)::bigint as overdue`,
}

/** The columns of exported bills. */
const billColumns: Record<string, ListColumn> = {
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
