/* What lets somebody in, or lets them choose a password, once: sent in a link, kept as SHA-256 alone, deleted when used.
   Out of every actor's sight but the system's, as credentials are. */
create table one_time_tokens (
  token_hash bytea primary key,
  user_id bigint not null references users on delete cascade,
  purpose text not null check (purpose in ('recovery', 'sign_in')),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index one_time_tokens_by_user on one_time_tokens (user_id);
create index one_time_tokens_by_expiry on one_time_tokens (expires_at);
-- Of the links that recover a password, the newest alone works.
create unique index one_recovery_per_user on one_time_tokens (user_id) where purpose = 'recovery';
select protect('one_time_tokens', '');
revoke all on one_time_tokens from saldo_super;
