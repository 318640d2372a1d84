/* A connection forgets the plans of another customer (0024-plans.sql) while it becomes its actor, not in a statement of its
   own: one statement less in every request. */

create or replace function enter(role text, customer_id bigint, user_id bigint, bill_id bigint) returns void language plpgsql as $$
begin
  perform set_config('saldo.customer_id', coalesce(customer_id::text, ''), true),
          set_config('saldo.user_id', coalesce(user_id::text, ''), true),
          set_config('saldo.bill_id', coalesce(bill_id::text, ''), true),
          set_config('role', role, true);
  if customer_id is not null then
    perform forget_plans_of_others();
  end if;
end $$;

create or replace function become_session(token bytea, chosen_customer_id bigint)
  returns table (session_id bigint, user_id bigint, customer_id bigint, role text, permissions text, sees_some boolean)
  language sql
begin atomic
  select f.session_id, f.user_id, f.works_for, f.role, f.permissions, f.accounts is not null
  from (
    select s.*, case when s.role = 'super_user' then chosen_customer_id else s.customer_id end as works_for
    from find_session(token) s
  ) f
  -- `offset 0` keeps the planner from dropping a subquery whose columns nobody reads.
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
      end, true),
      case when f.works_for is not null then forget_plans_of_others() end
    offset 0
  ) set_now;
end;
