import * as contract from '@saldo/contract/bills/bills'
import type { BillState } from '@saldo/domain/bills/bill'
import { billStateLabels } from '@saldo/domain/state-labels'
import { exportReply, type ListColumn } from '../../exports/export-reply.ts'
import { serveAcross } from '../../http/serve.ts'
import { billsList } from './bills-list.ts'

export const exportBills = serveAcross(contract.exportBills, ({ as, services, query }) =>
  exportReply({ as, services, listing: exported, query, columns: billColumns, name: 'bollette' }),
)

/** The list's rows, each with its overdue amount and what is due now. */
const exported: typeof billsList = {
  ...billsList,
  select: (tx) => tx`
    ${billsList.select(tx)}, coalesce(o.overdue, 0) as overdue, coalesce(o.due_now, 0) as due_now`,
  from: (tx) => tx`
    ${billsList.from(tx)}
    left join lateral (
      select w.overdue, w.due_now from owed_bills w
      where b.residue > 0 and w.customer_id = b.customer_id and w.bill_id = b.bill_id) o on true`,
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
  due_now: { header: 'Da pagare ora', kind: 'amount' },
  pending: { header: 'In corso', kind: 'amount' },
  state: { header: 'Stato', kind: 'text', value: ({ state }) => billStateLabels[state as BillState] },
}
