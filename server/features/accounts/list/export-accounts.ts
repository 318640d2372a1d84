import * as contract from '@saldo/contract/registry/accounts'
import { exportReply, type ListColumn } from '../../../exports/export-reply.ts'
import { serveAcross } from '../../../http/serve.ts'
import { accountsList } from './accounts-list.ts'

export const exportAccounts = serveAcross(contract.exportAccounts, ({ as, services, query }) =>
  exportReply({ as, services, listing: accountsList, query, columns: accountColumns, name: 'condomini' }),
)

/** The columns of exported condominiums. */
const accountColumns: Record<string, ListColumn> = {
  name: { header: 'Condominio', kind: 'text' },
  fiscal_code: { header: 'Codice fiscale', kind: 'text' },
  // Masked, as in the list: a file of full IBANs must not get lost.
  iban: { header: 'IBAN', kind: 'text' },
  address: {
    header: 'Indirizzo',
    kind: 'text',
    value: ({ address, house_number }) => [address, house_number].filter(Boolean).join(' '),
  },
  city: { header: 'Comune', kind: 'text' },
  prov: { header: 'Provincia', kind: 'text' },
  bills_count: { header: 'Bollette', kind: 'number' },
  issued: { header: 'Emesso', kind: 'amount' },
  collected: { header: 'Incassato', kind: 'amount' },
  residue: { header: 'Residuo', kind: 'amount' },
  overdue: { header: 'Scaduto', kind: 'amount' },
}
