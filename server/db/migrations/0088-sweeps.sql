-- When each sweep over what is still unknown last came to its end: a long silence was an outage.
create table sweeps (
  swept text primary key,
  ended_at timestamptz not null
);
select protect('sweeps', '');
revoke all on sweeps from saldo_super;
insert into sweeps (swept, ended_at)
  values ('payment_attempts', 'infinity'), ('refunds', 'infinity'), ('payment_sources', 'infinity');
