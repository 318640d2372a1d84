import * as contract from '@saldo/contract/identity/users'
import { containingWords, matchesAllWords } from '../../db/search.ts'
import { serve } from '../../http/serve.ts'

type Found = { user_id: number; nominative: string; user_name: string; business_name: string | null }

/** Users for the back office to choose one of. */
export const findUsers = serve(
  contract.findUsers,
  ({ tx, query }) => tx<Found[]>`
    select u.user_id, u.nominative, u.user_name, c.business_name
    from users u left join customers c on c.customer_id = u.customer_id
    where u.state <> 'removed' and not u.flag_super_user
      and ${query.q ? matchesAllWords(tx, tx`u.folded`, containingWords(query.q)) : tx`true`}
    order by u.nominative, u.user_id limit 20`,
)
