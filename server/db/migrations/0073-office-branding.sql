-- What an office adds to the mails that are written for it: its logo and its closing words.
create table office_branding (
  customer_id bigint primary key references customers,
  -- In the file store. A new logo is a new file: mails that were written keep theirs.
  logo_path text check (logo_path ~ '^logos/[0-9a-f-]{36}$'),
  logo_mime text check (logo_mime in ('image/png', 'image/jpeg')),
  logo_width integer check (logo_width > 0),
  logo_height integer check (logo_height > 0),
  closing_words text check (length(closing_words) between 1 and 600),
  updated_at timestamptz not null default now(),
  check (num_nulls(logo_path, logo_mime, logo_width, logo_height) in (0, 4))
);
select protect('office_branding', 'select, insert, update');
-- Read by whoever writes a mail for the office, like its name.
create policy asker on office_branding for select to saldo_link
  using (customer_id = (select b.customer_id from bills b where b.bill_id = actor_bill_id()));
create policy asker_of_consumer on office_branding for select to saldo_consumer
  using (customer_id in (select b.customer_id from bills b));
grant select on office_branding to saldo_link, saldo_consumer;
select limit_subusers('office_branding', 'true', null, array['office']);
create trigger touch before update on office_branding for each row execute function touch();
select keep_audit('office_branding', 'customers', 'customer_id', 'customer_id',
  array['customer_id', 'logo_mime', 'logo_width', 'logo_height', 'updated_at']);
