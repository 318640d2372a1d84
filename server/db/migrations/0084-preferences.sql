-- How a person likes to see the product, on whatever device they sign in. Theirs alone.
create table user_preferences (
  user_id bigint primary key references users on delete cascade,
  theme text not null check (theme in ('system', 'light', 'dark')),
  density text not null check (density in ('wide', 'compact')),
  menu text not null check (menu in ('open', 'icons')),
  -- Shortcuts of a single letter may be in the way of who dictates or whose hands shake (WCAG 2.1.4).
  single_keys boolean not null,
  -- The columns chosen for each list, in order.
  columns jsonb not null check (jsonb_typeof(columns) = 'object' and pg_column_size(columns) < 65536),
  updated_at timestamptz not null default now()
);
select protect('user_preferences', '');
drop policy super_user on user_preferences;
create policy oneself on user_preferences to saldo_super, saldo_customer, saldo_consumer
  using (user_id = actor_user_id()) with check (user_id = actor_user_id());
revoke delete on user_preferences from saldo_super;
grant select, insert, update on user_preferences to saldo_super, saldo_customer, saldo_consumer;
