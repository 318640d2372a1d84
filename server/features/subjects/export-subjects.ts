import * as contract from '@saldo/contract/registry/subjects'
import { exportReply, type ListColumn } from '../../exports/export-reply.ts'
import { serveAcross } from '../../http/serve.ts'
import { subjectsList } from './subjects-list.ts'

export const exportSubjects = serveAcross(contract.exportSubjects, ({ as, services, query }) =>
  exportReply({ as, services, listing: subjectsList, query, columns: subjectColumns, name: 'anagrafica' }),
)

/** The columns of exported people. */
const subjectColumns: Record<string, ListColumn> = {
  nominative: { header: 'Nominativo', kind: 'text' },
  fiscal_code: { header: 'Codice fiscale', kind: 'text' },
  email: { header: 'E-mail', kind: 'text' },
  phone: { header: 'Telefono', kind: 'text' },
  address: {
    header: 'Indirizzo',
    kind: 'text',
    value: ({ address, house_number }) => [address, house_number].filter(Boolean).join(' '),
  },
  city: { header: 'Comune', kind: 'text' },
  prov: { header: 'Provincia', kind: 'text' },
  bills_count: { header: 'Bollette', kind: 'number' },
  residue: { header: 'Residuo', kind: 'amount' },
  overdue: { header: 'Scaduto', kind: 'amount' },
}
