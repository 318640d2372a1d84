/* How many requests came from one session or network in one minute, added up by all servers. Unlogged: after a crash the
   count begins anew. */
create unlogged table request_counts (
  key bytea not null,
  minute timestamptz not null,
  count integer not null,
  primary key (key, minute)
);
create index request_counts_by_minute on request_counts (minute);
select protect_secrets('request_counts');
