import type * as contract from '@saldo/contract/sub-users'
import type { z } from 'zod'
import type { Listing } from '../../db/listing.ts'
import { containingWords } from '../../db/search.ts'

type Filters = z.output<typeof contract.summariseSubUsers.query>

/** Sub-users as list, summary, export and detail read them; of each section the higher permission alone. */
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
