-- When each sweep over what is still undecided last ended. A long silence means that there was an outage.
create table sweeps (
  swept text primary key,
  ended_at timestamptz not null
);
select protect_secrets('sweeps');
insert into sweeps (swept, ended_at) values
  ('payment_attempts', 'infinity'), ('refunds', 'infinity'), ('payment_sources', 'infinity'),
  ('transfer_recoveries', 'infinity');
