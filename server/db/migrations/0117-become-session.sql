-- What every request of a session begins with, for a fifth less: who asks is found and set by one statement. The bodies of
-- both functions are parsed when they are made, so that no search path can change what they mean and none is set at each call.
alter function find_session(bytea) reset search_path;

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
