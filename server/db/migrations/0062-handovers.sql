/* The handing over of a condominium from one administrator to the next (passaggio di consegne). A row is one ZIP: made here
   (`out`), or loaded from another office (`in`). docs/handover-format.md describes the ZIP. */

create table handovers (
  handover_id bigint generated always as identity primary key,
  customer_id bigint not null references customers,
  -- The condominium that was handed over, or the one that a loaded ZIP has made.
  account_id bigint,
  direction text not null check (direction in ('out', 'in')),
  -- Out: writing, then done, failed or expired. In: reading, then refused or to_check; then taking, then done; or discarded.
  state text not null check (
    state in ('writing', 'reading', 'refused', 'to_check', 'taking', 'done', 'failed', 'discarded', 'expired')),
  -- Whether bills and receipts are in it as PDFs, and of which days.
  with_pdfs boolean not null default false,
  from_day date,
  to_day date,
  file_name text not null,
  -- Null: not written yet, or deleted.
  file_path text,
  file_bytes bigint,
  -- Lowercase hexadecimal.
  sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
  -- Files of the ZIP written, of how many.
  done integer not null default 0,
  total integer,
  -- Why it was refused or failed, as a sentence; the file in the ZIP and its row.
  refusal text,
  refusal_file text,
  refusal_row integer,
  -- Figures of the ZIP, and of a loaded one what would be made and what cannot be.
  figures jsonb,
  problems jsonb not null default '[]',
  notes jsonb not null default '[]',
  created_by bigint references users on delete set null,
  actor text not null,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  foreign key (customer_id, account_id) references accounts (customer_id, account_id),
  constraint out_has_its_condominium check (direction = 'in' or account_id is not null),
  constraint refused_with_a_reason check (state not in ('refused', 'failed') or refusal is not null)
);
create unique index handovers_by_key on handovers (customer_id, handover_id);
create index handovers_by_account on handovers (customer_id, account_id, handover_id);
create index handovers_by_direction on handovers (customer_id, direction, handover_id);
create index handovers_to_expire on handovers (created_at) where file_path is not null;
-- One at a time of a condominium: a second click finds the first.
create unique index one_handover_being_written on handovers (customer_id, account_id) where state = 'writing';
select protect('handovers', 'select, insert, update');
-- A ZIP holds everything of a condominium: only users who see the whole office.
select limit_subusers('handovers', '(select actor_accounts()) is null', array['office'], array['office']);
select keep_live('handovers', 'handovers');
insert into audit_nouns values ('handovers', 'office');
