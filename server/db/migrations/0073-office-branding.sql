-- The logos that an office loaded, the one in use and those of before: a new logo is a new row and a new file, so that mails
-- that were written keep theirs. A row never changes.
create table office_logos (
  logo_id bigint generated always as identity primary key,
  customer_id bigint not null references customers,
  -- In the file store.
  logo_path text not null unique check (logo_path ~ '^logos/[0-9a-f-]{36}$'),
  file_name text not null,
  mime text not null check (mime in ('image/png', 'image/jpeg')),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  bytes integer not null check (bytes > 0),
  created_by bigint references users on delete set null,
  created_at timestamptz not null default now()
);
create unique index office_logos_by_key on office_logos (customer_id, logo_id);
select protect('office_logos', 'select, insert');
select limit_subusers('office_logos', 'true', null, array['office']);

-- What an office adds to the mails that are written for it: its logo and its closing words.
create table office_branding (
  customer_id bigint primary key references customers,
  -- Null: its name stands there instead.
  logo_id bigint,
  closing_words text check (length(closing_words) between 1 and 600),
  updated_at timestamptz not null default now(),
  foreign key (customer_id, logo_id) references office_logos (customer_id, logo_id)
);
create index office_branding_by_logo on office_branding (customer_id, logo_id);
select protect('office_branding', 'select, insert, update');
select limit_subusers('office_branding', 'true', null, array['office']);

-- Both are read by whoever writes a mail for the office, like its name.
do $$
declare
  target text;
begin
  foreach target in array array['office_logos', 'office_branding'] loop
    execute format('create policy asker on %I for select to saldo_link
      using (customer_id = (select b.customer_id from bills b where b.bill_id = actor_bill_id()))', target);
    execute format('create policy asker_of_consumer on %I for select to saldo_consumer
      using (customer_id in (select b.customer_id from bills b))', target);
    execute format('grant select on %I to saldo_link, saldo_consumer', target);
  end loop;
end $$;
create trigger touch before update on office_branding for each row execute function touch();
select keep_audit('office_branding', 'customers', 'customer_id', 'customer_id',
  array['customer_id', 'updated_at']);
