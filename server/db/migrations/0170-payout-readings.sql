-- The balances at the provider of which all payouts were read, from the first to the last: until then each is posted on the
-- day on which it was made, and nothing is taken as known.
create table payout_readings (
  provider_account text not null check (provider_account in ('stripe', 'stripe2')),
  -- The connected account; null: the platform's own balance.
  destination text,
  -- When the last reading that came to its end began: it saw every payout made before.
  began_at timestamptz not null,
  unique nulls not distinct (provider_account, destination)
);
select protect('payout_readings', '');

create index payouts_by_balance on payouts (provider_account, destination, made_on);
create index accounts_by_destination on accounts (provider_account, account_destination)
  where account_destination is not null;
-- The unique constraint begins with the same column.
drop index payout_lines_by_payout;
