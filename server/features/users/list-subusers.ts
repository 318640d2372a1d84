import { type Section, sectionNames } from '@saldo/contract/sections'
import * as contract from '@saldo/contract/sub-users'
import { summaryOf } from '../../db/listing.ts'
import { exportReply, type ListColumn } from '../../exports/export-reply.ts'
import { serve, serveAcross, serveList } from '../../http/serve.ts'
import { subUsersList } from './subusers-list.ts'

export const listSubUsers = serveList(contract.listSubUsers, subUsersList)

export const summariseSubUsers = serve(contract.summariseSubUsers, async ({ tx, query }) => {
  const sums = await summaryOf(tx, subUsersList, query, (of) => of`count(*)::int as count`)
  return sums as { count: number }
})

const states: Record<string, string> = { invited: 'Invitato', active: 'Attivo', suspended: 'Sospeso' }
const columns: Record<string, ListColumn> = {
  nominative: { header: 'Nome', kind: 'text' },
  user_name: { header: 'Nome utente', kind: 'text' },
  email: { header: 'E-mail', kind: 'text' },
  state: { header: 'Stato', kind: 'text', value: ({ state }) => states[state] ?? state },
  permissions: {
    header: 'Permessi',
    kind: 'text',
    value: ({ permissions }) => (permissions as string[]).map(inWords).join(', '),
  },
  accounts: {
    header: 'Condomìni',
    kind: 'text',
    value: ({ all_accounts, accounts_count }) => (all_accounts ? 'Tutti' : String(accounts_count)),
  },
}

function inWords(permission: string): string {
  const [section, level] = permission.split(':') as [Section, string]
  return `${sectionNames[section]} (${level === 'write' ? 'modifica' : 'lettura'})`
}

export const exportSubUsers = serveAcross(contract.exportSubUsers, ({ as, services, query }) =>
  exportReply({ as, services, listing: subUsersList, query, columns, name: 'sottoutenti' }),
)
