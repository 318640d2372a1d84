import type { User } from '@saldo/contract/identity/users'
import type { PendingQuery, Row } from 'postgres'
import type { Tx } from '../../db/connection.ts'

/** The users that match the condition, by name. The role follows the same rule as a session's (find_session). */
export const selectUsers = (tx: Tx, condition: PendingQuery<Row[]>): Promise<User[]> => tx<User[]>`
  select u.user_id, u.user_name, u.nominative, u.email, u.customer_id, u.flag_super_user,
    coalesce(c.is_store, false) as flag_store, u.flag_can_buy_service_is_active,
    exists (select from maintenance_of(u.user_id, u.customer_id)) as flag_under_maintenance,
    u.is_subuser, u.state,
    case
      when u.flag_super_user then 'super_user'
      when u.customer_id is null then 'consumer'
      when c.is_store then 'store'
      when c.state = '1' then 'customer'
      else 'awaiting'
    end as role
  from users u left join customers c on c.customer_id = u.customer_id
  where ${condition}
  order by u.nominative, u.user_id`
