-- What every request of a session begins with, for a fifth less. Both bodies are parsed when they are made, so that no search
-- path can change what they mean and none has to be set at each call; who asks is found and set by one statement.
create or replace function find_session(token bytea)
  returns table (session_id bigint, user_id bigint, customer_id bigint, role text, permissions text, accounts text)
  language sql stable security definer
begin atomic
  select s.session_id, u.user_id, u.customer_id,
    case
      when u.flag_super_user then 'super_user'
      when u.customer_id is null then 'consumer'
      when c.is_store then 'store'
      when c.state = '1' then 'customer'
      else 'awaiting'
    end,
    case when u.is_subuser then permissions_of(u.user_id) end,
    case when not u.all_accounts then accounts_of(u.user_id) end
  from access_tokens t
  join sessions s on s.session_id = t.session_id and s.revoked_at is null
  join users u on u.user_id = s.user_id and u.state = 'active'
  left join customers c on c.customer_id = u.customer_id
  where t.token_hash = token and t.expires_at > now();
end;

create or replace function become_session(token bytea, chosen_customer_id bigint)
  returns table (session_id bigint, user_id bigint, customer_id bigint, role text, permissions text, sees_some boolean)
  language sql
begin atomic
  select f.session_id, f.user_id, f.works_for, f.role, f.permissions, f.accounts is not null
  from (
    select s.*, case when s.role = 'super_user' then chosen_customer_id else s.customer_id end as works_for
    from find_session(token) s
  ) f
  -- `offset 0` keeps the planner from leaving out what nobody reads.
  cross join lateral (
    select set_config('saldo.customer_id', coalesce(f.works_for::text, ''), true),
      set_config('saldo.user_id', f.user_id::text, true),
      set_config('saldo.bill_id', '', true),
      case when f.permissions is not null then set_config('saldo.permissions', f.permissions, true) end,
      case when f.permissions is not null then set_config('saldo.accounts', coalesce(f.accounts, ''), true) end,
      set_config('role', case
        when f.permissions is not null then 'saldo_subuser'
        when f.role = 'consumer' then 'saldo_consumer'
        when f.role = 'super_user' and f.works_for is null then 'saldo_super'
        else 'saldo_customer'
      end, true)
    offset 0
  ) set_now;
end;
