/* The switches of the product, for super users: maintenance, the oldest web apps that are still answered, announcements,
   and functions that can be turned off. The columns of offices and users are called `of_…`: a row is the back office's own
   and belongs to no customer, so no office reads it, or why it was made. */

-- Periods in which people are kept out. One that has ended early has `ended_at`; one that is over just lies in the past.
create table maintenances (
  maintenance_id bigint generated always as identity primary key,
  audience text not null check (audience in ('everybody', 'office', 'user')),
  of_customer_id bigint references customers,
  of_user_id bigint references users,
  -- The name of the office or user when the maintenance was opened. Null: everybody.
  covers text,
  -- Why: for the back office alone.
  reason text not null,
  -- The sentence shown to the people it covers. Null: they read only the end time.
  message text,
  starts_at timestamptz not null default now(),
  until timestamptz not null,
  opened_by bigint references users on delete set null,
  opened_by_name text not null,
  ended_at timestamptz,
  ended_by_name text,
  folded text not null generated always as (fold(coalesce(covers || ' ', '') || reason || ' ' || coalesce(message, ''))) stored,
  constraint maintenance_of_its_audience check (
    (audience = 'office') = (of_customer_id is not null) and (audience = 'user') = (of_user_id is not null)
    and (audience = 'everybody') = (covers is null)),
  constraint maintenance_ends_after_it_starts check (until > starts_at)
);
create index maintenances_by_date on maintenances (starts_at, maintenance_id);
create index maintenances_to_come on maintenances (until) where ended_at is null;
create index maintenances_by_customer on maintenances (of_customer_id) where of_customer_id is not null;
create index maintenances_by_user on maintenances (of_user_id) where of_user_id is not null;
create index maintenances_by_author on maintenances (opened_by) where opened_by is not null;
select protect('maintenances', '');
revoke delete on maintenances from saldo_super;
insert into audit_nouns values ('maintenances', 'office');
select keep_audit('maintenances', 'maintenances', 'maintenance_id', 'reason',
  array['maintenance_id', 'of_customer_id', 'of_user_id', 'opened_by', 'opened_by_name', 'ended_by_name']);

/* The maintenance that covers somebody now, the one that lasts longest if there are several; no row: none does. Nobody covers
   a super user. This is the only place that says whom a maintenance covers: the refusal of calls, the flag of users and the
   notice on the screen all ask here. Null for both: somebody unknown, or the holder of a link. */
create function maintenance_of(for_user_id bigint, for_customer_id bigint)
  returns table (maintenance_until timestamptz, maintenance_message text)
  language sql stable security definer rows 1 set search_path = pg_catalog, public, pg_temp
begin atomic
  select m.until, m.message from maintenances m
  where m.ended_at is null and m.until > now() and m.starts_at <= now()
    and case m.audience when 'everybody' then true when 'office' then m.of_customer_id = for_customer_id
      else m.of_user_id = for_user_id end
    and not exists (select from users u where u.user_id = for_user_id and u.flag_super_user)
  order by m.until desc, m.maintenance_id desc limit 1;
end;
revoke execute on function maintenance_of from public;
grant execute on function maintenance_of to saldo_server, saldo_anonymous, saldo_link, saldo_consumer, saldo_customer,
  saldo_super, saldo_system;

-- Tells the open screens of those whom it covers, and of the back office, to ask again. A notification holds some hundreds of
-- users (tell_live_users).
create function tell_maintenance() returns trigger language plpgsql as $$
begin
  if new.audience = 'everybody' then
    perform pg_notify('saldo_live', '{"noun": "maintenances", "everybody": true}');
    return null;
  end if;
  perform pg_notify('saldo_live', json_build_object('noun', 'maintenances', 'user_ids', json_agg(told.user_id))::text)
  from (
    select u.user_id, (row_number() over () - 1) / 400 as part from users u
    where u.flag_super_user or u.user_id = new.of_user_id or u.customer_id = new.of_customer_id) told
  group by told.part;
  return null;
end $$;
create trigger live_maintenance after insert or update on maintenances for each row execute function tell_maintenance();

-- Whether somebody is under maintenance follows from the table above.
drop view queries.users;
alter table users drop column flag_under_maintenance;
select let_queries_read('users',
  'user_id, user_name, nominative, email, customer_id, state, invited_at, flag_super_user,
   flag_can_buy_service_is_active, is_subuser, all_accounts, created_at, invited_by, activated_at');
-- Set by super users alone.
grant update (flag_can_buy_service_is_active) on users to saldo_super;

/* Functions that a super user turned off, for all or for some offices (domain/platform/features.ts lists what there is). No
   row: it is on. */
create table feature_switches (
  feature_switch_id bigint generated always as identity primary key,
  feature text not null unique,
  state text not null check (state in ('on', 'off', 'off_for_some')),
  reason text not null,
  changed_by bigint references users on delete set null,
  changed_by_name text not null,
  changed_at timestamptz not null default now()
);
create index feature_switches_by_author on feature_switches (changed_by) where changed_by is not null;
select protect('feature_switches', '');
create table feature_switch_offices (
  feature_switch_id bigint not null references feature_switches on delete cascade,
  of_customer_id bigint not null references customers on delete cascade,
  primary key (feature_switch_id, of_customer_id)
);
create index feature_switch_offices_by_customer on feature_switch_offices (of_customer_id);
select protect('feature_switch_offices', '');
insert into audit_nouns values ('feature_switches', 'office');

-- Whether a function is on for an office; null: for nobody in particular.
create function feature_on(of_feature text, for_customer_id bigint) returns boolean
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  select not exists (
    select from feature_switches f
    where f.feature = of_feature and (f.state = 'off' or f.state = 'off_for_some' and exists (
      select from feature_switch_offices o
      where o.feature_switch_id = f.feature_switch_id and o.of_customer_id = for_customer_id)));
end;
revoke execute on function feature_on from public;
grant execute on function feature_on to saldo_anonymous, saldo_link, saldo_consumer, saldo_customer, saldo_super, saldo_system;

-- What the back office tells people, in a banner above their pages.
create table announcements (
  announcement_id bigint generated always as identity primary key,
  title text not null,
  text text not null,
  level text not null check (level in ('information', 'attention')),
  starts_at timestamptz not null,
  until timestamptz not null,
  audience text[] not null check (
    audience <> '{}' and audience <@ array['administrators', 'stores', 'residents', 'back_office']),
  all_offices boolean not null,
  created_by bigint references users on delete set null,
  created_by_name text not null,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  folded text not null generated always as (fold(title || ' ' || text)) stored,
  constraint announcement_ends_after_it_starts check (until > starts_at)
);
create index announcements_by_date on announcements (starts_at, announcement_id);
create index announcements_by_end on announcements (until, announcement_id);
create index announcements_by_title on announcements (title, announcement_id);
create index announcements_by_author on announcements (created_by) where created_by is not null;
select protect('announcements', '');
revoke delete on announcements from saldo_super;
-- The offices to which it is limited, unless it is for all.
create table announcement_offices (
  announcement_id bigint not null references announcements on delete cascade,
  of_customer_id bigint not null references customers on delete cascade,
  primary key (announcement_id, of_customer_id)
);
create index announcement_offices_by_customer on announcement_offices (of_customer_id);
select protect('announcement_offices', '');
insert into audit_nouns values ('announcements', 'office');
select keep_audit('announcements', 'announcements', 'announcement_id', 'title',
  array['announcement_id', 'created_by', 'created_by_name', 'all_offices']);

-- Who closed which: it stays closed for them, on every device.
create table announcement_closings (
  announcement_id bigint not null references announcements on delete cascade,
  user_id bigint not null references users on delete cascade,
  closed_at timestamptz not null default now(),
  primary key (user_id, announcement_id)
);
create index announcement_closings_by_announcement on announcement_closings (announcement_id);
select protect_personal('announcement_closings', 'select, insert');
-- It disappears from their other screens, too.
create trigger live_insert after insert on announcement_closings referencing new table as changed
  for each statement execute function tell_live_users('announcements');

-- How many people have closed it: the back office sees the number, not who.
create function announcement_closed_by(wanted bigint) returns bigint
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  select count(*) from announcement_closings x where x.announcement_id = wanted;
end;
revoke execute on function announcement_closed_by from public;
grant execute on function announcement_closed_by to saldo_super, saldo_system;

/* The announcements of the transaction's user: shown now, meant for them and not closed by them. A resident has the offices
   of their own records. */
create function own_announcements()
  returns table (announcement_id bigint, title text, "text" text, level text, until timestamptz)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  select a.announcement_id, a.title, a.text, a.level, a.until
  from users u
  left join customers c on c.customer_id = u.customer_id
  join announcements a on a.ended_at is null and a.starts_at <= now() and a.until > now()
  where u.user_id = actor_user_id()
    and case when u.flag_super_user then 'back_office' when u.customer_id is null then 'residents'
      when c.is_store then 'stores' else 'administrators' end = any (a.audience)
    and (a.all_offices or u.flag_super_user or exists (
      select from announcement_offices o
      where o.announcement_id = a.announcement_id and (o.of_customer_id = u.customer_id or u.customer_id is null and exists (
        select from subjects s where s.customer_id = o.of_customer_id and s.user_id = u.user_id))))
    and not exists (
      select from announcement_closings x where x.announcement_id = a.announcement_id and x.user_id = u.user_id)
  order by a.level, a.starts_at desc, a.announcement_id desc;
end;
revoke execute on function own_announcements from public;
grant execute on function own_announcements to saldo_consumer, saldo_customer, saldo_super;

create function tell_announcements() returns trigger language plpgsql as $$
begin
  perform pg_notify('saldo_live', '{"noun": "announcements", "everybody": true}');
  return null;
end $$;
create trigger live_announcements after insert or update on announcements
  for each statement execute function tell_announcements();

-- The oldest web app of each edition that is answered: each line is a decision, and the last of an edition holds.
create table minimum_versions (
  minimum_version_id bigint generated always as identity primary key,
  edition text not null check (edition in ('business', 'b2c')),
  version text not null,
  reason text not null,
  set_by bigint references users on delete set null,
  set_by_name text not null,
  set_at timestamptz not null default now()
);
create index minimum_versions_by_edition on minimum_versions (edition, minimum_version_id);
create index minimum_versions_by_author on minimum_versions (set_by) where set_by is not null;
select protect('minimum_versions', '');
revoke update, delete on minimum_versions from saldo_system, saldo_super;
insert into audit_nouns values ('minimum_versions', 'office');
select keep_audit('minimum_versions', 'minimum_versions', 'minimum_version_id', 'edition',
  array['minimum_version_id', 'set_by', 'set_by_name', 'set_at']);

-- Null: nobody has set one, and what the release says holds. Asked before anybody is known.
create function minimum_version(of_edition text) returns text
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  select v.version from minimum_versions v where v.edition = of_edition order by v.minimum_version_id desc limit 1;
end;
revoke execute on function minimum_version from public;
grant execute on function minimum_version to saldo_server, saldo_super;

select let_queries_read('maintenances',
  'maintenance_id, audience, of_customer_id, of_user_id, covers, reason, message, starts_at, until, opened_by, opened_by_name,
   ended_at, ended_by_name');
select let_queries_read('feature_switches',
  'feature_switch_id, feature, state, reason, changed_by, changed_by_name, changed_at');
select let_queries_read('feature_switch_offices', 'feature_switch_id, of_customer_id');
select let_queries_read('announcements',
  'announcement_id, title, text, level, starts_at, until, audience, all_offices, created_by, created_by_name, created_at,
   ended_at');
select let_queries_read('announcement_offices', 'announcement_id, of_customer_id');
select let_queries_read('announcement_closings', 'announcement_id, user_id, closed_at');
select let_queries_read('minimum_versions',
  'minimum_version_id, edition, version, reason, set_by, set_by_name, set_at');
