/* The templates of mails. What each mail says unless somebody changed it is in the files beside its feature; a row exists
   for each template that was changed. Its working copy (the design) is here; versions are made of it and never change. */
create table email_templates (
  -- Its number in the catalogue.
  template_id integer primary key,
  template text not null unique,
  -- Null: as the catalogue calls it.
  name text,
  description text,
  kind text not null check (kind in ('mjml', 'html')),
  subject text not null check (subject !~ '[\r\n]'),
  source text not null,
  -- Null: made from the source.
  plain text,
  -- The editor's own document of the same design, if it made the source.
  project jsonb check (project is null or kind = 'mjml'),
  -- Counts the changes of the design, so that nobody overwrites or promotes what they have not seen.
  revision integer not null default 1,
  sandbox_version_id bigint,
  live_version_id bigint,
  -- Their numbers, which people know them by.
  sandbox_number integer,
  live_number integer,
  changed_by bigint references users on delete set null,
  changed_at timestamptz not null default now()
);
select protect('email_templates', '');

create table email_template_versions (
  version_id bigint generated always as identity primary key,
  template_id integer not null references email_templates,
  number integer not null,
  kind text not null check (kind in ('mjml', 'html')),
  subject text not null check (subject !~ '[\r\n]'),
  source text not null,
  plain text,
  project jsonb,
  -- SHA-256 of kind, subject, source and plain.
  checksum text not null check (checksum ~ '^[0-9a-f]{64}$'),
  note text,
  created_by bigint references users on delete set null,
  created_at timestamptz not null default now(),
  unique (template_id, number),
  unique (template_id, version_id)
);
select protect('email_template_versions', '');
revoke update, delete on email_template_versions from saldo_system, saldo_super;
create index email_template_versions_by_author on email_template_versions (created_by) where created_by is not null;

alter table email_templates
  add foreign key (template_id, sandbox_version_id) references email_template_versions (template_id, version_id),
  add foreign key (template_id, live_version_id) references email_template_versions (template_id, version_id);

-- When a version went to the sandbox or live, and by whom. The last one of a stage is the version that is there.
create table email_template_promotions (
  promotion_id bigint generated always as identity primary key,
  template_id integer not null,
  version_id bigint not null,
  stage text not null check (stage in ('sandbox', 'live')),
  promoted_by bigint references users on delete set null,
  promoted_at timestamptz not null default now(),
  foreign key (template_id, version_id) references email_template_versions (template_id, version_id)
);
create index email_template_promotions_by_stage on email_template_promotions (template_id, stage, promotion_id);
select protect('email_template_promotions', '');
revoke update, delete on email_template_promotions from saldo_system, saldo_super;

insert into audit_nouns values ('email_templates', 'office');
-- The design itself is too long for a line of the log: the versions keep it.
select keep_audit('email_templates', 'email_templates', 'template_id', 'template',
  array['template', 'source', 'plain', 'project', 'revision', 'sandbox_version_id', 'live_version_id', 'changed_by', 'changed_at'],
  '(old.name, old.description, old.kind, old.subject, old.sandbox_version_id, old.live_version_id)
    is distinct from (new.name, new.description, new.kind, new.subject, new.sandbox_version_id, new.live_version_id)');
select keep_audit('email_template_versions', 'email_templates', 'template_id', 'number',
  array['version_id', 'number', 'source', 'plain', 'project', 'checksum', 'created_by', 'created_at']);

/* The versions by which a mail is written, the best first: where mails are not sent, the sandbox's; the live one; then those
   that were live before, the latest first, in case it cannot be rendered. Every actor writes mails, so it runs as the
   owner; templates are nobody's data. */
create function email_versions(of_template text, with_sandbox boolean) returns bigint[]
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  select array(
    select v.version_id from (
      select t.sandbox_version_id as version_id, null::bigint as at from email_templates t
      where t.template = of_template and with_sandbox and t.sandbox_version_id is not null
      union all
      (select p.version_id, max(p.promotion_id) from email_template_promotions p
        join email_templates t on t.template_id = p.template_id
        where t.template = of_template and p.stage = 'live'
        group by p.version_id order by 2 desc limit 3)) v
    order by v.at desc nulls first);
end;
revoke execute on function email_versions(text, boolean) from public;
grant execute on function email_versions(text, boolean) to saldo_consumer, saldo_customer, saldo_link, saldo_super, saldo_system;

create function email_version(wanted bigint) returns table (kind text, subject text, source text, plain text)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  select v.kind, v.subject, v.source, v.plain from email_template_versions v where v.version_id = wanted;
end;
revoke execute on function email_version(bigint) from public;
grant execute on function email_version(bigint) to saldo_consumer, saldo_customer, saldo_link, saldo_super, saldo_system;
