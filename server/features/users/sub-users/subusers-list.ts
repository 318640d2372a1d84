import * as contract from '@saldo/contract/identity/sub-users'
import { matrixOf, presetName } from '@saldo/domain/permissions'
import { type Section, sectionNames } from '@saldo/domain/section'
import type { z } from 'zod'
import { type Listing, summaryOf } from '../../../db/listing.ts'
import { containingWords } from '../../../db/search.ts'
import { exportReply, type ListColumn } from '../../../exports/export-reply.ts'
import { serve, serveAcross, serveList } from '../../../http/serve.ts'

type Filters = z.output<typeof contract.summariseSubUsers.query>

/** Sub-users for list, summary, export and detail; only the higher permission of each section. */
export const subUsersList: Listing<Filters> = {
  select: (tx) => tx`
    u.user_id, u.customer_id, u.user_name, u.nominative, u.email, u.state, u.invited_at, u.all_accounts,
    array(select p.section || ':' || p.level from user_permissions p
      where p.customer_id = u.customer_id and p.user_id = u.user_id order by p.section) as permissions,
    (select count(*)::int from user_accounts a where a.customer_id = u.customer_id and a.user_id = u.user_id)
      as accounts_count`,
  from: (tx) => tx`(select * from users where is_subuser and state <> 'removed') u`,
  id: (tx) => tx`u.user_id`,
  id_name: 'user_id',
  filters: {
    q: (tx, text) => tx`u.folded like all (${containingWords(text)})`,
    ids: (tx, ids) => tx`u.user_id = any(${ids})`,
    state: (tx, states) => tx`u.state = any(${states})`,
  },
  sorts: { nominative: { sql: (tx) => tx`u.nominative`, type: 'text' } },
  default_sort: 'nominative',
}

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
  preset: {
    header: 'Profilo',
    kind: 'text',
    value: ({ permissions }) => presetName(matrixOf(permissions)),
  },
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
  exportReply({ as, services, listing: subUsersList, query, columns, name: 'collaboratori' }),
)
