-- One process at a time sends a mail; `refused_at`: the mail server will never take it, last_error says why.
alter table emails add column claimed_at timestamptz;
alter table emails add column refused_at timestamptz;
alter table emails add column reply_to text;

-- A link's holder may queue a mail about that bill but read none, so the key must be known before the row.
create function next_email_id() returns bigint language sql volatile security definer set search_path = public
begin atomic
  select nextval(pg_get_serial_sequence('public.emails', 'email_id'));
end;
revoke execute on function next_email_id from public;
grant execute on function next_email_id to saldo_link, saldo_consumer, saldo_customer, saldo_super, saldo_system;
