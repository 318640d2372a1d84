import * as contract from '@saldo/contract/payments/payments'
import { today } from '@saldo/domain/dates'
import type { PaymentState } from '@saldo/domain/payments/payment'
import { type PaymentMethod, paymentMethodLabels } from '@saldo/domain/payments/payment-method'
import { paymentStateLabels } from '@saldo/domain/state-labels'
import { exportReply, type ListColumn, providerAccountColumn } from '../../exports/export-reply.ts'
import { serveAcross } from '../../http/serve.ts'
import { paymentsWithin } from './payments-list.ts'

const columns: Record<string, ListColumn> = {
  payment_id: { header: 'Pagamento', kind: 'text', value: (row) => `PG-${row.payment_id}` },
  created_at: { header: 'Registrata il', kind: 'date', value: (row) => today(new Date(row.created_at)) },
  settled_at: {
    header: 'Incassata il',
    kind: 'date',
    value: (row) => row.settled_at && today(new Date(row.settled_at)),
  },
  subject_nominative: { header: 'Intestatario', kind: 'text' },
  account_name: { header: 'Condominio', kind: 'text' },
  bill_number: { header: 'Bolletta', kind: 'text' },
  method: {
    header: 'Metodo',
    kind: 'text',
    value: (row) => paymentMethodLabels[row.method as PaymentMethod],
  },
  amount: { header: 'Importo', kind: 'amount' },
  gross: { header: 'Lordo', kind: 'amount' },
  given_back: { header: 'Rimborsi', kind: 'amount' },
  taken_back: { header: 'Insoluti e contestazioni', kind: 'amount' },
  fees: { header: 'Commissioni', kind: 'amount' },
  corrected: { header: 'Rettifiche', kind: 'amount' },
  net: { header: 'Netto', kind: 'amount' },
  state: { header: 'Stato', kind: 'text', value: (row) => paymentStateLabels[row.state as PaymentState] },
  provider_account: providerAccountColumn,
}

export const exportPayments = serveAcross(contract.exportPayments, ({ as, services, query }) =>
  exportReply({ as, services, listing: paymentsWithin(query), query, columns, name: 'transazioni' }),
)
