/* What a person said of being written to, records of the same person made one, and certificates of how they stand. */

alter table subjects
  add column pec text,
  -- A record that was a duplicate: all it had is the other's, and nobody sees it any more.
  add column merged_into bigint,
  add column merged_at timestamptz,
  add foreign key (customer_id, merged_into) references subjects (customer_id, subject_id),
  add constraint nobody_is_their_own_duplicate check (merged_into <> subject_id),
  add constraint a_duplicate_gives_up_its_tax_code check (merged_into is null or fiscal_code is null);
create index subjects_merged on subjects (customer_id, merged_into) where merged_into is not null;
create policy not_merged on subjects as restrictive for select
  to saldo_customer, saldo_consumer, saldo_link, saldo_super using (merged_into is null);

-- Whom an earlier number means: the person it was merged into, of the actor's own customer.
create function merged_subject(old_subject_id bigint) returns bigint
  language sql stable security definer set search_path = public
begin atomic
  select s.merged_into from subjects s
  where s.subject_id = old_subject_id and (s.customer_id = actor_customer_id() or actor_customer_id() is null);
end;
revoke execute on function merged_subject from public;
grant execute on function merged_subject to saldo_customer, saldo_super, saldo_system;

/* A person's tax code without what tells a duplicate apart: omocodia's letters are digits again, and the check letter, which
   follows from the rest, is left out. The 11 digits of a company stay. DM 23 December 1976. */
create function plain_fiscal_code(code text) returns text language sql immutable parallel safe
  return case when length(code) = 16 then
    left(code, 6) || translate(substr(code, 7, 2), 'LMNPQRSTUV', '0123456789') || substr(code, 9, 1)
      || translate(substr(code, 10, 2), 'LMNPQRSTUV', '0123456789') || substr(code, 12, 1)
      || translate(substr(code, 13, 3), 'LMNPQRSTUV', '0123456789')
    else code end;
-- The words of a name in one order: Rossi Mario is Mario Rossi.
create function name_words(name_key text) returns text language sql immutable parallel safe
  return (select string_agg(w, ' ' order by w) from regexp_split_to_table(name_key, '[^a-z0-9]+') w where w <> '');

-- Whether a person is written to in a way, since when and as told by whom. No row: they were never asked.
create table subject_consents (
  subject_id bigint not null,
  customer_id bigint not null,
  kind text not null check (kind in ('email_notices', 'pec', 'paper', 'marketing')),
  given boolean not null,
  name text not null generated always as (case kind
    when 'email_notices' then 'Avvisi per e-mail' when 'pec' then 'Comunicazioni per PEC'
    when 'paper' then 'Comunicazioni su carta' else 'Proposte commerciali' end) stored,
  user_id bigint references users on delete set null,
  actor text not null,
  at timestamptz not null default now(),
  primary key (subject_id, kind),
  foreign key (customer_id, subject_id) references subjects (customer_id, subject_id)
);
create index subject_consents_by_subject on subject_consents (customer_id, subject_id);
select protect('subject_consents', 'select, insert, update');
select limit_subusers_of('subjects', 'subject_consents', $c$((select actor_accounts()) is null
  or exists (select from subjects s where s.subject_id = subject_consents.subject_id))$c$);
select keep_audit('subject_consents', 'subjects', 'subject_id', 'name', array['kind', 'name', 'actor', 'user_id', 'at']);

-- Where notices reach a person: nowhere when they asked for none by e-mail.
create function notice_email(of_customer_id bigint, of_subject_id bigint, email text) returns text
  language sql stable
  return case when exists (
    select from subject_consents c
    where c.customer_id = of_customer_id and c.subject_id = of_subject_id and c.kind = 'email_notices' and not c.given)
    then null else email end;

/* Art. 1130 n. 9 c.c.: how somebody stands with a condominium, and which disputes are pending, as certified on a day. What it
   said then stays; the code on the paper is kept as SHA-256 alone. */
create table certificates (
  certificate_id bigint generated always as identity primary key,
  customer_id bigint not null,
  account_id bigint not null,
  subject_id bigint not null,
  code_hash bytea not null unique,
  as_of date not null,
  -- What it certifies: names and figures of that day (certificates/certified.ts).
  certified jsonb not null,
  issued_by bigint references users on delete set null,
  issuer text not null,
  issued_at timestamptz not null default now(),
  revoked_at timestamptz,
  revoke_reason text,
  foreign key (customer_id, account_id) references accounts (customer_id, account_id),
  foreign key (customer_id, subject_id) references subjects (customer_id, subject_id),
  constraint why_it_was_revoked check ((revoked_at is null) = (revoke_reason is null))
);
create unique index certificates_by_key on certificates (customer_id, certificate_id);
create index certificates_by_subject on certificates (customer_id, subject_id, certificate_id);
create index certificates_by_account on certificates (customer_id, account_id, certificate_id);
select protect('certificates', 'select, insert, update');
select limit_subusers_of('subjects', 'certificates',
  '((select actor_accounts()) is null or account_id = any ((select actor_accounts())::bigint[]))');
select keep_audit('certificates', 'subjects', 'subject_id', 'as_of', array['certified', 'issued_by']);

create function certificate_stays() returns trigger language plpgsql as $$
begin
  if (new.certified, new.as_of, new.code_hash, new.account_id, new.issued_at)
       is distinct from (old.certified, old.as_of, old.code_hash, old.account_id, old.issued_at)
     or old.revoked_at is not null and new.revoked_at is distinct from old.revoked_at then
    raise exception 'certificate % says what it said', old.certificate_id
      using errcode = '23514', constraint = 'certificate_stays';
  end if;
  return new;
end $$;
create trigger certificate_stays before update on certificates for each row execute function certificate_stays();

-- For whoever holds the paper: what the code on it certifies.
create function find_certificate(wanted bytea)
  returns table (certified jsonb, as_of date, issued_at timestamptz, revoked_at timestamptz)
  language sql stable security definer set search_path = public
begin atomic
  select c.certified, c.as_of, c.issued_at, c.revoked_at from certificates c where c.code_hash = wanted;
end;
revoke execute on function find_certificate from public;
grant execute on function find_certificate
  to saldo_anonymous, saldo_link, saldo_consumer, saldo_customer, saldo_super, saldo_system;
