-- Generated from a database with all migrations applied: do not edit. `npm run schema` writes it again, and
-- server/db/schema.test.ts fails when it is stale. Read it to see what the tables, policies and functions are; to change
-- them, write a migration in server/db/migrations.
--
-- A function without a `revoke` may be called by every role. A table's owner is saldo, the role that migrates.
--
-- Where to look:
--   What is a bill? The table bills, with its instalments (bill_instalments) and its lines (bill_lines).
--   Who may see a bill? The policies below the table bills: its customer's users (customer), who owes it, once it is issued
--     (own_bills), who has its link (own_bill), super users (super_user). A sub-user also has to meet limited_read.
--   When is a bill marked paid? The function bill_phase says: it is issued and not disputed, no payment is pending, and
--     settled >= amount. A payment that succeeds raises bill_instalments.settled. Two triggers of that table,
--     bills_follow_instalments and bills_follow_new_instalments, then call the function refresh_bills: it adds up the
--     instalments of the bill and sets bills.settled and bills.phase. When status, disputed or amount of a bill changes,
--     the trigger phase_follows calls the function rephase_bill, which sets bills.phase.
--
-- Tables:
--   access_tokens, accounts, activations, agent_customers, agents, allocation_parts, announcement_closings,
--   announcement_offices, announcements, api_users, attempt_instalments, attempt_transitions, audit_log, audit_nouns,
--   autopay_links, autopays, balance_sums, balance_sums_until, bank_movements, bank_statements, bill_events,
--   bill_instalments, bill_lines, bill_run_refusals, bill_runs, bills, book_closings, budget_expenses, budgets,
--   certificates, cities, collection_reversals, collection_settings, commission_lines, commission_statements,
--   contact_changes, credentials, credit_notes, credit_refunds, customer_groups, customers, data_exports,
--   debit_returns, debit_runs, debits, debtor_banks, delegation_asks, delegations, disputes, documents, email_events,
--   email_template_promotions, email_template_versions, email_templates, emails, failed_jobs, feature_switch_offices,
--   feature_switches, file_checks, file_downloads, file_rules, flows, handovers, iban_blacklist, iban_changes,
--   impersonations, import_changes, import_mappings, import_rows, imports, incomplete_customers, known_devices,
--   late_interest_charges, late_interest_rules, ledger_entries, ledger_lines, login_hands, mail_bounces, mail_faults,
--   maintenances, mandate_events, mandates, migrations, minimum_versions, money_transfer_approvals,
--   money_transfer_file_takings, money_transfer_limits, money_transfer_transitions, money_transfers, monthly_figures,
--   movement_events, movement_matches, movement_payments, notes, notice_credits, notice_outcomes, notices,
--   office_branding, office_debt_settlements, office_logos, one_time_codes, one_time_tokens, opening_balances,
--   operation_checks, ordered_payouts, orphan_files, passkey_challenges, passkeys, pay_links, payer_rules,
--   payment_allocations, payment_attempts, payment_bills, payment_events, payment_sources, payments, payout_lines,
--   payout_readings, payouts, plan_bills, plan_rates, plans, platform_fees, postal_slips, provider_accounts,
--   provider_balances, provider_customers, provider_events, provider_movements, provider_pending, push_deliveries,
--   push_messages, push_sendings, push_tokens, query_authors, query_runs, receipt_layouts, receipts, reconciled_days,
--   reconciliation_days, reconciliation_items, reconciliation_runs, recovery_codes, refresh_tokens, refund_parts,
--   refunds, reminder_bills, reminder_runs, reminder_sequences, reminders, report_subscriptions, request_counts,
--   right_holders, saved_queries, saved_query_versions, sectors, sessions, sign_in_failures, sign_in_tickets,
--   source_links, spent_challenges, stored_files, subject_consents, subject_credits, subjects, suppressed_addresses,
--   sweeps, totp_secrets, transfer_orders, transfer_recoveries, transfer_recovery_reversals, units, user_accounts,
--   user_permissions, user_preferences, users, weight_tables, weights, withheld_mails

----------------------------------------------------------------------------------------------------------------------
-- Extensions, roles and the schema
----------------------------------------------------------------------------------------------------------------------

create extension btree_gin;
create extension pg_trgm;
create extension unaccent;
create role saldo_anonymous nologin;
create role saldo_consumer nologin;
create role saldo_customer nologin;
create role saldo_link nologin;
create role saldo_query login noinherit;
create role saldo_server login noinherit;
create role saldo_subuser nologin;
create role saldo_super nologin;
create role saldo_system nologin;
create role saldo_worker login noinherit;
grant saldo_anonymous to saldo_server with inherit false, set true;
grant saldo_consumer to saldo_server with inherit false, set true;
grant saldo_customer to saldo_server with inherit false, set true;
grant saldo_link to saldo_server with inherit false, set true;
grant saldo_subuser to saldo_server with inherit false, set true;
grant saldo_super to saldo_server with inherit false, set true;
grant saldo_customer to saldo_subuser with inherit true, set true;
grant saldo_consumer to saldo_worker with inherit false, set true;
grant saldo_customer to saldo_worker with inherit false, set true;
grant saldo_subuser to saldo_worker with inherit false, set true;
grant saldo_system to saldo_worker with inherit false, set true;
grant usage on schema public to saldo_anonymous, saldo_consumer, saldo_customer, saldo_link, saldo_server, saldo_subuser, saldo_super, saldo_system, saldo_worker;

----------------------------------------------------------------------------------------------------------------------
-- Tables
----------------------------------------------------------------------------------------------------------------------

-- Access tokens: sent with every request, valid for ten minutes. Only their SHA-256 is stored.
create table access_tokens (
  token_hash bytea not null,
  session_id bigint not null,
  expires_at timestamp with time zone not null,
  constraint access_tokens_pkey PRIMARY KEY (token_hash),
  constraint access_tokens_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(session_id) ON DELETE CASCADE
);
CREATE INDEX access_tokens_by_expiry ON access_tokens USING btree (expires_at);
CREATE INDEX access_tokens_by_session ON access_tokens USING btree (session_id);
alter table access_tokens enable row level security;
alter table access_tokens force row level security;
create policy owner on access_tokens to saldo using (true) with check (true);
create policy super_user on access_tokens to saldo_super using (true) with check (true);
create policy system on access_tokens to saldo_system using (true) with check (true);
grant delete, insert, select, update on access_tokens to saldo_system;

-- A condominium.
create table accounts (
  account_id bigint not null generated by default as identity,
  customer_id bigint not null,
  name text not null,
  -- awaiting: an office added it by hand and it is still to be activated. closed: its history stays, nothing new is asked.
  state text not null default 'active',
  activated_at timestamp with time zone,
  closed_at timestamp with time zone,
  fiscal_code text,
  iban text,
  address text,
  house_number text,
  city text,
  city_id text,
  zip_code text,
  prov text,
  email text,
  phone text,
  provider_account text not null default 'stripe',
  -- The connected account that its payments go to. Null: the customer's (provider_accounts), or none.
  account_destination text,
  -- How residents may pay online.
  flag_pay_card boolean not null default true,
  flag_pay_debit boolean not null default true,
  flag_pay_klarna boolean not null default true,
  -- The least that may be paid of what is due, in cents. Null: only whole instalments.
  minimum_payment bigint,
  -- The import that brought it.
  import_id bigint,
  folded text not null generated always as (fold((((((name || ' ') || COALESCE(fiscal_code, '')) || ' ') || COALESCE(city, '')) || ' ') || COALESCE(address, ''))) stored,
  -- The sort key of lists. In byte order, so that a prefix search can use its index.
  name_key text collate "C" not null generated always as (fold(name)) stored,
  city_key text not null generated always as (fold(city)) stored,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  creditor_id text,
  constraint accounts_pkey PRIMARY KEY (account_id),
  constraint accounts_city_id_fkey FOREIGN KEY (city_id) REFERENCES cities(city_id),
  constraint accounts_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(customer_id),
  constraint accounts_creditor_id_check CHECK (creditor_id ~ '^IT[0-9]{2}[0-9A-Z]{19}$'),
  constraint accounts_minimum_payment_check CHECK (minimum_payment >= 50),
  constraint accounts_provider_account_check CHECK (provider_account = ANY (ARRAY['stripe', 'stripe2'])),
  constraint accounts_state_check CHECK (state = ANY (ARRAY['awaiting', 'active', 'closed']))
);
CREATE INDEX accounts_by_city ON accounts USING btree (customer_id, city_key, account_id);
CREATE INDEX accounts_by_destination ON accounts USING btree (provider_account, account_destination) WHERE account_destination IS NOT NULL;
CREATE INDEX accounts_by_import ON accounts USING btree (import_id) WHERE import_id IS NOT NULL;
CREATE INDEX accounts_by_name ON accounts USING btree (customer_id, name_key, account_id);
CREATE INDEX accounts_by_state ON accounts USING btree (customer_id, state, account_id);
CREATE INDEX accounts_by_text ON accounts USING gin (customer_id, folded gin_trgm_ops);
CREATE UNIQUE INDEX accounts_by_key ON accounts USING btree (customer_id, account_id);
CREATE UNIQUE INDEX one_account_per_fiscal_code ON accounts USING btree (customer_id, fiscal_code) WHERE fiscal_code IS NOT NULL;
-- Art. 1129 c.c.: every condominium has a bank account of its own.
CREATE UNIQUE INDEX one_account_per_iban ON accounts USING btree (customer_id, iban) WHERE iban IS NOT NULL;
alter table accounts enable row level security;
alter table accounts force row level security;
-- The holder of a bill's link, and a resident, see who asks and who owes.
create policy asker on accounts for select to saldo_link
  using (account_id = (( SELECT b.account_id
   FROM bills b
  WHERE b.bill_id = actor_bill_id())));
create policy asker_of_consumer on accounts for select to saldo_consumer
  using ((account_id IN ( SELECT b.account_id
   FROM bills b)));
create policy customer on accounts to saldo_customer
  using (customer_id = actor_customer_id())
  with check (customer_id = actor_customer_id());
-- The register may be kept where no bill was issued yet: a resident sees which condominium it is, and whose office.
create policy of_residents on accounts for select to saldo_consumer
  using ((account_id IN ( SELECT r.account_id
   FROM account_residents r)));
create policy owner on accounts to saldo using (true) with check (true);
create policy queries on accounts for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all) OR customer_id = (( SELECT query_customer_id() AS query_customer_id)));
create policy super_user on accounts to saldo_super using (true) with check (true);
create policy system on accounts to saldo_system using (true) with check (true);
create policy limited_delete on accounts as restrictive for delete to saldo_subuser
  using (( SELECT actor_may('{accounts:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_insert on accounts as restrictive for insert to saldo_subuser
  with check (( SELECT actor_may('{accounts:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_read on accounts as restrictive for select to saldo_subuser
  using (( SELECT actor_may('{accounts:read,subjects:read,bills:read,payments:read,debits:read,documents:read,office:read}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_update on accounts as restrictive for update to saldo_subuser
  using (( SELECT actor_may('{accounts:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))))
  with check (( SELECT actor_may('{accounts:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
grant delete, insert, select, update on accounts to saldo_system;
grant delete, select on accounts to saldo_customer;
grant delete, select on accounts to saldo_super;
grant select on accounts to saldo_consumer;
grant select on accounts to saldo_link;
grant insert (account_id, activated_at, address, city, city_id, city_key, closed_at, created_at, creditor_id, customer_id, email, fiscal_code, flag_pay_card, flag_pay_debit, flag_pay_klarna, folded, house_number, iban, import_id, minimum_payment, name, name_key, phone, prov, provider_account, state, updated_at, zip_code) on accounts to saldo_customer;
grant insert (account_id, activated_at, address, city, city_id, city_key, closed_at, created_at, creditor_id, customer_id, email, fiscal_code, flag_pay_card, flag_pay_debit, flag_pay_klarna, folded, house_number, iban, import_id, minimum_payment, name, name_key, phone, prov, provider_account, state, updated_at, zip_code) on accounts to saldo_super;
grant select (account_destination, account_id, activated_at, address, city, city_id, city_key, closed_at, created_at, creditor_id, customer_id, email, fiscal_code, flag_pay_card, flag_pay_debit, flag_pay_klarna, house_number, import_id, minimum_payment, name, name_key, phone, prov, provider_account, state, updated_at, zip_code) on accounts to saldo_query;
grant update (account_id, activated_at, address, city, city_id, city_key, closed_at, created_at, creditor_id, customer_id, email, fiscal_code, flag_pay_card, flag_pay_debit, flag_pay_klarna, folded, house_number, iban, import_id, minimum_payment, name, name_key, phone, prov, provider_account, state, updated_at, zip_code) on accounts to saldo_customer;
grant update (account_id, activated_at, address, city, city_id, city_key, closed_at, created_at, creditor_id, customer_id, email, fiscal_code, flag_pay_card, flag_pay_debit, flag_pay_klarna, folded, house_number, iban, import_id, minimum_payment, name, name_key, phone, prov, provider_account, state, updated_at, zip_code) on accounts to saldo_super;
grant usage on sequence accounts_account_id_seq to saldo_customer, saldo_super, saldo_system;
CREATE TRIGGER audit_delete AFTER DELETE ON accounts FOR EACH ROW EXECUTE FUNCTION audit_row('accounts', 'account_id', 'name');
CREATE TRIGGER audit_insert AFTER INSERT ON accounts FOR EACH ROW WHEN (current_setting('saldo.bulk'::text, true) IS DISTINCT FROM 'yes'::text) EXECUTE FUNCTION audit_row('accounts', 'account_id', 'name');
CREATE TRIGGER audit_update AFTER UPDATE ON accounts FOR EACH ROW WHEN (old.* IS DISTINCT FROM new.*) EXECUTE FUNCTION audit_row('accounts', 'account_id', 'name');
CREATE TRIGGER figures_go_with_account AFTER DELETE ON accounts FOR EACH ROW EXECUTE FUNCTION remove_figures();
CREATE TRIGGER iban_not_blocked_insert BEFORE INSERT ON accounts FOR EACH ROW WHEN (new.iban IS NOT NULL) EXECUTE FUNCTION refuse_blocked_iban();
CREATE TRIGGER iban_not_blocked_update BEFORE UPDATE OF iban ON accounts FOR EACH ROW WHEN (new.iban IS NOT NULL AND new.iban IS DISTINCT FROM old.iban) EXECUTE FUNCTION refuse_blocked_iban();
CREATE TRIGGER keep_confirmed_iban AFTER UPDATE OF iban ON accounts FOR EACH ROW WHEN (old.iban IS NOT NULL AND old.iban IS DISTINCT FROM new.iban) EXECUTE FUNCTION keep_confirmed_iban();
CREATE TRIGGER keep_contact_change AFTER UPDATE OF email ON accounts FOR EACH ROW WHEN (old.email IS DISTINCT FROM new.email) EXECUTE FUNCTION keep_contact_change('email');
CREATE TRIGGER live_delete AFTER DELETE ON accounts REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_live('accounts');
CREATE TRIGGER live_insert AFTER INSERT ON accounts REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_live('accounts');
CREATE TRIGGER live_update AFTER UPDATE ON accounts REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_live('accounts');

-- Who of the back office looks at an office that awaits activation, and what they asked it for. The check list itself is computed
-- (domain/registry/activation.ts).
create table activations (
  customer_id bigint not null,
  taken_by bigint,
  taken_by_name text,
  taken_at timestamp with time zone,
  asked_text text,
  asked_by_name text,
  asked_at timestamp with time zone,
  -- Why it was activated although something of the check list was missing.
  override_reason text,
  constraint activations_pkey PRIMARY KEY (customer_id),
  constraint activations_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(customer_id) ON DELETE CASCADE,
  constraint activations_taken_by_fkey FOREIGN KEY (taken_by) REFERENCES users(user_id) ON DELETE SET NULL,
  constraint asked_with_a_name CHECK ((asked_text IS NULL) = (asked_at IS NULL) AND (asked_by_name IS NULL) = (asked_at IS NULL)),
  constraint taken_with_a_name CHECK ((taken_by_name IS NULL) = (taken_at IS NULL))
);
CREATE INDEX activations_by_taker ON activations USING btree (taken_by);
alter table activations enable row level security;
alter table activations force row level security;
create policy customer on activations to saldo_customer
  using (customer_id = actor_customer_id())
  with check (customer_id = actor_customer_id());
create policy owner on activations to saldo using (true) with check (true);
create policy queries on activations for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all) OR customer_id = (( SELECT query_customer_id() AS query_customer_id)));
create policy super_user on activations to saldo_super using (true) with check (true);
create policy system on activations to saldo_system using (true) with check (true);
create policy limited_delete on activations as restrictive for delete to saldo_subuser
  using (( SELECT actor_may('{office:write}'::text[]) AS actor_may) AND true);
create policy limited_insert on activations as restrictive for insert to saldo_subuser
  with check (( SELECT actor_may('{office:write}'::text[]) AS actor_may) AND true);
create policy limited_update on activations as restrictive for update to saldo_subuser
  using (( SELECT actor_may('{office:write}'::text[]) AS actor_may) AND true)
  with check (( SELECT actor_may('{office:write}'::text[]) AS actor_may) AND true);
grant delete, insert, select, update on activations to saldo_super;
grant delete, insert, select, update on activations to saldo_system;
grant select on activations to saldo_customer;
grant select (asked_at, asked_by_name, asked_text, customer_id, override_reason, taken_at, taken_by, taken_by_name) on activations to saldo_query;
CREATE TRIGGER audit_delete AFTER DELETE ON activations FOR EACH ROW EXECUTE FUNCTION audit_row('customers', 'customer_id', 'taken_by_name', 'taken_at', 'asked_at', 'asked_by_name');
CREATE TRIGGER audit_insert AFTER INSERT ON activations FOR EACH ROW WHEN (current_setting('saldo.bulk'::text, true) IS DISTINCT FROM 'yes'::text) EXECUTE FUNCTION audit_row('customers', 'customer_id', 'taken_by_name', 'taken_at', 'asked_at', 'asked_by_name');
CREATE TRIGGER audit_update AFTER UPDATE ON activations FOR EACH ROW WHEN (old.* IS DISTINCT FROM new.*) EXECUTE FUNCTION audit_row('customers', 'customer_id', 'taken_by_name', 'taken_at', 'asked_at', 'asked_by_name');
CREATE TRIGGER live_insert AFTER INSERT ON activations REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_live('customers');
CREATE TRIGGER live_update AFTER UPDATE ON activations REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_live('customers');

-- Which customers an agent looks after, from when to when.
create table agent_customers (
  agent_customer_id bigint not null generated by default as identity,
  agent_id bigint not null,
  customer_id bigint not null,
  from_date date not null,
  -- The last day. Null: still.
  to_date date,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint agent_customers_pkey PRIMARY KEY (agent_customer_id),
  -- int8range of one number: a GiST index can compare it without another extension.
  constraint one_agent_at_a_time EXCLUDE USING gist (int8range(customer_id, customer_id, '[]') WITH &&, daterange(from_date, to_date, '[]') WITH &&),
  constraint agent_customers_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agents(agent_id),
  constraint agent_customers_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(customer_id),
  constraint agent_customers_check CHECK (to_date >= from_date)
);
CREATE INDEX agent_customers_by_agent ON agent_customers USING btree (agent_id, from_date, agent_customer_id);
CREATE INDEX agent_customers_by_customer ON agent_customers USING btree (customer_id, from_date, agent_customer_id);
alter table agent_customers enable row level security;
alter table agent_customers force row level security;
create policy own_agent on agent_customers for select to saldo_customer
  using (customer_id = actor_customer_id() AND from_date <= today() AND (to_date IS NULL OR to_date >= today()));
create policy owner on agent_customers to saldo using (true) with check (true);
create policy queries on agent_customers for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all) OR customer_id = (( SELECT query_customer_id() AS query_customer_id)));
create policy super_user on agent_customers to saldo_super using (true) with check (true);
create policy system on agent_customers to saldo_system using (true) with check (true);
grant delete, insert, select, update on agent_customers to saldo_super;
grant delete, insert, select, update on agent_customers to saldo_system;
grant select (agent_customer_id, agent_id, created_at, customer_id, from_date, to_date, updated_at) on agent_customers to saldo_query;
grant select (agent_customer_id, agent_id, customer_id, from_date, to_date) on agent_customers to saldo_customer;
grant usage on sequence agent_customers_agent_customer_id_seq to saldo_super, saldo_system;
CREATE TRIGGER audit_delete_customer AFTER DELETE ON agent_customers FOR EACH ROW EXECUTE FUNCTION audit_agent_customer();
CREATE TRIGGER audit_insert_customer AFTER INSERT ON agent_customers FOR EACH ROW WHEN (current_setting('saldo.bulk'::text, true) IS DISTINCT FROM 'yes'::text) EXECUTE FUNCTION audit_agent_customer();
CREATE TRIGGER audit_update_customer AFTER UPDATE ON agent_customers FOR EACH ROW WHEN (old.from_date IS DISTINCT FROM new.from_date OR old.to_date IS DISTINCT FROM new.to_date) EXECUTE FUNCTION audit_agent_customer();

-- Agents, who sell Saldo.
create table agents (
  agent_id bigint not null generated by default as identity,
  firstname text,
  lastname text,
  business_name text,
  name text not null generated always as (COALESCE(business_name, (firstname || ' ') || lastname)) stored,
  fiscal_code text,
  vat_number text,
  email text not null,
  phone text,
  -- Basis points of what the platform keeps.
  commission_bps integer not null,
  -- The last day. Null: still active.
  ended_on date,
  folded text not null generated always as (fold((((((((((((COALESCE(business_name, '') || ' ') || COALESCE(lastname, '')) || ' ') || COALESCE(firstname, '')) || ' ') || COALESCE(fiscal_code, '')) || ' ') || COALESCE(vat_number, '')) || ' ') || email) || ' ') || COALESCE(phone, ''))) stored,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint agents_pkey PRIMARY KEY (agent_id),
  constraint agents_commission_bps_check CHECK (commission_bps >= 0 AND commission_bps <= 10000),
  constraint an_agent_has_a_tax_number CHECK (fiscal_code IS NOT NULL OR vat_number IS NOT NULL)
);
CREATE INDEX agents_by_date ON agents USING btree (created_at, agent_id);
CREATE INDEX agents_by_name ON agents USING btree (name, agent_id);
CREATE INDEX agents_by_text ON agents USING gin (folded gin_trgm_ops);
CREATE UNIQUE INDEX one_agent_per_fiscal_code ON agents USING btree (fiscal_code);
CREATE UNIQUE INDEX one_agent_per_vat_number ON agents USING btree (vat_number);
alter table agents enable row level security;
alter table agents force row level security;
create policy own_agent on agents for select to saldo_customer
  using ((agent_id IN ( SELECT c.agent_id
   FROM agent_customers c)));
create policy owner on agents to saldo using (true) with check (true);
create policy queries on agents for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all));
create policy super_user on agents to saldo_super using (true) with check (true);
create policy system on agents to saldo_system using (true) with check (true);
grant delete, insert, select, update on agents to saldo_super;
grant delete, insert, select, update on agents to saldo_system;
grant select (agent_id, business_name, commission_bps, created_at, email, ended_on, firstname, fiscal_code, lastname, name, phone, updated_at, vat_number) on agents to saldo_query;
grant select (agent_id, email, name, phone) on agents to saldo_customer;
grant usage on sequence agents_agent_id_seq to saldo_super, saldo_system;
CREATE TRIGGER audit_delete AFTER DELETE ON agents FOR EACH ROW EXECUTE FUNCTION audit_row('agents', 'agent_id', 'name');
CREATE TRIGGER audit_insert AFTER INSERT ON agents FOR EACH ROW WHEN (current_setting('saldo.bulk'::text, true) IS DISTINCT FROM 'yes'::text) EXECUTE FUNCTION audit_row('agents', 'agent_id', 'name');
CREATE TRIGGER audit_update AFTER UPDATE ON agents FOR EACH ROW WHEN (old.* IS DISTINCT FROM new.*) EXECUTE FUNCTION audit_row('agents', 'agent_id', 'name');

-- The cents of an allocation that settle one instalment.
create table allocation_parts (
  allocation_id bigint not null,
  instalment_id bigint not null,
  customer_id bigint not null,
  bill_id bigint not null,
  amount bigint not null,
  constraint allocation_parts_pkey PRIMARY KEY (allocation_id, instalment_id),
  constraint allocation_parts_customer_id_allocation_id_fkey FOREIGN KEY (customer_id, allocation_id) REFERENCES payment_allocations(customer_id, allocation_id),
  constraint allocation_parts_customer_id_bill_id_fkey FOREIGN KEY (customer_id, bill_id) REFERENCES bills(customer_id, bill_id),
  constraint allocation_parts_instalment_id_fkey FOREIGN KEY (instalment_id) REFERENCES bill_instalments(instalment_id),
  constraint allocation_parts_amount_check CHECK (amount > 0)
);
CREATE INDEX allocation_parts_by_allocation ON allocation_parts USING btree (customer_id, allocation_id);
CREATE INDEX allocation_parts_by_bill ON allocation_parts USING btree (customer_id, bill_id);
CREATE INDEX allocation_parts_by_instalment ON allocation_parts USING btree (instalment_id);
alter table allocation_parts enable row level security;
alter table allocation_parts force row level security;
create policy customer on allocation_parts to saldo_customer
  using (customer_id = actor_customer_id())
  with check (customer_id = actor_customer_id());
create policy owner on allocation_parts to saldo using (true) with check (true);
create policy queries on allocation_parts for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all) OR customer_id = (( SELECT query_customer_id() AS query_customer_id)));
create policy super_user on allocation_parts to saldo_super using (true) with check (true);
create policy system on allocation_parts to saldo_system using (true) with check (true);
create policy limited_delete on allocation_parts as restrictive for delete to saldo_subuser
  using (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM bills p
  WHERE p.bill_id = allocation_parts.bill_id))));
create policy limited_insert on allocation_parts as restrictive for insert to saldo_subuser
  with check (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM bills p
  WHERE p.bill_id = allocation_parts.bill_id))));
create policy limited_read on allocation_parts as restrictive for select to saldo_subuser
  using (( SELECT actor_may('{bills:read,payments:read,debits:read}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM bills p
  WHERE p.bill_id = allocation_parts.bill_id))));
create policy limited_update on allocation_parts as restrictive for update to saldo_subuser
  using (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM bills p
  WHERE p.bill_id = allocation_parts.bill_id))))
  with check (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM bills p
  WHERE p.bill_id = allocation_parts.bill_id))));
grant delete, insert, select, update on allocation_parts to saldo_super;
grant delete, insert, select, update on allocation_parts to saldo_system;
grant insert, select on allocation_parts to saldo_customer;
grant select (allocation_id, amount, bill_id, customer_id, instalment_id) on allocation_parts to saldo_query;

-- Who closed which: it stays closed for them, on every device.
create table announcement_closings (
  announcement_id bigint not null,
  user_id bigint not null,
  closed_at timestamp with time zone not null default now(),
  constraint announcement_closings_pkey PRIMARY KEY (user_id, announcement_id),
  constraint announcement_closings_announcement_id_fkey FOREIGN KEY (announcement_id) REFERENCES announcements(announcement_id) ON DELETE CASCADE,
  constraint announcement_closings_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id) ON DELETE CASCADE
);
CREATE INDEX announcement_closings_by_announcement ON announcement_closings USING btree (announcement_id);
alter table announcement_closings enable row level security;
alter table announcement_closings force row level security;
create policy oneself on announcement_closings to saldo_consumer, saldo_customer, saldo_super
  using (user_id = actor_user_id())
  with check (user_id = actor_user_id());
create policy owner on announcement_closings to saldo using (true) with check (true);
create policy queries on announcement_closings for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all));
create policy system on announcement_closings to saldo_system using (true) with check (true);
grant delete, insert, select, update on announcement_closings to saldo_system;
grant insert, select on announcement_closings to saldo_consumer;
grant insert, select on announcement_closings to saldo_customer;
grant insert, select on announcement_closings to saldo_super;
grant select (announcement_id, closed_at, user_id) on announcement_closings to saldo_query;
CREATE TRIGGER live_insert AFTER INSERT ON announcement_closings REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_live_users('announcements');

-- The offices to which it is limited, unless it is for all.
create table announcement_offices (
  announcement_id bigint not null,
  of_customer_id bigint not null,
  constraint announcement_offices_pkey PRIMARY KEY (announcement_id, of_customer_id),
  constraint announcement_offices_announcement_id_fkey FOREIGN KEY (announcement_id) REFERENCES announcements(announcement_id) ON DELETE CASCADE,
  constraint announcement_offices_of_customer_id_fkey FOREIGN KEY (of_customer_id) REFERENCES customers(customer_id) ON DELETE CASCADE
);
CREATE INDEX announcement_offices_by_customer ON announcement_offices USING btree (of_customer_id);
alter table announcement_offices enable row level security;
alter table announcement_offices force row level security;
create policy owner on announcement_offices to saldo using (true) with check (true);
create policy queries on announcement_offices for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all));
create policy super_user on announcement_offices to saldo_super using (true) with check (true);
create policy system on announcement_offices to saldo_system using (true) with check (true);
grant delete, insert, select, update on announcement_offices to saldo_super;
grant delete, insert, select, update on announcement_offices to saldo_system;
grant select (announcement_id, of_customer_id) on announcement_offices to saldo_query;

-- What the back office tells people, in a banner above their pages.
create table announcements (
  announcement_id bigint not null generated always as identity,
  title text not null,
  text text not null,
  level text not null,
  starts_at timestamp with time zone not null,
  until timestamp with time zone not null,
  audience text[] not null,
  all_offices boolean not null,
  created_by bigint,
  created_by_name text not null,
  created_at timestamp with time zone not null default now(),
  ended_at timestamp with time zone,
  folded text not null generated always as (fold((title || ' ') || text)) stored,
  constraint announcements_pkey PRIMARY KEY (announcement_id),
  constraint announcements_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(user_id) ON DELETE SET NULL,
  constraint announcement_ends_after_it_starts CHECK (until > starts_at),
  constraint announcements_audience_check CHECK (audience <> '{}'::text[] AND audience <@ ARRAY['administrators', 'stores', 'residents', 'back_office']),
  constraint announcements_level_check CHECK (level = ANY (ARRAY['information', 'attention']))
);
CREATE INDEX announcements_by_author ON announcements USING btree (created_by) WHERE created_by IS NOT NULL;
CREATE INDEX announcements_by_date ON announcements USING btree (starts_at, announcement_id);
CREATE INDEX announcements_by_end ON announcements USING btree (until, announcement_id);
CREATE INDEX announcements_by_title ON announcements USING btree (title, announcement_id);
alter table announcements enable row level security;
alter table announcements force row level security;
create policy owner on announcements to saldo using (true) with check (true);
create policy queries on announcements for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all));
create policy super_user on announcements to saldo_super using (true) with check (true);
create policy system on announcements to saldo_system using (true) with check (true);
grant delete, insert, select, update on announcements to saldo_system;
grant insert, select, update on announcements to saldo_super;
grant select (all_offices, announcement_id, audience, created_at, created_by, created_by_name, ended_at, level, starts_at, text, title, until) on announcements to saldo_query;
grant usage on sequence announcements_announcement_id_seq to saldo_super, saldo_system;
CREATE TRIGGER audit_delete AFTER DELETE ON announcements FOR EACH ROW EXECUTE FUNCTION audit_row('announcements', 'announcement_id', 'title', 'announcement_id', 'created_by', 'created_by_name', 'all_offices');
CREATE TRIGGER audit_insert AFTER INSERT ON announcements FOR EACH ROW WHEN (current_setting('saldo.bulk'::text, true) IS DISTINCT FROM 'yes'::text) EXECUTE FUNCTION audit_row('announcements', 'announcement_id', 'title', 'announcement_id', 'created_by', 'created_by_name', 'all_offices');
CREATE TRIGGER audit_update AFTER UPDATE ON announcements FOR EACH ROW WHEN (old.* IS DISTINCT FROM new.*) EXECUTE FUNCTION audit_row('announcements', 'announcement_id', 'title', 'announcement_id', 'created_by', 'created_by_name', 'all_offices');
CREATE TRIGGER live_announcements AFTER INSERT OR UPDATE ON announcements FOR EACH STATEMENT EXECUTE FUNCTION tell_announcements();

-- Programs of a customer that call the API.
create table api_users (
  api_user_id bigint not null generated always as identity,
  customer_id bigint not null,
  user_name text not null,
  password_hash text not null,
  webhook_url text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  user_id bigint,
  constraint api_users_pkey PRIMARY KEY (api_user_id),
  constraint api_users_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(customer_id),
  constraint api_users_customer_id_user_id_fkey FOREIGN KEY (customer_id, user_id) REFERENCES users(customer_id, user_id)
);
CREATE INDEX api_users_by_customer ON api_users USING btree (customer_id, api_user_id);
CREATE UNIQUE INDEX api_users_by_name ON api_users USING btree (lower(user_name));
CREATE UNIQUE INDEX api_users_by_user ON api_users USING btree (customer_id, user_id);
alter table api_users enable row level security;
alter table api_users force row level security;
create policy customer on api_users to saldo_customer
  using (customer_id = actor_customer_id())
  with check (customer_id = actor_customer_id());
create policy owner on api_users to saldo using (true) with check (true);
create policy super_user on api_users to saldo_super using (true) with check (true);
create policy system on api_users to saldo_system using (true) with check (true);
create policy limited_delete on api_users as restrictive for delete to saldo_subuser
  using (( SELECT actor_may('{office:write}'::text[]) AS actor_may) AND true);
create policy limited_insert on api_users as restrictive for insert to saldo_subuser
  with check (( SELECT actor_may('{office:write}'::text[]) AS actor_may) AND true);
create policy limited_read on api_users as restrictive for select to saldo_subuser
  using (( SELECT actor_may('{office:read}'::text[]) AS actor_may) AND true);
create policy limited_update on api_users as restrictive for update to saldo_subuser
  using (( SELECT actor_may('{office:write}'::text[]) AS actor_may) AND true)
  with check (( SELECT actor_may('{office:write}'::text[]) AS actor_may) AND true);
grant delete, insert, select, update on api_users to saldo_system;
grant insert (customer_id, password_hash, user_id, user_name, webhook_url) on api_users to saldo_customer;
grant insert (customer_id, password_hash, user_id, user_name, webhook_url) on api_users to saldo_super;
grant select (api_user_id, created_at, customer_id, updated_at, user_id, user_name, webhook_url) on api_users to saldo_customer;
grant select (api_user_id, created_at, customer_id, updated_at, user_id, user_name, webhook_url) on api_users to saldo_super;
grant update (password_hash, updated_at, user_id, webhook_url) on api_users to saldo_customer;
grant update (password_hash, updated_at, user_id, webhook_url) on api_users to saldo_super;
grant usage on sequence api_users_api_user_id_seq to saldo_super, saldo_system;
CREATE TRIGGER audit_delete AFTER DELETE ON api_users FOR EACH ROW EXECUTE FUNCTION audit_row('api_users', 'api_user_id', 'user_name');
CREATE TRIGGER audit_insert AFTER INSERT ON api_users FOR EACH ROW WHEN (current_setting('saldo.bulk'::text, true) IS DISTINCT FROM 'yes'::text) EXECUTE FUNCTION audit_row('api_users', 'api_user_id', 'user_name');
CREATE TRIGGER audit_update AFTER UPDATE ON api_users FOR EACH ROW WHEN (old.* IS DISTINCT FROM new.*) EXECUTE FUNCTION audit_row('api_users', 'api_user_id', 'user_name');
CREATE TRIGGER end_api_sessions AFTER UPDATE OF password_hash ON api_users FOR EACH ROW WHEN (new.user_id IS NOT NULL) EXECUTE FUNCTION end_api_sessions();
CREATE TRIGGER note_login_hand AFTER INSERT OR UPDATE OF password_hash, user_id ON api_users FOR EACH ROW EXECUTE FUNCTION note_login_hand('password');

-- The instalments that an attempt holds while it is open: at most one open attempt per instalment, of any payer.
create table attempt_instalments (
  attempt_id bigint not null,
  instalment_id bigint not null,
  customer_id bigint not null,
  bill_id bigint not null,
  amount bigint not null,
  open boolean not null default true,
  constraint attempt_instalments_pkey PRIMARY KEY (attempt_id, instalment_id),
  constraint attempt_instalments_customer_id_attempt_id_fkey FOREIGN KEY (customer_id, attempt_id) REFERENCES payment_attempts(customer_id, attempt_id),
  constraint attempt_instalments_instalment_id_fkey FOREIGN KEY (instalment_id) REFERENCES bill_instalments(instalment_id),
  constraint attempt_instalments_amount_check CHECK (amount > 0)
);
CREATE INDEX attempt_instalments_by_customer ON attempt_instalments USING btree (customer_id, attempt_id);
-- Finds whether an instalment ever had an attempt, when a bill loses it.
CREATE INDEX attempt_instalments_by_instalment ON attempt_instalments USING btree (instalment_id);
CREATE UNIQUE INDEX one_open_attempt_per_instalment ON attempt_instalments USING btree (instalment_id) WHERE open;
alter table attempt_instalments enable row level security;
alter table attempt_instalments force row level security;
create policy customer on attempt_instalments to saldo_customer
  using (customer_id = actor_customer_id())
  with check (customer_id = actor_customer_id());
create policy of_own_bill on attempt_instalments to saldo_link
  using (bill_id = actor_bill_id());
create policy of_own_bills on attempt_instalments to saldo_consumer
  using ((bill_id IN ( SELECT b.bill_id
   FROM bills b)));
create policy owner on attempt_instalments to saldo using (true) with check (true);
create policy queries on attempt_instalments for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all) OR customer_id = (( SELECT query_customer_id() AS query_customer_id)));
create policy super_user on attempt_instalments to saldo_super using (true) with check (true);
create policy system on attempt_instalments to saldo_system using (true) with check (true);
create policy limited_delete on attempt_instalments as restrictive for delete to saldo_subuser
  using (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM bills p
  WHERE p.bill_id = attempt_instalments.bill_id))));
create policy limited_insert on attempt_instalments as restrictive for insert to saldo_subuser
  with check (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM bills p
  WHERE p.bill_id = attempt_instalments.bill_id))));
create policy limited_read on attempt_instalments as restrictive for select to saldo_subuser
  using (( SELECT actor_may('{bills:read,payments:read,debits:read}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM bills p
  WHERE p.bill_id = attempt_instalments.bill_id))));
create policy limited_update on attempt_instalments as restrictive for update to saldo_subuser
  using (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM bills p
  WHERE p.bill_id = attempt_instalments.bill_id))))
  with check (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM bills p
  WHERE p.bill_id = attempt_instalments.bill_id))));
grant delete, insert, select, update on attempt_instalments to saldo_super;
grant delete, insert, select, update on attempt_instalments to saldo_system;
grant insert, select, update on attempt_instalments to saldo_consumer;
grant insert, select, update on attempt_instalments to saldo_customer;
grant insert, select, update on attempt_instalments to saldo_link;
grant select (amount, attempt_id, bill_id, customer_id, instalment_id, open) on attempt_instalments to saldo_query;

-- The allowed state changes of an attempt. A test compares them with the domain's attemptTransitions.
create table attempt_transitions (
  from_state text not null,
  to_state text not null,
  constraint attempt_transitions_pkey PRIMARY KEY (from_state, to_state)
);
grant select on attempt_transitions to saldo_consumer;
grant select on attempt_transitions to saldo_customer;
grant select on attempt_transitions to saldo_link;
grant select on attempt_transitions to saldo_super;
grant select on attempt_transitions to saldo_system;

-- The audit log: who changed what, for which customer, and the values before. Triggers write it in the transaction that
-- makes the change, so that no change is missing. Only the differences are stored. No role may change or remove a line, not
-- even the system.
create table audit_log (
  audit_id bigint not null generated always as identity,
  -- The customer that owns the record. Null: the back office.
  customer_id bigint,
  -- The condominium that the record belongs to, for sub-users who see some only.
  account_id bigint,
  noun text not null,
  record_id bigint not null,
  -- The record's name at that time.
  label text,
  act text not null,
  before jsonb,
  after jsonb,
  -- Null: the system, the provider or the holder of a link.
  user_id bigint,
  actor text not null,
  -- True: a super user who acted for the customer.
  flag_super_user boolean not null default false,
  folded text not null generated always as (fold((COALESCE(label, '') || ' ') || actor)) stored,
  at timestamp with time zone not null default now(),
  part text,
  impersonation_id bigint,
  acted_for text,
  acted_because text,
  constraint audit_log_pkey PRIMARY KEY (audit_id),
  constraint an_impersonation_is_explained CHECK ((impersonation_id IS NULL) = (acted_for IS NULL) AND (impersonation_id IS NULL) = (acted_because IS NULL)),
  constraint audit_act_is_declared CHECK (act = ANY (ARRAY['created', 'changed', 'removed', 'imported', 'undone', 'merged', 'issued', 'activated', 'iban_revealed', 'sent', 'delivered', 'books_closed', 'books_reopened', 'collection_reversed', 'mail_read']))
);
CREATE INDEX audit_log_at ON audit_log USING btree (at, audit_id);
CREATE INDEX audit_log_by_account ON audit_log USING btree (customer_id, account_id, at, audit_id);
CREATE INDEX audit_log_by_date ON audit_log USING btree (customer_id, at, audit_id);
CREATE INDEX audit_log_by_record ON audit_log USING btree (customer_id, noun, record_id, audit_id);
CREATE INDEX audit_log_by_text ON audit_log USING gin (customer_id, folded gin_trgm_ops);
CREATE INDEX audit_log_by_user ON audit_log USING btree (customer_id, user_id, at, audit_id);
CREATE INDEX audit_log_of_record ON audit_log USING btree (noun, record_id, audit_id);
alter table audit_log enable row level security;
alter table audit_log force row level security;
create policy customer on audit_log to saldo_customer
  using (customer_id = actor_customer_id())
  with check (customer_id = actor_customer_id());
create policy owner on audit_log to saldo using (true) with check (true);
create policy queries on audit_log for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all) OR customer_id = (( SELECT query_customer_id() AS query_customer_id)));
create policy super_user on audit_log to saldo_super using (true) with check (true);
create policy system on audit_log to saldo_system using (true) with check (true);
-- Sub-users read the lines of their sections, and of their condominiums.
create policy limited_read on audit_log as restrictive for select to saldo_subuser
  using ((noun = ANY ((( SELECT ARRAY( SELECT n.noun
           FROM audit_nouns n
          WHERE actor_may(permissions('read', ARRAY[n.section]))) AS "array"))::text[])) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
grant select on audit_log to saldo_customer;
grant select on audit_log to saldo_super;
grant select on audit_log to saldo_system;
grant select (account_id, act, acted_because, acted_for, actor, at, audit_id, customer_id, flag_super_user, impersonation_id, label, noun, part, record_id, user_id) on audit_log to saldo_query;
grant usage on sequence audit_log_audit_id_seq to saldo_super, saldo_system;
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON audit_log FOR EACH ROW EXECUTE FUNCTION audit_is_append_only();
CREATE TRIGGER never_emptied BEFORE TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION audit_is_append_only();

-- The words for kinds of record in the audit log, and the section whose sub-users read them. Each migration declares those of
-- its tables. domain/audit/audit-words.ts has the Italian names; audit-log.test.ts compares the two.
create table audit_nouns (
  noun text not null,
  section text not null,
  constraint audit_nouns_pkey PRIMARY KEY (noun),
  constraint audit_nouns_section_check CHECK (section = ANY (every_section()))
);
grant select on audit_nouns to saldo_customer;
grant select on audit_nouns to saldo_system;

-- Opens one autopay, for a year. It is mailed with each notice; only the token's SHA-256 is kept.
create table autopay_links (
  autopay_link_id bigint not null generated always as identity,
  customer_id bigint not null,
  autopay_id bigint not null,
  token_hash bytea not null,
  expires_at timestamp with time zone not null default now() + '1 year'::interval,
  created_at timestamp with time zone not null default now(),
  -- When the autopay was revoked by one of its links. Null: it was not, or that was taken back.
  revoked_at timestamp with time zone,
  constraint autopay_links_pkey PRIMARY KEY (autopay_link_id),
  constraint autopay_links_token_hash_key UNIQUE (token_hash),
  constraint autopay_links_customer_id_autopay_id_fkey FOREIGN KEY (customer_id, autopay_id) REFERENCES autopays(customer_id, autopay_id)
);
CREATE INDEX autopay_links_by_autopay ON autopay_links USING btree (customer_id, autopay_id, autopay_link_id);
CREATE INDEX autopay_links_by_end ON autopay_links USING btree (expires_at);
alter table autopay_links enable row level security;
alter table autopay_links force row level security;
create policy owner on autopay_links to saldo using (true) with check (true);
create policy super_user on autopay_links to saldo_super using (true) with check (true);
create policy system on autopay_links to saldo_system using (true) with check (true);
grant delete, insert, select, update on autopay_links to saldo_super;
grant delete, insert, select, update on autopay_links to saldo_system;
grant usage on sequence autopay_links_autopay_link_id_seq to saldo_super, saldo_system;

-- Autopay: a person has the instalments of their bills in a condominium debited by themselves, from a saved method. Only the
-- payer begins one; the office sees it.
create table autopays (
  autopay_id bigint not null generated always as identity,
  customer_id bigint not null,
  account_id bigint not null,
  subject_id bigint not null,
  source_id bigint not null,
  -- Cents; an instalment above it is not debited. Null: no cap.
  cap bigint,
  -- Instalments due before stay with the payer.
  starts_on date not null,
  state text not null default 'active',
  pause_reason text,
  -- The day on which it resumes by itself. Null: when the payer says so.
  paused_until date,
  -- Failed debits before do not count any more.
  resumed_at timestamp with time zone not null default now(),
  created_by bigint,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  ended_because text,
  end_told_at timestamp with time zone,
  constraint autopays_pkey PRIMARY KEY (autopay_id),
  constraint autopays_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(user_id) ON DELETE SET NULL,
  constraint autopays_customer_id_account_id_fkey FOREIGN KEY (customer_id, account_id) REFERENCES accounts(customer_id, account_id),
  constraint autopays_customer_id_source_id_fkey FOREIGN KEY (customer_id, source_id) REFERENCES payment_sources(customer_id, source_id),
  constraint autopays_customer_id_subject_id_fkey FOREIGN KEY (customer_id, subject_id) REFERENCES subjects(customer_id, subject_id),
  constraint an_end_has_a_reason CHECK (ended_because IS NULL OR state = 'revoked'),
  constraint autopays_cap_check CHECK (cap > 0),
  constraint autopays_ended_because_check CHECK (ended_because = ANY (ARRAY['access', 'merged'])),
  constraint autopays_pause_reason_check CHECK (pause_reason = ANY (ARRAY['payer', 'failures', 'source'])),
  constraint autopays_state_check CHECK (state = ANY (ARRAY['active', 'paused', 'revoked'])),
  constraint paused_for_a_reason CHECK ((state = 'paused') = (pause_reason IS NOT NULL)),
  constraint resumes_only_from_a_pause CHECK (paused_until IS NULL OR state = 'paused')
);
CREATE INDEX autopays_by_account ON autopays USING btree (customer_id, account_id);
CREATE INDEX autopays_by_source ON autopays USING btree (customer_id, source_id);
CREATE INDEX autopays_to_do ON autopays USING btree (autopay_id) WHERE state <> 'revoked';
CREATE INDEX autopays_to_tell ON autopays USING btree (autopay_id) WHERE ended_because IS NOT NULL AND end_told_at IS NULL;
CREATE UNIQUE INDEX autopays_by_key ON autopays USING btree (customer_id, autopay_id);
CREATE UNIQUE INDEX one_autopay_per_person_and_account ON autopays USING btree (customer_id, subject_id, account_id) WHERE state <> 'revoked';
alter table autopays enable row level security;
alter table autopays force row level security;
create policy customer on autopays to saldo_customer
  using (customer_id = actor_customer_id())
  with check (customer_id = actor_customer_id());
create policy own_autopays on autopays to saldo_consumer
  using ((subject_id IN ( SELECT s.subject_id
   FROM subjects s)))
  with check ((subject_id IN ( SELECT s.subject_id
   FROM subjects s)));
create policy owner on autopays to saldo using (true) with check (true);
create policy queries on autopays for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all) OR customer_id = (( SELECT query_customer_id() AS query_customer_id)));
create policy super_user on autopays to saldo_super using (true) with check (true);
create policy system on autopays to saldo_system using (true) with check (true);
create policy limited_delete on autopays as restrictive for delete to saldo_subuser
  using (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_insert on autopays as restrictive for insert to saldo_subuser
  with check (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_read on autopays as restrictive for select to saldo_subuser
  using (( SELECT actor_may('{bills:read,payments:read,debits:read}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_update on autopays as restrictive for update to saldo_subuser
  using (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))))
  with check (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
grant delete, insert, select, update on autopays to saldo_super;
grant delete, insert, select, update on autopays to saldo_system;
grant insert, select, update on autopays to saldo_consumer;
grant select on autopays to saldo_customer;
grant select (account_id, autopay_id, cap, created_at, created_by, customer_id, end_told_at, ended_because, pause_reason, paused_until, resumed_at, source_id, starts_on, state, subject_id, updated_at) on autopays to saldo_query;
grant usage on sequence autopays_autopay_id_seq to saldo_consumer, saldo_super, saldo_system;
CREATE TRIGGER audit_delete AFTER DELETE ON autopays FOR EACH ROW EXECUTE FUNCTION audit_row('subjects', 'subject_id', 'account_id', 'autopay_id', 'resumed_at', 'created_by', 'ended_because', 'end_told_at');
CREATE TRIGGER audit_insert AFTER INSERT ON autopays FOR EACH ROW WHEN (current_setting('saldo.bulk'::text, true) IS DISTINCT FROM 'yes'::text) EXECUTE FUNCTION audit_row('subjects', 'subject_id', 'account_id', 'autopay_id', 'resumed_at', 'created_by', 'ended_because', 'end_told_at');
CREATE TRIGGER audit_update AFTER UPDATE ON autopays FOR EACH ROW WHEN (old.state IS DISTINCT FROM new.state OR old.pause_reason IS DISTINCT FROM new.pause_reason OR old.paused_until IS DISTINCT FROM new.paused_until OR old.cap IS DISTINCT FROM new.cap OR old.source_id IS DISTINCT FROM new.source_id) EXECUTE FUNCTION audit_row('subjects', 'subject_id', 'account_id', 'autopay_id', 'resumed_at', 'created_by', 'ended_because', 'end_told_at');
CREATE TRIGGER autopay_links_end_with_method AFTER UPDATE OF source_id ON autopays FOR EACH ROW WHEN (old.source_id <> new.source_id) EXECUTE FUNCTION autopay_links_end_with_method();
CREATE TRIGGER autopay_stays_revoked BEFORE UPDATE OF state ON autopays FOR EACH ROW EXECUTE FUNCTION autopay_stays_revoked();
CREATE TRIGGER live_insert AFTER INSERT ON autopays REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_live('debits');
CREATE TRIGGER live_update AFTER UPDATE ON autopays REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_live('debits');
CREATE TRIGGER touch BEFORE UPDATE ON autopays FOR EACH ROW EXECUTE FUNCTION touch();

-- The sums of each condominium's balance_movements up to the entry `summed_up_to`, so that a balance adds only what came
-- later. No entry up to there can still be committed: `settle_entries` waits for all writers before it answers. `next_up_to`
-- is summed 45 minutes after it was taken at the earliest: `fresh` below looks at the entries of half an hour one by one.
create table balance_sums (
  customer_id bigint not null,
  account_id bigint not null,
  platform bigint not null,
  connected bigint not null,
  constraint balance_sums_pkey PRIMARY KEY (account_id),
  constraint balance_sums_customer_id_account_id_fkey FOREIGN KEY (customer_id, account_id) REFERENCES accounts(customer_id, account_id)
);
CREATE INDEX balance_sums_by_account ON balance_sums USING btree (customer_id, account_id);
alter table balance_sums enable row level security;
alter table balance_sums force row level security;
create policy owner on balance_sums to saldo using (true) with check (true);
create policy queries on balance_sums for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all) OR customer_id = (( SELECT query_customer_id() AS query_customer_id)));
create policy super_user on balance_sums to saldo_super using (true) with check (true);
create policy system on balance_sums to saldo_system using (true) with check (true);
grant delete, insert, select, update on balance_sums to saldo_system;
grant select on balance_sums to saldo_super;
grant select (account_id, connected, customer_id, platform) on balance_sums to saldo_query;

create table balance_sums_until (
  is_one boolean not null default true,
  summed_up_to bigint not null default 0,
  next_up_to bigint not null default 0,
  next_taken_at timestamp with time zone not null default now(),
  constraint balance_sums_until_pkey PRIMARY KEY (is_one),
  constraint balance_sums_until_is_one_check CHECK (is_one)
);
alter table balance_sums_until enable row level security;
alter table balance_sums_until force row level security;
create policy owner on balance_sums_until to saldo using (true) with check (true);
create policy queries on balance_sums_until for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all));
create policy super_user on balance_sums_until to saldo_super using (true) with check (true);
create policy system on balance_sums_until to saldo_system using (true) with check (true);
grant select on balance_sums_until to saldo_super;
grant select, update on balance_sums_until to saldo_system;
grant select (is_one, next_taken_at, next_up_to, summed_up_to) on balance_sums_until to saldo_query;

create table bank_movements (
  movement_id bigint not null generated always as identity,
  customer_id bigint not null,
  account_id bigint not null,
  statement_id bigint not null,
  flow_id bigint not null,
  -- Two files bring the same movement if this is equal: the bank's reference, or a hash of day, amount and texts.
  identity text not null,
  booked_on date not null,
  value_on date,
  amount bigint not null,
  is_reversal boolean not null default false,
  bank_reference text,
  end_to_end_id text,
  mandate_reference text,
  batch_reference text,
  reversed_reference text,
  return_reason text,
  structured_reference text,
  text text not null default '',
  bank_code text,
  party_name text,
  party_iban text,
  party_fiscal_code text,
  state text not null,
  -- Cents that collections hold.
  matched bigint not null default 0,
  -- Why it is in this state, as a sentence.
  reason text,
  note text,
  -- Found when it was last matched; whoever confirms one computes it again.
  proposals jsonb not null default '[]'::jsonb,
  first_choice boolean not null default false,
  -- The first proposal in short.
  proposed text,
  -- True after a person undid its match: then it is never matched automatically again.
  by_hand_only boolean not null default false,
  folded text collate "C" not null generated always as (fold((((((((COALESCE(party_name, '') || ' ') || text) || ' ') || COALESCE(structured_reference, '')) || ' ') || COALESCE(end_to_end_id, '')) || ' ') || COALESCE(bank_reference, ''))) stored,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  maybe_known boolean not null default false,
  constraint bank_movements_pkey PRIMARY KEY (movement_id),
  constraint bank_movements_customer_id_account_id_fkey FOREIGN KEY (customer_id, account_id) REFERENCES accounts(customer_id, account_id),
  constraint bank_movements_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(customer_id),
  constraint bank_movements_customer_id_flow_id_fkey FOREIGN KEY (customer_id, flow_id) REFERENCES flows(customer_id, flow_id),
  constraint bank_movements_customer_id_statement_id_fkey FOREIGN KEY (customer_id, statement_id) REFERENCES bank_statements(customer_id, statement_id),
  constraint bank_movements_amount_check CHECK (amount <> 0),
  constraint bank_movements_matched_check CHECK (matched >= 0),
  constraint bank_movements_state_check CHECK (state = ANY (ARRAY['to_match', 'to_explain', 'partly', 'matched', 'credited', 'flow', 'reversal', 'returned', 'excluded'])),
  constraint matched_as_the_state_says CHECK (
    CASE state
        WHEN 'matched' THEN matched = amount
        WHEN 'credited' THEN matched = amount
        WHEN 'partly' THEN matched > 0 AND matched < amount
        ELSE matched = 0
    END),
  constraint never_more_than_came CHECK (matched = 0 OR matched <= amount)
);
CREATE INDEX bank_movements_by_account ON bank_movements USING btree (customer_id, account_id, booked_on, movement_id);
CREATE INDEX bank_movements_by_amount ON bank_movements USING btree (customer_id, amount, movement_id);
CREATE INDEX bank_movements_by_day ON bank_movements USING btree (customer_id, booked_on, movement_id);
CREATE INDEX bank_movements_by_flow ON bank_movements USING btree (customer_id, flow_id, movement_id);
CREATE INDEX bank_movements_by_reference ON bank_movements USING btree (customer_id, account_id, bank_reference) WHERE bank_reference IS NOT NULL;
CREATE INDEX bank_movements_by_state ON bank_movements USING btree (customer_id, state, booked_on, movement_id);
CREATE INDEX bank_movements_by_statement ON bank_movements USING btree (customer_id, statement_id, movement_id);
CREATE INDEX bank_movements_open ON bank_movements USING btree (customer_id, account_id, movement_id) WHERE state = ANY (ARRAY['to_match', 'to_explain']);
CREATE UNIQUE INDEX bank_movements_by_key ON bank_movements USING btree (customer_id, movement_id);
CREATE UNIQUE INDEX one_movement_per_identity ON bank_movements USING btree (customer_id, account_id, identity);
alter table bank_movements enable row level security;
alter table bank_movements force row level security;
create policy customer on bank_movements to saldo_customer
  using (customer_id = actor_customer_id())
  with check (customer_id = actor_customer_id());
create policy owner on bank_movements to saldo using (true) with check (true);
create policy queries on bank_movements for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all) OR customer_id = (( SELECT query_customer_id() AS query_customer_id)));
create policy super_user on bank_movements to saldo_super using (true) with check (true);
create policy system on bank_movements to saldo_system using (true) with check (true);
create policy limited_delete on bank_movements as restrictive for delete to saldo_subuser
  using (( SELECT actor_may('{payments:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_insert on bank_movements as restrictive for insert to saldo_subuser
  with check (( SELECT actor_may('{payments:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_read on bank_movements as restrictive for select to saldo_subuser
  using (( SELECT actor_may('{payments:read}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_update on bank_movements as restrictive for update to saldo_subuser
  using (( SELECT actor_may('{payments:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))))
  with check (( SELECT actor_may('{payments:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
grant delete, insert, select, update on bank_movements to saldo_super;
grant delete, insert, select, update on bank_movements to saldo_system;
grant insert, select, update on bank_movements to saldo_customer;
grant select (account_id, amount, bank_code, batch_reference, booked_on, by_hand_only, created_at, customer_id, end_to_end_id, first_choice, flow_id, is_reversal, mandate_reference, matched, maybe_known, movement_id, note, party_name, proposed, reason, return_reason, reversed_reference, state, statement_id, structured_reference, updated_at, value_on) on bank_movements to saldo_query;
grant usage on sequence bank_movements_movement_id_seq to saldo_customer, saldo_super, saldo_system;
CREATE TRIGGER live_insert AFTER INSERT ON bank_movements REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_live('transfers');
CREATE TRIGGER live_update AFTER UPDATE ON bank_movements REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_live('transfers');
CREATE TRIGGER movement_stays BEFORE UPDATE ON bank_movements FOR EACH ROW EXECUTE FUNCTION movement_stays();
CREATE TRIGGER touch BEFORE UPDATE ON bank_movements FOR EACH ROW EXECUTE FUNCTION touch();

create table bank_statements (
  statement_id bigint not null generated always as identity,
  customer_id bigint not null,
  account_id bigint not null,
  flow_id bigint not null,
  -- A hash of what the statement says of itself: the same one in another file is known.
  identity text not null,
  format text not null,
  reference text,
  starts_on date,
  ends_on date not null,
  opening bigint,
  closing bigint,
  movements integer not null default 0,
  -- Those among them that an earlier statement had brought.
  known integer not null default 0,
  created_at timestamp with time zone not null default now(),
  pending integer not null default 0,
  constraint bank_statements_pkey PRIMARY KEY (statement_id),
  constraint bank_statements_customer_id_account_id_fkey FOREIGN KEY (customer_id, account_id) REFERENCES accounts(customer_id, account_id),
  constraint bank_statements_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(customer_id),
  constraint bank_statements_customer_id_flow_id_fkey FOREIGN KEY (customer_id, flow_id) REFERENCES flows(customer_id, flow_id)
);
CREATE INDEX bank_statements_by_account ON bank_statements USING btree (customer_id, account_id, ends_on, statement_id);
CREATE INDEX bank_statements_by_date ON bank_statements USING btree (customer_id, created_at, statement_id);
CREATE INDEX bank_statements_by_end ON bank_statements USING btree (customer_id, ends_on, statement_id);
CREATE INDEX bank_statements_by_flow ON bank_statements USING btree (customer_id, flow_id, statement_id);
CREATE UNIQUE INDEX bank_statements_by_key ON bank_statements USING btree (customer_id, statement_id);
CREATE UNIQUE INDEX one_statement_per_identity ON bank_statements USING btree (customer_id, account_id, identity);
alter table bank_statements enable row level security;
alter table bank_statements force row level security;
create policy customer on bank_statements to saldo_customer
  using (customer_id = actor_customer_id())
  with check (customer_id = actor_customer_id());
create policy owner on bank_statements to saldo using (true) with check (true);
create policy queries on bank_statements for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all) OR customer_id = (( SELECT query_customer_id() AS query_customer_id)));
create policy super_user on bank_statements to saldo_super using (true) with check (true);
create policy system on bank_statements to saldo_system using (true) with check (true);
create policy limited_delete on bank_statements as restrictive for delete to saldo_subuser
  using (( SELECT actor_may('{payments:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_insert on bank_statements as restrictive for insert to saldo_subuser
  with check (( SELECT actor_may('{payments:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_read on bank_statements as restrictive for select to saldo_subuser
  using (( SELECT actor_may('{payments:read}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_update on bank_statements as restrictive for update to saldo_subuser
  using (( SELECT actor_may('{payments:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))))
  with check (( SELECT actor_may('{payments:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
grant delete, insert, select, update on bank_statements to saldo_super;
grant delete, insert, select, update on bank_statements to saldo_system;
grant insert, select, update on bank_statements to saldo_customer;
grant select (account_id, closing, created_at, customer_id, ends_on, flow_id, format, known, movements, opening, pending, reference, starts_on, statement_id) on bank_statements to saldo_query;
grant usage on sequence bank_statements_statement_id_seq to saldo_customer, saldo_super, saldo_system;
CREATE TRIGGER live_insert AFTER INSERT ON bank_statements REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_live('bank-statements');
CREATE TRIGGER live_update AFTER UPDATE ON bank_statements REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_live('bank-statements');

-- A bill's timeline. `actor` is the name to show: a person's, "pagatore", "sistema", "provider".
create table bill_events (
  event_id bigint not null generated always as identity,
  customer_id bigint not null,
  bill_id bigint not null,
  kind text not null,
  text text not null,
  actor text not null,
  at timestamp with time zone not null default now(),
  constraint bill_events_pkey PRIMARY KEY (event_id),
  constraint bill_events_customer_id_bill_id_fkey FOREIGN KEY (customer_id, bill_id) REFERENCES bills(customer_id, bill_id) ON DELETE CASCADE
);
CREATE INDEX bill_events_by_bill ON bill_events USING btree (customer_id, bill_id, event_id);
alter table bill_events enable row level security;
alter table bill_events force row level security;
create policy customer on bill_events to saldo_customer
  using (customer_id = actor_customer_id())
  with check (customer_id = actor_customer_id());
create policy own_bill on bill_events to saldo_link
  using (bill_id = actor_bill_id());
create policy own_bills on bill_events to saldo_consumer
  using ((bill_id IN ( SELECT b.bill_id
   FROM bills b)));
create policy owner on bill_events to saldo using (true) with check (true);
create policy queries on bill_events for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all) OR customer_id = (( SELECT query_customer_id() AS query_customer_id)));
create policy super_user on bill_events to saldo_super using (true) with check (true);
create policy system on bill_events to saldo_system using (true) with check (true);
create policy limited_delete on bill_events as restrictive for delete to saldo_subuser
  using (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM bills p
  WHERE p.bill_id = bill_events.bill_id))));
create policy limited_insert on bill_events as restrictive for insert to saldo_subuser
  with check (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM bills p
  WHERE p.bill_id = bill_events.bill_id))));
create policy limited_read on bill_events as restrictive for select to saldo_subuser
  using (( SELECT actor_may('{bills:read,payments:read,debits:read}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM bills p
  WHERE p.bill_id = bill_events.bill_id))));
create policy limited_update on bill_events as restrictive for update to saldo_subuser
  using (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM bills p
  WHERE p.bill_id = bill_events.bill_id))))
  with check (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM bills p
  WHERE p.bill_id = bill_events.bill_id))));
grant delete, insert, select, update on bill_events to saldo_super;
grant delete, insert, select, update on bill_events to saldo_system;
grant insert, select on bill_events to saldo_consumer;
grant insert, select on bill_events to saldo_customer;
grant insert, select on bill_events to saldo_link;
grant select (actor, at, bill_id, customer_id, event_id, kind, text) on bill_events to saldo_query;
grant usage on sequence bill_events_event_id_seq to saldo_customer, saldo_super, saldo_system;

-- The instalments of a bill: due dates, and how much of each is settled or pending.
create table bill_instalments (
  instalment_id bigint not null generated by default as identity,
  customer_id bigint not null,
  bill_id bigint not null,
  "position" smallint not null,
  due_date date not null,
  -- 0: taken back whole. It stays, because attempts to pay it still say what they were for.
  amount bigint not null,
  settled bigint not null default 0,
  pending bigint not null default 0,
  -- Parts of the unsettled amount. `returned`: it was paid, and a bank took it back (debit returned, dispute lost).
  -- `refunded`: it was paid and then refunded.
  returned bigint not null default 0,
  refunded bigint not null default 0,
  constraint bill_instalments_pkey PRIMARY KEY (instalment_id),
  constraint bill_instalments_bill_id_position_key UNIQUE (bill_id, "position"),
  constraint bill_instalments_customer_id_bill_id_fkey FOREIGN KEY (customer_id, bill_id) REFERENCES bills(customer_id, bill_id) ON DELETE CASCADE,
  constraint bill_instalments_amount_check CHECK (amount >= 0),
  constraint bill_instalments_pending_check CHECK (pending >= 0),
  constraint bill_instalments_refunded_check CHECK (refunded >= 0),
  constraint bill_instalments_returned_check CHECK (returned >= 0),
  constraint bill_instalments_settled_check CHECK (settled >= 0),
  -- An instalment never takes more than its amount. The surplus of a transfer becomes the payer's credit.
  constraint never_more_than_due CHECK ((settled + pending) <= amount)
);
CREATE INDEX bill_instalments_by_customer ON bill_instalments USING btree (customer_id, bill_id);
alter table bill_instalments enable row level security;
alter table bill_instalments force row level security;
create policy customer on bill_instalments to saldo_customer
  using (customer_id = actor_customer_id())
  with check (customer_id = actor_customer_id());
create policy own_bill on bill_instalments to saldo_link
  using (bill_id = actor_bill_id());
create policy own_bills on bill_instalments to saldo_consumer
  using ((bill_id IN ( SELECT b.bill_id
   FROM bills b)));
create policy owner on bill_instalments to saldo using (true) with check (true);
create policy queries on bill_instalments for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all) OR customer_id = (( SELECT query_customer_id() AS query_customer_id)));
create policy super_user on bill_instalments to saldo_super using (true) with check (true);
create policy system on bill_instalments to saldo_system using (true) with check (true);
create policy limited_delete on bill_instalments as restrictive for delete to saldo_subuser
  using (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM bills p
  WHERE p.bill_id = bill_instalments.bill_id))));
create policy limited_insert on bill_instalments as restrictive for insert to saldo_subuser
  with check (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM bills p
  WHERE p.bill_id = bill_instalments.bill_id))));
create policy limited_read on bill_instalments as restrictive for select to saldo_subuser
  using (( SELECT actor_may('{bills:read,payments:read,debits:read}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM bills p
  WHERE p.bill_id = bill_instalments.bill_id))));
create policy limited_update on bill_instalments as restrictive for update to saldo_subuser
  using (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM bills p
  WHERE p.bill_id = bill_instalments.bill_id))))
  with check (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM bills p
  WHERE p.bill_id = bill_instalments.bill_id))));
grant delete, insert, select, update on bill_instalments to saldo_customer;
grant delete, insert, select, update on bill_instalments to saldo_super;
grant delete, insert, select, update on bill_instalments to saldo_system;
grant select, update on bill_instalments to saldo_consumer;
grant select, update on bill_instalments to saldo_link;
grant select (amount, bill_id, customer_id, due_date, instalment_id, pending, "position", refunded, returned, settled) on bill_instalments to saldo_query;
grant usage on sequence bill_instalments_instalment_id_seq to saldo_customer, saldo_super, saldo_system;
CREATE TRIGGER bills_follow_instalments AFTER UPDATE ON bill_instalments REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refresh_bills();
CREATE TRIGGER bills_follow_new_instalments AFTER INSERT ON bill_instalments REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refresh_bills();
CREATE TRIGGER came_back_is_unsettled BEFORE UPDATE ON bill_instalments FOR EACH ROW WHEN (new.returned > 0 OR new.refunded > 0) EXECUTE FUNCTION came_back_is_unsettled();
CREATE TRIGGER figures_follow_instalments AFTER UPDATE ON bill_instalments REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_due();
CREATE TRIGGER figures_follow_new_instalments AFTER INSERT ON bill_instalments REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_due();
CREATE TRIGGER figures_follow_removed_instalments AFTER DELETE ON bill_instalments REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_due();

-- The lines that make up a bill's amount.
create table bill_lines (
  line_id bigint not null generated by default as identity,
  customer_id bigint not null,
  bill_id bigint not null,
  "position" smallint not null,
  description text not null,
  amount bigint not null,
  constraint bill_lines_pkey PRIMARY KEY (line_id),
  constraint bill_lines_bill_id_position_key UNIQUE (bill_id, "position"),
  constraint bill_lines_customer_id_bill_id_fkey FOREIGN KEY (customer_id, bill_id) REFERENCES bills(customer_id, bill_id) ON DELETE CASCADE
);
CREATE INDEX bill_lines_by_customer ON bill_lines USING btree (customer_id, bill_id);
alter table bill_lines enable row level security;
alter table bill_lines force row level security;
create policy customer on bill_lines to saldo_customer
  using (customer_id = actor_customer_id())
  with check (customer_id = actor_customer_id());
create policy own_bill on bill_lines for select to saldo_link
  using (bill_id = actor_bill_id());
create policy own_bills on bill_lines for select to saldo_consumer
  using ((bill_id IN ( SELECT b.bill_id
   FROM bills b)));
create policy owner on bill_lines to saldo using (true) with check (true);
create policy queries on bill_lines for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all) OR customer_id = (( SELECT query_customer_id() AS query_customer_id)));
create policy super_user on bill_lines to saldo_super using (true) with check (true);
create policy system on bill_lines to saldo_system using (true) with check (true);
create policy limited_delete on bill_lines as restrictive for delete to saldo_subuser
  using (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM bills p
  WHERE p.bill_id = bill_lines.bill_id))));
create policy limited_insert on bill_lines as restrictive for insert to saldo_subuser
  with check (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM bills p
  WHERE p.bill_id = bill_lines.bill_id))));
create policy limited_read on bill_lines as restrictive for select to saldo_subuser
  using (( SELECT actor_may('{bills:read,payments:read,debits:read}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM bills p
  WHERE p.bill_id = bill_lines.bill_id))));
create policy limited_update on bill_lines as restrictive for update to saldo_subuser
  using (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM bills p
  WHERE p.bill_id = bill_lines.bill_id))))
  with check (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM bills p
  WHERE p.bill_id = bill_lines.bill_id))));
grant delete, insert, select, update on bill_lines to saldo_customer;
grant delete, insert, select, update on bill_lines to saldo_super;
grant delete, insert, select, update on bill_lines to saldo_system;
grant select on bill_lines to saldo_consumer;
grant select on bill_lines to saldo_link;
grant select (amount, bill_id, customer_id, description, line_id, "position") on bill_lines to saldo_query;
grant usage on sequence bill_lines_line_id_seq to saldo_customer, saldo_super, saldo_system;

-- The bills that a run did not change, with the reason. A bill that was deleted since is named only by its key.
create table bill_run_refusals (
  customer_id bigint not null,
  run_id bigint not null,
  bill_id bigint not null,
  number text,
  reason text not null,
  constraint bill_run_refusals_pkey PRIMARY KEY (customer_id, run_id, bill_id),
  constraint bill_run_refusals_customer_id_run_id_fkey FOREIGN KEY (customer_id, run_id) REFERENCES bill_runs(customer_id, run_id) ON DELETE CASCADE
);
alter table bill_run_refusals enable row level security;
alter table bill_run_refusals force row level security;
create policy customer on bill_run_refusals to saldo_customer
  using (customer_id = actor_customer_id())
  with check (customer_id = actor_customer_id());
create policy owner on bill_run_refusals to saldo using (true) with check (true);
create policy queries on bill_run_refusals for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all) OR customer_id = (( SELECT query_customer_id() AS query_customer_id)));
create policy super_user on bill_run_refusals to saldo_super using (true) with check (true);
create policy system on bill_run_refusals to saldo_system using (true) with check (true);
create policy limited_delete on bill_run_refusals as restrictive for delete to saldo_subuser
  using (( SELECT actor_may('{bills:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM bill_runs p
  WHERE p.run_id = bill_run_refusals.run_id))));
create policy limited_insert on bill_run_refusals as restrictive for insert to saldo_subuser
  with check (( SELECT actor_may('{bills:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM bill_runs p
  WHERE p.run_id = bill_run_refusals.run_id))));
create policy limited_read on bill_run_refusals as restrictive for select to saldo_subuser
  using (( SELECT actor_may('{bills:read}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM bill_runs p
  WHERE p.run_id = bill_run_refusals.run_id))));
create policy limited_update on bill_run_refusals as restrictive for update to saldo_subuser
  using (( SELECT actor_may('{bills:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM bill_runs p
  WHERE p.run_id = bill_run_refusals.run_id))))
  with check (( SELECT actor_may('{bills:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM bill_runs p
  WHERE p.run_id = bill_run_refusals.run_id))));
grant delete, insert, select, update on bill_run_refusals to saldo_super;
grant delete, insert, select, update on bill_run_refusals to saldo_system;
grant insert, select on bill_run_refusals to saldo_customer;
grant select (bill_id, customer_id, number, reason, run_id) on bill_run_refusals to saldo_query;

-- An act on many bills at once, which are settled when it begins. A job takes them in the order of their keys, a batch to a
-- transaction, and continues where it was interrupted.
create table bill_runs (
  run_id bigint not null generated by default as identity,
  customer_id bigint not null,
  act text not null,
  bill_ids bigint[] not null,
  state text not null default 'running',
  -- How many bills were processed. `changed` of them were changed, the others were refused.
  done integer not null default 0,
  changed integer not null default 0,
  created_by bigint,
  created_at timestamp with time zone not null default now(),
  finished_at timestamp with time zone,
  impersonation_id bigint default actor_impersonation_id(),
  constraint bill_runs_pkey PRIMARY KEY (run_id),
  constraint bill_runs_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(user_id) ON DELETE SET NULL,
  constraint bill_runs_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(customer_id),
  constraint bill_runs_customer_id_impersonation_id_fkey FOREIGN KEY (customer_id, impersonation_id) REFERENCES impersonations(customer_id, impersonation_id),
  constraint bill_runs_act_check CHECK (act = 'cancel'),
  constraint bill_runs_bill_ids_check CHECK (cardinality(bill_ids) > 0),
  constraint bill_runs_state_check CHECK (state = ANY (ARRAY['running', 'done', 'stopped']))
);
CREATE UNIQUE INDEX bill_runs_by_key ON bill_runs USING btree (customer_id, run_id);
alter table bill_runs enable row level security;
alter table bill_runs force row level security;
create policy customer on bill_runs to saldo_customer
  using (customer_id = actor_customer_id())
  with check (customer_id = actor_customer_id());
create policy owner on bill_runs to saldo using (true) with check (true);
create policy queries on bill_runs for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all) OR customer_id = (( SELECT query_customer_id() AS query_customer_id)));
create policy super_user on bill_runs to saldo_super using (true) with check (true);
create policy system on bill_runs to saldo_system using (true) with check (true);
create policy limited_delete on bill_runs as restrictive for delete to saldo_subuser
  using (( SELECT actor_may('{bills:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR created_by = (( SELECT actor_user_id() AS actor_user_id))));
create policy limited_insert on bill_runs as restrictive for insert to saldo_subuser
  with check (( SELECT actor_may('{bills:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR created_by = (( SELECT actor_user_id() AS actor_user_id))));
create policy limited_read on bill_runs as restrictive for select to saldo_subuser
  using (( SELECT actor_may('{bills:read}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR created_by = (( SELECT actor_user_id() AS actor_user_id))));
create policy limited_update on bill_runs as restrictive for update to saldo_subuser
  using (( SELECT actor_may('{bills:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR created_by = (( SELECT actor_user_id() AS actor_user_id))))
  with check (( SELECT actor_may('{bills:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR created_by = (( SELECT actor_user_id() AS actor_user_id))));
grant delete, insert, select, update on bill_runs to saldo_super;
grant delete, insert, select, update on bill_runs to saldo_system;
grant insert, select, update on bill_runs to saldo_customer;
grant select (act, bill_ids, changed, created_at, created_by, customer_id, done, finished_at, run_id, state) on bill_runs to saldo_query;
grant usage on sequence bill_runs_run_id_seq to saldo_customer, saldo_super, saldo_system;
CREATE TRIGGER live_update AFTER UPDATE ON bill_runs REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_live('bills');

-- A bill asks a person to pay. Its amounts and its next due date are computed from its instalments (refresh_bills), and its
-- phase is a function of them (bill_phase): no act sets them directly. Money in cents.
create table bills (
  bill_id bigint not null generated by default as identity,
  customer_id bigint not null,
  account_id bigint not null,
  subject_id bigint not null,
  number text not null,
  description text not null,
  unit text,
  issue_date date not null,
  amount bigint not null,
  status text not null default 'issued',
  settled bigint not null default 0,
  -- Pending payments, which the provider has not decided yet.
  pending bigint not null default 0,
  -- Paid once, then taken back (debit returned, dispute lost), or refunded.
  returned bigint not null default 0,
  refunded bigint not null default 0,
  -- A payment that settles it is under dispute.
  disputed boolean not null default false,
  next_due_date date,
  phase text not null default 'open',
  -- Cents still asked for: none of a draft or a cancelled bill. A column, because under row-level security PostgreSQL does
  -- not search an index on an expression that might raise an error.
  residue bigint not null generated always as (
    CASE
        WHEN phase = ANY (ARRAY['draft', 'cancelled']) THEN 0::bigint
        ELSE GREATEST(amount - settled, 0::bigint)
    END) stored,
  -- A new version revokes the links given out before.
  link_version smallint not null default 1,
  budget_id bigint,
  -- The cancelled bill that this one replaces.
  reissued_bill_id bigint,
  import_id bigint,
  import_key text,
  number_key text not null generated always as (bill_number_key(number)) stored,
  -- The number, then the number without punctuation, because the RF reference (ISO 11649) quotes it that way. In byte
  -- order for searching.
  folded text collate "C" not null generated always as (fold(number) ||
    CASE
        WHEN number ~ '[^0-9A-Za-z]' THEN ' ' || regexp_replace(fold(number), '[^0-9a-z]+', '', 'g')
        ELSE ''
    END) stored,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint bills_pkey PRIMARY KEY (bill_id),
  constraint bills_customer_id_account_id_fkey FOREIGN KEY (customer_id, account_id) REFERENCES accounts(customer_id, account_id),
  constraint bills_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(customer_id),
  constraint bills_customer_id_subject_id_fkey FOREIGN KEY (customer_id, subject_id) REFERENCES subjects(customer_id, subject_id),
  constraint budget_of_bill FOREIGN KEY (customer_id, budget_id) REFERENCES budgets(customer_id, budget_id),
  constraint reissued_bill FOREIGN KEY (customer_id, reissued_bill_id) REFERENCES bills(customer_id, bill_id),
  constraint bills_amount_check CHECK (amount > 0),
  constraint bills_pending_check CHECK (pending >= 0),
  constraint bills_phase_check CHECK (phase = ANY (ARRAY['draft', 'open', 'partly_paid', 'pending', 'paid', 'returned', 'refunded', 'disputed', 'cancelled'])),
  constraint bills_settled_check CHECK (settled >= 0),
  constraint bills_status_check CHECK (status = ANY (ARRAY['draft', 'issued', 'cancelled'])),
  constraint cancelled_holds_no_money CHECK (status <> 'cancelled' OR (settled + pending) = 0)
);
CREATE INDEX bills_by_account ON bills USING btree (customer_id, account_id, next_due_date, bill_id) INCLUDE (amount, settled, residue, phase);
CREATE INDEX bills_by_amount ON bills USING btree (customer_id, amount, bill_id);
CREATE INDEX bills_by_budget ON bills USING btree (customer_id, budget_id, bill_id) WHERE budget_id IS NOT NULL;
CREATE INDEX bills_by_due_date ON bills USING btree (customer_id, next_due_date, bill_id);
CREATE INDEX bills_by_folded ON bills USING btree (customer_id, folded, bill_id);
CREATE INDEX bills_by_import ON bills USING btree (import_id) WHERE import_id IS NOT NULL;
CREATE INDEX bills_by_issue_date ON bills USING btree (customer_id, issue_date, bill_id);
CREATE INDEX bills_by_number ON bills USING btree (customer_id, number, bill_id);
CREATE INDEX bills_by_phase ON bills USING btree (customer_id, phase, next_due_date, bill_id);
CREATE INDEX bills_by_reference ON bills USING btree (customer_id, bill_reference_key(number));
CREATE INDEX bills_by_reissue ON bills USING btree (customer_id, reissued_bill_id) WHERE reissued_bill_id IS NOT NULL;
CREATE INDEX bills_by_residue ON bills USING btree (customer_id, residue, bill_id);
CREATE INDEX bills_by_subject ON bills USING btree (customer_id, subject_id, next_due_date, bill_id) INCLUDE (account_id, amount, settled, residue, phase);
CREATE INDEX bills_by_text ON bills USING gin (customer_id, folded gin_trgm_ops);
CREATE INDEX bills_disputed ON bills USING btree (customer_id, account_id, subject_id, bill_id) WHERE disputed;
-- Open bills of one amount, in one condominium.
CREATE INDEX bills_open_by_residue ON bills USING btree (customer_id, account_id, residue, bill_id) WHERE residue > 0;
-- The few unpaid bills among years of paid ones.
CREATE INDEX bills_owed ON bills USING btree (customer_id, next_due_date, bill_id) WHERE residue > 0;
CREATE UNIQUE INDEX bills_by_key ON bills USING btree (customer_id, bill_id);
-- Importing the same row again finds its bill: condominium + number, or unit + due date + description.
CREATE UNIQUE INDEX one_bill_per_import_key ON bills USING btree (account_id, import_key) WHERE import_key IS NOT NULL AND status <> 'cancelled';
CREATE UNIQUE INDEX one_bill_per_number ON bills USING btree (account_id, number_key) WHERE status <> 'cancelled';
CREATE UNIQUE INDEX one_reissue_per_bill ON bills USING btree (reissued_bill_id) WHERE reissued_bill_id IS NOT NULL AND status <> 'cancelled';
alter table bills enable row level security;
alter table bills force row level security;
create policy customer on bills to saldo_customer
  using (customer_id = actor_customer_id())
  with check (customer_id = actor_customer_id());
create policy own_bill on bills for select to saldo_link
  using (bill_id = actor_bill_id());
create policy own_bill_changes on bills for update to saldo_link
  using (bill_id = actor_bill_id());
create policy own_bills on bills for select to saldo_consumer
  using (status = 'issued' AND (subject_id IN ( SELECT s.subject_id
   FROM subjects s)));
create policy own_bills_change on bills for update to saldo_consumer
  using (status = 'issued' AND (subject_id IN ( SELECT s.subject_id
   FROM subjects s)));
create policy owner on bills to saldo using (true) with check (true);
create policy queries on bills for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all) OR customer_id = (( SELECT query_customer_id() AS query_customer_id)));
create policy super_user on bills to saldo_super using (true) with check (true);
create policy system on bills to saldo_system using (true) with check (true);
create policy limited_delete on bills as restrictive for delete to saldo_subuser
  using (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_insert on bills as restrictive for insert to saldo_subuser
  with check (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_read on bills as restrictive for select to saldo_subuser
  using (( SELECT actor_may('{bills:read,payments:read,debits:read}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_update on bills as restrictive for update to saldo_subuser
  using (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))))
  with check (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
grant delete, insert, select, update on bills to saldo_super;
grant delete, insert, select, update on bills to saldo_system;
grant insert, select, update on bills to saldo_customer;
grant select, update on bills to saldo_consumer;
grant select, update on bills to saldo_link;
grant select (account_id, amount, bill_id, budget_id, created_at, customer_id, description, disputed, import_id, import_key, issue_date, next_due_date, number, number_key, pending, phase, refunded, reissued_bill_id, residue, returned, settled, status, subject_id, unit, updated_at) on bills to saldo_query;
grant usage on sequence bills_bill_id_seq to saldo_customer, saldo_super, saldo_system;
CREATE TRIGGER audit_delete AFTER DELETE ON bills FOR EACH ROW EXECUTE FUNCTION audit_row('bills', 'bill_id', 'number', 'settled', 'pending', 'returned', 'refunded', 'disputed', 'next_due_date', 'phase', 'residue', 'import_id', 'import_key');
CREATE TRIGGER audit_insert AFTER INSERT ON bills FOR EACH ROW WHEN (current_setting('saldo.bulk'::text, true) IS DISTINCT FROM 'yes'::text) EXECUTE FUNCTION audit_row('bills', 'bill_id', 'number', 'settled', 'pending', 'returned', 'refunded', 'disputed', 'next_due_date', 'phase', 'residue', 'import_id', 'import_key');
CREATE TRIGGER audit_update AFTER UPDATE ON bills FOR EACH ROW WHEN (old.status IS DISTINCT FROM new.status OR old.amount IS DISTINCT FROM new.amount OR old.number IS DISTINCT FROM new.number OR old.description IS DISTINCT FROM new.description OR old.subject_id IS DISTINCT FROM new.subject_id OR old.account_id IS DISTINCT FROM new.account_id OR old.unit IS DISTINCT FROM new.unit OR old.issue_date IS DISTINCT FROM new.issue_date OR old.link_version IS DISTINCT FROM new.link_version) EXECUTE FUNCTION audit_row('bills', 'bill_id', 'number', 'settled', 'pending', 'returned', 'refunded', 'disputed', 'next_due_date', 'phase', 'residue', 'import_id', 'import_key');
CREATE CONSTRAINT TRIGGER bill_adds_up AFTER INSERT OR UPDATE OF amount ON bills DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION bill_adds_up();
CREATE TRIGGER figures_follow_removed_bills BEFORE DELETE ON bills FOR EACH ROW WHEN (old.status = 'issued'::text) EXECUTE FUNCTION count_due_of_bill();
CREATE TRIGGER figures_follow_status AFTER UPDATE OF status ON bills FOR EACH ROW WHEN ((old.status = 'issued'::text) <> (new.status = 'issued'::text)) EXECUTE FUNCTION count_due_of_bill();
CREATE TRIGGER keep_condominium BEFORE UPDATE OF account_id ON bills FOR EACH ROW WHEN (old.account_id IS DISTINCT FROM new.account_id AND old.status <> 'draft'::text) EXECUTE FUNCTION keep_condominium();
CREATE TRIGGER live_delete AFTER DELETE ON bills REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_live('bills');
CREATE TRIGGER live_insert AFTER INSERT ON bills REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_live('bills');
CREATE TRIGGER live_update AFTER UPDATE ON bills REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_live('bills');
CREATE TRIGGER phase_follows BEFORE INSERT OR UPDATE OF status, disputed, amount ON bills FOR EACH ROW EXECUTE FUNCTION rephase_bill();
CREATE TRIGGER recall_settled_notices AFTER UPDATE ON bills FOR EACH ROW WHEN (new.residue < old.residue) EXECUTE FUNCTION recall_settled_notices();
CREATE TRIGGER receivables_follow_bills AFTER UPDATE ON bills REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION post_changed_bills();
CREATE TRIGGER receivables_follow_new_bills AFTER INSERT ON bills REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION post_issued_bills();
CREATE TRIGGER receivables_go_with_bills AFTER DELETE ON bills REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION remove_receivables();

-- A condominium's books may be closed until a day: from then on no movement with that accounting day or an earlier one is
-- registered or removed, because its figures were printed and handed out. Each closing and reopening is a row; the latest
-- one counts.
create table book_closings (
  closing_id bigint not null generated always as identity,
  customer_id bigint not null,
  account_id bigint not null,
  act text not null,
  -- The last closed day after this act. Null: the books are open.
  closed_to date,
  reason text,
  user_id bigint default actor_user_id(),
  actor text not null,
  at timestamp with time zone not null default now(),
  constraint book_closings_pkey PRIMARY KEY (closing_id),
  constraint book_closings_customer_id_account_id_fkey FOREIGN KEY (customer_id, account_id) REFERENCES accounts(customer_id, account_id),
  constraint book_closings_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id) ON DELETE SET NULL,
  constraint book_closings_act_check CHECK (act = ANY (ARRAY['closed', 'reopened'])),
  constraint closing_says_until_when CHECK (act = 'reopened' OR closed_to IS NOT NULL),
  constraint reopening_says_why CHECK (act = 'closed' OR reason IS NOT NULL)
);
CREATE INDEX book_closings_by_account ON book_closings USING btree (customer_id, account_id, closing_id);
alter table book_closings enable row level security;
alter table book_closings force row level security;
create policy customer on book_closings to saldo_customer
  using (customer_id = actor_customer_id())
  with check (customer_id = actor_customer_id());
create policy owner on book_closings to saldo using (true) with check (true);
create policy queries on book_closings for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all) OR customer_id = (( SELECT query_customer_id() AS query_customer_id)));
create policy super_user on book_closings to saldo_super using (true) with check (true);
create policy system on book_closings to saldo_system using (true) with check (true);
create policy limited_delete on book_closings as restrictive for delete to saldo_subuser
  using (( SELECT actor_may('{payments:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_insert on book_closings as restrictive for insert to saldo_subuser
  with check (( SELECT actor_may('{payments:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_read on book_closings as restrictive for select to saldo_subuser
  using (( SELECT actor_may('{bills:read,payments:read,debits:read}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_update on book_closings as restrictive for update to saldo_subuser
  using (( SELECT actor_may('{payments:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))))
  with check (( SELECT actor_may('{payments:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
grant insert, select on book_closings to saldo_customer;
grant insert, select on book_closings to saldo_super;
grant insert, select on book_closings to saldo_system;
grant select (account_id, act, actor, at, closed_to, closing_id, customer_id, reason, user_id) on book_closings to saldo_query;
grant usage on sequence book_closings_closing_id_seq to saldo_customer, saldo_super, saldo_system;
CREATE TRIGGER closing_follows BEFORE INSERT ON book_closings FOR EACH ROW EXECUTE FUNCTION closing_follows();
CREATE TRIGGER closing_is_told AFTER INSERT ON book_closings FOR EACH ROW EXECUTE FUNCTION closing_is_told();

-- An expense of a budget and the rule by which it is shared.
create table budget_expenses (
  budget_expense_id bigint not null generated by default as identity,
  customer_id bigint not null,
  account_id bigint not null,
  budget_id bigint not null,
  "position" integer not null default 0,
  description text not null,
  amount bigint,
  -- The tenant's part of what each unit owes (law 392/1978 art. 9). Null: nobody has said. Where owner and tenant both pay
  -- for a unit, such an expense cannot be issued; elsewhere it is the owner's.
  tenant_percent smallint,
  criterion text not null,
  -- By value; for a metered expense, its fixed part. Null when the table was removed: then it cannot be issued.
  weight_table_id bigint,
  -- By floor; for a metered expense, the readings.
  second_table_id bigint,
  fixed_percent smallint,
  -- The units that are charged directly, or that have the sole use of the terrace.
  unit_ids bigint[] not null default '{}'::bigint[],
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  -- Ordinary ones are the usufructuary's (art. 1004 c.c.), extraordinary ones the bare owner's (art. 1005 c.c.).
  nature text not null default 'ordinary',
  -- The usufructuary's part of what the tenant does not pay, where it is not what the law says.
  usufructuary_percent smallint,
  -- Cents of the same expense in the budget from which this one was copied.
  previous_amount bigint,
  constraint budget_expenses_pkey PRIMARY KEY (budget_expense_id),
  constraint budget_of_expense FOREIGN KEY (customer_id, account_id, budget_id) REFERENCES budgets(customer_id, account_id, budget_id) ON DELETE CASCADE,
  constraint second_table_of_expense FOREIGN KEY (customer_id, account_id, second_table_id) REFERENCES weight_tables(customer_id, account_id, weight_table_id) ON DELETE SET NULL (second_table_id),
  constraint table_of_expense FOREIGN KEY (customer_id, account_id, weight_table_id) REFERENCES weight_tables(customer_id, account_id, weight_table_id) ON DELETE SET NULL (weight_table_id),
  constraint budget_expenses_amount_check CHECK (amount <> 0),
  constraint budget_expenses_criterion_check CHECK (criterion = ANY (ARRAY['table', 'stairs', 'terrace', 'metered', 'direct'])),
  constraint budget_expenses_fixed_percent_check CHECK (fixed_percent >= 0 AND fixed_percent <= 100),
  constraint budget_expenses_nature_check CHECK (nature = ANY (ARRAY['ordinary', 'extraordinary'])),
  constraint budget_expenses_tenant_percent_check CHECK (tenant_percent >= 0 AND tenant_percent <= 100),
  constraint budget_expenses_usufructuary_percent_check CHECK (usufructuary_percent >= 0 AND usufructuary_percent <= 100)
);
CREATE INDEX budget_expenses_by_second_table ON budget_expenses USING btree (customer_id, account_id, second_table_id);
CREATE INDEX budget_expenses_by_table ON budget_expenses USING btree (customer_id, account_id, weight_table_id);
CREATE INDEX budget_expenses_in_order ON budget_expenses USING btree (customer_id, budget_id, "position", budget_expense_id);
alter table budget_expenses enable row level security;
alter table budget_expenses force row level security;
create policy customer on budget_expenses to saldo_customer
  using (customer_id = actor_customer_id())
  with check (customer_id = actor_customer_id());
create policy owner on budget_expenses to saldo using (true) with check (true);
create policy queries on budget_expenses for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all) OR customer_id = (( SELECT query_customer_id() AS query_customer_id)));
create policy super_user on budget_expenses to saldo_super using (true) with check (true);
create policy system on budget_expenses to saldo_system using (true) with check (true);
create policy limited_delete on budget_expenses as restrictive for delete to saldo_subuser
  using (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_insert on budget_expenses as restrictive for insert to saldo_subuser
  with check (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_read on budget_expenses as restrictive for select to saldo_subuser
  using (( SELECT actor_may('{bills:read,payments:read,debits:read}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_update on budget_expenses as restrictive for update to saldo_subuser
  using (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))))
  with check (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
grant delete, insert, select, update on budget_expenses to saldo_customer;
grant delete, insert, select, update on budget_expenses to saldo_super;
grant delete, insert, select, update on budget_expenses to saldo_system;
grant select (account_id, amount, budget_expense_id, budget_id, created_at, criterion, customer_id, description, fixed_percent, nature, "position", previous_amount, second_table_id, tenant_percent, unit_ids, updated_at, usufructuary_percent, weight_table_id) on budget_expenses to saldo_query;
grant usage on sequence budget_expenses_budget_expense_id_seq to saldo_customer, saldo_super, saldo_system;
CREATE TRIGGER audit_delete AFTER DELETE ON budget_expenses FOR EACH ROW EXECUTE FUNCTION audit_row('budgets', 'budget_id', 'description', 'position');
CREATE TRIGGER audit_insert AFTER INSERT ON budget_expenses FOR EACH ROW WHEN (current_setting('saldo.bulk'::text, true) IS DISTINCT FROM 'yes'::text) EXECUTE FUNCTION audit_row('budgets', 'budget_id', 'description', 'position');
CREATE TRIGGER audit_update AFTER UPDATE ON budget_expenses FOR EACH ROW WHEN (old.* IS DISTINCT FROM new.*) EXECUTE FUNCTION audit_row('budgets', 'budget_id', 'description', 'position');
CREATE TRIGGER budgets_follow_expenses AFTER INSERT OR DELETE OR UPDATE ON budget_expenses FOR EACH ROW EXECUTE FUNCTION budgets_follow_expenses();

-- Budgets that an assembly approved for a year: the expenses, each with the rule by which it is shared, and the days on
-- which the instalments are due. All bills of a budget are issued together. Money in cents.
create table budgets (
  budget_id bigint not null generated by default as identity,
  customer_id bigint not null,
  account_id bigint not null,
  year smallint not null,
  name text not null,
  -- issuing: a job is writing the bills. Undoing that makes it a draft again. cancelled: it was thrown away as a draft.
  state text not null default 'draft',
  -- The bills go to the people who have a right in a unit on this day.
  issue_date date not null default today(),
  due_dates date[] not null default '{}'::date[],
  -- The sum of its expenses.
  amount bigint not null default 0,
  -- Digest of the preview that a person confirmed: the job issues exactly these bills or none.
  seen text,
  progress_done integer not null default 0,
  progress_total integer,
  -- Why the last attempt to issue it failed.
  refusal text,
  created_by bigint default actor_user_id(),
  issued_by bigint,
  issued_at timestamp with time zone,
  folded text not null generated always as (fold(name)) stored,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  starts_on date not null,
  ends_on date not null,
  impersonation_id bigint,
  constraint budgets_pkey PRIMARY KEY (budget_id),
  constraint budgets_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(user_id) ON DELETE SET NULL,
  constraint budgets_customer_id_account_id_fkey FOREIGN KEY (customer_id, account_id) REFERENCES accounts(customer_id, account_id),
  constraint budgets_customer_id_impersonation_id_fkey FOREIGN KEY (customer_id, impersonation_id) REFERENCES impersonations(customer_id, impersonation_id),
  constraint budgets_issued_by_fkey FOREIGN KEY (issued_by) REFERENCES users(user_id) ON DELETE SET NULL,
  constraint at_most_two_years CHECK (ends_on >= starts_on AND ends_on < (starts_on + '2 years'::interval)),
  constraint budgets_due_dates_check CHECK (cardinality(due_dates) <= 60),
  constraint budgets_state_check CHECK (state = ANY (ARRAY['draft', 'issuing', 'issued', 'cancelled'])),
  constraint budgets_year_check CHECK (year >= 1900 AND year <= 2199),
  constraint year_it_starts_in CHECK (year::numeric = EXTRACT(year FROM starts_on))
);
CREATE INDEX budgets_by_amount ON budgets USING btree (customer_id, amount, budget_id);
CREATE INDEX budgets_by_date ON budgets USING btree (customer_id, created_at, budget_id);
CREATE INDEX budgets_by_text ON budgets USING gin (customer_id, folded gin_trgm_ops);
CREATE INDEX budgets_by_year ON budgets USING btree (customer_id, year, budget_id);
CREATE UNIQUE INDEX budgets_by_id ON budgets USING btree (customer_id, budget_id);
CREATE UNIQUE INDEX budgets_by_key ON budgets USING btree (customer_id, account_id, budget_id);
alter table budgets enable row level security;
alter table budgets force row level security;
create policy customer on budgets to saldo_customer
  using (customer_id = actor_customer_id())
  with check (customer_id = actor_customer_id());
create policy owner on budgets to saldo using (true) with check (true);
create policy queries on budgets for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all) OR customer_id = (( SELECT query_customer_id() AS query_customer_id)));
create policy super_user on budgets to saldo_super using (true) with check (true);
create policy system on budgets to saldo_system using (true) with check (true);
create policy limited_delete on budgets as restrictive for delete to saldo_subuser
  using (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_insert on budgets as restrictive for insert to saldo_subuser
  with check (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_read on budgets as restrictive for select to saldo_subuser
  using (( SELECT actor_may('{bills:read,payments:read,debits:read}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_update on budgets as restrictive for update to saldo_subuser
  using (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))))
  with check (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
grant delete, insert, select, update on budgets to saldo_super;
grant delete, insert, select, update on budgets to saldo_system;
grant insert, select, update on budgets to saldo_customer;
grant select (account_id, amount, budget_id, created_at, created_by, customer_id, due_dates, ends_on, issue_date, issued_at, issued_by, name, progress_done, progress_total, refusal, seen, starts_on, state, updated_at, year) on budgets to saldo_query;
grant usage on sequence budgets_budget_id_seq to saldo_customer, saldo_super, saldo_system;
CREATE TRIGGER audit_delete AFTER DELETE ON budgets FOR EACH ROW EXECUTE FUNCTION audit_row('budgets', 'budget_id', 'name', 'year', 'progress_done', 'progress_total', 'seen', 'created_by', 'issued_by', 'issued_at', 'refusal', 'impersonation_id');
CREATE TRIGGER audit_insert AFTER INSERT ON budgets FOR EACH ROW WHEN (current_setting('saldo.bulk'::text, true) IS DISTINCT FROM 'yes'::text) EXECUTE FUNCTION audit_row('budgets', 'budget_id', 'name', 'year', 'progress_done', 'progress_total', 'seen', 'created_by', 'issued_by', 'issued_at', 'refusal', 'impersonation_id');
CREATE TRIGGER audit_update AFTER UPDATE ON budgets FOR EACH ROW WHEN (old.starts_on IS DISTINCT FROM new.starts_on OR old.ends_on IS DISTINCT FROM new.ends_on OR old.name IS DISTINCT FROM new.name OR old.state IS DISTINCT FROM new.state OR old.issue_date IS DISTINCT FROM new.issue_date OR old.due_dates IS DISTINCT FROM new.due_dates OR old.amount IS DISTINCT FROM new.amount) EXECUTE FUNCTION audit_row('budgets', 'budget_id', 'name', 'year', 'progress_done', 'progress_total', 'seen', 'created_by', 'issued_by', 'issued_at', 'refusal', 'impersonation_id');
CREATE TRIGGER live_insert AFTER INSERT ON budgets REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_live('budgets');
CREATE TRIGGER live_update AFTER UPDATE ON budgets REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_live('budgets');

-- Certificates (art. 1130 n. 9 c.c.): what a person owes a condominium, and which disputes are pending, on a day. The
-- content never changes. The code on the paper is kept as SHA-256 alone.
create table certificates (
  certificate_id bigint not null generated always as identity,
  customer_id bigint not null,
  account_id bigint not null,
  subject_id bigint not null,
  code_hash bytea not null,
  as_of date not null,
  -- Names and figures of that day: see certificates/certificate-content.ts.
  certified jsonb not null,
  issued_by bigint,
  issuer text not null,
  issued_at timestamp with time zone not null default now(),
  revoked_at timestamp with time zone,
  revoke_reason text,
  constraint certificates_pkey PRIMARY KEY (certificate_id),
  constraint certificates_code_hash_key UNIQUE (code_hash),
  constraint certificates_customer_id_account_id_fkey FOREIGN KEY (customer_id, account_id) REFERENCES accounts(customer_id, account_id),
  constraint certificates_customer_id_subject_id_fkey FOREIGN KEY (customer_id, subject_id) REFERENCES subjects(customer_id, subject_id),
  constraint certificates_issued_by_fkey FOREIGN KEY (issued_by) REFERENCES users(user_id) ON DELETE SET NULL,
  constraint why_it_was_revoked CHECK ((revoked_at IS NULL) = (revoke_reason IS NULL))
);
CREATE INDEX certificates_by_account ON certificates USING btree (customer_id, account_id, certificate_id);
CREATE INDEX certificates_by_subject ON certificates USING btree (customer_id, subject_id, certificate_id);
CREATE UNIQUE INDEX certificates_by_key ON certificates USING btree (customer_id, certificate_id);
alter table certificates enable row level security;
alter table certificates force row level security;
create policy customer on certificates to saldo_customer
  using (customer_id = actor_customer_id())
  with check (customer_id = actor_customer_id());
create policy owner on certificates to saldo using (true) with check (true);
create policy queries on certificates for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all) OR customer_id = (( SELECT query_customer_id() AS query_customer_id)));
create policy super_user on certificates to saldo_super using (true) with check (true);
create policy system on certificates to saldo_system using (true) with check (true);
create policy limited_delete on certificates as restrictive for delete to saldo_subuser
  using (( SELECT actor_may('{subjects:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_insert on certificates as restrictive for insert to saldo_subuser
  with check (( SELECT actor_may('{subjects:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_read on certificates as restrictive for select to saldo_subuser
  using (( SELECT actor_may('{subjects:read}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_update on certificates as restrictive for update to saldo_subuser
  using (( SELECT actor_may('{subjects:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))))
  with check (( SELECT actor_may('{subjects:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
grant delete, insert, select, update on certificates to saldo_super;
grant delete, insert, select, update on certificates to saldo_system;
grant insert, select, update on certificates to saldo_customer;
grant select (account_id, as_of, certificate_id, certified, customer_id, issued_at, issued_by, issuer, revoke_reason, revoked_at, subject_id) on certificates to saldo_query;
grant usage on sequence certificates_certificate_id_seq to saldo_customer, saldo_super, saldo_system;
CREATE TRIGGER audit_delete AFTER DELETE ON certificates FOR EACH ROW EXECUTE FUNCTION audit_row('subjects', 'subject_id', 'as_of', 'certified', 'issued_by');
CREATE TRIGGER audit_insert AFTER INSERT ON certificates FOR EACH ROW WHEN (current_setting('saldo.bulk'::text, true) IS DISTINCT FROM 'yes'::text) EXECUTE FUNCTION audit_row('subjects', 'subject_id', 'as_of', 'certified', 'issued_by');
CREATE TRIGGER audit_update AFTER UPDATE ON certificates FOR EACH ROW WHEN (old.* IS DISTINCT FROM new.*) EXECUTE FUNCTION audit_row('subjects', 'subject_id', 'as_of', 'certified', 'issued_by');
CREATE TRIGGER certificate_stays BEFORE UPDATE ON certificates FOR EACH ROW EXECUTE FUNCTION certificate_stays();

-- Italian municipalities: ISTAT 2024-2025 (CC BY), postal codes of 2020, advisory only. The rows are in 0005-cities.csv.
create table cities (
  city_id text not null,
  city_desc text not null,
  prov_id text not null,
  belfiore text not null,
  zip_codes text[] not null,
  constraint cities_pkey PRIMARY KEY (city_id)
);
grant delete, insert, select, update on cities to saldo_system;
grant select on cities to saldo_anonymous;
grant select on cities to saldo_consumer;
grant select on cities to saldo_customer;
grant select on cities to saldo_link;
grant select on cities to saldo_super;
grant select (belfiore, city_desc, city_id, prov_id, zip_codes) on cities to saldo_query;

-- The reversal of a registered collection: at most one for each, for ever.
create table collection_reversals (
  payment_id bigint not null,
  customer_id bigint not null,
  account_id bigint not null,
  reason text not null,
  note text,
  -- The collection registered in its place, in the same transaction.
  replaced_by bigint,
  idempotency_key text,
  actor text not null,
  created_by bigint,
  at timestamp with time zone not null default now(),
  request_hash text,
  constraint collection_reversals_pkey PRIMARY KEY (payment_id),
  constraint collection_reversals_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(user_id) ON DELETE SET NULL,
  constraint collection_reversals_customer_id_account_id_fkey FOREIGN KEY (customer_id, account_id) REFERENCES accounts(customer_id, account_id),
  constraint collection_reversals_customer_id_payment_id_fkey FOREIGN KEY (customer_id, payment_id) REFERENCES payments(customer_id, payment_id),
  constraint collection_reversals_customer_id_replaced_by_fkey FOREIGN KEY (customer_id, replaced_by) REFERENCES payments(customer_id, payment_id),
  constraint collection_reversals_reason_check CHECK (reason = ANY (ARRAY['other_person', 'other_amount', 'by_mistake', 'by_bank'])),
  constraint replaced_for_a_reason CHECK ((reason = ANY (ARRAY['by_mistake', 'by_bank'])) = (replaced_by IS NULL))
);
CREATE UNIQUE INDEX collection_reversals_by_key ON collection_reversals USING btree (customer_id, payment_id);
CREATE UNIQUE INDEX collection_reversals_by_replacement ON collection_reversals USING btree (customer_id, replaced_by) WHERE replaced_by IS NOT NULL;
alter table collection_reversals enable row level security;
alter table collection_reversals force row level security;
create policy customer on collection_reversals to saldo_customer
  using (customer_id = actor_customer_id())
  with check (customer_id = actor_customer_id());
-- A receipt says that it is void to whoever may open it.
create policy of_own_payments on collection_reversals for select to saldo_consumer, saldo_link
  using ((payment_id IN ( SELECT p.payment_id
   FROM payments p)));
create policy owner on collection_reversals to saldo using (true) with check (true);
create policy queries on collection_reversals for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all) OR customer_id = (( SELECT query_customer_id() AS query_customer_id)));
create policy super_user on collection_reversals to saldo_super using (true) with check (true);
create policy system on collection_reversals to saldo_system using (true) with check (true);
create policy limited_delete on collection_reversals as restrictive for delete to saldo_subuser
  using (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_insert on collection_reversals as restrictive for insert to saldo_subuser
  with check (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_read on collection_reversals as restrictive for select to saldo_subuser
  using (( SELECT actor_may('{bills:read,payments:read,debits:read}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_update on collection_reversals as restrictive for update to saldo_subuser
  using (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))))
  with check (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
grant insert, select on collection_reversals to saldo_customer;
grant insert, select on collection_reversals to saldo_super;
grant insert, select on collection_reversals to saldo_system;
grant select on collection_reversals to saldo_consumer;
grant select on collection_reversals to saldo_link;
grant select (account_id, actor, at, created_by, customer_id, note, payment_id, reason, replaced_by) on collection_reversals to saldo_query;
CREATE TRIGGER live_insert AFTER INSERT ON collection_reversals REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_live('payments');
CREATE TRIGGER live_update AFTER UPDATE ON collection_reversals REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_live('payments');

-- What the bank agreed with a condominium about notices. Bank and account are those of its IBAN.
create table collection_settings (
  account_id bigint not null,
  customer_id bigint not null,
  -- The sender's code, which the bank gives.
  sia text not null,
  updated_at timestamp with time zone not null default now(),
  constraint collection_settings_pkey PRIMARY KEY (account_id),
  constraint collection_settings_customer_id_account_id_fkey FOREIGN KEY (customer_id, account_id) REFERENCES accounts(customer_id, account_id) ON DELETE CASCADE,
  constraint collection_settings_sia_check CHECK (sia ~ '^[A-Z0-9]{5}$')
);
CREATE INDEX collection_settings_by_customer ON collection_settings USING btree (customer_id, account_id);
alter table collection_settings enable row level security;
alter table collection_settings force row level security;
create policy customer on collection_settings to saldo_customer
  using (customer_id = actor_customer_id())
  with check (customer_id = actor_customer_id());
create policy owner on collection_settings to saldo using (true) with check (true);
create policy queries on collection_settings for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all) OR customer_id = (( SELECT query_customer_id() AS query_customer_id)));
create policy super_user on collection_settings to saldo_super using (true) with check (true);
create policy system on collection_settings to saldo_system using (true) with check (true);
create policy limited_delete on collection_settings as restrictive for delete to saldo_subuser
  using (( SELECT actor_may('{payments:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_insert on collection_settings as restrictive for insert to saldo_subuser
  with check (( SELECT actor_may('{payments:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_read on collection_settings as restrictive for select to saldo_subuser
  using (( SELECT actor_may('{bills:read,payments:read,debits:read}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_update on collection_settings as restrictive for update to saldo_subuser
  using (( SELECT actor_may('{payments:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))))
  with check (( SELECT actor_may('{payments:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
grant delete, insert, select, update on collection_settings to saldo_customer;
grant delete, insert, select, update on collection_settings to saldo_super;
grant delete, insert, select, update on collection_settings to saldo_system;
grant select (account_id, customer_id, sia, updated_at) on collection_settings to saldo_query;
CREATE TRIGGER audit_delete AFTER DELETE ON collection_settings FOR EACH ROW EXECUTE FUNCTION audit_row('accounts', 'account_id', 'sia');
CREATE TRIGGER audit_insert AFTER INSERT ON collection_settings FOR EACH ROW WHEN (current_setting('saldo.bulk'::text, true) IS DISTINCT FROM 'yes'::text) EXECUTE FUNCTION audit_row('accounts', 'account_id', 'sia');
CREATE TRIGGER audit_update AFTER UPDATE ON collection_settings FOR EACH ROW WHEN (old.* IS DISTINCT FROM new.*) EXECUTE FUNCTION audit_row('accounts', 'account_id', 'sia');
CREATE TRIGGER live_delete AFTER DELETE ON collection_settings REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_live('accounts');
CREATE TRIGGER live_insert AFTER INSERT ON collection_settings REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_live('accounts');
CREATE TRIGGER live_update AFTER UPDATE ON collection_settings REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_live('accounts');

-- A statement's part for one customer.
create table commission_lines (
  statement_id bigint not null,
  customer_id bigint not null,
  -- The customer's name at that time.
  business_name text not null,
  fees_cents bigint not null,
  reversed_cents bigint not null,
  base_cents bigint not null,
  commission_bps integer not null,
  commission_cents bigint not null,
  constraint commission_lines_pkey PRIMARY KEY (statement_id, customer_id),
  constraint commission_lines_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(customer_id),
  constraint commission_lines_statement_id_fkey FOREIGN KEY (statement_id) REFERENCES commission_statements(statement_id),
  constraint commission_lines_check CHECK (base_cents = (fees_cents - reversed_cents))
);
CREATE INDEX commission_lines_by_customer ON commission_lines USING btree (customer_id);
alter table commission_lines enable row level security;
alter table commission_lines force row level security;
create policy owner on commission_lines to saldo using (true) with check (true);
create policy queries on commission_lines for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all) OR customer_id = (( SELECT query_customer_id() AS query_customer_id)));
create policy super_user on commission_lines to saldo_super using (true) with check (true);
create policy system on commission_lines to saldo_system using (true) with check (true);
grant delete, insert, select, update on commission_lines to saldo_super;
grant delete, insert, select, update on commission_lines to saldo_system;
grant select (base_cents, business_name, commission_bps, commission_cents, customer_id, fees_cents, reversed_cents, statement_id) on commission_lines to saldo_query;
CREATE TRIGGER commission_line_stays BEFORE DELETE OR UPDATE ON commission_lines FOR EACH ROW EXECUTE FUNCTION commission_line_stays();
CREATE CONSTRAINT TRIGGER lines_are_the_statement AFTER INSERT ON commission_lines DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION statement_is_its_lines();

-- An agent's earnings of a closed month. They never change.
create table commission_statements (
  statement_id bigint not null generated by default as identity,
  agent_id bigint not null,
  month date not null,
  title text not null generated always as ((('Provvigioni ' || lpad(EXTRACT(month FROM month)::text, 2, '0')) || '/') || EXTRACT(year FROM month)::text) stored,
  fees_cents bigint not null,
  reversed_cents bigint not null,
  base_cents bigint not null,
  commission_cents bigint not null,
  status text not null default 'closed',
  paid_on date,
  reference text,
  closed_at timestamp with time zone not null default now(),
  closed_by bigint,
  constraint commission_statements_pkey PRIMARY KEY (statement_id),
  constraint one_statement_per_month UNIQUE (agent_id, month),
  constraint commission_statements_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agents(agent_id),
  constraint commission_statements_closed_by_fkey FOREIGN KEY (closed_by) REFERENCES users(user_id) ON DELETE SET NULL,
  constraint commission_statements_check CHECK (base_cents = (fees_cents - reversed_cents)),
  constraint commission_statements_month_check CHECK (EXTRACT(day FROM month) = 1::numeric),
  constraint commission_statements_status_check CHECK (status = ANY (ARRAY['closed', 'paid'])),
  constraint paid_says_when_and_how CHECK ((status = 'paid') = (paid_on IS NOT NULL AND reference IS NOT NULL))
);
alter table commission_statements enable row level security;
alter table commission_statements force row level security;
create policy owner on commission_statements to saldo using (true) with check (true);
create policy queries on commission_statements for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all));
create policy super_user on commission_statements to saldo_super using (true) with check (true);
create policy system on commission_statements to saldo_system using (true) with check (true);
grant delete, insert, select, update on commission_statements to saldo_super;
grant delete, insert, select, update on commission_statements to saldo_system;
grant select (agent_id, base_cents, closed_at, closed_by, commission_cents, fees_cents, month, paid_on, reference, reversed_cents, statement_id, status, title) on commission_statements to saldo_query;
grant usage on sequence commission_statements_statement_id_seq to saldo_super, saldo_system;
CREATE TRIGGER audit_delete AFTER DELETE ON commission_statements FOR EACH ROW EXECUTE FUNCTION audit_row('agents', 'agent_id', 'title', 'month', 'statement_id');
CREATE TRIGGER audit_insert AFTER INSERT ON commission_statements FOR EACH ROW WHEN (current_setting('saldo.bulk'::text, true) IS DISTINCT FROM 'yes'::text) EXECUTE FUNCTION audit_row('agents', 'agent_id', 'title', 'month', 'statement_id');
CREATE TRIGGER audit_update AFTER UPDATE ON commission_statements FOR EACH ROW WHEN (old.* IS DISTINCT FROM new.*) EXECUTE FUNCTION audit_row('agents', 'agent_id', 'title', 'month', 'statement_id');
CREATE CONSTRAINT TRIGGER statement_is_its_lines AFTER INSERT ON commission_statements DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION statement_is_its_lines();
CREATE TRIGGER statement_stays BEFORE DELETE OR UPDATE ON commission_statements FOR EACH ROW EXECUTE FUNCTION statement_stays();

-- Requests to change the address of an office or of a condominium, and every change that took place.
create table contact_changes (
  contact_change_id bigint not null generated by default as identity,
  customer_id bigint not null,
  -- Null: the address of the office itself.
  account_id bigint,
  old_email text,
  new_email text,
  -- confirmed: it took place, by the link in the old mailbox, by the back office, or because there was no address before.
  state text not null default 'pending',
  -- The link in the old mailbox, as SHA-256.
  token_hash bytea,
  requested_by bigint,
  requested_by_name text not null,
  requested_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null default now() + '7 days'::interval,
  decided_by bigint,
  decided_by_name text,
  decided_at timestamp with time zone,
  label text not null generated always as (COALESCE(new_email, 'nessun indirizzo')) stored,
  constraint contact_changes_pkey PRIMARY KEY (contact_change_id),
  constraint contact_changes_token_hash_key UNIQUE (token_hash),
  constraint contact_changes_customer_id_account_id_fkey FOREIGN KEY (customer_id, account_id) REFERENCES accounts(customer_id, account_id) ON DELETE CASCADE,
  constraint contact_changes_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(customer_id),
  constraint contact_changes_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(user_id) ON DELETE SET NULL,
  constraint contact_changes_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES users(user_id) ON DELETE SET NULL,
  constraint a_change_changes CHECK (old_email IS DISTINCT FROM new_email),
  constraint contact_changes_state_check CHECK (state = ANY (ARRAY['pending', 'confirmed', 'withdrawn', 'replaced', 'expired'])),
  constraint decided_once CHECK ((state = 'pending') = (decided_at IS NULL))
);
CREATE INDEX contact_changes_by_record ON contact_changes USING btree (customer_id, account_id, contact_change_id);
CREATE UNIQUE INDEX one_pending_contact_change ON contact_changes USING btree (customer_id, account_id) NULLS NOT DISTINCT WHERE state = 'pending';
alter table contact_changes enable row level security;
alter table contact_changes force row level security;
create policy customer on contact_changes to saldo_customer
  using (customer_id = actor_customer_id())
  with check (customer_id = actor_customer_id());
create policy owner on contact_changes to saldo using (true) with check (true);
create policy queries on contact_changes for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all) OR customer_id = (( SELECT query_customer_id() AS query_customer_id)));
create policy super_user on contact_changes to saldo_super using (true) with check (true);
create policy system on contact_changes to saldo_system using (true) with check (true);
create policy limited_delete on contact_changes as restrictive for delete to saldo_subuser
  using (( SELECT actor_may('{accounts:write,office:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_insert on contact_changes as restrictive for insert to saldo_subuser
  with check (( SELECT actor_may('{accounts:write,office:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_read on contact_changes as restrictive for select to saldo_subuser
  using (( SELECT actor_may('{accounts:read,office:read}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_update on contact_changes as restrictive for update to saldo_subuser
  using (( SELECT actor_may('{accounts:write,office:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))))
  with check (( SELECT actor_may('{accounts:write,office:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
-- Only the old mailbox and the back office confirm.
create policy never_confirms on contact_changes as restrictive for update to saldo_customer using (true) with check (state <> 'confirmed' OR ( SELECT actor_is_super_user() AS actor_is_super_user));
grant delete, insert, select, update on contact_changes to saldo_super;
grant delete, insert, select, update on contact_changes to saldo_system;
grant select on contact_changes to saldo_customer;
grant insert (account_id, customer_id, new_email, old_email, requested_by, requested_by_name) on contact_changes to saldo_customer;
grant select (account_id, contact_change_id, customer_id, decided_at, decided_by, decided_by_name, expires_at, label, new_email, old_email, requested_at, requested_by, requested_by_name, state) on contact_changes to saldo_query;
grant update (decided_at, decided_by, decided_by_name, state) on contact_changes to saldo_customer;
grant usage on sequence contact_changes_contact_change_id_seq to saldo_customer, saldo_super, saldo_system;
CREATE TRIGGER audit_delete AFTER DELETE ON contact_changes FOR EACH ROW EXECUTE FUNCTION audit_row('contact_changes', 'contact_change_id', 'label', 'label');
CREATE TRIGGER audit_insert AFTER INSERT ON contact_changes FOR EACH ROW WHEN (current_setting('saldo.bulk'::text, true) IS DISTINCT FROM 'yes'::text) EXECUTE FUNCTION audit_row('contact_changes', 'contact_change_id', 'label', 'label');
CREATE TRIGGER audit_update AFTER UPDATE ON contact_changes FOR EACH ROW WHEN (old.* IS DISTINCT FROM new.*) EXECUTE FUNCTION audit_row('contact_changes', 'contact_change_id', 'label', 'label');
CREATE TRIGGER confirmed_by_another BEFORE UPDATE OF state ON contact_changes FOR EACH ROW WHEN (new.state = 'confirmed'::text AND new.decided_by IS NOT NULL) EXECUTE FUNCTION confirmed_by_another();
CREATE TRIGGER live_insert AFTER INSERT ON contact_changes REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_live('contact-changes');
CREATE TRIGGER live_update AFTER UPDATE ON contact_changes REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_live('contact-changes');
CREATE TRIGGER not_confirmed_alone BEFORE INSERT ON contact_changes FOR EACH ROW WHEN (new.state = 'confirmed'::text AND new.account_id IS NULL AND new.decided_by IS NOT NULL) EXECUTE FUNCTION confirmed_by_another();

-- Passwords, hashed.
create table credentials (
  user_id bigint not null,
  password_hash text not null,
  updated_at timestamp with time zone not null default now(),
  constraint credentials_pkey PRIMARY KEY (user_id),
  constraint credentials_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id) ON DELETE CASCADE
);
alter table credentials enable row level security;
alter table credentials force row level security;
create policy owner on credentials to saldo using (true) with check (true);
create policy super_user on credentials to saldo_super using (true) with check (true);
create policy system on credentials to saldo_system using (true) with check (true);
grant delete, insert, select, update on credentials to saldo_system;

-- A credit note takes back a bill, or part of it, under a number of its own. What was already paid of that part becomes the
-- payer's credit or is given back. Money in cents.
create table credit_notes (
  credit_note_id bigint not null generated by default as identity,
  customer_id bigint not null,
  account_id bigint not null,
  bill_id bigint not null,
  subject_id bigint not null,
  number text not null,
  amount bigint not null,
  -- How much of the amount had been paid, and what became of it.
  freed bigint not null default 0,
  surplus text,
  whole boolean not null,
  reason text not null,
  issue_date date not null default today(),
  actor text not null,
  idempotency_key text,
  created_by bigint default actor_user_id(),
  created_at timestamp with time zone not null default now(),
  request_hash text,
  constraint credit_notes_pkey PRIMARY KEY (credit_note_id),
  constraint credit_notes_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(user_id) ON DELETE SET NULL,
  constraint credit_notes_customer_id_account_id_fkey FOREIGN KEY (customer_id, account_id) REFERENCES accounts(customer_id, account_id),
  constraint credit_notes_customer_id_bill_id_fkey FOREIGN KEY (customer_id, bill_id) REFERENCES bills(customer_id, bill_id),
  constraint credit_notes_customer_id_subject_id_fkey FOREIGN KEY (customer_id, subject_id) REFERENCES subjects(customer_id, subject_id),
  constraint credit_notes_amount_check CHECK (amount > 0),
  constraint credit_notes_check CHECK (freed >= 0 AND freed <= amount),
  constraint credit_notes_surplus_check CHECK (surplus = ANY (ARRAY['credit', 'refund'])),
  constraint where_the_paid_went CHECK (freed = 0 OR surplus IS NOT NULL)
);
CREATE INDEX credit_notes_by_bill ON credit_notes USING btree (customer_id, bill_id, credit_note_id);
CREATE INDEX credit_notes_by_subject ON credit_notes USING btree (customer_id, subject_id, credit_note_id);
CREATE UNIQUE INDEX credit_notes_by_key ON credit_notes USING btree (customer_id, credit_note_id);
CREATE UNIQUE INDEX one_credit_note_per_form ON credit_notes USING btree (bill_id, idempotency_key) WHERE idempotency_key IS NOT NULL;
CREATE UNIQUE INDEX one_credit_note_per_number ON credit_notes USING btree (account_id, number);
alter table credit_notes enable row level security;
alter table credit_notes force row level security;
create policy customer on credit_notes to saldo_customer
  using (customer_id = actor_customer_id())
  with check (customer_id = actor_customer_id());
create policy owner on credit_notes to saldo using (true) with check (true);
create policy queries on credit_notes for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all) OR customer_id = (( SELECT query_customer_id() AS query_customer_id)));
create policy super_user on credit_notes to saldo_super using (true) with check (true);
create policy system on credit_notes to saldo_system using (true) with check (true);
create policy limited_delete on credit_notes as restrictive for delete to saldo_subuser
  using (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_insert on credit_notes as restrictive for insert to saldo_subuser
  with check (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_read on credit_notes as restrictive for select to saldo_subuser
  using (( SELECT actor_may('{bills:read,payments:read,debits:read}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_update on credit_notes as restrictive for update to saldo_subuser
  using (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))))
  with check (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
grant delete, insert, select, update on credit_notes to saldo_super;
grant delete, insert, select, update on credit_notes to saldo_system;
grant insert, select, update on credit_notes to saldo_customer;
grant select (account_id, actor, amount, bill_id, created_at, created_by, credit_note_id, customer_id, freed, issue_date, number, reason, subject_id, surplus, whole) on credit_notes to saldo_query;
grant usage on sequence credit_notes_credit_note_id_seq to saldo_customer, saldo_super, saldo_system;
CREATE TRIGGER audit_delete AFTER DELETE ON credit_notes FOR EACH ROW EXECUTE FUNCTION audit_row('bills', 'bill_id', 'number', 'idempotency_key', 'request_hash', 'created_by', 'actor', 'whole');
CREATE TRIGGER audit_insert AFTER INSERT ON credit_notes FOR EACH ROW WHEN (current_setting('saldo.bulk'::text, true) IS DISTINCT FROM 'yes'::text) EXECUTE FUNCTION audit_row('bills', 'bill_id', 'number', 'idempotency_key', 'request_hash', 'created_by', 'actor', 'whole');
CREATE TRIGGER audit_update AFTER UPDATE ON credit_notes FOR EACH ROW WHEN (old.* IS DISTINCT FROM new.*) EXECUTE FUNCTION audit_row('bills', 'bill_id', 'number', 'idempotency_key', 'request_hash', 'created_by', 'actor', 'whole');

-- waiting: in no file yet. ordered: in a file. executed: the bank has paid. rejected: the bank did not. returned: the
-- money came back. cancelled: the office did not send it. While waiting or ordered, its amount is held.
create table credit_refunds (
  credit_refund_id bigint not null generated always as identity,
  customer_id bigint not null,
  account_id bigint not null,
  subject_id bigint not null,
  order_id bigint,
  amount bigint not null,
  beneficiary text not null,
  iban text not null,
  -- Where the IBAN comes from: the transfer that the payer made, the payer's mandate, or what a person typed.
  iban_from text not null,
  -- The remittance text of the transfer: the payer reads it on the bank statement.
  text text not null,
  -- By it the bank's answer and the statement find the refund.
  end_to_end_id text not null generated always as ('SALDO-R' || credit_refund_id) stored,
  state text not null default 'waiting',
  executed_on date,
  returned_on date,
  -- ISO 20022 code of why the bank did not pay, or of why the money came back.
  failure_code text,
  -- The source that reported the execution, and the return: a movement of the statement (`movement:12`) or a person (`hand`).
  executed_by text,
  returned_by text,
  actor text not null,
  created_by bigint,
  idempotency_key text,
  request_hash text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint credit_refunds_pkey PRIMARY KEY (credit_refund_id),
  constraint credit_refunds_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(user_id) ON DELETE SET NULL,
  constraint credit_refunds_customer_id_account_id_fkey FOREIGN KEY (customer_id, account_id) REFERENCES accounts(customer_id, account_id),
  constraint credit_refunds_customer_id_order_id_fkey FOREIGN KEY (customer_id, order_id) REFERENCES transfer_orders(customer_id, order_id),
  constraint credit_refunds_customer_id_subject_id_fkey FOREIGN KEY (customer_id, subject_id) REFERENCES subjects(customer_id, subject_id),
  constraint credit_refunds_amount_check CHECK (amount > 0),
  constraint credit_refunds_iban_from_check CHECK (iban_from = ANY (ARRAY['transfer', 'mandate', 'typed'])),
  constraint credit_refunds_state_check CHECK (state = ANY (ARRAY['waiting', 'ordered', 'executed', 'rejected', 'returned', 'cancelled'])),
  constraint credit_refunds_text_check CHECK (length(text) >= 1 AND length(text) <= 140),
  constraint executed_on_a_day CHECK ((executed_on IS NOT NULL) = (state = ANY (ARRAY['executed', 'returned']))),
  constraint ordered_in_a_file CHECK ((state = ANY (ARRAY['waiting', 'cancelled'])) OR order_id IS NOT NULL)
);
CREATE INDEX credit_refunds_by_account ON credit_refunds USING btree (customer_id, account_id, created_at, credit_refund_id);
CREATE INDEX credit_refunds_by_amount ON credit_refunds USING btree (customer_id, amount, credit_refund_id);
CREATE INDEX credit_refunds_by_date ON credit_refunds USING btree (customer_id, created_at, credit_refund_id);
CREATE INDEX credit_refunds_by_order ON credit_refunds USING btree (customer_id, order_id, credit_refund_id);
CREATE INDEX credit_refunds_by_reference ON credit_refunds USING btree (customer_id, account_id, end_to_end_id);
CREATE INDEX credit_refunds_by_state ON credit_refunds USING btree (customer_id, state, created_at, credit_refund_id);
CREATE INDEX credit_refunds_by_subject ON credit_refunds USING btree (customer_id, subject_id, credit_refund_id);
CREATE UNIQUE INDEX credit_refunds_by_key ON credit_refunds USING btree (customer_id, credit_refund_id);
CREATE UNIQUE INDEX one_credit_refund_per_form ON credit_refunds USING btree (customer_id, idempotency_key) WHERE idempotency_key IS NOT NULL;
alter table credit_refunds enable row level security;
alter table credit_refunds force row level security;
create policy customer on credit_refunds to saldo_customer
  using (customer_id = actor_customer_id())
  with check (customer_id = actor_customer_id());
create policy owner on credit_refunds to saldo using (true) with check (true);
create policy queries on credit_refunds for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all) OR customer_id = (( SELECT query_customer_id() AS query_customer_id)));
create policy super_user on credit_refunds to saldo_super using (true) with check (true);
create policy system on credit_refunds to saldo_system using (true) with check (true);
create policy limited_delete on credit_refunds as restrictive for delete to saldo_subuser
  using (( SELECT actor_may('{payments:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_insert on credit_refunds as restrictive for insert to saldo_subuser
  with check (( SELECT actor_may('{payments:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_read on credit_refunds as restrictive for select to saldo_subuser
  using (( SELECT actor_may('{bills:read,payments:read,debits:read}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_update on credit_refunds as restrictive for update to saldo_subuser
  using (( SELECT actor_may('{payments:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))))
  with check (( SELECT actor_may('{payments:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
grant delete, insert, select, update on credit_refunds to saldo_super;
grant delete, insert, select, update on credit_refunds to saldo_system;
grant insert, select, update on credit_refunds to saldo_customer;
grant select (account_id, actor, amount, beneficiary, created_at, created_by, credit_refund_id, customer_id, end_to_end_id, executed_by, executed_on, failure_code, iban_from, order_id, returned_by, returned_on, state, subject_id, text, updated_at) on credit_refunds to saldo_query;
grant usage on sequence credit_refunds_credit_refund_id_seq to saldo_customer, saldo_super, saldo_system;
CREATE TRIGGER audit_delete AFTER DELETE ON credit_refunds FOR EACH ROW EXECUTE FUNCTION audit_row('subjects', 'subject_id', 'beneficiary', 'credit_refund_id', 'subject_id', 'order_id', 'iban_from', 'text', 'executed_by', 'returned_by', 'actor', 'idempotency_key', 'request_hash');
CREATE TRIGGER audit_insert AFTER INSERT ON credit_refunds FOR EACH ROW WHEN (current_setting('saldo.bulk'::text, true) IS DISTINCT FROM 'yes'::text) EXECUTE FUNCTION audit_row('subjects', 'subject_id', 'beneficiary', 'credit_refund_id', 'subject_id', 'order_id', 'iban_from', 'text', 'executed_by', 'returned_by', 'actor', 'idempotency_key', 'request_hash');
CREATE TRIGGER audit_update AFTER UPDATE ON credit_refunds FOR EACH ROW WHEN (old.* IS DISTINCT FROM new.*) EXECUTE FUNCTION audit_row('subjects', 'subject_id', 'beneficiary', 'credit_refund_id', 'subject_id', 'order_id', 'iban_from', 'text', 'executed_by', 'returned_by', 'actor', 'idempotency_key', 'request_hash');
CREATE TRIGGER live_insert AFTER INSERT ON credit_refunds REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_live('credit-refunds');
CREATE TRIGGER live_update AFTER UPDATE ON credit_refunds REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_live('credit-refunds');

create table customer_groups (
  group_id bigint not null generated by default as identity,
  name text not null,
  constraint customer_groups_pkey PRIMARY KEY (group_id)
);
CREATE UNIQUE INDEX one_customer_group_per_name ON customer_groups USING btree (fold(name));
alter table customer_groups enable row level security;
alter table customer_groups force row level security;
create policy own_group on customer_groups for select to saldo_customer
  using (group_id = (( SELECT c.group_id
   FROM customers c
  WHERE c.customer_id = actor_customer_id())));
create policy owner on customer_groups to saldo using (true) with check (true);
create policy queries on customer_groups for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all));
create policy super_user on customer_groups to saldo_super using (true) with check (true);
create policy system on customer_groups to saldo_system using (true) with check (true);
grant delete, insert, select, update on customer_groups to saldo_super;
grant delete, insert, select, update on customer_groups to saldo_system;
grant select on customer_groups to saldo_customer;
grant select (group_id, name) on customer_groups to saldo_query;
grant usage on sequence customer_groups_group_id_seq to saldo_super, saldo_system;

-- An administrator's office that uses Saldo.
create table customers (
  customer_id bigint not null generated by default as identity,
  business_name text not null,
  is_store boolean not null default false,
  -- 1: active. 0: waits to be activated.
  state text not null default '0',
  firstname text,
  lastname text,
  address text,
  house_number text,
  city text,
  zip_code text,
  prov text,
  fiscal_code text,
  vat_number text,
  primary_email text,
  primary_mobile_phone text,
  group_id bigint,
  sector_id bigint,
  -- Art. 1194 c.c.: a payment without a stated purpose pays interest first, unless the creditor accepts principal first.
  interest_first boolean not null default false,
  activated_at timestamp with time zone,
  activated_by bigint,
  -- The customer chooser searches all that it shows, and names in either order.
  folded text not null generated always as (fold((((((((((((((((((((((((business_name || ' ') || COALESCE(lastname, '')) || ' ') || COALESCE(firstname, '')) || ' ') || COALESCE(lastname, '')) || ' ') || COALESCE(fiscal_code, '')) || ' ') || COALESCE(vat_number, '')) || ' ') || COALESCE(address, '')) || ' ') || COALESCE(house_number, '')) || ' ') || COALESCE(city, '')) || ' ') || COALESCE(zip_code, '')) || ' ') || COALESCE(prov, '')) || ' ') || COALESCE(primary_email, '')) || ' ') || COALESCE(primary_mobile_phone, ''))) stored,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint customers_pkey PRIMARY KEY (customer_id),
  constraint customers_activated_by_fkey FOREIGN KEY (activated_by) REFERENCES users(user_id) ON DELETE SET NULL,
  constraint customers_group_id_fkey FOREIGN KEY (group_id) REFERENCES customer_groups(group_id),
  constraint customers_sector_id_fkey FOREIGN KEY (sector_id) REFERENCES sectors(sector_id),
  constraint customers_state_check CHECK (state = ANY (ARRAY['0', '1']))
);
-- The queue reads the few customers who wait.
CREATE INDEX customers_awaiting ON customers USING btree (created_at, customer_id) WHERE state = '0';
CREATE INDEX customers_by_city ON customers USING btree (fold(city), customer_id);
CREATE INDEX customers_by_date ON customers USING btree (created_at, customer_id);
CREATE INDEX customers_by_group ON customers USING btree (group_id, customer_id) WHERE group_id IS NOT NULL;
CREATE INDEX customers_by_name ON customers USING btree (business_name, customer_id);
CREATE INDEX customers_by_sector ON customers USING btree (sector_id, customer_id) WHERE sector_id IS NOT NULL;
CREATE INDEX customers_by_state ON customers USING btree (state, business_name, customer_id);
CREATE INDEX customers_by_text ON customers USING gin (folded gin_trgm_ops);
alter table customers enable row level security;
alter table customers force row level security;
create policy asker on customers for select to saldo_link
  using (customer_id = (( SELECT b.customer_id
   FROM bills b
  WHERE b.bill_id = actor_bill_id())));
create policy asker_of_consumer on customers for select to saldo_consumer
  using ((customer_id IN ( SELECT b.customer_id
   FROM bills b)));
create policy customer on customers to saldo_customer
  using (customer_id = actor_customer_id())
  with check (customer_id = actor_customer_id());
create policy of_own_records on customers for select to saldo_consumer
  using ((customer_id IN ( SELECT s.customer_id
   FROM subjects s)));
create policy owner on customers to saldo using (true) with check (true);
create policy queries on customers for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all) OR customer_id = (( SELECT query_customer_id() AS query_customer_id)));
create policy super_user on customers to saldo_super using (true) with check (true);
create policy system on customers to saldo_system using (true) with check (true);
create policy limited_delete on customers as restrictive for delete to saldo_subuser
  using (( SELECT actor_may('{office:write}'::text[]) AS actor_may) AND true);
create policy limited_insert on customers as restrictive for insert to saldo_subuser
  with check (( SELECT actor_may('{office:write}'::text[]) AS actor_may) AND true);
create policy limited_update on customers as restrictive for update to saldo_subuser
  using (( SELECT actor_may('{office:write}'::text[]) AS actor_may) AND true)
  with check (( SELECT actor_may('{office:write}'::text[]) AS actor_may) AND true);
grant delete, insert, select, update on customers to saldo_super;
grant delete, insert, select, update on customers to saldo_system;
grant select on customers to saldo_consumer;
grant select on customers to saldo_customer;
grant select on customers to saldo_link;
grant select (activated_at, activated_by, address, business_name, city, created_at, customer_id, firstname, fiscal_code, group_id, house_number, interest_first, is_store, lastname, primary_email, primary_mobile_phone, prov, sector_id, state, updated_at, vat_number, zip_code) on customers to saldo_query;
grant update (address, business_name, city, firstname, fiscal_code, house_number, interest_first, lastname, primary_email, primary_mobile_phone, prov, sector_id, updated_at, vat_number, zip_code) on customers to saldo_customer;
grant usage on sequence customers_customer_id_seq to saldo_super, saldo_system;
CREATE TRIGGER audit_delete AFTER DELETE ON customers FOR EACH ROW EXECUTE FUNCTION audit_row('customers', 'customer_id', 'business_name');
CREATE TRIGGER audit_insert AFTER INSERT ON customers FOR EACH ROW WHEN (current_setting('saldo.bulk'::text, true) IS DISTINCT FROM 'yes'::text) EXECUTE FUNCTION audit_row('customers', 'customer_id', 'business_name');
CREATE TRIGGER audit_update AFTER UPDATE ON customers FOR EACH ROW WHEN (old.* IS DISTINCT FROM new.*) EXECUTE FUNCTION audit_row('customers', 'customer_id', 'business_name');
CREATE TRIGGER keep_contact_change AFTER UPDATE OF primary_email ON customers FOR EACH ROW WHEN (old.primary_email IS DISTINCT FROM new.primary_email) EXECUTE FUNCTION keep_contact_change('primary_email');
CREATE TRIGGER live_insert AFTER INSERT ON customers REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_live('customers');
CREATE TRIGGER live_update AFTER UPDATE ON customers REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_live('customers');
CREATE TRIGGER not_of_back_office BEFORE INSERT OR UPDATE OF primary_email ON customers FOR EACH ROW WHEN (new.primary_email IS NOT NULL) EXECUTE FUNCTION office_is_not_of_back_office();

-- What Saldo holds about a resident, as a ZIP for themselves (art. 15 and 20 GDPR). A row is one ZIP. It belongs to the user alone:
-- no customer has it and nobody of the back office opens it, so it is in no archive of files (stored_files).
create table data_exports (
  data_export_id bigint not null generated always as identity,
  user_id bigint not null,
  state text not null default 'writing',
  -- Its name in the store, chosen before it is written, so that a retry replaces the same file. Null: deleted.
  stored_as text,
  file_bytes bigint,
  -- Files of the ZIP written, of how many.
  done integer not null default 0,
  total integer,
  created_at timestamp with time zone not null default now(),
  finished_at timestamp with time zone,
  -- When it is deleted: 72 hours after it was finished.
  expires_at timestamp with time zone not null default now() + '72:00:00'::interval,
  downloads integer not null default 0,
  downloaded_at timestamp with time zone,
  constraint data_exports_pkey PRIMARY KEY (data_export_id),
  constraint data_exports_stored_as_key UNIQUE (stored_as),
  constraint data_exports_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id) ON DELETE CASCADE,
  constraint data_exports_state_check CHECK (state = ANY (ARRAY['writing', 'done', 'failed', 'expired'])),
  constraint done_has_its_file CHECK (state <> 'done' OR stored_as IS NOT NULL AND file_bytes IS NOT NULL),
  constraint ended_at_some_time CHECK ((state = 'writing') = (finished_at IS NULL))
);
CREATE INDEX data_exports_by_user ON data_exports USING btree (user_id, data_export_id);
CREATE INDEX data_exports_to_expire ON data_exports USING btree (expires_at) WHERE stored_as IS NOT NULL;
-- One at a time: a second click finds the first.
CREATE UNIQUE INDEX one_data_export_being_written ON data_exports USING btree (user_id) WHERE state = 'writing';
alter table data_exports enable row level security;
alter table data_exports force row level security;
create policy oneself on data_exports to saldo_consumer, saldo_customer, saldo_super
  using (user_id = actor_user_id())
  with check (user_id = actor_user_id());
create policy owner on data_exports to saldo using (true) with check (true);
create policy queries on data_exports for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all));
create policy system on data_exports to saldo_system using (true) with check (true);
grant delete, insert, select, update on data_exports to saldo_system;
grant select on data_exports to saldo_consumer;
grant select on data_exports to saldo_customer;
grant select on data_exports to saldo_super;
grant insert (stored_as, user_id) on data_exports to saldo_consumer;
grant select (created_at, data_export_id, done, downloaded_at, downloads, expires_at, file_bytes, finished_at, state, total, user_id) on data_exports to saldo_query;
grant update (downloaded_at, downloads) on data_exports to saldo_consumer;
grant usage on sequence data_exports_data_export_id_seq to saldo_super, saldo_system;
CREATE TRIGGER live_insert AFTER INSERT ON data_exports REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_live_users('data-exports');
CREATE TRIGGER live_update AFTER UPDATE ON data_exports REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_live_users('data-exports');

-- A presented debit whose money came back after settlement: its own transaction.
create table debit_returns (
  return_id bigint not null generated always as identity,
  customer_id bigint not null,
  account_id bigint not null,
  debit_id bigint not null,
  payment_id bigint not null,
  amount bigint not null,
  -- The fee of the bank for the return, in cents.
  fee bigint not null default 0,
  -- ISO 20022, such as AM04. Null: the bank did not say.
  reason text,
  returned_on date not null,
  -- Who reported the return: movement:<id> of a statement, or a person.
  told_by text not null,
  actor text not null,
  created_at timestamp with time zone not null default now(),
  constraint debit_returns_pkey PRIMARY KEY (return_id),
  constraint debit_returns_customer_id_account_id_fkey FOREIGN KEY (customer_id, account_id) REFERENCES accounts(customer_id, account_id),
  constraint debit_returns_customer_id_debit_id_fkey FOREIGN KEY (customer_id, debit_id) REFERENCES debits(customer_id, debit_id),
  constraint debit_returns_customer_id_payment_id_fkey FOREIGN KEY (customer_id, payment_id) REFERENCES payments(customer_id, payment_id),
  constraint debit_returns_amount_check CHECK (amount > 0),
  constraint debit_returns_fee_check CHECK (fee >= 0),
  constraint debit_returns_reason_check CHECK (reason ~ '^[A-Z0-9]{4}$')
);
CREATE INDEX debit_returns_by_account ON debit_returns USING btree (customer_id, account_id, returned_on);
CREATE INDEX debit_returns_by_day ON debit_returns USING btree (customer_id, returned_on, return_id);
CREATE INDEX debit_returns_by_debit ON debit_returns USING btree (customer_id, debit_id);
CREATE INDEX debit_returns_by_payment ON debit_returns USING btree (customer_id, payment_id);
CREATE UNIQUE INDEX one_return_per_debit ON debit_returns USING btree (debit_id);
alter table debit_returns enable row level security;
alter table debit_returns force row level security;
create policy customer on debit_returns to saldo_customer
  using (customer_id = actor_customer_id())
  with check (customer_id = actor_customer_id());
create policy owner on debit_returns to saldo using (true) with check (true);
create policy queries on debit_returns for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all) OR customer_id = (( SELECT query_customer_id() AS query_customer_id)));
create policy super_user on debit_returns to saldo_super using (true) with check (true);
create policy system on debit_returns to saldo_system using (true) with check (true);
create policy limited_delete on debit_returns as restrictive for delete to saldo_subuser
  using (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_insert on debit_returns as restrictive for insert to saldo_subuser
  with check (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_read on debit_returns as restrictive for select to saldo_subuser
  using (( SELECT actor_may('{bills:read,payments:read,debits:read}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_update on debit_returns as restrictive for update to saldo_subuser
  using (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))))
  with check (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
grant delete, insert, select, update on debit_returns to saldo_super;
grant delete, insert, select, update on debit_returns to saldo_system;
grant insert, select on debit_returns to saldo_customer;
grant select (account_id, actor, amount, created_at, customer_id, debit_id, fee, payment_id, reason, return_id, returned_on, told_by) on debit_returns to saldo_query;
grant usage on sequence debit_returns_return_id_seq to saldo_customer, saldo_super, saldo_system;

-- Debits of one condominium that go to its bank in one file (*distinta*).
create table debit_runs (
  run_id bigint not null generated always as identity,
  customer_id bigint not null,
  account_id bigint not null,
  collect_on date not null,
  -- announced: the payers are told. presented: the file is made, its debits hold their instalments. closed: all answered.
  state text not null default 'announced',
  format text not null,
  -- Another program had made the file.
  loaded boolean not null default false,
  message_id text,
  flow_id bigint,
  creditor_id text,
  -- The office tells those who have no e-mail address by itself.
  told_otherwise boolean not null default false,
  idempotency_key text,
  request_hash text,
  created_by bigint,
  created_at timestamp with time zone not null default now(),
  presented_at timestamp with time zone,
  updated_at timestamp with time zone not null default now(),
  constraint debit_runs_pkey PRIMARY KEY (run_id),
  constraint debit_runs_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(user_id) ON DELETE SET NULL,
  constraint debit_runs_customer_id_account_id_fkey FOREIGN KEY (customer_id, account_id) REFERENCES accounts(customer_id, account_id),
  constraint debit_runs_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(customer_id),
  constraint debit_runs_customer_id_flow_id_fkey FOREIGN KEY (customer_id, flow_id) REFERENCES flows(customer_id, flow_id),
  constraint debit_runs_format_check CHECK (format = ANY (ARRAY['pain.008.001.02', 'pain.008.001.08'])),
  constraint debit_runs_message_id_check CHECK (length(message_id) >= 1 AND length(message_id) <= 35),
  constraint debit_runs_state_check CHECK (state = ANY (ARRAY['announced', 'presented', 'closed', 'cancelled'])),
  constraint presented_in_a_file CHECK ((state <> ALL (ARRAY['presented', 'closed'])) OR message_id IS NOT NULL AND flow_id IS NOT NULL AND creditor_id IS NOT NULL AND presented_at IS NOT NULL)
);
CREATE INDEX debit_runs_by_account ON debit_runs USING btree (customer_id, account_id, run_id);
CREATE INDEX debit_runs_by_date ON debit_runs USING btree (customer_id, created_at, run_id);
CREATE INDEX debit_runs_by_day ON debit_runs USING btree (customer_id, collect_on, run_id);
CREATE INDEX debit_runs_by_flow ON debit_runs USING btree (customer_id, flow_id);
CREATE INDEX debit_runs_by_state ON debit_runs USING btree (customer_id, state, run_id);
CREATE UNIQUE INDEX debit_runs_by_key ON debit_runs USING btree (customer_id, run_id);
CREATE UNIQUE INDEX one_debit_run_per_form ON debit_runs USING btree (customer_id, idempotency_key) WHERE idempotency_key IS NOT NULL;
CREATE UNIQUE INDEX one_debit_run_per_message ON debit_runs USING btree (customer_id, message_id, account_id) WHERE message_id IS NOT NULL;
alter table debit_runs enable row level security;
alter table debit_runs force row level security;
create policy customer on debit_runs to saldo_customer
  using (customer_id = actor_customer_id())
  with check (customer_id = actor_customer_id());
create policy owner on debit_runs to saldo using (true) with check (true);
create policy queries on debit_runs for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all) OR customer_id = (( SELECT query_customer_id() AS query_customer_id)));
create policy super_user on debit_runs to saldo_super using (true) with check (true);
create policy system on debit_runs to saldo_system using (true) with check (true);
create policy limited_delete on debit_runs as restrictive for delete to saldo_subuser
  using (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_insert on debit_runs as restrictive for insert to saldo_subuser
  with check (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_read on debit_runs as restrictive for select to saldo_subuser
  using (( SELECT actor_may('{bills:read,payments:read,debits:read}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_update on debit_runs as restrictive for update to saldo_subuser
  using (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))))
  with check (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
grant delete, insert, select, update on debit_runs to saldo_super;
grant delete, insert, select, update on debit_runs to saldo_system;
grant insert, select, update on debit_runs to saldo_customer;
grant select (account_id, collect_on, created_at, created_by, creditor_id, customer_id, flow_id, format, loaded, message_id, presented_at, run_id, state, told_otherwise, updated_at) on debit_runs to saldo_query;
grant usage on sequence debit_runs_run_id_seq to saldo_customer, saldo_super, saldo_system;
CREATE TRIGGER debit_run_moves_forward BEFORE UPDATE ON debit_runs FOR EACH ROW EXECUTE FUNCTION debit_run_moves_forward();
CREATE TRIGGER live_insert AFTER INSERT ON debit_runs REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_live('debits');
CREATE TRIGGER live_update AFTER UPDATE ON debit_runs REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_live('debits');
CREATE TRIGGER touch BEFORE UPDATE ON debit_runs FOR EACH ROW EXECUTE FUNCTION touch();

-- A planned collection: which instalments, from which source, on which day.
create table debits (
  debit_id bigint not null generated always as identity,
  customer_id bigint not null,
  account_id bigint not null,
  bill_id bigint not null,
  subject_id bigint not null,
  source_id bigint,
  instalment_ids bigint[] not null,
  amount bigint not null,
  collect_on date not null,
  state text not null default 'planned',
  retry_of bigint,
  tries smallint not null default 1,
  -- The dedupe key of the notice's mail, which tells when it was sent.
  notice_key text,
  notified_at timestamp with time zone,
  payment_id bigint,
  failure_code text,
  cancel_reason text,
  -- The payment that replaced this debit. If it fails, the debit is planned again.
  replaced_by bigint,
  created_by bigint,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  mandate_id bigint,
  run_id bigint,
  sequence text,
  -- The group of the file in which it stands (PmtInfId), and its own reference there.
  block_id text,
  end_to_end_id text,
  -- The payer's IBAN when it was presented.
  debtor_iban text,
  settled_on date,
  -- Who reported that the money arrived: movement:<id> of a statement, or a person.
  settled_by text,
  autopay_id bigint,
  plan_again boolean not null default false,
  constraint debits_pkey PRIMARY KEY (debit_id),
  constraint debits_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(user_id) ON DELETE SET NULL,
  constraint debits_customer_id_account_id_fkey FOREIGN KEY (customer_id, account_id) REFERENCES accounts(customer_id, account_id),
  constraint debits_customer_id_autopay_id_fkey FOREIGN KEY (customer_id, autopay_id) REFERENCES autopays(customer_id, autopay_id),
  constraint debits_customer_id_bill_id_fkey FOREIGN KEY (customer_id, bill_id) REFERENCES bills(customer_id, bill_id),
  constraint debits_customer_id_mandate_id_fkey FOREIGN KEY (customer_id, mandate_id) REFERENCES mandates(customer_id, mandate_id),
  constraint debits_customer_id_payment_id_fkey FOREIGN KEY (customer_id, payment_id) REFERENCES payments(customer_id, payment_id),
  constraint debits_customer_id_run_id_fkey FOREIGN KEY (customer_id, run_id) REFERENCES debit_runs(customer_id, run_id),
  constraint debits_customer_id_source_id_fkey FOREIGN KEY (customer_id, source_id) REFERENCES payment_sources(customer_id, source_id),
  constraint debits_customer_id_subject_id_fkey FOREIGN KEY (customer_id, subject_id) REFERENCES subjects(customer_id, subject_id),
  constraint debits_retry_of_fkey FOREIGN KEY (retry_of) REFERENCES debits(debit_id),
  constraint debits_amount_check CHECK (amount > 0),
  constraint debits_end_to_end_id_check CHECK (length(end_to_end_id) >= 1 AND length(end_to_end_id) <= 35),
  constraint debits_instalment_ids_check CHECK (cardinality(instalment_ids) > 0),
  constraint debits_sequence_check CHECK (sequence = ANY (ARRAY['FRST', 'RCUR', 'OOFF', 'FNAL'])),
  constraint debits_state_check CHECK (state = ANY (ARRAY['planned', 'notified', 'started', 'done', 'failed', 'cancelled'])),
  constraint debits_tries_check CHECK (tries >= 1 AND tries <= 3),
  constraint from_a_source_or_by_a_mandate CHECK (num_nonnulls(source_id, mandate_id) = 1 AND (mandate_id IS NULL) = (run_id IS NULL) AND (run_id IS NULL OR end_to_end_id IS NOT NULL)),
  constraint never_before_its_notice CHECK ((state <> ALL (ARRAY['notified', 'started', 'done'])) OR notified_at IS NOT NULL)
);
CREATE INDEX debits_by_account ON debits USING btree (customer_id, account_id, collect_on, debit_id);
CREATE INDEX debits_by_amount ON debits USING btree (customer_id, amount, debit_id);
CREATE INDEX debits_by_autopay ON debits USING btree (customer_id, autopay_id, debit_id) WHERE autopay_id IS NOT NULL;
CREATE INDEX debits_by_bill ON debits USING btree (customer_id, bill_id, debit_id);
-- Movements of statements name debits by their block, and by the reference of their mandate.
CREATE INDEX debits_by_block ON debits USING btree (customer_id, account_id, block_id) WHERE block_id IS NOT NULL;
CREATE INDEX debits_by_day ON debits USING btree (customer_id, collect_on, debit_id);
CREATE INDEX debits_by_mandate ON debits USING btree (customer_id, mandate_id, debit_id) WHERE mandate_id IS NOT NULL;
CREATE INDEX debits_by_reference ON debits USING btree (customer_id, account_id, end_to_end_id) WHERE end_to_end_id IS NOT NULL;
CREATE INDEX debits_by_run ON debits USING btree (customer_id, run_id, debit_id) WHERE run_id IS NOT NULL;
CREATE INDEX debits_by_source ON debits USING btree (customer_id, source_id, debit_id);
CREATE INDEX debits_by_state ON debits USING btree (customer_id, state, collect_on, debit_id);
CREATE INDEX debits_by_subject ON debits USING btree (customer_id, subject_id, collect_on, debit_id);
CREATE INDEX debits_replaced ON debits USING btree (replaced_by) WHERE replaced_by IS NOT NULL;
CREATE INDEX debits_to_do ON debits USING btree (collect_on) WHERE state = ANY (ARRAY['planned', 'notified']);
CREATE UNIQUE INDEX debits_by_key ON debits USING btree (customer_id, debit_id);
CREATE UNIQUE INDEX one_debit_per_payment ON debits USING btree (payment_id) WHERE payment_id IS NOT NULL;
CREATE UNIQUE INDEX one_debit_per_reference_and_run ON debits USING btree (run_id, end_to_end_id) WHERE run_id IS NOT NULL;
CREATE UNIQUE INDEX one_retry_per_debit ON debits USING btree (retry_of) WHERE retry_of IS NOT NULL;
alter table debits enable row level security;
alter table debits force row level security;
create policy customer on debits to saldo_customer
  using (customer_id = actor_customer_id())
  with check (customer_id = actor_customer_id());
-- The payer of a bill may cancel its planned debit in the transaction that pays it.
create policy of_own_bill on debits to saldo_link
  using ((bill_id IN ( SELECT b.bill_id
   FROM bills b)));
create policy of_own_bills on debits to saldo_consumer
  using ((bill_id IN ( SELECT b.bill_id
   FROM bills b)));
create policy owner on debits to saldo using (true) with check (true);
create policy queries on debits for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all) OR customer_id = (( SELECT query_customer_id() AS query_customer_id)));
create policy super_user on debits to saldo_super using (true) with check (true);
create policy system on debits to saldo_system using (true) with check (true);
create policy limited_delete on debits as restrictive for delete to saldo_subuser
  using (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_insert on debits as restrictive for insert to saldo_subuser
  with check (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_read on debits as restrictive for select to saldo_subuser
  using (( SELECT actor_may('{bills:read,payments:read,debits:read}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_update on debits as restrictive for update to saldo_subuser
  using (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))))
  with check (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
grant delete, insert, select, update on debits to saldo_super;
grant delete, insert, select, update on debits to saldo_system;
grant insert, select, update on debits to saldo_consumer;
grant insert, select, update on debits to saldo_customer;
grant select, update on debits to saldo_link;
grant select (account_id, amount, autopay_id, bill_id, block_id, cancel_reason, collect_on, created_at, created_by, customer_id, debit_id, end_to_end_id, failure_code, instalment_ids, mandate_id, notice_key, notified_at, payment_id, plan_again, replaced_by, retry_of, run_id, sequence, settled_by, settled_on, source_id, state, subject_id, tries, updated_at) on debits to saldo_query;
grant usage on sequence debits_debit_id_seq to saldo_customer, saldo_super, saldo_system;
CREATE TRIGGER debit_moves_forward BEFORE UPDATE ON debits FOR EACH ROW EXECUTE FUNCTION debit_moves_forward();
CREATE TRIGGER live_insert AFTER INSERT ON debits REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_live('debits');
CREATE TRIGGER live_update AFTER UPDATE ON debits REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_live('debits');
CREATE TRIGGER touch BEFORE UPDATE ON debits FOR EACH ROW EXECUTE FUNCTION touch();

-- The bank at which a person pays RiBa: a RiBa is drawn on it. Not an account, and nothing is paid to it.
create table debtor_banks (
  customer_id bigint not null,
  subject_id bigint not null,
  abi text not null,
  cab text not null,
  updated_at timestamp with time zone not null default now(),
  constraint debtor_banks_pkey PRIMARY KEY (subject_id),
  constraint debtor_banks_customer_id_subject_id_fkey FOREIGN KEY (customer_id, subject_id) REFERENCES subjects(customer_id, subject_id) ON DELETE CASCADE,
  constraint debtor_banks_abi_check CHECK (abi ~ '^[0-9]{5}$' AND abi <> '00000'),
  constraint debtor_banks_cab_check CHECK (cab ~ '^[0-9]{5}$' AND cab <> '00000')
);
CREATE INDEX debtor_banks_by_customer ON debtor_banks USING btree (customer_id, subject_id);
alter table debtor_banks enable row level security;
alter table debtor_banks force row level security;
create policy customer on debtor_banks to saldo_customer
  using (customer_id = actor_customer_id())
  with check (customer_id = actor_customer_id());
create policy owner on debtor_banks to saldo using (true) with check (true);
create policy queries on debtor_banks for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all) OR customer_id = (( SELECT query_customer_id() AS query_customer_id)));
create policy super_user on debtor_banks to saldo_super using (true) with check (true);
create policy system on debtor_banks to saldo_system using (true) with check (true);
create policy limited_delete on debtor_banks as restrictive for delete to saldo_subuser
  using (( SELECT actor_may('{payments:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM subjects p
  WHERE p.subject_id = debtor_banks.subject_id))));
create policy limited_insert on debtor_banks as restrictive for insert to saldo_subuser
  with check (( SELECT actor_may('{payments:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM subjects p
  WHERE p.subject_id = debtor_banks.subject_id))));
create policy limited_read on debtor_banks as restrictive for select to saldo_subuser
  using (( SELECT actor_may('{bills:read,payments:read,debits:read}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM subjects p
  WHERE p.subject_id = debtor_banks.subject_id))));
create policy limited_update on debtor_banks as restrictive for update to saldo_subuser
  using (( SELECT actor_may('{payments:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM subjects p
  WHERE p.subject_id = debtor_banks.subject_id))))
  with check (( SELECT actor_may('{payments:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM subjects p
  WHERE p.subject_id = debtor_banks.subject_id))));
grant delete, insert, select, update on debtor_banks to saldo_customer;
grant delete, insert, select, update on debtor_banks to saldo_super;
grant delete, insert, select, update on debtor_banks to saldo_system;
grant select (abi, cab, customer_id, subject_id, updated_at) on debtor_banks to saldo_query;
CREATE TRIGGER audit_delete AFTER DELETE ON debtor_banks FOR EACH ROW EXECUTE FUNCTION audit_row('subjects', 'subject_id', 'abi');
CREATE TRIGGER audit_insert AFTER INSERT ON debtor_banks FOR EACH ROW WHEN (current_setting('saldo.bulk'::text, true) IS DISTINCT FROM 'yes'::text) EXECUTE FUNCTION audit_row('subjects', 'subject_id', 'abi');
CREATE TRIGGER audit_update AFTER UPDATE ON debtor_banks FOR EACH ROW WHEN (old.* IS DISTINCT FROM new.*) EXECUTE FUNCTION audit_row('subjects', 'subject_id', 'abi');
CREATE TRIGGER live_delete AFTER DELETE ON debtor_banks REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_live('notices');
CREATE TRIGGER live_insert AFTER INSERT ON debtor_banks REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_live('notices');
CREATE TRIGGER live_update AFTER UPDATE ON debtor_banks REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_live('notices');

-- How many people a user has asked in a day to let them pay: also addresses that nobody has, so that the count tells nothing.
create table delegation_asks (
  user_id bigint not null,
  day date not null,
  asks integer not null,
  constraint delegation_asks_pkey PRIMARY KEY (user_id, day),
  constraint delegation_asks_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id) ON DELETE CASCADE,
  constraint delegation_asks_asks_check CHECK (asks > 0)
);
CREATE INDEX delegation_asks_by_day ON delegation_asks USING btree (day);
alter table delegation_asks enable row level security;
alter table delegation_asks force row level security;
create policy owner on delegation_asks to saldo using (true) with check (true);
create policy super_user on delegation_asks to saldo_super using (true) with check (true);
create policy system on delegation_asks to saldo_system using (true) with check (true);
grant delete, insert, select, update on delegation_asks to saldo_system;

-- A delegation lets somebody see and pay the bills of another person: a relative who pays for an elderly owner. The owner
-- consents, or the office writes down their consent; the delegate accepts by a link in their mailbox. Whether it holds is asked
-- here, at each request, so that it ends at the moment in which somebody ends it.
create table delegations (
  delegation_id bigint not null generated by default as identity,
  customer_id bigint not null,
  -- The person whose bills they are.
  subject_id bigint not null,
  -- asked: the payer asks, the owner has not consented. invited: there is consent, the payer has not accepted.
  state text not null,
  -- The delegate, who sees and pays the bills. Only this address can accept the invitation.
  delegate_name text not null,
  delegate_email text not null,
  delegate_user_id bigint,
  -- The consent: of the owner, or written down by the office, with its day and how it was given. Null: not given yet.
  consent_by text,
  consent_on date,
  consent_note text,
  -- The last day on which it holds. Null: until somebody ends it.
  expires_on date,
  -- The link of the invitation, as SHA-256; it is forgotten once used.
  token_hash bytea,
  -- Until when the invitation, or the request, may be answered.
  answer_by timestamp with time zone not null default now() + '72:00:00'::interval,
  created_at timestamp with time zone not null default now(),
  created_by bigint,
  created_by_name text not null,
  accepted_at timestamp with time zone,
  ended_at timestamp with time zone,
  ended_by_name text,
  constraint delegations_pkey PRIMARY KEY (delegation_id),
  constraint delegations_token_hash_key UNIQUE (token_hash),
  constraint delegations_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(user_id) ON DELETE SET NULL,
  constraint delegations_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(customer_id),
  constraint delegations_customer_id_subject_id_fkey FOREIGN KEY (customer_id, subject_id) REFERENCES subjects(customer_id, subject_id) ON DELETE CASCADE,
  constraint delegations_delegate_user_id_fkey FOREIGN KEY (delegate_user_id) REFERENCES users(user_id),
  constraint active_has_its_delegate CHECK (state <> 'active' OR delegate_user_id IS NOT NULL AND accepted_at IS NOT NULL),
  constraint consent_comes_first CHECK ((state <> ALL (ARRAY['invited', 'active'])) OR consent_by IS NOT NULL AND consent_on IS NOT NULL),
  constraint consent_of_an_office_is_explained CHECK (consent_by IS DISTINCT FROM 'office' OR consent_note IS NOT NULL),
  constraint delegations_consent_by_check CHECK (consent_by = ANY (ARRAY['owner', 'office'])),
  constraint delegations_state_check CHECK (state = ANY (ARRAY['asked', 'invited', 'active', 'ended'])),
  constraint ended_once CHECK ((state = 'ended') = (ended_at IS NOT NULL))
);
CREATE INDEX delegations_by_delegate ON delegations USING btree (delegate_user_id) WHERE state = 'active';
CREATE INDEX delegations_by_subject ON delegations USING btree (customer_id, subject_id, delegation_id);
CREATE UNIQUE INDEX one_open_delegation ON delegations USING btree (customer_id, subject_id, lower(delegate_email)) WHERE state <> 'ended';
alter table delegations enable row level security;
alter table delegations force row level security;
create policy customer on delegations to saldo_customer
  using (customer_id = actor_customer_id())
  with check (customer_id = actor_customer_id());
create policy of_own_bills on delegations for select to saldo_consumer
  using ((subject_id IN ( SELECT s.subject_id
   FROM subjects s)));
create policy of_the_delegate on delegations for select to saldo_consumer
  using (delegate_user_id = (( SELECT actor_user_id() AS actor_user_id)) AND accepted_at IS NOT NULL);
create policy owner on delegations to saldo using (true) with check (true);
create policy queries on delegations for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all) OR customer_id = (( SELECT query_customer_id() AS query_customer_id)));
create policy super_user on delegations to saldo_super using (true) with check (true);
create policy system on delegations to saldo_system using (true) with check (true);
create policy limited_delete on delegations as restrictive for delete to saldo_subuser
  using (( SELECT actor_may('{subjects:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM subjects p
  WHERE p.subject_id = delegations.subject_id))));
create policy limited_insert on delegations as restrictive for insert to saldo_subuser
  with check (( SELECT actor_may('{subjects:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM subjects p
  WHERE p.subject_id = delegations.subject_id))));
create policy limited_read on delegations as restrictive for select to saldo_subuser
  using (( SELECT actor_may('{subjects:read}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM subjects p
  WHERE p.subject_id = delegations.subject_id))));
create policy limited_update on delegations as restrictive for update to saldo_subuser
  using (( SELECT actor_may('{subjects:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM subjects p
  WHERE p.subject_id = delegations.subject_id))))
  with check (( SELECT actor_may('{subjects:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM subjects p
  WHERE p.subject_id = delegations.subject_id))));
grant delete, insert, select, update on delegations to saldo_super;
grant delete, insert, select, update on delegations to saldo_system;
grant select on delegations to saldo_consumer;
grant select on delegations to saldo_customer;
grant select (accepted_at, answer_by, consent_by, consent_note, consent_on, created_at, created_by, created_by_name, customer_id, delegate_email, delegate_name, delegate_user_id, delegation_id, ended_at, ended_by_name, expires_on, state, subject_id) on delegations to saldo_query;
grant usage on sequence delegations_delegation_id_seq to saldo_super, saldo_system;
CREATE TRIGGER audit_delete AFTER DELETE ON delegations FOR EACH ROW EXECUTE FUNCTION audit_row('subjects', 'subject_id', 'delegate_name', 'delegate_user_id', 'answer_by', 'created_by', 'created_by_name', 'accepted_at', 'ended_at', 'ended_by_name');
CREATE TRIGGER audit_insert AFTER INSERT ON delegations FOR EACH ROW WHEN (current_setting('saldo.bulk'::text, true) IS DISTINCT FROM 'yes'::text) EXECUTE FUNCTION audit_row('subjects', 'subject_id', 'delegate_name', 'delegate_user_id', 'answer_by', 'created_by', 'created_by_name', 'accepted_at', 'ended_at', 'ended_by_name');
CREATE TRIGGER audit_update AFTER UPDATE ON delegations FOR EACH ROW WHEN (old.* IS DISTINCT FROM new.*) EXECUTE FUNCTION audit_row('subjects', 'subject_id', 'delegate_name', 'delegate_user_id', 'answer_by', 'created_by', 'created_by_name', 'accepted_at', 'ended_at', 'ended_by_name');
CREATE TRIGGER delegation_moves_forward BEFORE UPDATE ON delegations FOR EACH ROW EXECUTE FUNCTION delegation_moves_forward();

-- A dispute: the payer contests a payment at their bank.
create table disputes (
  dispute_id bigint not null generated by default as identity,
  customer_id bigint not null,
  payment_id bigint not null,
  attempt_id bigint not null,
  provider_account text not null,
  provider_object text not null,
  -- The provider's own name of the state. An inquiry (warning_…) has taken no money.
  state text not null,
  reason text not null,
  network_reason_code text,
  amount bigint not null,
  fee bigint not null default 0,
  -- Whether the money has left our balance; the ledger has what was posted.
  taken boolean not null default false,
  -- Our answer, as the provider keeps it.
  evidence jsonb not null default '{}'::jsonb,
  due_by timestamp with time zone,
  submitted_at timestamp with time zone,
  opened_at timestamp with time zone not null,
  closed_at timestamp with time zone,
  next_check_at timestamp with time zone,
  updated_at timestamp with time zone not null default now(),
  constraint disputes_pkey PRIMARY KEY (dispute_id),
  constraint one_row_per_dispute UNIQUE (provider_account, provider_object),
  constraint disputes_customer_id_attempt_id_fkey FOREIGN KEY (customer_id, attempt_id) REFERENCES payment_attempts(customer_id, attempt_id),
  constraint disputes_customer_id_payment_id_fkey FOREIGN KEY (customer_id, payment_id) REFERENCES payments(customer_id, payment_id),
  constraint disputes_amount_check CHECK (amount >= 0),
  constraint disputes_provider_account_check CHECK (provider_account = ANY (ARRAY['stripe', 'stripe2'])),
  constraint disputes_state_check CHECK (state = ANY (ARRAY['warning_needs_response', 'warning_under_review', 'warning_closed', 'needs_response', 'under_review', 'won', 'lost']))
);
CREATE INDEX disputes_by_attempt ON disputes USING btree (customer_id, attempt_id);
CREATE INDEX disputes_by_payment ON disputes USING btree (customer_id, payment_id, dispute_id);
CREATE INDEX disputes_to_check ON disputes USING btree (next_check_at) WHERE next_check_at IS NOT NULL;
alter table disputes enable row level security;
alter table disputes force row level security;
create policy customer on disputes to saldo_customer
  using (customer_id = actor_customer_id())
  with check (customer_id = actor_customer_id());
create policy owner on disputes to saldo using (true) with check (true);
create policy queries on disputes for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all) OR customer_id = (( SELECT query_customer_id() AS query_customer_id)));
create policy super_user on disputes to saldo_super using (true) with check (true);
create policy system on disputes to saldo_system using (true) with check (true);
create policy limited_delete on disputes as restrictive for delete to saldo_subuser
  using (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM payments p
  WHERE p.payment_id = disputes.payment_id))));
create policy limited_insert on disputes as restrictive for insert to saldo_subuser
  with check (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM payments p
  WHERE p.payment_id = disputes.payment_id))));
create policy limited_read on disputes as restrictive for select to saldo_subuser
  using (( SELECT actor_may('{bills:read,payments:read,debits:read}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM payments p
  WHERE p.payment_id = disputes.payment_id))));
create policy limited_update on disputes as restrictive for update to saldo_subuser
  using (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM payments p
  WHERE p.payment_id = disputes.payment_id))))
  with check (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM payments p
  WHERE p.payment_id = disputes.payment_id))));
grant delete, insert, select, update on disputes to saldo_super;
grant delete, insert, select, update on disputes to saldo_system;
grant select on disputes to saldo_customer;
grant select (amount, attempt_id, closed_at, customer_id, dispute_id, due_by, evidence, fee, network_reason_code, next_check_at, opened_at, payment_id, provider_account, provider_object, reason, state, submitted_at, taken, updated_at) on disputes to saldo_query;
grant usage on sequence disputes_dispute_id_seq to saldo_super, saldo_system;
CREATE TRIGGER live_insert AFTER INSERT ON disputes REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_live('payments');
CREATE TRIGGER live_update AFTER UPDATE ON disputes REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_live('payments');

-- Deeds, identity papers, resolutions. The file itself is in the file store under a name that nobody can guess; a row says
-- what the file is and whether somebody has reviewed it.
create table documents (
  document_id bigint not null generated by default as identity,
  customer_id bigint not null,
  -- The owner. Both null: the customer.
  account_id bigint,
  subject_id bigint,
  type text not null,
  file_name text not null,
  -- Detected from the content, not taken from the upload.
  mime text not null,
  size bigint not null,
  sha256 bytea not null,
  file_path text not null,
  state text not null default 'to_check',
  reason text,
  scan text not null default 'waiting',
  uploaded_by bigint,
  checked_by bigint,
  checked_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  -- When the office was last told of a decision. Null: never.
  told_at timestamp with time zone,
  -- Since when residents see it. Null: they do not.
  shared_at timestamp with time zone,
  constraint documents_pkey PRIMARY KEY (document_id),
  constraint documents_checked_by_fkey FOREIGN KEY (checked_by) REFERENCES users(user_id) ON DELETE SET NULL,
  constraint documents_customer_id_account_id_fkey FOREIGN KEY (customer_id, account_id) REFERENCES accounts(customer_id, account_id),
  constraint documents_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(customer_id),
  constraint documents_customer_id_subject_id_fkey FOREIGN KEY (customer_id, subject_id) REFERENCES subjects(customer_id, subject_id),
  constraint documents_uploaded_by_fkey FOREIGN KEY (uploaded_by) REFERENCES users(user_id) ON DELETE SET NULL,
  constraint documents_scan_check CHECK (scan = ANY (ARRAY['waiting', 'clean', 'infected', 'not_scanned'])),
  constraint documents_size_check CHECK (size > 0),
  constraint documents_state_check CHECK (state = ANY (ARRAY['to_check', 'checked', 'invalid'])),
  constraint only_papers_of_a_condominium_are_shared CHECK (shared_at IS NULL OR account_id IS NOT NULL AND subject_id IS NULL AND (type = ANY (ARRAY['regulation', 'minutes', 'other']))),
  constraint why_it_is_not_valid CHECK (state <> 'invalid' OR reason IS NOT NULL)
);
CREATE INDEX documents_by_account ON documents USING btree (customer_id, account_id, document_id);
CREATE INDEX documents_by_date ON documents USING btree (customer_id, created_at, document_id);
CREATE INDEX documents_by_subject ON documents USING btree (customer_id, subject_id, document_id);
CREATE INDEX documents_shared ON documents USING btree (customer_id, account_id, shared_at, document_id) WHERE shared_at IS NOT NULL;
CREATE INDEX documents_to_check ON documents USING btree (created_at, document_id) WHERE state = 'to_check';
CREATE UNIQUE INDEX documents_by_key ON documents USING btree (customer_id, document_id);
alter table documents enable row level security;
alter table documents force row level security;
create policy customer on documents to saldo_customer
  using (customer_id = actor_customer_id())
  with check (customer_id = actor_customer_id());
-- A resident sees what is shared where they live or own, once the scanner has passed it, unless it was found to be invalid.
create policy of_residents on documents for select to saldo_consumer
  using ((account_id IN ( SELECT r.account_id
   FROM account_residents r)));
create policy owner on documents to saldo using (true) with check (true);
create policy queries on documents for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all) OR customer_id = (( SELECT query_customer_id() AS query_customer_id)));
create policy super_user on documents to saldo_super using (true) with check (true);
create policy system on documents to saldo_system using (true) with check (true);
create policy limited_delete on documents as restrictive for delete to saldo_subuser
  using (( SELECT actor_may('{documents:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[])) OR account_id IS NULL AND subject_id IS NOT NULL AND (EXISTS ( SELECT
   FROM subjects s
  WHERE s.subject_id = documents.subject_id))));
create policy limited_insert on documents as restrictive for insert to saldo_subuser
  with check (( SELECT actor_may('{documents:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[])) OR account_id IS NULL AND subject_id IS NOT NULL AND (EXISTS ( SELECT
   FROM subjects s
  WHERE s.subject_id = documents.subject_id))));
create policy limited_read on documents as restrictive for select to saldo_subuser
  using (( SELECT actor_may('{accounts:read,subjects:read,bills:read,payments:read,debits:read,documents:read,office:read}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[])) OR account_id IS NULL AND subject_id IS NOT NULL AND (EXISTS ( SELECT
   FROM subjects s
  WHERE s.subject_id = documents.subject_id))));
create policy limited_update on documents as restrictive for update to saldo_subuser
  using (( SELECT actor_may('{documents:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[])) OR account_id IS NULL AND subject_id IS NOT NULL AND (EXISTS ( SELECT
   FROM subjects s
  WHERE s.subject_id = documents.subject_id))))
  with check (( SELECT actor_may('{documents:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[])) OR account_id IS NULL AND subject_id IS NOT NULL AND (EXISTS ( SELECT
   FROM subjects s
  WHERE s.subject_id = documents.subject_id))));
create policy shared on documents as restrictive for select to saldo_consumer
  using (shared_at IS NOT NULL AND (scan = ANY (ARRAY['clean', 'not_scanned'])) AND state <> 'invalid');
grant delete, insert, select, update on documents to saldo_customer;
grant delete, insert, select, update on documents to saldo_super;
grant delete, insert, select, update on documents to saldo_system;
grant select on documents to saldo_consumer;
grant select (account_id, checked_at, checked_by, created_at, customer_id, document_id, file_name, mime, reason, scan, sha256, shared_at, size, state, subject_id, told_at, type, uploaded_by) on documents to saldo_query;
grant usage on sequence documents_document_id_seq to saldo_customer, saldo_super, saldo_system;
CREATE TRIGGER audit_delete AFTER DELETE ON documents FOR EACH ROW EXECUTE FUNCTION audit_row('documents', 'document_id', 'file_name', 'file_path', 'sha256', 'scan', 'told_at');
CREATE TRIGGER audit_insert AFTER INSERT ON documents FOR EACH ROW WHEN (current_setting('saldo.bulk'::text, true) IS DISTINCT FROM 'yes'::text) EXECUTE FUNCTION audit_row('documents', 'document_id', 'file_name', 'file_path', 'sha256', 'scan', 'told_at');
CREATE TRIGGER audit_update AFTER UPDATE ON documents FOR EACH ROW WHEN (old.* IS DISTINCT FROM new.*) EXECUTE FUNCTION audit_row('documents', 'document_id', 'file_name', 'file_path', 'sha256', 'scan', 'told_at');
CREATE TRIGGER checked_by_another BEFORE INSERT OR UPDATE OF checked_by, uploaded_by ON documents FOR EACH ROW WHEN (new.checked_by IS NOT NULL) EXECUTE FUNCTION checked_by_another();
CREATE TRIGGER live_delete AFTER DELETE ON documents REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_live('documents');
CREATE TRIGGER live_insert AFTER INSERT ON documents REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_live('documents');
CREATE TRIGGER live_update AFTER UPDATE ON documents REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_live('documents');
CREATE TRIGGER register_file AFTER INSERT ON documents FOR EACH ROW EXECUTE FUNCTION register_file('document', 'document_id', 'file_path', 'file_name', 'mime', 'size', 'scan', 'uploaded_by');
CREATE TRIGGER register_file_delete AFTER DELETE ON documents FOR EACH ROW EXECUTE FUNCTION register_file('document', 'document_id', 'file_path', 'file_name', 'mime', 'size', 'scan', 'uploaded_by');
CREATE TRIGGER register_file_update AFTER UPDATE OF file_path, file_name, mime, size, scan ON documents FOR EACH ROW EXECUTE FUNCTION register_file('document', 'document_id', 'file_path', 'file_name', 'mime', 'size', 'scan', 'uploaded_by');

-- What happened to a mail and is not a moment of its own row.
create table email_events (
  email_event_id bigint not null generated always as identity,
  customer_id bigint,
  email_id bigint not null,
  -- postponed: a try that failed, another follows. delayed: its server still tries. complained: its reader called it spam.
  kind text not null,
  failure text,
  -- The words of the mail server.
  said text,
  at timestamp with time zone not null default now(),
  constraint email_events_pkey PRIMARY KEY (email_event_id),
  constraint email_events_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(customer_id),
  constraint email_events_email_id_fkey FOREIGN KEY (email_id) REFERENCES emails(email_id),
  constraint email_events_kind_check CHECK (kind = ANY (ARRAY['postponed', 'refused', 'delayed', 'bounced', 'complained'])),
  constraint email_events_said_check CHECK (length(said) <= 500)
);
CREATE INDEX email_events_by_mail ON email_events USING btree (customer_id, email_id, email_event_id);
CREATE INDEX email_events_of_mail ON email_events USING btree (email_id, email_event_id);
alter table email_events enable row level security;
alter table email_events force row level security;
create policy customer on email_events to saldo_customer
  using (customer_id = actor_customer_id())
  with check (customer_id = actor_customer_id());
create policy owner on email_events to saldo using (true) with check (true);
create policy queries on email_events for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all) OR customer_id = (( SELECT query_customer_id() AS query_customer_id)));
create policy super_user on email_events to saldo_super using (true) with check (true);
create policy system on email_events to saldo_system using (true) with check (true);
create policy limited_delete on email_events as restrictive for delete to saldo_subuser
  using (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM emails p
  WHERE p.email_id = email_events.email_id))));
create policy limited_insert on email_events as restrictive for insert to saldo_subuser
  with check (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM emails p
  WHERE p.email_id = email_events.email_id))));
create policy limited_read on email_events as restrictive for select to saldo_subuser
  using (( SELECT actor_may('{bills:read,payments:read,debits:read}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM emails p
  WHERE p.email_id = email_events.email_id))));
create policy limited_update on email_events as restrictive for update to saldo_subuser
  using (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM emails p
  WHERE p.email_id = email_events.email_id))))
  with check (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM emails p
  WHERE p.email_id = email_events.email_id))));
grant delete, insert, select, update on email_events to saldo_system;
grant select on email_events to saldo_customer;
grant select on email_events to saldo_super;
grant select (at, customer_id, email_event_id, email_id, failure, kind) on email_events to saldo_query;
grant usage on sequence email_events_email_event_id_seq to saldo_super, saldo_system;

-- When a version went to the sandbox or live, and by whom. The last one of a stage is the version that is there.
create table email_template_promotions (
  promotion_id bigint not null generated always as identity,
  template_id integer not null,
  version_id bigint not null,
  stage text not null,
  promoted_by bigint,
  promoted_at timestamp with time zone not null default now(),
  constraint email_template_promotions_pkey PRIMARY KEY (promotion_id),
  constraint email_template_promotions_promoted_by_fkey FOREIGN KEY (promoted_by) REFERENCES users(user_id) ON DELETE SET NULL,
  constraint email_template_promotions_template_id_version_id_fkey FOREIGN KEY (template_id, version_id) REFERENCES email_template_versions(template_id, version_id),
  constraint email_template_promotions_stage_check CHECK (stage = ANY (ARRAY['sandbox', 'live']))
);
CREATE INDEX email_template_promotions_by_stage ON email_template_promotions USING btree (template_id, stage, promotion_id);
alter table email_template_promotions enable row level security;
alter table email_template_promotions force row level security;
create policy owner on email_template_promotions to saldo using (true) with check (true);
create policy queries on email_template_promotions for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all));
create policy super_user on email_template_promotions to saldo_super using (true) with check (true);
create policy system on email_template_promotions to saldo_system using (true) with check (true);
grant insert, select on email_template_promotions to saldo_super;
grant insert, select on email_template_promotions to saldo_system;
grant select (promoted_at, promoted_by, promotion_id, stage, template_id, version_id) on email_template_promotions to saldo_query;
grant usage on sequence email_template_promotions_promotion_id_seq to saldo_super, saldo_system;

create table email_template_versions (
  version_id bigint not null generated always as identity,
  template_id integer not null,
  number integer not null,
  kind text not null,
  subject text not null,
  source text not null,
  plain text,
  project jsonb,
  -- SHA-256 of kind, subject, source and plain.
  checksum text not null,
  note text,
  created_by bigint,
  created_at timestamp with time zone not null default now(),
  constraint email_template_versions_pkey PRIMARY KEY (version_id),
  constraint email_template_versions_template_id_number_key UNIQUE (template_id, number),
  constraint email_template_versions_template_id_version_id_key UNIQUE (template_id, version_id),
  constraint email_template_versions_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(user_id) ON DELETE SET NULL,
  constraint email_template_versions_template_id_fkey FOREIGN KEY (template_id) REFERENCES email_templates(template_id),
  constraint email_template_versions_checksum_check CHECK (checksum ~ '^[0-9a-f]{64}$'),
  constraint email_template_versions_kind_check CHECK (kind = ANY (ARRAY['mjml', 'html'])),
  constraint email_template_versions_subject_check CHECK (subject !~ '[\r\n]')
);
CREATE INDEX email_template_versions_by_author ON email_template_versions USING btree (created_by) WHERE created_by IS NOT NULL;
alter table email_template_versions enable row level security;
alter table email_template_versions force row level security;
create policy owner on email_template_versions to saldo using (true) with check (true);
create policy queries on email_template_versions for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all));
create policy super_user on email_template_versions to saldo_super using (true) with check (true);
create policy system on email_template_versions to saldo_system using (true) with check (true);
grant insert, select on email_template_versions to saldo_super;
grant insert, select on email_template_versions to saldo_system;
grant select (checksum, created_at, created_by, kind, note, number, subject, template_id, version_id) on email_template_versions to saldo_query;
grant usage on sequence email_template_versions_version_id_seq to saldo_super, saldo_system;
CREATE TRIGGER audit_delete AFTER DELETE ON email_template_versions FOR EACH ROW EXECUTE FUNCTION audit_row('email_templates', 'template_id', 'number', 'version_id', 'number', 'source', 'plain', 'project', 'checksum', 'created_by', 'created_at');
CREATE TRIGGER audit_insert AFTER INSERT ON email_template_versions FOR EACH ROW WHEN (current_setting('saldo.bulk'::text, true) IS DISTINCT FROM 'yes'::text) EXECUTE FUNCTION audit_row('email_templates', 'template_id', 'number', 'version_id', 'number', 'source', 'plain', 'project', 'checksum', 'created_by', 'created_at');
CREATE TRIGGER audit_update AFTER UPDATE ON email_template_versions FOR EACH ROW WHEN (old.* IS DISTINCT FROM new.*) EXECUTE FUNCTION audit_row('email_templates', 'template_id', 'number', 'version_id', 'number', 'source', 'plain', 'project', 'checksum', 'created_by', 'created_at');

-- The templates of mails. What each mail says unless somebody changed it is in the files beside its feature; a row exists
-- for each template that was changed. Its working copy (the design) is here; versions are made of it and never change.
create table email_templates (
  -- Its number in the catalogue.
  template_id integer not null,
  template text not null,
  -- Null: as the catalogue calls it.
  name text,
  description text,
  kind text not null,
  subject text not null,
  source text not null,
  -- Null: made from the source.
  plain text,
  -- The editor's own document of the same design, if it made the source.
  project jsonb,
  -- Counts the changes of the design, so that nobody overwrites or promotes what they have not seen.
  revision integer not null default 1,
  sandbox_version_id bigint,
  live_version_id bigint,
  -- Their numbers, which people know them by.
  sandbox_number integer,
  live_number integer,
  changed_by bigint,
  changed_at timestamp with time zone not null default now(),
  constraint email_templates_pkey PRIMARY KEY (template_id),
  constraint email_templates_template_key UNIQUE (template),
  constraint email_templates_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES users(user_id) ON DELETE SET NULL,
  constraint email_templates_template_id_live_version_id_fkey FOREIGN KEY (template_id, live_version_id) REFERENCES email_template_versions(template_id, version_id),
  constraint email_templates_template_id_sandbox_version_id_fkey FOREIGN KEY (template_id, sandbox_version_id) REFERENCES email_template_versions(template_id, version_id),
  constraint email_templates_check CHECK (project IS NULL OR kind = 'mjml'),
  constraint email_templates_kind_check CHECK (kind = ANY (ARRAY['mjml', 'html'])),
  constraint email_templates_subject_check CHECK (subject !~ '[\r\n]')
);
alter table email_templates enable row level security;
alter table email_templates force row level security;
create policy owner on email_templates to saldo using (true) with check (true);
create policy queries on email_templates for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all));
create policy super_user on email_templates to saldo_super using (true) with check (true);
create policy system on email_templates to saldo_system using (true) with check (true);
grant delete, insert, select, update on email_templates to saldo_super;
grant delete, insert, select, update on email_templates to saldo_system;
grant select (changed_at, changed_by, description, kind, live_number, live_version_id, name, revision, sandbox_number, sandbox_version_id, subject, template, template_id) on email_templates to saldo_query;
CREATE TRIGGER audit_delete AFTER DELETE ON email_templates FOR EACH ROW EXECUTE FUNCTION audit_row('email_templates', 'template_id', 'template', 'template', 'source', 'plain', 'project', 'revision', 'sandbox_version_id', 'live_version_id', 'changed_by', 'changed_at');
CREATE TRIGGER audit_insert AFTER INSERT ON email_templates FOR EACH ROW WHEN (current_setting('saldo.bulk'::text, true) IS DISTINCT FROM 'yes'::text) EXECUTE FUNCTION audit_row('email_templates', 'template_id', 'template', 'template', 'source', 'plain', 'project', 'revision', 'sandbox_version_id', 'live_version_id', 'changed_by', 'changed_at');
CREATE TRIGGER audit_update AFTER UPDATE ON email_templates FOR EACH ROW WHEN (old.name IS DISTINCT FROM new.name OR old.description IS DISTINCT FROM new.description OR old.kind IS DISTINCT FROM new.kind OR old.subject IS DISTINCT FROM new.subject OR old.sandbox_version_id IS DISTINCT FROM new.sandbox_version_id OR old.live_version_id IS DISTINCT FROM new.live_version_id) EXECUTE FUNCTION audit_row('email_templates', 'template_id', 'template', 'template', 'source', 'plain', 'project', 'revision', 'sandbox_version_id', 'live_version_id', 'changed_by', 'changed_at');

-- The mail queue: written in the transaction that causes the mail, sent by a job, once each.
create table emails (
  email_id bigint not null generated always as identity,
  customer_id bigint,
  bill_id bigint,
  template text not null,
  to_address text not null,
  reply_to text,
  subject text not null,
  html text not null,
  text text not null,
  -- The same key twice is one mail.
  dedupe_key text not null,
  created_at timestamp with time zone not null default now(),
  -- One process at a time sends a mail.
  claimed_at timestamp with time zone,
  sent_at timestamp with time zone,
  -- The mail server refused it for good; last_error says why.
  refused_at timestamp with time zone,
  tries integer not null default 0,
  last_error text,
  mailbox text,
  -- When no mail server was set: it was not sent. Where one is set later it is not sent either, because what it says may no
  -- longer hold, and its links have lapsed.
  kept_at timestamp with time zone,
  -- When the link of this mail was first followed.
  opened_at timestamp with time zone,
  -- When we heard that it did not arrive after all.
  bounced_at timestamp with time zone,
  -- True: its address was suppressed, so it was not sent. It counts as refused, too.
  suppressed boolean not null default false,
  -- Why it did not arrive (domain/mail/mail-failure.ts).
  failure text,
  -- The mail that this one repeats.
  resend_of bigint,
  -- When it was known that its reader does not get it.
  undelivered_at timestamp with time zone generated always as (COALESCE(refused_at, bounced_at)) stored,
  address text not null generated always as (lower(to_address)) stored,
  folded text not null generated always as (fold((to_address || ' ') || subject)) stored,
  state text not null generated always as (
    CASE
        WHEN suppressed THEN 'suppressed'
        WHEN opened_at IS NOT NULL THEN 'opened'
        WHEN bounced_at IS NOT NULL THEN 'bounced'
        WHEN sent_at IS NOT NULL THEN 'sent'
        WHEN refused_at IS NOT NULL THEN 'refused'
        WHEN kept_at IS NOT NULL THEN 'not_sent'
        ELSE 'waiting'
    END) stored,
  constraint emails_pkey PRIMARY KEY (email_id),
  constraint emails_dedupe_key_key UNIQUE (dedupe_key),
  constraint emails_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(customer_id),
  constraint emails_resend_of_fkey FOREIGN KEY (resend_of) REFERENCES emails(email_id),
  constraint emails_sent_or_kept CHECK (sent_at IS NULL OR kept_at IS NULL),
  constraint suppressed_is_refused CHECK (NOT suppressed OR refused_at IS NOT NULL AND sent_at IS NULL)
);
CREATE INDEX emails_by_address ON emails USING btree (address, created_at, email_id);
CREATE INDEX emails_by_bill ON emails USING btree (customer_id, bill_id, created_at, email_id) WHERE bill_id IS NOT NULL;
CREATE INDEX emails_by_customer ON emails USING btree (customer_id, email_id);
CREATE INDEX emails_by_date ON emails USING btree (created_at, email_id);
CREATE INDEX emails_by_mailbox ON emails USING btree (mailbox, created_at) WHERE mailbox IS NOT NULL;
CREATE INDEX emails_by_refusal ON emails USING btree (refused_at) WHERE refused_at IS NOT NULL;
CREATE INDEX emails_by_sending ON emails USING btree (sent_at) WHERE sent_at IS NOT NULL;
CREATE INDEX emails_by_state ON emails USING btree (state, created_at, email_id);
CREATE INDEX emails_by_template ON emails USING btree (template, created_at, email_id);
CREATE INDEX emails_by_text ON emails USING gin (folded gin_trgm_ops);
CREATE INDEX emails_of_address ON emails USING btree (customer_id, address, created_at, email_id);
CREATE INDEX emails_resent ON emails USING btree (resend_of) WHERE resend_of IS NOT NULL;
CREATE INDEX emails_to_send ON emails USING btree (email_id) WHERE sent_at IS NULL AND kept_at IS NULL;
alter table emails enable row level security;
alter table emails force row level security;
create policy customer on emails to saldo_customer
  using (customer_id = actor_customer_id())
  with check (customer_id = actor_customer_id());
create policy of_own_bill on emails for insert to saldo_link
  with check (bill_id = actor_bill_id());
create policy owner on emails to saldo using (true) with check (true);
create policy queries on emails for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all) OR customer_id = (( SELECT query_customer_id() AS query_customer_id)));
create policy super_user on emails to saldo_super using (true) with check (true);
create policy system on emails to saldo_system using (true) with check (true);
create policy limited_delete on emails as restrictive for delete to saldo_subuser
  using (( SELECT actor_may('{accounts:write,subjects:write,bills:write,payments:write,debits:write,documents:write,office:write}'::text[]) AS actor_may) AND true);
create policy limited_insert on emails as restrictive for insert to saldo_subuser
  with check (( SELECT actor_may('{accounts:write,subjects:write,bills:write,payments:write,debits:write,documents:write,office:write}'::text[]) AS actor_may) AND true);
create policy limited_read on emails as restrictive for select to saldo_subuser
  using (( SELECT actor_may(permissions('read', money_sections())) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM bills b
  WHERE b.bill_id = emails.bill_id))));
create policy limited_update on emails as restrictive for update to saldo_subuser
  using (( SELECT actor_may('{accounts:write,subjects:write,bills:write,payments:write,debits:write,documents:write,office:write}'::text[]) AS actor_may) AND true)
  with check (( SELECT actor_may('{accounts:write,subjects:write,bills:write,payments:write,debits:write,documents:write,office:write}'::text[]) AS actor_may) AND true);
grant delete, insert, select, update on emails to saldo_system;
grant insert on emails to saldo_customer;
grant insert on emails to saldo_link;
grant insert on emails to saldo_super;
grant select (address, bill_id, bounced_at, claimed_at, created_at, customer_id, dedupe_key, email_id, failure, folded, kept_at, last_error, mailbox, opened_at, refused_at, reply_to, resend_of, sent_at, state, subject, suppressed, template, to_address, tries, undelivered_at) on emails to saldo_customer;
grant select (address, bill_id, bounced_at, claimed_at, created_at, customer_id, dedupe_key, email_id, failure, folded, kept_at, last_error, mailbox, opened_at, refused_at, reply_to, resend_of, sent_at, state, subject, suppressed, template, to_address, tries, undelivered_at) on emails to saldo_super;
grant select (address, bill_id, bounced_at, claimed_at, created_at, customer_id, email_id, failure, kept_at, mailbox, opened_at, refused_at, reply_to, resend_of, sent_at, state, subject, suppressed, template, to_address, tries, undelivered_at) on emails to saldo_query;
grant update (resend_of) on emails to saldo_super;
grant usage on sequence emails_email_id_seq to saldo_customer, saldo_super, saldo_system;

-- Jobs that failed for good: the queue forgets them after a week, this list keeps them until somebody has looked. `data` is
-- null where it could be something that a person typed.
create table failed_jobs (
  failed_job_id bigint not null generated always as identity,
  job_id uuid not null,
  name text not null,
  data jsonb,
  -- Kind, code and places in the source; never a message, which could quote a value.
  error jsonb not null default '{}'::jsonb,
  tries integer not null,
  created_at timestamp with time zone not null,
  failed_at timestamp with time zone not null,
  -- retried: queued again by a person; healed: the same work succeeded later by itself.
  state text not null default 'failed',
  reason text,
  handled_by bigint,
  handled_at timestamp with time zone,
  folded text not null generated always as (fold((((name || ' ') || COALESCE(error ->> 'type', '')) || ' ') || COALESCE(error ->> 'code', ''))) stored,
  constraint failed_jobs_pkey PRIMARY KEY (failed_job_id),
  constraint failed_jobs_job_id_key UNIQUE (job_id),
  constraint failed_jobs_handled_by_fkey FOREIGN KEY (handled_by) REFERENCES users(user_id) ON DELETE SET NULL,
  constraint failed_jobs_discarded_with_reason CHECK (state <> 'discarded' OR reason <> ''),
  constraint failed_jobs_handled CHECK ((state = 'failed') = (handled_at IS NULL)),
  constraint failed_jobs_state_check CHECK (state = ANY (ARRAY['failed', 'retried', 'discarded', 'healed']))
);
CREATE INDEX failed_jobs_by_date ON failed_jobs USING btree (failed_at, failed_job_id);
CREATE INDEX failed_jobs_to_handle ON failed_jobs USING btree (name, failed_at) WHERE state = 'failed';
alter table failed_jobs enable row level security;
alter table failed_jobs force row level security;
create policy owner on failed_jobs to saldo using (true) with check (true);
create policy queries on failed_jobs for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all));
create policy super_user on failed_jobs to saldo_super using (true) with check (true);
create policy system on failed_jobs to saldo_system using (true) with check (true);
grant delete, insert, select, update on failed_jobs to saldo_super;
grant delete, insert, select, update on failed_jobs to saldo_system;
grant select (created_at, failed_at, failed_job_id, handled_at, handled_by, job_id, name, reason, state, tries) on failed_jobs to saldo_query;
grant usage on sequence failed_jobs_failed_job_id_seq to saldo_super, saldo_system;
CREATE TRIGGER audit_update AFTER UPDATE ON failed_jobs FOR EACH ROW WHEN (old.state IS DISTINCT FROM new.state AND (new.state = ANY (ARRAY['retried'::text, 'discarded'::text]))) EXECUTE FUNCTION audit_row('failed_jobs', 'failed_job_id', 'name', 'job_id', 'data', 'error', 'tries', 'failed_at', 'handled_by', 'handled_at');

create table feature_switch_offices (
  feature_switch_id bigint not null,
  of_customer_id bigint not null,
  constraint feature_switch_offices_pkey PRIMARY KEY (feature_switch_id, of_customer_id),
  constraint feature_switch_offices_feature_switch_id_fkey FOREIGN KEY (feature_switch_id) REFERENCES feature_switches(feature_switch_id) ON DELETE CASCADE,
  constraint feature_switch_offices_of_customer_id_fkey FOREIGN KEY (of_customer_id) REFERENCES customers(customer_id) ON DELETE CASCADE
);
CREATE INDEX feature_switch_offices_by_customer ON feature_switch_offices USING btree (of_customer_id);
alter table feature_switch_offices enable row level security;
alter table feature_switch_offices force row level security;
create policy owner on feature_switch_offices to saldo using (true) with check (true);
create policy queries on feature_switch_offices for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all));
create policy super_user on feature_switch_offices to saldo_super using (true) with check (true);
create policy system on feature_switch_offices to saldo_system using (true) with check (true);
grant delete, insert, select, update on feature_switch_offices to saldo_super;
grant delete, insert, select, update on feature_switch_offices to saldo_system;
grant select (feature_switch_id, of_customer_id) on feature_switch_offices to saldo_query;

-- Functions that a super user turned off, for all or for some offices (domain/platform/features.ts lists what there is). No
-- row: it is on.
create table feature_switches (
  feature_switch_id bigint not null generated always as identity,
  feature text not null,
  state text not null,
  reason text not null,
  changed_by bigint,
  changed_by_name text not null,
  changed_at timestamp with time zone not null default now(),
  constraint feature_switches_pkey PRIMARY KEY (feature_switch_id),
  constraint feature_switches_feature_key UNIQUE (feature),
  constraint feature_switches_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES users(user_id) ON DELETE SET NULL,
  constraint feature_switches_state_check CHECK (state = ANY (ARRAY['on', 'off', 'off_for_some']))
);
CREATE INDEX feature_switches_by_author ON feature_switches USING btree (changed_by) WHERE changed_by IS NOT NULL;
alter table feature_switches enable row level security;
alter table feature_switches force row level security;
create policy owner on feature_switches to saldo using (true) with check (true);
create policy queries on feature_switches for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all));
create policy super_user on feature_switches to saldo_super using (true) with check (true);
create policy system on feature_switches to saldo_system using (true) with check (true);
grant delete, insert, select, update on feature_switches to saldo_super;
grant delete, insert, select, update on feature_switches to saldo_system;
grant select (changed_at, changed_by, changed_by_name, feature, feature_switch_id, reason, state) on feature_switches to saldo_query;
grant usage on sequence feature_switches_feature_switch_id_seq to saldo_super, saldo_system;

-- The latest comparison with the disk: one row.
create table file_checks (
  only_one boolean not null default true,
  checked_at timestamp with time zone not null,
  on_disk integer not null,
  missing integer not null,
  constraint file_checks_pkey PRIMARY KEY (only_one),
  constraint file_checks_only_one_check CHECK (only_one)
);
alter table file_checks enable row level security;
alter table file_checks force row level security;
create policy owner on file_checks to saldo using (true) with check (true);
create policy queries on file_checks for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all));
create policy super_user on file_checks to saldo_super using (true) with check (true);
create policy system on file_checks to saldo_system using (true) with check (true);
grant delete, insert, select, update on file_checks to saldo_super;
grant delete, insert, select, update on file_checks to saldo_system;
grant select (checked_at, missing, on_disk, only_one) on file_checks to saldo_query;

-- Who was given a stored file, when and how. Nobody changes a row.
create table file_downloads (
  download_id bigint not null generated always as identity,
  customer_id bigint not null,
  file_id bigint not null,
  -- download: as a file; preview: shown in the product; handover: inside the ZIP of a condominium.
  how text not null,
  user_id bigint,
  actor text not null,
  -- A super user who worked for the customer, or the back office itself.
  by_super_user boolean not null default false,
  address inet,
  -- Why a file was taken that the virus scanner had not passed.
  reason text,
  at timestamp with time zone not null default now(),
  constraint file_downloads_pkey PRIMARY KEY (download_id),
  constraint file_downloads_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(customer_id),
  constraint file_downloads_file_id_fkey FOREIGN KEY (file_id) REFERENCES stored_files(file_id),
  constraint file_downloads_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id) ON DELETE SET NULL,
  constraint file_downloads_how_check CHECK (how = ANY (ARRAY['download', 'preview', 'handover']))
);
CREATE INDEX file_downloads_by_customer ON file_downloads USING btree (customer_id, at, download_id);
CREATE INDEX file_downloads_by_file ON file_downloads USING btree (file_id, at, download_id);
alter table file_downloads enable row level security;
alter table file_downloads force row level security;
create policy owner on file_downloads to saldo using (true) with check (true);
create policy queries on file_downloads for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all) OR customer_id = (( SELECT query_customer_id() AS query_customer_id)));
create policy super_user on file_downloads to saldo_super using (true) with check (true);
create policy system on file_downloads to saldo_system using (true) with check (true);
grant select on file_downloads to saldo_super;
grant select on file_downloads to saldo_system;
grant select (actor, at, by_super_user, customer_id, download_id, file_id, how, reason, user_id) on file_downloads to saldo_query;
grant usage on sequence file_downloads_download_id_seq to saldo_super, saldo_system;

-- How many days files of a kind are kept. No row, or null: for ever, unless a person set a day for one file.
create table file_rules (
  file_rule_id bigint not null generated always as identity,
  kind text not null,
  keep_days integer,
  updated_by bigint,
  updated_at timestamp with time zone not null default now(),
  constraint file_rules_pkey PRIMARY KEY (file_rule_id),
  constraint file_rules_kind_key UNIQUE (kind),
  constraint file_rules_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES users(user_id) ON DELETE SET NULL,
  constraint file_rules_keep_days_check CHECK (keep_days >= 1 AND keep_days <= 36500)
);
alter table file_rules enable row level security;
alter table file_rules force row level security;
create policy owner on file_rules to saldo using (true) with check (true);
create policy queries on file_rules for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all));
create policy super_user on file_rules to saldo_super using (true) with check (true);
create policy system on file_rules to saldo_system using (true) with check (true);
grant delete, insert, select, update on file_rules to saldo_super;
grant delete, insert, select, update on file_rules to saldo_system;
grant select (file_rule_id, keep_days, kind, updated_at, updated_by) on file_rules to saldo_query;
grant usage on sequence file_rules_file_rule_id_seq to saldo_super, saldo_system;

create table flows (
  flow_id bigint not null generated always as identity,
  customer_id bigint not null,
  -- The condominium that it is about, if it is one only.
  account_id bigint,
  direction text not null,
  -- Null while a loaded file was not recognised yet.
  kind text,
  -- Like camt.053.001.08, cbi_rh, csv, pain.008.001.02, mav, riba.
  format text,
  file_name text not null,
  file_path text not null,
  file_bytes bigint not null,
  -- Lowercase hexadecimal. The same file of the same office is read once.
  sha256 text,
  state text not null default 'reading',
  -- Why it was refused, as a sentence, and the line of the file.
  refusal text,
  refusal_line integer,
  -- The identifier written in the file: message id or name of the flow.
  reference text,
  -- Movements, debits or notices in it; those among them that were known before; the sum of their absolute amounts.
  count integer not null default 0,
  known integer not null default 0,
  amount bigint not null default 0,
  created_by bigint,
  actor text not null,
  created_at timestamp with time zone not null default now(),
  finished_at timestamp with time zone,
  note text,
  impersonation_id bigint default actor_impersonation_id(),
  constraint flows_pkey PRIMARY KEY (flow_id),
  constraint flows_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(user_id) ON DELETE SET NULL,
  constraint flows_customer_id_account_id_fkey FOREIGN KEY (customer_id, account_id) REFERENCES accounts(customer_id, account_id),
  constraint flows_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(customer_id),
  constraint flows_customer_id_impersonation_id_fkey FOREIGN KEY (customer_id, impersonation_id) REFERENCES impersonations(customer_id, impersonation_id),
  constraint done_is_recognised CHECK (state <> 'done' OR kind IS NOT NULL AND format IS NOT NULL),
  constraint flows_direction_check CHECK (direction = ANY (ARRAY['in', 'out'])),
  constraint flows_kind_check CHECK (kind = ANY (ARRAY['statement', 'debit_order', 'debit_outcome', 'notice_order', 'notice_outcome', 'transfer_order', 'transfer_outcome', 'receipts_export'])),
  constraint flows_sha256_check CHECK (sha256 ~ '^[0-9a-f]{64}$'),
  constraint flows_state_check CHECK (state = ANY (ARRAY['reading', 'writing', 'refused', 'failed', 'done'])),
  constraint kept_with_a_checksum CHECK (sha256 IS NOT NULL OR (state = ANY (ARRAY['writing', 'failed']))),
  constraint only_made_files_are_written CHECK ((state <> ALL (ARRAY['writing', 'failed'])) OR direction = 'out'),
  constraint refused_with_a_reason CHECK ((state = ANY (ARRAY['refused', 'failed'])) = (refusal IS NOT NULL))
);
CREATE INDEX flows_by_account ON flows USING btree (customer_id, account_id, created_at, flow_id);
CREATE INDEX flows_by_amount ON flows USING btree (customer_id, amount, flow_id);
CREATE INDEX flows_by_date ON flows USING btree (customer_id, created_at, flow_id);
CREATE INDEX flows_by_kind ON flows USING btree (customer_id, kind, created_at, flow_id);
CREATE INDEX flows_by_state ON flows USING btree (customer_id, state, created_at, flow_id);
CREATE UNIQUE INDEX flows_by_key ON flows USING btree (customer_id, flow_id);
CREATE UNIQUE INDEX one_flow_per_file ON flows USING btree (customer_id, sha256) WHERE direction = 'in' AND state <> 'refused';
alter table flows enable row level security;
alter table flows force row level security;
create policy customer on flows to saldo_customer
  using (customer_id = actor_customer_id())
  with check (customer_id = actor_customer_id());
create policy owner on flows to saldo using (true) with check (true);
create policy queries on flows for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all) OR customer_id = (( SELECT query_customer_id() AS query_customer_id)));
create policy super_user on flows to saldo_super using (true) with check (true);
create policy system on flows to saldo_system using (true) with check (true);
create policy limited_delete on flows as restrictive for delete to saldo_subuser
  using (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR created_by = (( SELECT actor_user_id() AS actor_user_id)) OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_insert on flows as restrictive for insert to saldo_subuser
  with check (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR created_by = (( SELECT actor_user_id() AS actor_user_id)) OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_read on flows as restrictive for select to saldo_subuser
  using (( SELECT actor_may('{bills:read,payments:read,debits:read}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR created_by = (( SELECT actor_user_id() AS actor_user_id)) OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_update on flows as restrictive for update to saldo_subuser
  using (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR created_by = (( SELECT actor_user_id() AS actor_user_id)) OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))))
  with check (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR created_by = (( SELECT actor_user_id() AS actor_user_id)) OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
grant delete, insert, select, update on flows to saldo_super;
grant delete, insert, select, update on flows to saldo_system;
grant insert, select, update on flows to saldo_customer;
grant select (account_id, actor, amount, count, created_at, created_by, customer_id, direction, file_bytes, file_name, finished_at, flow_id, format, kind, known, note, reference, refusal, refusal_line, sha256, state) on flows to saldo_query;
grant usage on sequence flows_flow_id_seq to saldo_customer, saldo_super, saldo_system;
CREATE TRIGGER live_insert AFTER INSERT ON flows REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_live('flows');
CREATE TRIGGER live_update AFTER UPDATE ON flows REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_live('flows');
CREATE TRIGGER register_file AFTER INSERT ON flows FOR EACH ROW EXECUTE FUNCTION register_file('flow', 'flow_id', 'file_path', 'file_name', '', 'file_bytes', '', 'created_by');
CREATE TRIGGER register_file_delete AFTER DELETE ON flows FOR EACH ROW EXECUTE FUNCTION register_file('flow', 'flow_id', 'file_path', 'file_name', '', 'file_bytes', '', 'created_by');
CREATE TRIGGER register_file_update AFTER UPDATE OF file_path, file_name, file_bytes ON flows FOR EACH ROW EXECUTE FUNCTION register_file('flow', 'flow_id', 'file_path', 'file_name', '', 'file_bytes', '', 'created_by');

create table handovers (
  handover_id bigint not null generated always as identity,
  customer_id bigint not null,
  -- The condominium that was handed over, or the one that a loaded ZIP has made.
  account_id bigint,
  direction text not null,
  -- Out: writing, then done, failed or expired. In: reading, then refused or to_check; then taking, then done; or discarded.
  state text not null,
  -- Whether bills and receipts are in it as PDFs, and of which days.
  with_pdfs boolean not null default false,
  from_day date,
  to_day date,
  file_name text not null,
  -- Null: not written yet, or deleted.
  file_path text,
  file_bytes bigint,
  -- Lowercase hexadecimal.
  sha256 text,
  -- Files of the ZIP written, of how many.
  done integer not null default 0,
  total integer,
  -- Why it was refused or failed, as a sentence; the file in the ZIP and its row.
  refusal text,
  refusal_file text,
  refusal_row integer,
  -- Figures of the ZIP, and of a loaded one what would be made and what cannot be.
  figures jsonb,
  problems jsonb not null default '[]'::jsonb,
  notes jsonb not null default '[]'::jsonb,
  created_by bigint,
  actor text not null,
  created_at timestamp with time zone not null default now(),
  finished_at timestamp with time zone,
  impersonation_id bigint default actor_impersonation_id(),
  constraint handovers_pkey PRIMARY KEY (handover_id),
  constraint handovers_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(user_id) ON DELETE SET NULL,
  constraint handovers_customer_id_account_id_fkey FOREIGN KEY (customer_id, account_id) REFERENCES accounts(customer_id, account_id),
  constraint handovers_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(customer_id),
  constraint handovers_customer_id_impersonation_id_fkey FOREIGN KEY (customer_id, impersonation_id) REFERENCES impersonations(customer_id, impersonation_id),
  constraint handovers_direction_check CHECK (direction = ANY (ARRAY['out', 'in'])),
  constraint handovers_sha256_check CHECK (sha256 ~ '^[0-9a-f]{64}$'),
  constraint handovers_state_check CHECK (state = ANY (ARRAY['writing', 'reading', 'refused', 'to_check', 'taking', 'done', 'failed', 'discarded', 'expired'])),
  constraint out_has_its_condominium CHECK (direction = 'in' OR account_id IS NOT NULL),
  constraint refused_with_a_reason CHECK ((state <> ALL (ARRAY['refused', 'failed'])) OR refusal IS NOT NULL)
);
CREATE INDEX handovers_by_account ON handovers USING btree (customer_id, account_id, handover_id);
CREATE INDEX handovers_by_direction ON handovers USING btree (customer_id, direction, handover_id);
CREATE INDEX handovers_to_expire ON handovers USING btree (created_at) WHERE file_path IS NOT NULL;
CREATE UNIQUE INDEX handovers_by_key ON handovers USING btree (customer_id, handover_id);
-- One at a time of a condominium: a second click finds the first.
CREATE UNIQUE INDEX one_handover_being_written ON handovers USING btree (customer_id, account_id) WHERE state = 'writing';
alter table handovers enable row level security;
alter table handovers force row level security;
create policy customer on handovers to saldo_customer
  using (customer_id = actor_customer_id())
  with check (customer_id = actor_customer_id());
create policy owner on handovers to saldo using (true) with check (true);
create policy queries on handovers for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all) OR customer_id = (( SELECT query_customer_id() AS query_customer_id)));
create policy super_user on handovers to saldo_super using (true) with check (true);
create policy system on handovers to saldo_system using (true) with check (true);
create policy limited_delete on handovers as restrictive for delete to saldo_subuser
  using (( SELECT actor_may('{office:write}'::text[]) AS actor_may) AND (( SELECT actor_accounts() AS actor_accounts)) IS NULL);
create policy limited_insert on handovers as restrictive for insert to saldo_subuser
  with check (( SELECT actor_may('{office:write}'::text[]) AS actor_may) AND (( SELECT actor_accounts() AS actor_accounts)) IS NULL);
create policy limited_read on handovers as restrictive for select to saldo_subuser
  using (( SELECT actor_may('{office:read}'::text[]) AS actor_may) AND (( SELECT actor_accounts() AS actor_accounts)) IS NULL);
create policy limited_update on handovers as restrictive for update to saldo_subuser
  using (( SELECT actor_may('{office:write}'::text[]) AS actor_may) AND (( SELECT actor_accounts() AS actor_accounts)) IS NULL)
  with check (( SELECT actor_may('{office:write}'::text[]) AS actor_may) AND (( SELECT actor_accounts() AS actor_accounts)) IS NULL);
grant delete, insert, select, update on handovers to saldo_super;
grant delete, insert, select, update on handovers to saldo_system;
grant insert, select, update on handovers to saldo_customer;
grant select (account_id, actor, created_at, created_by, customer_id, direction, done, figures, file_bytes, file_name, finished_at, from_day, handover_id, notes, problems, refusal, refusal_file, refusal_row, sha256, state, to_day, total, with_pdfs) on handovers to saldo_query;
grant usage on sequence handovers_handover_id_seq to saldo_customer, saldo_super, saldo_system;
CREATE TRIGGER live_insert AFTER INSERT ON handovers REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_live('handovers');
CREATE TRIGGER live_update AFTER UPDATE ON handovers REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_live('handovers');
CREATE TRIGGER register_file AFTER INSERT ON handovers FOR EACH ROW EXECUTE FUNCTION register_file('handover', 'handover_id', 'file_path', 'file_name', '', 'file_bytes', '', 'created_by');
CREATE TRIGGER register_file_delete AFTER DELETE ON handovers FOR EACH ROW EXECUTE FUNCTION register_file('handover', 'handover_id', 'file_path', 'file_name', '', 'file_bytes', '', 'created_by');
CREATE TRIGGER register_file_update AFTER UPDATE OF file_path, file_name, file_bytes ON handovers FOR EACH ROW EXECUTE FUNCTION register_file('handover', 'handover_id', 'file_path', 'file_name', '', 'file_bytes', '', 'created_by');

-- IBANs that must neither receive nor pay. Only the back office reads the list, masked and page by page; anybody who is
-- about to use an IBAN may ask whether it is on the list. Each line has a number, so that no path carries the IBAN.
create table iban_blacklist (
  iban text not null,
  blocked_iban_id bigint not null generated always as identity,
  reason text not null,
  created_by bigint,
  masked text not null generated always as (masked_iban(iban)) stored,
  folded text not null generated always as (fold((iban || ' ') || reason)) stored,
  created_at timestamp with time zone not null default now(),
  constraint iban_blacklist_pkey PRIMARY KEY (iban),
  constraint iban_blacklist_blocked_iban_id_key UNIQUE (blocked_iban_id),
  constraint iban_blacklist_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(user_id) ON DELETE SET NULL
);
CREATE INDEX iban_blacklist_by_date ON iban_blacklist USING btree (created_at, blocked_iban_id);
CREATE INDEX iban_blacklist_by_text ON iban_blacklist USING gin (folded gin_trgm_ops);
alter table iban_blacklist enable row level security;
alter table iban_blacklist force row level security;
create policy owner on iban_blacklist to saldo using (true) with check (true);
create policy queries on iban_blacklist for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all));
create policy super_user on iban_blacklist to saldo_super using (true) with check (true);
create policy system on iban_blacklist to saldo_system using (true) with check (true);
grant delete, insert, select, update on iban_blacklist to saldo_super;
grant delete, insert, select, update on iban_blacklist to saldo_system;
grant select (blocked_iban_id, created_at, created_by, masked, reason) on iban_blacklist to saldo_query;
grant usage on sequence iban_blacklist_blocked_iban_id_seq to saldo_super, saldo_system;
CREATE TRIGGER audit_delete AFTER DELETE ON iban_blacklist FOR EACH ROW EXECUTE FUNCTION audit_row('blocked_ibans', 'blocked_iban_id', 'masked', 'masked');
CREATE TRIGGER audit_insert AFTER INSERT ON iban_blacklist FOR EACH ROW WHEN (current_setting('saldo.bulk'::text, true) IS DISTINCT FROM 'yes'::text) EXECUTE FUNCTION audit_row('blocked_ibans', 'blocked_iban_id', 'masked', 'masked');
CREATE TRIGGER audit_update AFTER UPDATE ON iban_blacklist FOR EACH ROW WHEN (old.* IS DISTINCT FROM new.*) EXECUTE FUNCTION audit_row('blocked_ibans', 'blocked_iban_id', 'masked', 'masked');

-- Requests to change an IBAN, and what became of them. One waits at a time; somebody confirms it with a code, so that a
-- stolen session alone changes nothing.
create table iban_changes (
  iban_change_id bigint not null generated by default as identity,
  customer_id bigint not null,
  account_id bigint not null,
  old_iban text,
  new_iban text not null,
  state text not null default 'pending',
  -- The addresses on file when it was requested: changing them afterwards does not help.
  told text[] not null default '{}'::text[],
  code_to text,
  codes_sent smallint not null default 0,
  requested_by bigint,
  requested_by_name text not null,
  requested_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null default now() + '7 days'::interval,
  decided_by bigint,
  decided_by_name text,
  decided_at timestamp with time zone,
  label text not null generated always as (masked_iban(new_iban)) stored,
  constraint iban_changes_pkey PRIMARY KEY (iban_change_id),
  constraint iban_changes_customer_id_account_id_fkey FOREIGN KEY (customer_id, account_id) REFERENCES accounts(customer_id, account_id),
  constraint iban_changes_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(user_id) ON DELETE SET NULL,
  constraint iban_changes_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES users(user_id) ON DELETE SET NULL,
  constraint decided_once CHECK ((state = 'pending') = (decided_at IS NULL)),
  constraint iban_changes_state_check CHECK (state = ANY (ARRAY['pending', 'confirmed', 'withdrawn', 'replaced', 'expired']))
);
CREATE INDEX iban_changes_by_account ON iban_changes USING btree (customer_id, account_id, iban_change_id);
CREATE UNIQUE INDEX one_pending_iban_change ON iban_changes USING btree (account_id) WHERE state = 'pending';
alter table iban_changes enable row level security;
alter table iban_changes force row level security;
create policy customer on iban_changes to saldo_customer
  using (customer_id = actor_customer_id())
  with check (customer_id = actor_customer_id());
create policy owner on iban_changes to saldo using (true) with check (true);
create policy queries on iban_changes for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all) OR customer_id = (( SELECT query_customer_id() AS query_customer_id)));
create policy super_user on iban_changes to saldo_super using (true) with check (true);
create policy system on iban_changes to saldo_system using (true) with check (true);
-- A request begins as one that waits; only where there was no IBAN may it hold at once.
create policy begins_waiting on iban_changes as restrictive for insert to saldo_customer
  with check (state = 'pending' OR old_iban IS NULL);
create policy limited_delete on iban_changes as restrictive for delete to saldo_subuser
  using (( SELECT actor_may('{accounts:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_insert on iban_changes as restrictive for insert to saldo_subuser
  with check (( SELECT actor_may('{accounts:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_read on iban_changes as restrictive for select to saldo_subuser
  using (( SELECT actor_may('{accounts:read}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_update on iban_changes as restrictive for update to saldo_subuser
  using (( SELECT actor_may('{accounts:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))))
  with check (( SELECT actor_may('{accounts:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy never_confirms on iban_changes as restrictive for update to saldo_subuser using (true) with check (state <> 'confirmed');
grant delete, insert, select, update on iban_changes to saldo_super;
grant delete, insert, select, update on iban_changes to saldo_system;
grant insert, select, update on iban_changes to saldo_customer;
grant select (account_id, code_to, codes_sent, customer_id, decided_at, decided_by, decided_by_name, expires_at, iban_change_id, label, requested_at, requested_by, requested_by_name, state, told) on iban_changes to saldo_query;
grant usage on sequence iban_changes_iban_change_id_seq to saldo_customer, saldo_super, saldo_system;
CREATE TRIGGER audit_delete AFTER DELETE ON iban_changes FOR EACH ROW EXECUTE FUNCTION audit_row('iban_changes', 'iban_change_id', 'label', 'label', 'codes_sent');
CREATE TRIGGER audit_insert AFTER INSERT ON iban_changes FOR EACH ROW WHEN (current_setting('saldo.bulk'::text, true) IS DISTINCT FROM 'yes'::text) EXECUTE FUNCTION audit_row('iban_changes', 'iban_change_id', 'label', 'label', 'codes_sent');
CREATE TRIGGER audit_update AFTER UPDATE ON iban_changes FOR EACH ROW WHEN (old.* IS DISTINCT FROM new.*) EXECUTE FUNCTION audit_row('iban_changes', 'iban_change_id', 'label', 'label', 'codes_sent');
CREATE TRIGGER confirmed_by_another BEFORE UPDATE OF state ON iban_changes FOR EACH ROW WHEN (new.state = 'confirmed'::text AND new.decided_by IS NOT NULL) EXECUTE FUNCTION confirmed_by_another();
CREATE TRIGGER live_insert AFTER INSERT ON iban_changes REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_live('accounts');
CREATE TRIGGER live_update AFTER UPDATE ON iban_changes REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_live('accounts');

-- A super user who chooses a customer looks at their records. To change anything for the customer they impersonate them
-- (*Agisci come*): with a reason, for a limited time, written down where the office reads it (decision 0027).
create table impersonations (
  impersonation_id bigint not null generated by default as identity,
  customer_id bigint not null,
  -- The super user, and what they were called then.
  user_id bigint not null,
  nominative text not null,
  -- Only this session acts. Null: the session was deleted long after its end.
  session_id bigint,
  reason text not null,
  started_at timestamp with time zone not null default now(),
  until timestamp with time zone not null,
  ended_at timestamp with time zone,
  ended_how text,
  constraint impersonations_pkey PRIMARY KEY (impersonation_id),
  constraint impersonations_customer_id_impersonation_id_key UNIQUE (customer_id, impersonation_id),
  constraint impersonations_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(customer_id) ON DELETE CASCADE,
  constraint impersonations_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(session_id) ON DELETE SET NULL,
  constraint impersonations_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id),
  constraint a_reason_says_something CHECK (length(btrim(reason)) >= 5 AND length(btrim(reason)) <= 500),
  constraint an_end_has_a_cause CHECK ((ended_at IS NULL) = (ended_how IS NULL)),
  constraint at_most_four_hours CHECK (until > started_at AND until <= (started_at + '04:00:00'::interval)),
  constraint impersonations_ended_how_check CHECK (ended_how = ANY (ARRAY['button', 'sign_out', 'other_customer', 'expired']))
);
CREATE INDEX impersonations_by_date ON impersonations USING btree (customer_id, started_at, impersonation_id);
CREATE INDEX impersonations_by_user ON impersonations USING btree (user_id);
CREATE UNIQUE INDEX one_open_impersonation ON impersonations USING btree (session_id) WHERE ended_at IS NULL;
alter table impersonations enable row level security;
alter table impersonations force row level security;
create policy customer on impersonations to saldo_customer
  using (customer_id = actor_customer_id())
  with check (customer_id = actor_customer_id());
create policy owner on impersonations to saldo using (true) with check (true);
create policy queries on impersonations for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all) OR customer_id = (( SELECT query_customer_id() AS query_customer_id)));
create policy super_user on impersonations to saldo_super using (true) with check (true);
create policy system on impersonations to saldo_system using (true) with check (true);
create policy in_own_name on impersonations as restrictive for insert to saldo_super
  with check (user_id = (( SELECT actor_user_id() AS actor_user_id)));
create policy limited_delete on impersonations as restrictive for delete to saldo_subuser
  using (( SELECT actor_may('{office:write}'::text[]) AS actor_may) AND true);
create policy limited_insert on impersonations as restrictive for insert to saldo_subuser
  with check (( SELECT actor_may('{office:write}'::text[]) AS actor_may) AND true);
create policy limited_update on impersonations as restrictive for update to saldo_subuser
  using (( SELECT actor_may('{office:write}'::text[]) AS actor_may) AND true)
  with check (( SELECT actor_may('{office:write}'::text[]) AS actor_may) AND true);
create policy of_oneself on impersonations as restrictive for update to saldo_super
  using (user_id = (( SELECT actor_user_id() AS actor_user_id)));
grant delete, insert, select, update on impersonations to saldo_system;
grant select on impersonations to saldo_customer;
grant select on impersonations to saldo_super;
grant insert (customer_id, nominative, reason, session_id, until, user_id) on impersonations to saldo_super;
grant select (customer_id, ended_at, ended_how, impersonation_id, nominative, reason, started_at, until, user_id) on impersonations to saldo_query;
grant update (ended_at, ended_how) on impersonations to saldo_super;
grant usage on sequence impersonations_impersonation_id_seq to saldo_super, saldo_system;
CREATE TRIGGER audit_delete AFTER DELETE ON impersonations FOR EACH ROW EXECUTE FUNCTION audit_row('customers', 'customer_id', 'reason', 'impersonation_id', 'session_id', 'nominative', 'started_at');
CREATE TRIGGER audit_insert AFTER INSERT ON impersonations FOR EACH ROW WHEN (current_setting('saldo.bulk'::text, true) IS DISTINCT FROM 'yes'::text) EXECUTE FUNCTION audit_row('customers', 'customer_id', 'reason', 'impersonation_id', 'session_id', 'nominative', 'started_at');
CREATE TRIGGER audit_update AFTER UPDATE ON impersonations FOR EACH ROW WHEN (old.* IS DISTINCT FROM new.*) EXECUTE FUNCTION audit_row('customers', 'customer_id', 'reason', 'impersonation_id', 'session_id', 'nominative', 'started_at');
CREATE TRIGGER live_insert AFTER INSERT ON impersonations REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_live('impersonations');
CREATE TRIGGER live_update AFTER UPDATE ON impersonations REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_live('impersonations');

-- The changes that an import makes to existing records. They are computed when the import is checked, so that the preview
-- shows exactly what is written, and stored, so that the import can be undone. `row_id`: the first row about the record.
-- For weights the record is the unit.
create table import_changes (
  customer_id bigint not null,
  import_id bigint not null,
  noun text not null,
  record_id bigint not null,
  row_id bigint not null,
  before jsonb not null,
  after jsonb not null,
  constraint import_changes_pkey PRIMARY KEY (import_id, noun, record_id),
  constraint import_changes_customer_id_import_id_fkey FOREIGN KEY (customer_id, import_id) REFERENCES imports(customer_id, import_id) ON DELETE CASCADE,
  constraint import_changes_noun_check CHECK (noun = ANY (ARRAY['subjects', 'units', 'right_holders', 'weights']))
);
CREATE INDEX import_changes_by_row ON import_changes USING btree (customer_id, import_id, row_id);
alter table import_changes enable row level security;
alter table import_changes force row level security;
create policy customer on import_changes to saldo_customer
  using (customer_id = actor_customer_id())
  with check (customer_id = actor_customer_id());
create policy owner on import_changes to saldo using (true) with check (true);
create policy super_user on import_changes to saldo_super using (true) with check (true);
create policy system on import_changes to saldo_system using (true) with check (true);
create policy limited_delete on import_changes as restrictive for delete to saldo_subuser
  using (( SELECT actor_may('{accounts:write,subjects:write,bills:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM imports p
  WHERE p.import_id = import_changes.import_id))));
create policy limited_insert on import_changes as restrictive for insert to saldo_subuser
  with check (( SELECT actor_may('{accounts:write,subjects:write,bills:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM imports p
  WHERE p.import_id = import_changes.import_id))));
create policy limited_read on import_changes as restrictive for select to saldo_subuser
  using (( SELECT actor_may('{accounts:read,subjects:read,bills:read}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM imports p
  WHERE p.import_id = import_changes.import_id))));
create policy limited_update on import_changes as restrictive for update to saldo_subuser
  using (( SELECT actor_may('{accounts:write,subjects:write,bills:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM imports p
  WHERE p.import_id = import_changes.import_id))))
  with check (( SELECT actor_may('{accounts:write,subjects:write,bills:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM imports p
  WHERE p.import_id = import_changes.import_id))));
grant delete, insert, select, update on import_changes to saldo_customer;
grant delete, insert, select, update on import_changes to saldo_super;
grant delete, insert, select, update on import_changes to saldo_system;

-- The customer's choice of fields for a sheet's columns; found again by the sheet's headers.
create table import_mappings (
  customer_id bigint not null,
  kind text not null,
  fingerprint text not null,
  -- Index of the column → field. Null: the column is left out.
  fields jsonb not null,
  kept_at timestamp with time zone not null default now(),
  answers jsonb not null default '{}'::jsonb,
  due_dates jsonb not null default '{}'::jsonb,
  layout text,
  constraint import_mappings_pkey PRIMARY KEY (customer_id, kind, fingerprint),
  constraint import_mappings_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(customer_id),
  constraint import_mappings_kind_check CHECK (kind = ANY (ARRAY['bills', 'registry']))
);
alter table import_mappings enable row level security;
alter table import_mappings force row level security;
create policy customer on import_mappings to saldo_customer
  using (customer_id = actor_customer_id())
  with check (customer_id = actor_customer_id());
create policy owner on import_mappings to saldo using (true) with check (true);
create policy super_user on import_mappings to saldo_super using (true) with check (true);
create policy system on import_mappings to saldo_system using (true) with check (true);
create policy limited_delete on import_mappings as restrictive for delete to saldo_subuser
  using (( SELECT actor_may('{accounts:write,bills:write}'::text[]) AS actor_may) AND true);
create policy limited_insert on import_mappings as restrictive for insert to saldo_subuser
  with check (( SELECT actor_may('{accounts:write,bills:write}'::text[]) AS actor_may) AND true);
create policy limited_update on import_mappings as restrictive for update to saldo_subuser
  using (( SELECT actor_may('{accounts:write,bills:write}'::text[]) AS actor_may) AND true)
  with check (( SELECT actor_may('{accounts:write,bills:write}'::text[]) AS actor_may) AND true);
grant delete, insert, select, update on import_mappings to saldo_super;
grant delete, insert, select, update on import_mappings to saldo_system;
grant insert, select, update on import_mappings to saldo_customer;

-- A row of the file: what it says, what is wrong with it, and which records it means.
create table import_rows (
  row_id bigint not null generated always as identity,
  customer_id bigint not null,
  import_id bigint not null,
  sheet text not null,
  "row" integer not null,
  status text not null,
  candidate jsonb not null,
  issues jsonb not null default '[]'::jsonb,
  -- The records that the row means: found when the import is checked, or made when it is written.
  account_id bigint,
  subject_id bigint,
  bill_id bigint,
  unit_id bigint,
  right_holder_id bigint,
  -- Identifies a bill within its condominium: number, or unit + due date + description.
  bill_key text,
  amount bigint,
  -- The row's opening balance is still to be written.
  opening boolean not null default false,
  -- Keys by which rows are matched, folded as the database folds names. They follow from the row, so it is written once.
  account_key text generated always as (COALESCE('cf:' || (candidate ->> 'condominium_fiscal_code'), 'name:' || fold(candidate ->> 'condominium_name'))) stored,
  subject_key text generated always as (COALESCE('cf:' || (candidate ->> 'fiscal_code'), (('name:' || COALESCE('cf:' || (candidate ->> 'condominium_fiscal_code'), 'name:' || fold(candidate ->> 'condominium_name'))) || ':') || fold(candidate ->> 'holder'))) stored,
  unit_key text generated always as (
    CASE
        WHEN candidate ? 'right_kind' THEN (fold(candidate ->> 'staircase') || '/') || fold(candidate ->> 'unit')
        ELSE NULL::text
    END) stored,
  constraint import_rows_pkey PRIMARY KEY (row_id),
  constraint import_rows_customer_id_import_id_fkey FOREIGN KEY (customer_id, import_id) REFERENCES imports(customer_id, import_id) ON DELETE CASCADE,
  constraint import_rows_status_check CHECK (status = ANY (ARRAY['new', 'changed', 'warning', 'same', 'error', 'left_out', 'unread']))
);
CREATE INDEX import_rows_by_import ON import_rows USING btree (customer_id, import_id, row_id);
CREATE INDEX import_rows_by_place ON import_rows USING btree (import_id, sheet, "row");
CREATE INDEX import_rows_by_status ON import_rows USING btree (customer_id, import_id, status, row_id);
alter table import_rows enable row level security;
alter table import_rows force row level security;
create policy customer on import_rows to saldo_customer
  using (customer_id = actor_customer_id())
  with check (customer_id = actor_customer_id());
create policy owner on import_rows to saldo using (true) with check (true);
create policy super_user on import_rows to saldo_super using (true) with check (true);
create policy system on import_rows to saldo_system using (true) with check (true);
create policy limited_delete on import_rows as restrictive for delete to saldo_subuser
  using (( SELECT actor_may('{accounts:write,subjects:write,bills:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM imports p
  WHERE p.import_id = import_rows.import_id))));
create policy limited_insert on import_rows as restrictive for insert to saldo_subuser
  with check (( SELECT actor_may('{accounts:write,subjects:write,bills:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM imports p
  WHERE p.import_id = import_rows.import_id))));
create policy limited_read on import_rows as restrictive for select to saldo_subuser
  using (( SELECT actor_may('{accounts:read,subjects:read,bills:read}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM imports p
  WHERE p.import_id = import_rows.import_id))));
create policy limited_update on import_rows as restrictive for update to saldo_subuser
  using (( SELECT actor_may('{accounts:write,subjects:write,bills:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM imports p
  WHERE p.import_id = import_rows.import_id))))
  with check (( SELECT actor_may('{accounts:write,subjects:write,bills:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM imports p
  WHERE p.import_id = import_rows.import_id))));
grant delete, insert, select, update on import_rows to saldo_customer;
grant delete, insert, select, update on import_rows to saldo_super;
grant delete, insert, select, update on import_rows to saldo_system;
grant usage on sequence import_rows_row_id_seq to saldo_customer, saldo_super, saldo_system;

-- One uploaded file, from reading to writing and perhaps undoing.
create table imports (
  import_id bigint not null generated always as identity,
  customer_id bigint not null,
  kind text not null default 'bills',
  created_by bigint,
  account_id bigint,
  file_name text not null,
  file_path text not null,
  state text not null default 'reading',
  progress_done integer not null default 0,
  progress_total integer,
  refusal text,
  tables jsonb not null default '[]'::jsonb,
  counts jsonb not null default '{}'::jsonb,
  notes jsonb not null default '[]'::jsonb,
  leave_out_errors boolean not null default false,
  -- The day of the opening balances: chosen by a person, and as the file's title or header proposes it. A row's own day goes
  -- first.
  opening_date date,
  opening_date_proposed date,
  -- Who asked to undo it.
  undone_by bigint,
  created_at timestamp with time zone not null default now(),
  finished_at timestamp with time zone,
  -- Bills whose number is taken get a new one.
  renumber boolean not null default false,
  -- Cells that the person corrected in the preview.
  corrections jsonb not null default '[]'::jsonb,
  -- New condominiums with a name like that of an existing one, and what the person said of them.
  similar_accounts jsonb not null default '[]'::jsonb,
  same_accounts jsonb not null default '{}'::jsonb,
  people_questions jsonb not null default '[]'::jsonb,
  people_answers jsonb not null default '{}'::jsonb,
  impersonation_id bigint default actor_impersonation_id(),
  constraint imports_pkey PRIMARY KEY (import_id),
  constraint imports_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(user_id) ON DELETE SET NULL,
  constraint imports_customer_id_account_id_fkey FOREIGN KEY (customer_id, account_id) REFERENCES accounts(customer_id, account_id),
  constraint imports_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(customer_id),
  constraint imports_customer_id_impersonation_id_fkey FOREIGN KEY (customer_id, impersonation_id) REFERENCES impersonations(customer_id, impersonation_id),
  constraint imports_undone_by_fkey FOREIGN KEY (undone_by) REFERENCES users(user_id) ON DELETE SET NULL,
  constraint imports_kind_check CHECK (kind = ANY (ARRAY['bills', 'registry'])),
  constraint imports_state_check CHECK (state = ANY (ARRAY['reading', 'refused', 'to_check', 'writing', 'done', 'failed', 'discarded', 'undoing', 'undone']))
);
CREATE INDEX imports_by_kind ON imports USING btree (customer_id, kind, import_id);
CREATE UNIQUE INDEX imports_by_key ON imports USING btree (customer_id, import_id);
alter table imports enable row level security;
alter table imports force row level security;
create policy customer on imports to saldo_customer
  using (customer_id = actor_customer_id())
  with check (customer_id = actor_customer_id());
create policy owner on imports to saldo using (true) with check (true);
create policy queries on imports for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all) OR customer_id = (( SELECT query_customer_id() AS query_customer_id)));
create policy super_user on imports to saldo_super using (true) with check (true);
create policy system on imports to saldo_system using (true) with check (true);
create policy limited_delete on imports as restrictive for delete to saldo_subuser
  using (( SELECT actor_may('{accounts:write,subjects:write,bills:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR created_by = (( SELECT actor_user_id() AS actor_user_id))));
create policy limited_insert on imports as restrictive for insert to saldo_subuser
  with check (( SELECT actor_may('{accounts:write,subjects:write,bills:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR created_by = (( SELECT actor_user_id() AS actor_user_id))));
create policy limited_read on imports as restrictive for select to saldo_subuser
  using (( SELECT actor_may('{accounts:read,subjects:read,bills:read}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR created_by = (( SELECT actor_user_id() AS actor_user_id))));
create policy limited_update on imports as restrictive for update to saldo_subuser
  using (( SELECT actor_may('{accounts:write,subjects:write,bills:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR created_by = (( SELECT actor_user_id() AS actor_user_id))))
  with check (( SELECT actor_may('{accounts:write,subjects:write,bills:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR created_by = (( SELECT actor_user_id() AS actor_user_id))));
grant delete, insert, select, update on imports to saldo_super;
grant delete, insert, select, update on imports to saldo_system;
grant insert, select, update on imports to saldo_customer;
grant select (account_id, counts, created_at, created_by, customer_id, file_name, finished_at, import_id, kind, leave_out_errors, notes, opening_date, opening_date_proposed, progress_done, progress_total, refusal, renumber, same_accounts, similar_accounts, state, tables, undone_by) on imports to saldo_query;
grant usage on sequence imports_import_id_seq to saldo_customer, saldo_super, saldo_system;
CREATE TRIGGER live_update AFTER UPDATE ON imports REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_live('imports');
CREATE TRIGGER register_file AFTER INSERT ON imports FOR EACH ROW EXECUTE FUNCTION register_file('import', 'import_id', 'file_path', 'file_name', '', '', '', 'created_by');
CREATE TRIGGER register_file_delete AFTER DELETE ON imports FOR EACH ROW EXECUTE FUNCTION register_file('import', 'import_id', 'file_path', 'file_name', '', '', '', 'created_by');
CREATE TRIGGER register_file_update AFTER UPDATE OF file_path, file_name ON imports FOR EACH ROW EXECUTE FUNCTION register_file('import', 'import_id', 'file_path', 'file_name', '', '', '', 'created_by');

-- A customer with missing data, stored as typed until it is complete.
create table incomplete_customers (
  incomplete_id bigint not null generated by default as identity,
  business_name text,
  is_store boolean not null default false,
  firstname text,
  lastname text,
  address text,
  house_number text,
  city text,
  zip_code text,
  prov text,
  fiscal_code text,
  vat_number text,
  primary_email text,
  primary_mobile_phone text,
  group_id bigint,
  sector_id bigint,
  created_by bigint,
  folded text not null generated always as (fold((((((((((((((COALESCE(business_name, '') || ' ') || COALESCE(lastname, '')) || ' ') || COALESCE(firstname, '')) || ' ') || COALESCE(fiscal_code, '')) || ' ') || COALESCE(vat_number, '')) || ' ') || COALESCE(city, '')) || ' ') || COALESCE(primary_email, '')) || ' ') || COALESCE(primary_mobile_phone, ''))) stored,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint incomplete_customers_pkey PRIMARY KEY (incomplete_id),
  constraint incomplete_customers_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(user_id) ON DELETE SET NULL,
  constraint incomplete_customers_group_id_fkey FOREIGN KEY (group_id) REFERENCES customer_groups(group_id) ON DELETE SET NULL,
  constraint incomplete_customers_sector_id_fkey FOREIGN KEY (sector_id) REFERENCES sectors(sector_id) ON DELETE SET NULL
);
CREATE INDEX incomplete_customers_by_date ON incomplete_customers USING btree (updated_at, incomplete_id);
CREATE INDEX incomplete_customers_by_text ON incomplete_customers USING gin (folded gin_trgm_ops);
alter table incomplete_customers enable row level security;
alter table incomplete_customers force row level security;
create policy owner on incomplete_customers to saldo using (true) with check (true);
create policy queries on incomplete_customers for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all));
create policy super_user on incomplete_customers to saldo_super using (true) with check (true);
create policy system on incomplete_customers to saldo_system using (true) with check (true);
grant delete, insert, select, update on incomplete_customers to saldo_super;
grant delete, insert, select, update on incomplete_customers to saldo_system;
grant select (address, business_name, city, created_at, created_by, firstname, fiscal_code, group_id, house_number, incomplete_id, is_store, lastname, primary_email, primary_mobile_phone, prov, sector_id, updated_at, vat_number, zip_code) on incomplete_customers to saldo_query;
grant usage on sequence incomplete_customers_incomplete_id_seq to saldo_super, saldo_system;
CREATE TRIGGER audit_delete AFTER DELETE ON incomplete_customers FOR EACH ROW EXECUTE FUNCTION audit_row('incomplete_customers', 'incomplete_id', 'business_name');
CREATE TRIGGER audit_insert AFTER INSERT ON incomplete_customers FOR EACH ROW WHEN (current_setting('saldo.bulk'::text, true) IS DISTINCT FROM 'yes'::text) EXECUTE FUNCTION audit_row('incomplete_customers', 'incomplete_id', 'business_name');
CREATE TRIGGER audit_update AFTER UPDATE ON incomplete_customers FOR EACH ROW WHEN (old.* IS DISTINCT FROM new.*) EXECUTE FUNCTION audit_row('incomplete_customers', 'incomplete_id', 'business_name');

-- Devices (the token of a cookie) and networks from which a user has signed in, as SHA-256.
create table known_devices (
  user_id bigint not null,
  device_hash bytea not null,
  used_at timestamp with time zone not null default now(),
  constraint known_devices_pkey PRIMARY KEY (user_id, device_hash),
  constraint known_devices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id) ON DELETE CASCADE
);
CREATE INDEX known_devices_by_hash ON known_devices USING btree (device_hash);
alter table known_devices enable row level security;
alter table known_devices force row level security;
create policy owner on known_devices to saldo using (true) with check (true);
create policy super_user on known_devices to saldo_super using (true) with check (true);
create policy system on known_devices to saldo_system using (true) with check (true);
grant delete, insert, select, update on known_devices to saldo_system;

-- Interest that was asked for by a bill of its own, up to and including a day: the next claim begins the day after. `kind` and
-- `agreed_bps`: the rule of the claim, so that a changed rule does not ask for the same days again.
create table late_interest_charges (
  charge_id bigint not null generated by default as identity,
  customer_id bigint not null,
  account_id bigint not null,
  bill_id bigint not null,
  interest_bill_id bigint not null,
  through_day date not null,
  amount bigint not null,
  -- Null: the claim's rule is not known.
  kind text,
  agreed_bps integer,
  created_at timestamp with time zone not null default now(),
  constraint late_interest_charges_pkey PRIMARY KEY (charge_id),
  constraint a_day_is_charged_once UNIQUE (bill_id, through_day),
  constraint late_interest_charges_customer_id_account_id_fkey FOREIGN KEY (customer_id, account_id) REFERENCES accounts(customer_id, account_id),
  constraint late_interest_charges_customer_id_bill_id_fkey FOREIGN KEY (customer_id, bill_id) REFERENCES bills(customer_id, bill_id),
  constraint late_interest_charges_customer_id_interest_bill_id_fkey FOREIGN KEY (customer_id, interest_bill_id) REFERENCES bills(customer_id, bill_id),
  constraint a_claim_says_its_rate CHECK ((NOT kind IS DISTINCT FROM 'agreed') = (agreed_bps IS NOT NULL)),
  constraint late_interest_charges_agreed_bps_check CHECK (agreed_bps >= 1 AND agreed_bps <= 1000),
  constraint late_interest_charges_amount_check CHECK (amount > 0),
  constraint late_interest_charges_kind_check CHECK (kind = ANY (ARRAY['legal', 'agreed']))
);
CREATE INDEX late_interest_charges_by_bill ON late_interest_charges USING btree (customer_id, bill_id);
CREATE UNIQUE INDEX late_interest_charges_by_interest ON late_interest_charges USING btree (customer_id, interest_bill_id);
alter table late_interest_charges enable row level security;
alter table late_interest_charges force row level security;
create policy customer on late_interest_charges to saldo_customer
  using (customer_id = actor_customer_id())
  with check (customer_id = actor_customer_id());
create policy owner on late_interest_charges to saldo using (true) with check (true);
create policy queries on late_interest_charges for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all) OR customer_id = (( SELECT query_customer_id() AS query_customer_id)));
create policy super_user on late_interest_charges to saldo_super using (true) with check (true);
create policy system on late_interest_charges to saldo_system using (true) with check (true);
create policy limited_delete on late_interest_charges as restrictive for delete to saldo_subuser
  using (( SELECT actor_may('{bills:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_insert on late_interest_charges as restrictive for insert to saldo_subuser
  with check (( SELECT actor_may('{bills:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_read on late_interest_charges as restrictive for select to saldo_subuser
  using (( SELECT actor_may('{bills:read,payments:read,debits:read}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_update on late_interest_charges as restrictive for update to saldo_subuser
  using (( SELECT actor_may('{bills:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))))
  with check (( SELECT actor_may('{bills:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
grant delete, insert, select, update on late_interest_charges to saldo_super;
grant delete, insert, select, update on late_interest_charges to saldo_system;
grant insert, select on late_interest_charges to saldo_customer;
grant select (account_id, agreed_bps, amount, bill_id, charge_id, created_at, customer_id, interest_bill_id, kind, through_day) on late_interest_charges to saldo_query;
grant usage on sequence late_interest_charges_charge_id_seq to saldo_customer, saldo_super, saldo_system;

-- How a condominium counts interest on late payment. Without a row: not at all. Basis points of a year.
create table late_interest_rules (
  account_id bigint not null,
  customer_id bigint not null,
  kind text not null,
  agreed_bps integer,
  updated_at timestamp with time zone not null default now(),
  constraint late_interest_rules_pkey PRIMARY KEY (account_id),
  constraint late_interest_rules_customer_id_account_id_fkey FOREIGN KEY (customer_id, account_id) REFERENCES accounts(customer_id, account_id) ON DELETE CASCADE,
  constraint an_agreed_rate_is_said CHECK ((kind = 'agreed') = (agreed_bps IS NOT NULL)),
  constraint late_interest_rules_agreed_bps_check CHECK (agreed_bps >= 1 AND agreed_bps <= 1000),
  constraint late_interest_rules_kind_check CHECK (kind = ANY (ARRAY['legal', 'agreed']))
);
CREATE INDEX late_interest_rules_by_customer ON late_interest_rules USING btree (customer_id, account_id);
alter table late_interest_rules enable row level security;
alter table late_interest_rules force row level security;
create policy customer on late_interest_rules to saldo_customer
  using (customer_id = actor_customer_id())
  with check (customer_id = actor_customer_id());
create policy owner on late_interest_rules to saldo using (true) with check (true);
create policy queries on late_interest_rules for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all) OR customer_id = (( SELECT query_customer_id() AS query_customer_id)));
create policy super_user on late_interest_rules to saldo_super using (true) with check (true);
create policy system on late_interest_rules to saldo_system using (true) with check (true);
create policy limited_delete on late_interest_rules as restrictive for delete to saldo_subuser
  using (( SELECT actor_may('{bills:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_insert on late_interest_rules as restrictive for insert to saldo_subuser
  with check (( SELECT actor_may('{bills:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_read on late_interest_rules as restrictive for select to saldo_subuser
  using (( SELECT actor_may('{bills:read,payments:read,debits:read}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_update on late_interest_rules as restrictive for update to saldo_subuser
  using (( SELECT actor_may('{bills:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))))
  with check (( SELECT actor_may('{bills:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
grant delete, insert, select, update on late_interest_rules to saldo_customer;
grant delete, insert, select, update on late_interest_rules to saldo_super;
grant delete, insert, select, update on late_interest_rules to saldo_system;
grant select (account_id, agreed_bps, customer_id, kind, updated_at) on late_interest_rules to saldo_query;
CREATE TRIGGER audit_delete AFTER DELETE ON late_interest_rules FOR EACH ROW EXECUTE FUNCTION audit_row('accounts', 'account_id', 'kind');
CREATE TRIGGER audit_insert AFTER INSERT ON late_interest_rules FOR EACH ROW WHEN (current_setting('saldo.bulk'::text, true) IS DISTINCT FROM 'yes'::text) EXECUTE FUNCTION audit_row('accounts', 'account_id', 'kind');
CREATE TRIGGER audit_update AFTER UPDATE ON late_interest_rules FOR EACH ROW WHEN (old.* IS DISTINCT FROM new.*) EXECUTE FUNCTION audit_row('accounts', 'account_id', 'kind');

-- A ledger entry. Its amounts are in ledger_lines.
create table ledger_entries (
  entry_id bigint not null generated always as identity,
  customer_id bigint not null,
  account_id bigint not null,
  -- The person concerned. Null: no person, as for a payout.
  subject_id bigint,
  bill_id bigint,
  payment_id bigint,
  kind text not null,
  -- What it was posted for, such as `bill:12` or `attempt:34`. A kind is posted once for each.
  source text not null,
  description text not null,
  -- The accounting day, in Rome. It may lie before `at`: a transfer registered later, a bill issued for an earlier day.
  day date not null default today(),
  at timestamp with time zone not null default now(),
  constraint ledger_entries_pkey PRIMARY KEY (entry_id),
  constraint ledger_entries_source_kind_key UNIQUE (source, kind),
  constraint ledger_entries_customer_id_account_id_fkey FOREIGN KEY (customer_id, account_id) REFERENCES accounts(customer_id, account_id),
  constraint ledger_entries_customer_id_subject_id_fkey FOREIGN KEY (customer_id, subject_id) REFERENCES subjects(customer_id, subject_id),
  constraint ledger_entries_kind_check CHECK (kind = ANY (ARRAY['issue', 'amendment', 'credit_note', 'cancellation', 'brought', 'opening_credit', 'collection', 'collection_reversed', 'collection_fee', 'credit_used', 'reallocation', 'adjustment', 'return', 'return_fee', 'refund', 'refund_failed', 'dispute', 'dispute_fee', 'dispute_won', 'dispute_lost', 'transfer', 'transfer_reversed', 'application_fee', 'application_fee_back', 'office_debt', 'office_debt_paid', 'payout', 'payout_arrived', 'payout_failed']))
);
CREATE INDEX ledger_entries_by_account ON ledger_entries USING btree (customer_id, account_id, day, entry_id);
CREATE INDEX ledger_entries_by_bill ON ledger_entries USING btree (customer_id, bill_id, entry_id) WHERE bill_id IS NOT NULL;
CREATE INDEX ledger_entries_by_day ON ledger_entries USING btree (customer_id, day, entry_id) INCLUDE (payment_id);
CREATE INDEX ledger_entries_by_payment ON ledger_entries USING btree (customer_id, payment_id, entry_id);
CREATE INDEX ledger_entries_by_subject ON ledger_entries USING btree (customer_id, subject_id, day, entry_id);
CREATE INDEX ledger_entries_by_time ON ledger_entries USING btree (at);
CREATE UNIQUE INDEX ledger_entries_by_key ON ledger_entries USING btree (customer_id, entry_id);
alter table ledger_entries enable row level security;
alter table ledger_entries force row level security;
create policy customer on ledger_entries to saldo_customer
  using (customer_id = actor_customer_id())
  with check (customer_id = actor_customer_id());
create policy own on ledger_entries for select to saldo_consumer
  using ((subject_id IN ( SELECT s.subject_id
   FROM subjects s)));
create policy owner on ledger_entries to saldo using (true) with check (true);
create policy queries on ledger_entries for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all) OR customer_id = (( SELECT query_customer_id() AS query_customer_id)));
create policy super_user on ledger_entries to saldo_super using (true) with check (true);
create policy system on ledger_entries to saldo_system using (true) with check (true);
create policy limited_delete on ledger_entries as restrictive for delete to saldo_subuser
  using (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_insert on ledger_entries as restrictive for insert to saldo_subuser
  with check (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_read on ledger_entries as restrictive for select to saldo_subuser
  using (( SELECT actor_may('{bills:read,payments:read,debits:read}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_update on ledger_entries as restrictive for update to saldo_subuser
  using (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))))
  with check (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
grant insert, select on ledger_entries to saldo_customer;
grant insert, select on ledger_entries to saldo_super;
grant insert, select on ledger_entries to saldo_system;
grant select on ledger_entries to saldo_consumer;
grant select (account_id, at, bill_id, customer_id, day, description, entry_id, kind, payment_id, source, subject_id) on ledger_entries to saldo_query;
grant update (subject_id) on ledger_entries to saldo_system;
grant usage on sequence ledger_entries_entry_id_seq to saldo_customer, saldo_super, saldo_system;
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON ledger_entries FOR EACH ROW EXECUTE FUNCTION ledger_is_append_only();
CREATE TRIGGER not_in_a_closed_period BEFORE INSERT OR DELETE ON ledger_entries FOR EACH ROW EXECUTE FUNCTION refuse_closed_day();
CREATE CONSTRAINT TRIGGER sums_to_zero AFTER INSERT ON ledger_entries DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION entry_has_lines();

-- receivables          what people owe, bill by bill
-- billed               what bills asked: the other side of receivables
-- opening              what was there before Saldo: the other side of opening balances
-- provider_transit     the platform's balance at the provider
-- payout_transit       paid out by the provider, not yet in the bank
-- connected_balance    the balance of the office's own account at the provider
-- bank                 the condominium's bank account
-- collection_fees      the provider's fees that the office bears
-- application_fees     what the platform withholds, a cost of the office
-- subject_credit       what is owed to payers
-- disputed             taken back by the provider until a bank decides
-- office_debt          what the office owes the platform
-- platform             the platform's own side: its costs, its income, its claim on the office
create table ledger_lines (
  line_id bigint not null generated always as identity,
  customer_id bigint not null,
  entry_id bigint not null,
  ledger_account text not null,
  amount bigint not null,
  -- No foreign key: a bill is deleted only together with the import that created it, and its postings are deleted with
  -- it (remove_receivables).
  bill_id bigint,
  constraint ledger_lines_pkey PRIMARY KEY (line_id),
  constraint ledger_lines_customer_id_entry_id_fkey FOREIGN KEY (customer_id, entry_id) REFERENCES ledger_entries(customer_id, entry_id),
  constraint ledger_lines_amount_check CHECK (amount <> 0),
  constraint ledger_lines_ledger_account_check CHECK (ledger_account = ANY (ARRAY['receivables', 'billed', 'opening', 'provider_transit', 'payout_transit', 'connected_balance', 'bank', 'collection_fees', 'application_fees', 'subject_credit', 'disputed', 'office_debt', 'platform'])),
  constraint receivables_name_a_bill CHECK (ledger_account <> 'receivables' OR bill_id IS NOT NULL)
);
CREATE INDEX ledger_lines_by_bill ON ledger_lines USING btree (customer_id, bill_id) WHERE bill_id IS NOT NULL;
CREATE INDEX ledger_lines_by_entry ON ledger_lines USING btree (customer_id, entry_id);
alter table ledger_lines enable row level security;
alter table ledger_lines force row level security;
create policy customer on ledger_lines to saldo_customer
  using (customer_id = actor_customer_id())
  with check (customer_id = actor_customer_id());
create policy own on ledger_lines for select to saldo_consumer
  using ((entry_id IN ( SELECT e.entry_id
   FROM ledger_entries e)));
create policy owner on ledger_lines to saldo using (true) with check (true);
create policy queries on ledger_lines for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all) OR customer_id = (( SELECT query_customer_id() AS query_customer_id)));
create policy super_user on ledger_lines to saldo_super using (true) with check (true);
create policy system on ledger_lines to saldo_system using (true) with check (true);
create policy limited_delete on ledger_lines as restrictive for delete to saldo_subuser
  using (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM ledger_entries p
  WHERE p.entry_id = ledger_lines.entry_id))));
create policy limited_insert on ledger_lines as restrictive for insert to saldo_subuser
  with check (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM ledger_entries p
  WHERE p.entry_id = ledger_lines.entry_id))));
create policy limited_read on ledger_lines as restrictive for select to saldo_subuser
  using (( SELECT actor_may('{bills:read,payments:read,debits:read}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM ledger_entries p
  WHERE p.entry_id = ledger_lines.entry_id))));
create policy limited_update on ledger_lines as restrictive for update to saldo_subuser
  using (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM ledger_entries p
  WHERE p.entry_id = ledger_lines.entry_id))))
  with check (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM ledger_entries p
  WHERE p.entry_id = ledger_lines.entry_id))));
grant insert, select on ledger_lines to saldo_customer;
grant insert, select on ledger_lines to saldo_super;
grant insert, select on ledger_lines to saldo_system;
grant select on ledger_lines to saldo_consumer;
grant select (amount, bill_id, customer_id, entry_id, ledger_account, line_id) on ledger_lines to saldo_query;
grant usage on sequence ledger_lines_line_id_seq to saldo_customer, saldo_super, saldo_system;
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON ledger_lines FOR EACH ROW EXECUTE FUNCTION ledger_is_append_only();
CREATE TRIGGER figures_follow_lines AFTER INSERT ON ledger_lines REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_posted();
CREATE TRIGGER figures_follow_removed_lines AFTER DELETE ON ledger_lines REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION uncount_posted();
CREATE TRIGGER sums_to_zero AFTER INSERT ON ledger_lines REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION lines_sum_to_zero();

-- Who, besides whoever invited a user, asked for another address of theirs, chose a password of theirs, or gave them rights:
-- they may sign in as that user. Only triggers write it, and nothing takes it back.
create table login_hands (
  user_id bigint not null,
  by_user_id bigint not null,
  how text not null,
  at timestamp with time zone not null default now(),
  constraint login_hands_pkey PRIMARY KEY (user_id, by_user_id, how),
  constraint login_hands_by_user_id_fkey FOREIGN KEY (by_user_id) REFERENCES users(user_id),
  constraint login_hands_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id),
  constraint login_hands_how_check CHECK (how = ANY (ARRAY['address', 'password', 'rights']))
);
CREATE INDEX login_hands_by_hand ON login_hands USING btree (by_user_id);
alter table login_hands enable row level security;
alter table login_hands force row level security;
create policy owner on login_hands to saldo using (true) with check (true);
create policy queries on login_hands for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all));
create policy super_user on login_hands to saldo_super using (true) with check (true);
create policy system on login_hands to saldo_system using (true) with check (true);
grant select on login_hands to saldo_system;
grant select (at, by_user_id, how, user_id) on login_hands to saldo_query;

-- Reports of mail servers and of readers' complaints, each stored once. One without a mail is shown, and changes nothing:
-- anybody can send one.
create table mail_bounces (
  bounce_id bigint not null generated always as identity,
  source text not null,
  event_key text not null,
  -- hard: the address takes no mail. failed: this mail did not arrive, another may. delayed: its server still tries.
  kind text not null,
  recipient text,
  -- The enhanced status of RFC 3463, like 5.1.1.
  status text,
  said text,
  email_id bigint,
  -- Why it belongs to no mail of ours.
  unmatched text,
  created_at timestamp with time zone not null default now(),
  constraint mail_bounces_pkey PRIMARY KEY (bounce_id),
  constraint mail_bounces_source_event_key_key UNIQUE (source, event_key),
  constraint mail_bounces_email_id_fkey FOREIGN KEY (email_id) REFERENCES emails(email_id),
  constraint mail_bounces_event_key_check CHECK (length(event_key) <= 200),
  constraint mail_bounces_kind_check CHECK (kind = ANY (ARRAY['hard', 'failed', 'delayed', 'complaint', 'unreadable'])),
  constraint mail_bounces_recipient_check CHECK (length(recipient) <= 320),
  constraint mail_bounces_said_check CHECK (length(said) <= 500),
  constraint mail_bounces_source_check CHECK (source = ANY (ARRAY['webhook', 'mailbox'])),
  constraint mail_bounces_status_check CHECK (length(status) <= 20),
  constraint mail_bounces_unmatched_check CHECK (unmatched = ANY (ARRAY['no_reference', 'unknown_mail', 'other_recipient', 'unreadable'])),
  constraint matched_or_not CHECK ((email_id IS NULL) = (unmatched IS NOT NULL))
);
CREATE INDEX mail_bounces_by_date ON mail_bounces USING btree (created_at, bounce_id);
CREATE INDEX mail_bounces_by_mail ON mail_bounces USING btree (email_id) WHERE email_id IS NOT NULL;
alter table mail_bounces enable row level security;
alter table mail_bounces force row level security;
create policy owner on mail_bounces to saldo using (true) with check (true);
create policy queries on mail_bounces for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all));
create policy super_user on mail_bounces to saldo_super using (true) with check (true);
create policy system on mail_bounces to saldo_system using (true) with check (true);
grant delete, insert, select, update on mail_bounces to saldo_system;
grant select on mail_bounces to saldo_super;
grant select (bounce_id, created_at, email_id, kind, recipient, source, status, unmatched) on mail_bounces to saldo_query;
grant usage on sequence mail_bounces_bounce_id_seq to saldo_super, saldo_system;

-- Faults of sending mails that are the operator's to mend, by kind.
create table mail_faults (
  fault text not null,
  times integer not null default 1,
  first_at timestamp with time zone not null default now(),
  last_at timestamp with time zone not null default now(),
  constraint mail_faults_pkey PRIMARY KEY (fault)
);
alter table mail_faults enable row level security;
alter table mail_faults force row level security;
create policy owner on mail_faults to saldo using (true) with check (true);
create policy queries on mail_faults for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all));
create policy super_user on mail_faults to saldo_super using (true) with check (true);
create policy system on mail_faults to saldo_system using (true) with check (true);
grant delete, insert, select, update on mail_faults to saldo_super;
grant delete, insert, select, update on mail_faults to saldo_system;
grant select (fault, first_at, last_at, times) on mail_faults to saldo_query;

-- Periods in which people are kept out. One that has ended early has `ended_at`; one that is over just lies in the past.
create table maintenances (
  maintenance_id bigint not null generated always as identity,
  audience text not null,
  of_customer_id bigint,
  of_user_id bigint,
  -- The name of the office or user when the maintenance was opened. Null: everybody.
  covers text,
  -- Why: for the back office alone.
  reason text not null,
  -- The sentence shown to the people it covers. Null: they read only the end time.
  message text,
  starts_at timestamp with time zone not null default now(),
  until timestamp with time zone not null,
  opened_by bigint,
  opened_by_name text not null,
  ended_at timestamp with time zone,
  ended_by_name text,
  folded text not null generated always as (fold(((COALESCE(covers || ' ', '') || reason) || ' ') || COALESCE(message, ''))) stored,
  constraint maintenances_pkey PRIMARY KEY (maintenance_id),
  constraint maintenances_of_customer_id_fkey FOREIGN KEY (of_customer_id) REFERENCES customers(customer_id),
  constraint maintenances_of_user_id_fkey FOREIGN KEY (of_user_id) REFERENCES users(user_id),
  constraint maintenances_opened_by_fkey FOREIGN KEY (opened_by) REFERENCES users(user_id) ON DELETE SET NULL,
  constraint maintenance_ends_after_it_starts CHECK (until > starts_at),
  constraint maintenance_of_its_audience CHECK ((audience = 'office') = (of_customer_id IS NOT NULL) AND (audience = 'user') = (of_user_id IS NOT NULL) AND (audience = 'everybody') = (covers IS NULL)),
  constraint maintenances_audience_check CHECK (audience = ANY (ARRAY['everybody', 'office', 'user']))
);
CREATE INDEX maintenances_by_author ON maintenances USING btree (opened_by) WHERE opened_by IS NOT NULL;
CREATE INDEX maintenances_by_customer ON maintenances USING btree (of_customer_id) WHERE of_customer_id IS NOT NULL;
CREATE INDEX maintenances_by_date ON maintenances USING btree (starts_at, maintenance_id);
CREATE INDEX maintenances_by_user ON maintenances USING btree (of_user_id) WHERE of_user_id IS NOT NULL;
CREATE INDEX maintenances_to_come ON maintenances USING btree (until) WHERE ended_at IS NULL;
alter table maintenances enable row level security;
alter table maintenances force row level security;
create policy owner on maintenances to saldo using (true) with check (true);
create policy queries on maintenances for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all));
create policy super_user on maintenances to saldo_super using (true) with check (true);
create policy system on maintenances to saldo_system using (true) with check (true);
grant delete, insert, select, update on maintenances to saldo_system;
grant insert, select, update on maintenances to saldo_super;
grant select (audience, covers, ended_at, ended_by_name, maintenance_id, message, of_customer_id, of_user_id, opened_by, opened_by_name, reason, starts_at, until) on maintenances to saldo_query;
grant usage on sequence maintenances_maintenance_id_seq to saldo_super, saldo_system;
CREATE TRIGGER audit_delete AFTER DELETE ON maintenances FOR EACH ROW EXECUTE FUNCTION audit_row('maintenances', 'maintenance_id', 'reason', 'maintenance_id', 'of_customer_id', 'of_user_id', 'opened_by', 'opened_by_name', 'ended_by_name');
CREATE TRIGGER audit_insert AFTER INSERT ON maintenances FOR EACH ROW WHEN (current_setting('saldo.bulk'::text, true) IS DISTINCT FROM 'yes'::text) EXECUTE FUNCTION audit_row('maintenances', 'maintenance_id', 'reason', 'maintenance_id', 'of_customer_id', 'of_user_id', 'opened_by', 'opened_by_name', 'ended_by_name');
CREATE TRIGGER audit_update AFTER UPDATE ON maintenances FOR EACH ROW WHEN (old.* IS DISTINCT FROM new.*) EXECUTE FUNCTION audit_row('maintenances', 'maintenance_id', 'reason', 'maintenance_id', 'of_customer_id', 'of_user_id', 'opened_by', 'opened_by_name', 'ended_by_name');
CREATE TRIGGER live_maintenance AFTER INSERT OR UPDATE ON maintenances FOR EACH ROW EXECUTE FUNCTION tell_maintenance();

-- A mandate's timeline.
create table mandate_events (
  event_id bigint not null generated always as identity,
  customer_id bigint not null,
  mandate_id bigint not null,
  kind text not null,
  text text not null,
  actor text not null,
  at timestamp with time zone not null default now(),
  constraint mandate_events_pkey PRIMARY KEY (event_id),
  constraint mandate_events_customer_id_mandate_id_fkey FOREIGN KEY (customer_id, mandate_id) REFERENCES mandates(customer_id, mandate_id)
);
CREATE INDEX mandate_events_by_mandate ON mandate_events USING btree (customer_id, mandate_id, event_id);
alter table mandate_events enable row level security;
alter table mandate_events force row level security;
create policy customer on mandate_events to saldo_customer
  using (customer_id = actor_customer_id())
  with check (customer_id = actor_customer_id());
create policy of_own_sources on mandate_events to saldo_consumer
  using ((mandate_id IN ( SELECT m.mandate_id
   FROM mandates m
  WHERE m.source_id IS NOT NULL)));
create policy owner on mandate_events to saldo using (true) with check (true);
create policy queries on mandate_events for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all) OR customer_id = (( SELECT query_customer_id() AS query_customer_id)));
create policy super_user on mandate_events to saldo_super using (true) with check (true);
create policy system on mandate_events to saldo_system using (true) with check (true);
create policy limited_delete on mandate_events as restrictive for delete to saldo_subuser
  using (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM mandates p
  WHERE p.mandate_id = mandate_events.mandate_id))));
create policy limited_insert on mandate_events as restrictive for insert to saldo_subuser
  with check (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM mandates p
  WHERE p.mandate_id = mandate_events.mandate_id))));
create policy limited_read on mandate_events as restrictive for select to saldo_subuser
  using (( SELECT actor_may('{bills:read,payments:read,debits:read}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM mandates p
  WHERE p.mandate_id = mandate_events.mandate_id))));
create policy limited_update on mandate_events as restrictive for update to saldo_subuser
  using (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM mandates p
  WHERE p.mandate_id = mandate_events.mandate_id))))
  with check (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM mandates p
  WHERE p.mandate_id = mandate_events.mandate_id))));
grant delete, insert, select, update on mandate_events to saldo_super;
grant delete, insert, select, update on mandate_events to saldo_system;
grant insert, select on mandate_events to saldo_consumer;
grant insert, select on mandate_events to saldo_customer;
grant select (actor, at, customer_id, event_id, kind, mandate_id, text) on mandate_events to saldo_query;
grant usage on sequence mandate_events_event_id_seq to saldo_customer, saldo_super, saldo_system;

-- The payer's consent to one payment (attempt_id), or to all collections from a source. For a saved card it is the consent
-- to charge it while the payer is absent.
create table mandates (
  mandate_id bigint not null generated by default as identity,
  customer_id bigint not null,
  account_id bigint,
  bill_id bigint,
  subject_id bigint,
  attempt_id bigint,
  source_id bigint,
  state text not null default 'draft',
  provider_account text not null,
  provider_mandate text,
  payment_method_id text,
  last4 text,
  -- The mandate's unique reference (UMR).
  umr text,
  signed_on date,
  last_used_at timestamp with time zone,
  -- The accepted text, with time, IP address and browser.
  text text not null,
  accepted_at timestamp with time zone not null,
  accepted_from text not null,
  accepted_with text not null,
  -- How the payer signed it. file: another program had presented a debit with it, so its creditor has it.
  signing text not null default 'online',
  -- Good for one collection.
  one_off boolean not null default false,
  debtor_name text,
  debtor_iban text,
  -- The creditor that it names.
  creditor_id text,
  -- The terms of the last debit that went to the bank: what differs from them is told as an amendment.
  presented_iban text,
  presented_umr text,
  scan_path text,
  scan_name text,
  scan_mime text,
  -- The codes that were mailed to sign it online.
  email text,
  codes_sent smallint not null default 0,
  code_sent_at timestamp with time zone,
  idempotency_key text,
  request_hash text,
  created_at timestamp with time zone not null default now(),
  constraint mandates_pkey PRIMARY KEY (mandate_id),
  constraint mandates_customer_id_account_id_fkey FOREIGN KEY (customer_id, account_id) REFERENCES accounts(customer_id, account_id),
  constraint mandates_customer_id_attempt_id_fkey FOREIGN KEY (customer_id, attempt_id) REFERENCES payment_attempts(customer_id, attempt_id),
  constraint mandates_customer_id_bill_id_fkey FOREIGN KEY (customer_id, bill_id) REFERENCES bills(customer_id, bill_id),
  constraint mandates_customer_id_source_id_fkey FOREIGN KEY (customer_id, source_id) REFERENCES payment_sources(customer_id, source_id),
  constraint mandates_customer_id_subject_id_fkey FOREIGN KEY (customer_id, subject_id) REFERENCES subjects(customer_id, subject_id),
  constraint a_mandate_is_for_something CHECK (attempt_id IS NOT NULL OR source_id IS NOT NULL OR provider_account = 'bank' AND account_id IS NOT NULL AND subject_id IS NOT NULL AND creditor_id IS NOT NULL),
  constraint a_scan_is_a_file CHECK ((scan_path IS NULL) = (scan_name IS NULL) AND (scan_path IS NULL) = (scan_mime IS NULL)),
  constraint an_active_mandate_can_be_presented CHECK (provider_account <> 'bank' OR (state <> ALL (ARRAY['active', 'suspended'])) OR umr IS NOT NULL AND debtor_iban IS NOT NULL AND debtor_name IS NOT NULL AND signed_on IS NOT NULL),
  constraint mandates_debtor_name_check CHECK (length(debtor_name) <= 140),
  constraint mandates_signing_check CHECK (signing = ANY (ARRAY['paper', 'online', 'file'])),
  constraint mandates_state_check CHECK (state = ANY (ARRAY['draft', 'active', 'suspended', 'revoked', 'expired'])),
  constraint mandates_umr_check CHECK (length(umr) <= 35)
);
CREATE INDEX mandates_at_provider ON mandates USING btree (provider_account, provider_mandate) WHERE provider_mandate IS NOT NULL;
CREATE INDEX mandates_by_account ON mandates USING btree (customer_id, account_id, mandate_id) WHERE provider_account = 'bank';
CREATE INDEX mandates_by_date ON mandates USING btree (customer_id, created_at, mandate_id);
CREATE INDEX mandates_by_source ON mandates USING btree (customer_id, source_id, mandate_id);
CREATE INDEX mandates_by_state ON mandates USING btree (customer_id, state, mandate_id);
CREATE INDEX mandates_by_subject ON mandates USING btree (customer_id, subject_id, mandate_id);
CREATE INDEX mandates_by_umr ON mandates USING btree (customer_id, umr) WHERE umr IS NOT NULL AND provider_account = 'bank';
CREATE INDEX mandates_in_force ON mandates USING btree (COALESCE(last_used_at, accepted_at)) WHERE state = ANY (ARRAY['active', 'suspended']);
CREATE INDEX mandates_in_force_by_payer ON mandates USING btree (customer_id, account_id, subject_id, mandate_id) WHERE provider_account = 'bank' AND (state = ANY (ARRAY['active', 'suspended']));
CREATE INDEX mandates_to_lapse ON mandates USING btree (COALESCE((last_used_at AT TIME ZONE 'Europe/Rome')::date, signed_on)) WHERE provider_account = 'bank' AND (state = ANY (ARRAY['active', 'suspended']));
CREATE UNIQUE INDEX mandates_by_key ON mandates USING btree (customer_id, mandate_id);
CREATE UNIQUE INDEX one_active_mandate_per_source ON mandates USING btree (source_id) WHERE state = ANY (ARRAY['draft', 'active', 'suspended']);
CREATE UNIQUE INDEX one_mandate_per_attempt ON mandates USING btree (attempt_id);
-- An UMR is unique for its creditor.
CREATE UNIQUE INDEX one_mandate_per_creditor_and_umr ON mandates USING btree (customer_id, creditor_id, umr) WHERE umr IS NOT NULL AND provider_account = 'bank';
CREATE UNIQUE INDEX one_mandate_per_form ON mandates USING btree (customer_id, idempotency_key) WHERE idempotency_key IS NOT NULL;
CREATE UNIQUE INDEX one_mandate_per_umr ON mandates USING btree (provider_account, umr) WHERE umr IS NOT NULL AND provider_account <> 'bank';
alter table mandates enable row level security;
alter table mandates force row level security;
create policy customer on mandates to saldo_customer
  using (customer_id = actor_customer_id())
  with check (customer_id = actor_customer_id());
create policy of_own_bill on mandates to saldo_link
  using (bill_id = actor_bill_id());
create policy of_own_bills on mandates to saldo_consumer
  using ((bill_id IN ( SELECT b.bill_id
   FROM bills b)));
create policy of_own_sources on mandates to saldo_consumer
  using ((source_id IN ( SELECT s.source_id
   FROM payment_sources s)));
create policy owner on mandates to saldo using (true) with check (true);
create policy queries on mandates for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all) OR customer_id = (( SELECT query_customer_id() AS query_customer_id)));
create policy super_user on mandates to saldo_super using (true) with check (true);
create policy system on mandates to saldo_system using (true) with check (true);
create policy limited_delete on mandates as restrictive for delete to saldo_subuser
  using (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM subjects p
  WHERE p.subject_id = mandates.subject_id))) AND (account_id IS NULL OR (( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_insert on mandates as restrictive for insert to saldo_subuser
  with check (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM subjects p
  WHERE p.subject_id = mandates.subject_id))) AND (account_id IS NULL OR (( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_read on mandates as restrictive for select to saldo_subuser
  using (( SELECT actor_may('{bills:read,payments:read,debits:read}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM subjects p
  WHERE p.subject_id = mandates.subject_id))) AND (account_id IS NULL OR (( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_update on mandates as restrictive for update to saldo_subuser
  using (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM subjects p
  WHERE p.subject_id = mandates.subject_id))) AND (account_id IS NULL OR (( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))))
  with check (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM subjects p
  WHERE p.subject_id = mandates.subject_id))) AND (account_id IS NULL OR (( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
grant delete, insert, select, update on mandates to saldo_super;
grant delete, insert, select, update on mandates to saldo_system;
grant insert, select, update on mandates to saldo_consumer;
grant insert, select, update on mandates to saldo_customer;
grant insert, select, update on mandates to saldo_link;
grant select (accepted_at, account_id, attempt_id, bill_id, code_sent_at, codes_sent, created_at, creditor_id, customer_id, debtor_name, email, last4, last_used_at, mandate_id, one_off, presented_umr, provider_account, scan_mime, scan_name, signed_on, signing, source_id, state, subject_id, text, umr) on mandates to saldo_query;
grant usage on sequence mandates_mandate_id_seq to saldo_customer, saldo_super, saldo_system;
CREATE TRIGGER live_insert AFTER INSERT ON mandates REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_live('debits');
CREATE TRIGGER live_update AFTER UPDATE ON mandates REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_live('debits');
CREATE TRIGGER register_file AFTER INSERT ON mandates FOR EACH ROW EXECUTE FUNCTION register_file('mandate_scan', 'mandate_id', 'scan_path', 'scan_name', 'scan_mime', '', '', '');
CREATE TRIGGER register_file_delete AFTER DELETE ON mandates FOR EACH ROW EXECUTE FUNCTION register_file('mandate_scan', 'mandate_id', 'scan_path', 'scan_name', 'scan_mime', '', '', '');
CREATE TRIGGER register_file_update AFTER UPDATE OF scan_path, scan_name, scan_mime ON mandates FOR EACH ROW EXECUTE FUNCTION register_file('mandate_scan', 'mandate_id', 'scan_path', 'scan_name', 'scan_mime', '', '', '');

create table migrations (
  name text not null,
  checksum text not null,
  applied_at timestamp with time zone not null default now(),
  role_prefix text not null default 'saldo',
  constraint migrations_pkey PRIMARY KEY (name)
);

-- The oldest web app of each edition that is answered: each line is a decision, and the last of an edition holds.
create table minimum_versions (
  minimum_version_id bigint not null generated always as identity,
  edition text not null,
  version text not null,
  reason text not null,
  set_by bigint,
  set_by_name text not null,
  set_at timestamp with time zone not null default now(),
  constraint minimum_versions_pkey PRIMARY KEY (minimum_version_id),
  constraint minimum_versions_set_by_fkey FOREIGN KEY (set_by) REFERENCES users(user_id) ON DELETE SET NULL,
  constraint minimum_versions_edition_check CHECK (edition = ANY (ARRAY['business', 'b2c']))
);
CREATE INDEX minimum_versions_by_author ON minimum_versions USING btree (set_by) WHERE set_by IS NOT NULL;
CREATE INDEX minimum_versions_by_edition ON minimum_versions USING btree (edition, minimum_version_id);
alter table minimum_versions enable row level security;
alter table minimum_versions force row level security;
create policy owner on minimum_versions to saldo using (true) with check (true);
create policy queries on minimum_versions for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all));
create policy super_user on minimum_versions to saldo_super using (true) with check (true);
create policy system on minimum_versions to saldo_system using (true) with check (true);
grant insert, select on minimum_versions to saldo_super;
grant insert, select on minimum_versions to saldo_system;
grant select (edition, minimum_version_id, reason, set_at, set_by, set_by_name, version) on minimum_versions to saldo_query;
grant usage on sequence minimum_versions_minimum_version_id_seq to saldo_super, saldo_system;
CREATE TRIGGER audit_delete AFTER DELETE ON minimum_versions FOR EACH ROW EXECUTE FUNCTION audit_row('minimum_versions', 'minimum_version_id', 'edition', 'minimum_version_id', 'set_by', 'set_by_name', 'set_at');
CREATE TRIGGER audit_insert AFTER INSERT ON minimum_versions FOR EACH ROW WHEN (current_setting('saldo.bulk'::text, true) IS DISTINCT FROM 'yes'::text) EXECUTE FUNCTION audit_row('minimum_versions', 'minimum_version_id', 'edition', 'minimum_version_id', 'set_by', 'set_by_name', 'set_at');
CREATE TRIGGER audit_update AFTER UPDATE ON minimum_versions FOR EACH ROW WHEN (old.* IS DISTINCT FROM new.*) EXECUTE FUNCTION audit_row('minimum_versions', 'minimum_version_id', 'edition', 'minimum_version_id', 'set_by', 'set_by_name', 'set_at');

-- The approval: at most one, because it is the key, and never by who asked, because it repeats who asked and the foreign key
-- holds that to the request.
create table money_transfer_approvals (
  money_transfer_id bigint not null,
  customer_id bigint not null,
  requested_by bigint not null,
  approved_by bigint not null,
  approved_by_name text not null,
  approved_at timestamp with time zone not null default now(),
  constraint money_transfer_approvals_pkey PRIMARY KEY (money_transfer_id),
  constraint money_transfer_approvals_approved_by_fkey FOREIGN KEY (approved_by) REFERENCES users(user_id),
  constraint money_transfer_approvals_customer_id_money_transfer_id_fkey FOREIGN KEY (customer_id, money_transfer_id) REFERENCES money_transfers(customer_id, money_transfer_id),
  constraint money_transfer_approvals_money_transfer_id_requested_by_fkey FOREIGN KEY (money_transfer_id, requested_by) REFERENCES money_transfers(money_transfer_id, requested_by),
  constraint approved_by_another_person CHECK (approved_by <> requested_by)
);
CREATE INDEX money_transfer_approvals_by_approver ON money_transfer_approvals USING btree (approved_by);
CREATE INDEX money_transfer_approvals_by_customer ON money_transfer_approvals USING btree (customer_id, approved_at);
CREATE INDEX money_transfer_approvals_by_time ON money_transfer_approvals USING btree (approved_at);
alter table money_transfer_approvals enable row level security;
alter table money_transfer_approvals force row level security;
create policy customer on money_transfer_approvals to saldo_customer
  using (customer_id = actor_customer_id())
  with check (customer_id = actor_customer_id());
create policy owner on money_transfer_approvals to saldo using (true) with check (true);
create policy queries on money_transfer_approvals for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all) OR customer_id = (( SELECT query_customer_id() AS query_customer_id)));
create policy super_user on money_transfer_approvals to saldo_super using (true) with check (true);
create policy system on money_transfer_approvals to saldo_system using (true) with check (true);
create policy limited_delete on money_transfer_approvals as restrictive for delete to saldo_subuser
  using (( SELECT actor_may('{payments:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM money_transfers p
  WHERE p.money_transfer_id = money_transfer_approvals.money_transfer_id))));
create policy limited_insert on money_transfer_approvals as restrictive for insert to saldo_subuser
  with check (( SELECT actor_may('{payments:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM money_transfers p
  WHERE p.money_transfer_id = money_transfer_approvals.money_transfer_id))));
create policy limited_read on money_transfer_approvals as restrictive for select to saldo_subuser
  using (( SELECT actor_may('{payments:read}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM money_transfers p
  WHERE p.money_transfer_id = money_transfer_approvals.money_transfer_id))));
create policy limited_update on money_transfer_approvals as restrictive for update to saldo_subuser
  using (( SELECT actor_may('{payments:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM money_transfers p
  WHERE p.money_transfer_id = money_transfer_approvals.money_transfer_id))))
  with check (( SELECT actor_may('{payments:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM money_transfers p
  WHERE p.money_transfer_id = money_transfer_approvals.money_transfer_id))));
grant insert, select on money_transfer_approvals to saldo_super;
grant select on money_transfer_approvals to saldo_customer;
grant select on money_transfer_approvals to saldo_system;
grant select (approved_at, approved_by, approved_by_name, customer_id, money_transfer_id, requested_by) on money_transfer_approvals to saldo_query;
CREATE TRIGGER audit_delete AFTER DELETE ON money_transfer_approvals FOR EACH ROW EXECUTE FUNCTION audit_row('money_transfers', 'money_transfer_id', 'approved_by_name', 'requested_by', 'approved_by', 'approved_at', 'customer_id');
CREATE TRIGGER audit_insert AFTER INSERT ON money_transfer_approvals FOR EACH ROW WHEN (current_setting('saldo.bulk'::text, true) IS DISTINCT FROM 'yes'::text) EXECUTE FUNCTION audit_row('money_transfers', 'money_transfer_id', 'approved_by_name', 'requested_by', 'approved_by', 'approved_at', 'customer_id');
CREATE TRIGGER audit_update AFTER UPDATE ON money_transfer_approvals FOR EACH ROW WHEN (old.* IS DISTINCT FROM new.*) EXECUTE FUNCTION audit_row('money_transfers', 'money_transfer_id', 'approved_by_name', 'requested_by', 'approved_by', 'approved_at', 'customer_id');
CREATE TRIGGER is_approved BEFORE INSERT ON money_transfer_approvals FOR EACH ROW EXECUTE FUNCTION money_transfer_is_approved();
CREATE TRIGGER is_final BEFORE DELETE OR UPDATE ON money_transfer_approvals FOR EACH ROW EXECUTE FUNCTION approval_is_final();
CREATE TRIGGER moves_transfer AFTER INSERT ON money_transfer_approvals FOR EACH ROW EXECUTE FUNCTION approval_moves_transfer();

-- Everybody who took the file for the bank, each time. Rows are only added: whoever is among them does not cancel.
create table money_transfer_file_takings (
  taking_id bigint not null generated always as identity,
  customer_id bigint not null,
  money_transfer_id bigint not null,
  taken_by bigint not null,
  taken_by_name text not null,
  taken_at timestamp with time zone not null default now(),
  constraint money_transfer_file_takings_pkey PRIMARY KEY (taking_id),
  constraint money_transfer_file_takings_customer_id_money_transfer_id_fkey FOREIGN KEY (customer_id, money_transfer_id) REFERENCES money_transfers(customer_id, money_transfer_id),
  constraint money_transfer_file_takings_taken_by_fkey FOREIGN KEY (taken_by) REFERENCES users(user_id)
);
CREATE INDEX money_transfer_file_takings_by_taker ON money_transfer_file_takings USING btree (taken_by);
CREATE INDEX money_transfer_file_takings_by_transfer ON money_transfer_file_takings USING btree (customer_id, money_transfer_id, taking_id);
alter table money_transfer_file_takings enable row level security;
alter table money_transfer_file_takings force row level security;
create policy customer on money_transfer_file_takings to saldo_customer
  using (customer_id = actor_customer_id())
  with check (customer_id = actor_customer_id());
create policy owner on money_transfer_file_takings to saldo using (true) with check (true);
create policy queries on money_transfer_file_takings for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all) OR customer_id = (( SELECT query_customer_id() AS query_customer_id)));
create policy super_user on money_transfer_file_takings to saldo_super using (true) with check (true);
create policy system on money_transfer_file_takings to saldo_system using (true) with check (true);
create policy limited_delete on money_transfer_file_takings as restrictive for delete to saldo_subuser
  using (( SELECT actor_may('{payments:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM money_transfers p
  WHERE p.money_transfer_id = money_transfer_file_takings.money_transfer_id))));
create policy limited_insert on money_transfer_file_takings as restrictive for insert to saldo_subuser
  with check (( SELECT actor_may('{payments:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM money_transfers p
  WHERE p.money_transfer_id = money_transfer_file_takings.money_transfer_id))));
create policy limited_read on money_transfer_file_takings as restrictive for select to saldo_subuser
  using (( SELECT actor_may('{payments:read}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM money_transfers p
  WHERE p.money_transfer_id = money_transfer_file_takings.money_transfer_id))));
create policy limited_update on money_transfer_file_takings as restrictive for update to saldo_subuser
  using (( SELECT actor_may('{payments:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM money_transfers p
  WHERE p.money_transfer_id = money_transfer_file_takings.money_transfer_id))))
  with check (( SELECT actor_may('{payments:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM money_transfers p
  WHERE p.money_transfer_id = money_transfer_file_takings.money_transfer_id))));
grant insert, select on money_transfer_file_takings to saldo_super;
grant select on money_transfer_file_takings to saldo_customer;
grant select on money_transfer_file_takings to saldo_system;
grant select (customer_id, money_transfer_id, taken_at, taken_by, taken_by_name, taking_id) on money_transfer_file_takings to saldo_query;
grant usage on sequence money_transfer_file_takings_taking_id_seq to saldo_super, saldo_system;
CREATE TRIGGER audit_delete AFTER DELETE ON money_transfer_file_takings FOR EACH ROW EXECUTE FUNCTION audit_row('money_transfers', 'money_transfer_id', 'taken_by_name', 'taking_id', 'taken_by', 'taken_at', 'customer_id');
CREATE TRIGGER audit_insert AFTER INSERT ON money_transfer_file_takings FOR EACH ROW WHEN (current_setting('saldo.bulk'::text, true) IS DISTINCT FROM 'yes'::text) EXECUTE FUNCTION audit_row('money_transfers', 'money_transfer_id', 'taken_by_name', 'taking_id', 'taken_by', 'taken_at', 'customer_id');
CREATE TRIGGER audit_update AFTER UPDATE ON money_transfer_file_takings FOR EACH ROW WHEN (old.* IS DISTINCT FROM new.*) EXECUTE FUNCTION audit_row('money_transfers', 'money_transfer_id', 'taken_by_name', 'taking_id', 'taken_by', 'taken_at', 'customer_id');
CREATE TRIGGER dates_the_file AFTER INSERT ON money_transfer_file_takings FOR EACH ROW EXECUTE FUNCTION taking_dates_the_file();
CREATE TRIGGER is_final BEFORE DELETE OR UPDATE ON money_transfer_file_takings FOR EACH ROW EXECUTE FUNCTION taking_is_final();
CREATE TRIGGER is_taken BEFORE INSERT ON money_transfer_file_takings FOR EACH ROW EXECUTE FUNCTION money_transfer_file_is_taken();

-- How much may be moved in a day (in Rome). The last row of an office holds for it, else the last row without one. Rows are
-- only added. A row without an office also holds the limit for all offices together, and the bank account from which the
-- platform pays by file.
create table money_transfer_limits (
  limit_id bigint not null generated always as identity,
  customer_id bigint,
  office_day_limit bigint not null,
  all_day_limit bigint,
  payer_name text,
  payer_iban text,
  reason text not null,
  set_by bigint,
  set_by_name text not null,
  set_at timestamp with time zone not null default now(),
  constraint money_transfer_limits_pkey PRIMARY KEY (limit_id),
  constraint money_transfer_limits_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(customer_id),
  constraint money_transfer_limits_set_by_fkey FOREIGN KEY (set_by) REFERENCES users(user_id),
  constraint for_all_or_for_an_office CHECK ((customer_id IS NULL) = (all_day_limit IS NOT NULL)),
  constraint money_transfer_limits_all_day_limit_check CHECK (all_day_limit >= 0),
  constraint money_transfer_limits_office_day_limit_check CHECK (office_day_limit >= 0),
  constraint money_transfer_limits_payer_name_check CHECK (length(payer_name) >= 1 AND length(payer_name) <= 70),
  constraint money_transfer_limits_reason_check CHECK (length(reason) >= 1 AND length(reason) <= 300),
  constraint payer_is_the_platform CHECK (customer_id IS NULL OR payer_name IS NULL AND payer_iban IS NULL),
  constraint payer_is_whole CHECK ((payer_name IS NULL) = (payer_iban IS NULL))
);
CREATE INDEX money_transfer_limits_by_customer ON money_transfer_limits USING btree (customer_id, limit_id);
CREATE INDEX money_transfer_limits_by_setter ON money_transfer_limits USING btree (set_by);
alter table money_transfer_limits enable row level security;
alter table money_transfer_limits force row level security;
create policy owner on money_transfer_limits to saldo using (true) with check (true);
create policy queries on money_transfer_limits for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all) OR customer_id = (( SELECT query_customer_id() AS query_customer_id)));
create policy super_user on money_transfer_limits to saldo_super using (true) with check (true);
create policy system on money_transfer_limits to saldo_system using (true) with check (true);
grant delete, insert, select, update on money_transfer_limits to saldo_system;
grant insert, select on money_transfer_limits to saldo_super;
grant select (all_day_limit, customer_id, limit_id, office_day_limit, payer_name, reason, set_at, set_by, set_by_name) on money_transfer_limits to saldo_query;
grant usage on sequence money_transfer_limits_limit_id_seq to saldo_super, saldo_system;
CREATE TRIGGER are_set BEFORE INSERT OR DELETE OR UPDATE ON money_transfer_limits FOR EACH ROW EXECUTE FUNCTION limits_are_set();
CREATE TRIGGER audit_delete AFTER DELETE ON money_transfer_limits FOR EACH ROW EXECUTE FUNCTION audit_row('money_transfer_limits', 'limit_id', 'reason', 'payer_iban', 'set_by', 'set_by_name', 'set_at');
CREATE TRIGGER audit_insert AFTER INSERT ON money_transfer_limits FOR EACH ROW WHEN (current_setting('saldo.bulk'::text, true) IS DISTINCT FROM 'yes'::text) EXECUTE FUNCTION audit_row('money_transfer_limits', 'limit_id', 'reason', 'payer_iban', 'set_by', 'set_by_name', 'set_at');
CREATE TRIGGER audit_update AFTER UPDATE ON money_transfer_limits FOR EACH ROW WHEN (old.* IS DISTINCT FROM new.*) EXECUTE FUNCTION audit_row('money_transfer_limits', 'limit_id', 'reason', 'payer_iban', 'set_by', 'set_by_name', 'set_at');

-- The allowed state changes. A test compares them with the domain's moneyTransferTransitions.
create table money_transfer_transitions (
  from_state text not null,
  to_state text not null,
  constraint money_transfer_transitions_pkey PRIMARY KEY (from_state, to_state)
);
grant select on money_transfer_transitions to saldo_customer;
grant select on money_transfer_transitions to saldo_super;
grant select on money_transfer_transitions to saldo_system;

create table money_transfers (
  money_transfer_id bigint not null generated always as identity,
  customer_id bigint not null,
  account_id bigint not null,
  -- payout: the provider pays out the condominium's own connected account. file: the platform's bank pays by a pain.001.
  way text not null,
  provider_account text not null,
  destination text,
  amount bigint not null,
  -- The condominium's IBAN and name when it was asked for.
  iban text not null,
  beneficiary text not null,
  -- The name and IBAN that pay a transfer by file. Null: the provider pays it out.
  payer_name text,
  payer_iban text,
  reason text not null,
  state text not null default 'requested',
  reference text not null generated always as ('SALDO-M' || money_transfer_id) stored,
  requested_by bigint not null,
  requested_by_name text not null,
  requested_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null default now() + '7 days'::interval,
  -- Who refused, withdrew or cancelled it, and why.
  closed_by bigint,
  closed_by_name text,
  closed_at timestamp with time zone,
  closing_reason text,
  -- The provider was first asked for the payout; since then only its answer decides.
  asked_at timestamp with time zone,
  provider_object text,
  failure_code text,
  -- The user who first downloaded the file for the bank. Since then the bank may have it.
  file_taken_by bigint,
  file_taken_by_name text,
  file_taken_at timestamp with time zone,
  -- The day on which it left, on which it reached the bank, and on which it came back.
  sent_on date,
  paid_on date,
  failed_on date,
  next_check_at timestamp with time zone,
  checks integer not null default 0,
  idempotency_key text,
  request_hash text,
  updated_at timestamp with time zone not null default now(),
  constraint money_transfers_pkey PRIMARY KEY (money_transfer_id),
  constraint money_transfers_closed_by_fkey FOREIGN KEY (closed_by) REFERENCES users(user_id),
  constraint money_transfers_customer_id_account_id_fkey FOREIGN KEY (customer_id, account_id) REFERENCES accounts(customer_id, account_id),
  constraint money_transfers_file_taken_by_fkey FOREIGN KEY (file_taken_by) REFERENCES users(user_id),
  constraint money_transfers_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES users(user_id),
  constraint closed_with_a_reason CHECK (state <> 'refused' OR closed_by IS NOT NULL AND closing_reason IS NOT NULL),
  constraint file_of_a_payer CHECK ((way = 'file') = (payer_iban IS NOT NULL AND payer_name IS NOT NULL)),
  constraint file_taken_before_sent CHECK (way <> 'file' OR (state <> ALL (ARRAY['sent', 'paid'])) OR file_taken_at IS NOT NULL),
  constraint money_transfers_amount_check CHECK (amount > 0),
  constraint money_transfers_closing_reason_check CHECK (length(closing_reason) >= 1 AND length(closing_reason) <= 300),
  constraint money_transfers_provider_account_check CHECK (provider_account = ANY (ARRAY['stripe', 'stripe2'])),
  constraint money_transfers_reason_check CHECK (length(reason) >= 1 AND length(reason) <= 300),
  constraint money_transfers_state_check CHECK (state = ANY (ARRAY['requested', 'approved', 'unknown', 'sent', 'paid', 'failed', 'cancelled', 'refused', 'withdrawn', 'expired'])),
  constraint money_transfers_way_check CHECK (way = ANY (ARRAY['payout', 'file'])),
  constraint paid_on_a_day CHECK (state <> 'paid' OR paid_on IS NOT NULL),
  constraint payout_of_a_destination CHECK ((way = 'payout') = (destination IS NOT NULL)),
  constraint sent_on_a_day CHECK ((state <> ALL (ARRAY['sent', 'paid'])) OR sent_on IS NOT NULL),
  constraint taken_by_a_person CHECK ((file_taken_at IS NULL) = (file_taken_by IS NULL) AND (file_taken_at IS NULL) = (file_taken_by_name IS NULL) AND (file_taken_at IS NULL OR way = 'file'))
);
CREATE INDEX money_transfers_by_account ON money_transfers USING btree (customer_id, account_id, money_transfer_id);
CREATE INDEX money_transfers_by_amount ON money_transfers USING btree (customer_id, amount, money_transfer_id);
CREATE INDEX money_transfers_by_closer ON money_transfers USING btree (closed_by);
CREATE INDEX money_transfers_by_requester ON money_transfers USING btree (requested_by);
CREATE INDEX money_transfers_by_taker ON money_transfers USING btree (file_taken_by) WHERE file_taken_by IS NOT NULL;
CREATE INDEX money_transfers_by_time ON money_transfers USING btree (customer_id, requested_at, money_transfer_id);
CREATE INDEX money_transfers_open ON money_transfers USING btree (account_id) WHERE state = ANY (ARRAY['requested', 'approved', 'unknown']);
CREATE INDEX money_transfers_to_check ON money_transfers USING btree (next_check_at) WHERE next_check_at IS NOT NULL;
CREATE UNIQUE INDEX money_transfers_by_key ON money_transfers USING btree (customer_id, money_transfer_id);
CREATE UNIQUE INDEX money_transfers_with_requester ON money_transfers USING btree (money_transfer_id, requested_by);
CREATE UNIQUE INDEX one_money_transfer_per_form ON money_transfers USING btree (requested_by, idempotency_key) WHERE idempotency_key IS NOT NULL;
CREATE UNIQUE INDEX one_money_transfer_per_payout ON money_transfers USING btree (provider_account, provider_object) WHERE provider_object IS NOT NULL;
alter table money_transfers enable row level security;
alter table money_transfers force row level security;
create policy customer on money_transfers to saldo_customer
  using (customer_id = actor_customer_id())
  with check (customer_id = actor_customer_id());
create policy owner on money_transfers to saldo using (true) with check (true);
create policy queries on money_transfers for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all) OR customer_id = (( SELECT query_customer_id() AS query_customer_id)));
create policy super_user on money_transfers to saldo_super using (true) with check (true);
create policy system on money_transfers to saldo_system using (true) with check (true);
create policy limited_delete on money_transfers as restrictive for delete to saldo_subuser
  using (( SELECT actor_may('{payments:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_insert on money_transfers as restrictive for insert to saldo_subuser
  with check (( SELECT actor_may('{payments:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_read on money_transfers as restrictive for select to saldo_subuser
  using (( SELECT actor_may('{payments:read}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_update on money_transfers as restrictive for update to saldo_subuser
  using (( SELECT actor_may('{payments:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))))
  with check (( SELECT actor_may('{payments:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
grant insert, select, update on money_transfers to saldo_super;
grant insert, select, update on money_transfers to saldo_system;
grant select on money_transfers to saldo_customer;
grant select (account_id, amount, asked_at, beneficiary, closed_at, closed_by, closed_by_name, closing_reason, customer_id, expires_at, failed_on, failure_code, file_taken_at, file_taken_by, file_taken_by_name, money_transfer_id, next_check_at, paid_on, payer_name, provider_account, reason, reference, requested_at, requested_by, requested_by_name, sent_on, state, updated_at, way) on money_transfers to saldo_query;
grant usage on sequence money_transfers_money_transfer_id_seq to saldo_super, saldo_system;
CREATE TRIGGER audit_delete AFTER DELETE ON money_transfers FOR EACH ROW EXECUTE FUNCTION audit_row('money_transfers', 'money_transfer_id', 'reference', 'way', 'provider_account', 'destination', 'iban', 'payer_name', 'payer_iban', 'requested_by', 'requested_by_name', 'requested_at', 'closed_by', 'closed_by_name', 'closed_at', 'file_taken_by', 'file_taken_by_name', 'file_taken_at', 'asked_at', 'provider_object', 'next_check_at', 'checks', 'idempotency_key', 'request_hash', 'expires_at', 'beneficiary');
CREATE TRIGGER audit_insert AFTER INSERT ON money_transfers FOR EACH ROW WHEN (current_setting('saldo.bulk'::text, true) IS DISTINCT FROM 'yes'::text) EXECUTE FUNCTION audit_row('money_transfers', 'money_transfer_id', 'reference', 'way', 'provider_account', 'destination', 'iban', 'payer_name', 'payer_iban', 'requested_by', 'requested_by_name', 'requested_at', 'closed_by', 'closed_by_name', 'closed_at', 'file_taken_by', 'file_taken_by_name', 'file_taken_at', 'asked_at', 'provider_object', 'next_check_at', 'checks', 'idempotency_key', 'request_hash', 'expires_at', 'beneficiary');
CREATE TRIGGER audit_update AFTER UPDATE ON money_transfers FOR EACH ROW WHEN (old.state IS DISTINCT FROM new.state) EXECUTE FUNCTION audit_row('money_transfers', 'money_transfer_id', 'reference', 'way', 'provider_account', 'destination', 'iban', 'payer_name', 'payer_iban', 'requested_by', 'requested_by_name', 'requested_at', 'closed_by', 'closed_by_name', 'closed_at', 'file_taken_by', 'file_taken_by_name', 'file_taken_at', 'asked_at', 'provider_object', 'next_check_at', 'checks', 'idempotency_key', 'request_hash', 'expires_at', 'beneficiary');
CREATE TRIGGER begins BEFORE INSERT ON money_transfers FOR EACH ROW EXECUTE FUNCTION money_transfer_begins();
CREATE TRIGGER live_insert AFTER INSERT ON money_transfers REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_live('money-transfers');
CREATE TRIGGER live_update AFTER UPDATE ON money_transfers REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_live('money-transfers');
CREATE TRIGGER moves BEFORE UPDATE ON money_transfers FOR EACH ROW EXECUTE FUNCTION money_transfer_moves();

-- By condominium, month and way to pay. A row is an increment, written in the transaction that changes the books; the
-- figures are the sums of the rows. Nobody waits for a shared row, and no two acts can wait for each other. A job at night
-- replaces the increments of each key by one row. Money in cents:
-- issued: what bills ask, less credit notes and cancellations, by accounting day.
-- due: the amounts of instalments of issued bills, by due date. It follows changes: a plan moves it to other months.
-- gross, given_back, taken_back, fees: as in money_lines, by accounting day.
create table monthly_figures (
  figure_id bigint not null generated always as identity,
  customer_id bigint not null,
  -- No foreign key: the increments of a condominium that is removed do not keep it, and go with it.
  account_id bigint not null,
  -- Its first day.
  month date not null,
  -- Empty for bills.
  method text not null default '',
  issued bigint not null default 0,
  due bigint not null default 0,
  gross bigint not null default 0,
  given_back bigint not null default 0,
  taken_back bigint not null default 0,
  fees bigint not null default 0,
  -- Collections, less reversed ones.
  collections integer not null default 0,
  constraint monthly_figures_pkey PRIMARY KEY (figure_id),
  constraint monthly_figures_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(customer_id),
  constraint monthly_figures_month_check CHECK (EXTRACT(day FROM month) = 1::numeric)
);
CREATE INDEX monthly_figures_by_account ON monthly_figures USING btree (customer_id, account_id, month, method);
CREATE INDEX monthly_figures_by_month ON monthly_figures USING btree (customer_id, month, account_id, method);
alter table monthly_figures enable row level security;
alter table monthly_figures force row level security;
create policy customer on monthly_figures to saldo_customer
  using (customer_id = actor_customer_id())
  with check (customer_id = actor_customer_id());
create policy owner on monthly_figures to saldo using (true) with check (true);
create policy queries on monthly_figures for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all) OR customer_id = (( SELECT query_customer_id() AS query_customer_id)));
create policy super_user on monthly_figures to saldo_super using (true) with check (true);
create policy system on monthly_figures to saldo_system using (true) with check (true);
create policy limited_delete on monthly_figures as restrictive for delete to saldo_subuser
  using (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_insert on monthly_figures as restrictive for insert to saldo_subuser
  with check (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_read on monthly_figures as restrictive for select to saldo_subuser
  using (( SELECT actor_may('{bills:read,payments:read,debits:read}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_update on monthly_figures as restrictive for update to saldo_subuser
  using (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))))
  with check (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
grant delete, insert, select, update on monthly_figures to saldo_super;
grant delete, insert, select, update on monthly_figures to saldo_system;
grant select on monthly_figures to saldo_customer;
grant select (account_id, collections, customer_id, due, fees, figure_id, given_back, gross, issued, method, month, taken_back) on monthly_figures to saldo_query;
grant usage on sequence monthly_figures_figure_id_seq to saldo_super, saldo_system;

-- What people and the product did with a movement. Append-only.
create table movement_events (
  event_id bigint not null generated always as identity,
  customer_id bigint not null,
  account_id bigint not null,
  movement_id bigint not null,
  text text not null,
  actor text not null,
  at timestamp with time zone not null default now(),
  constraint movement_events_pkey PRIMARY KEY (event_id),
  constraint movement_events_customer_id_account_id_fkey FOREIGN KEY (customer_id, account_id) REFERENCES accounts(customer_id, account_id),
  constraint movement_events_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(customer_id),
  constraint movement_events_customer_id_movement_id_fkey FOREIGN KEY (customer_id, movement_id) REFERENCES bank_movements(customer_id, movement_id)
);
CREATE INDEX movement_events_by_account ON movement_events USING btree (customer_id, account_id, event_id);
CREATE INDEX movement_events_by_movement ON movement_events USING btree (customer_id, movement_id, event_id);
alter table movement_events enable row level security;
alter table movement_events force row level security;
create policy customer on movement_events to saldo_customer
  using (customer_id = actor_customer_id())
  with check (customer_id = actor_customer_id());
create policy owner on movement_events to saldo using (true) with check (true);
create policy queries on movement_events for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all) OR customer_id = (( SELECT query_customer_id() AS query_customer_id)));
create policy super_user on movement_events to saldo_super using (true) with check (true);
create policy system on movement_events to saldo_system using (true) with check (true);
create policy limited_delete on movement_events as restrictive for delete to saldo_subuser
  using (( SELECT actor_may('{payments:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_insert on movement_events as restrictive for insert to saldo_subuser
  with check (( SELECT actor_may('{payments:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_read on movement_events as restrictive for select to saldo_subuser
  using (( SELECT actor_may('{payments:read}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_update on movement_events as restrictive for update to saldo_subuser
  using (( SELECT actor_may('{payments:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))))
  with check (( SELECT actor_may('{payments:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
grant delete, insert, select, update on movement_events to saldo_super;
grant delete, insert, select, update on movement_events to saldo_system;
grant insert, select on movement_events to saldo_customer;
grant select (account_id, actor, at, customer_id, event_id, movement_id, text) on movement_events to saldo_query;
grant usage on sequence movement_events_event_id_seq to saldo_customer, saldo_super, saldo_system;

-- A collection that is a movement's money. Undone: the collection was reversed, or only its link was taken away.
create table movement_matches (
  match_id bigint not null generated always as identity,
  customer_id bigint not null,
  account_id bigint not null,
  movement_id bigint not null,
  payment_id bigint not null,
  amount bigint not null,
  way text not null,
  reasons text[] not null default '{}'::text[],
  actor text not null,
  created_by bigint,
  at timestamp with time zone not null default now(),
  undone_at timestamp with time zone,
  undone_by text,
  undone_reason text,
  idempotency_key text,
  request_hash text,
  constraint movement_matches_pkey PRIMARY KEY (match_id),
  constraint movement_matches_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(user_id) ON DELETE SET NULL,
  constraint movement_matches_customer_id_account_id_fkey FOREIGN KEY (customer_id, account_id) REFERENCES accounts(customer_id, account_id),
  constraint movement_matches_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(customer_id),
  constraint movement_matches_customer_id_movement_id_fkey FOREIGN KEY (customer_id, movement_id) REFERENCES bank_movements(customer_id, movement_id),
  constraint movement_matches_customer_id_payment_id_fkey FOREIGN KEY (customer_id, payment_id) REFERENCES payments(customer_id, payment_id),
  constraint movement_matches_amount_check CHECK (amount > 0),
  constraint movement_matches_way_check CHECK (way = ANY (ARRAY['automatic', 'confirmed', 'by_hand', 'linked'])),
  constraint undone_by_somebody CHECK ((undone_at IS NULL) = (undone_by IS NULL))
);
CREATE INDEX movement_matches_by_account ON movement_matches USING btree (customer_id, account_id, match_id);
CREATE INDEX movement_matches_by_movement ON movement_matches USING btree (customer_id, movement_id, match_id);
CREATE INDEX movement_matches_by_payment ON movement_matches USING btree (customer_id, payment_id);
CREATE INDEX movement_matches_by_request ON movement_matches USING btree (customer_id, idempotency_key) WHERE idempotency_key IS NOT NULL;
CREATE UNIQUE INDEX one_match_per_payment ON movement_matches USING btree (customer_id, payment_id) WHERE undone_at IS NULL;
alter table movement_matches enable row level security;
alter table movement_matches force row level security;
create policy customer on movement_matches to saldo_customer
  using (customer_id = actor_customer_id())
  with check (customer_id = actor_customer_id());
create policy owner on movement_matches to saldo using (true) with check (true);
create policy queries on movement_matches for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all) OR customer_id = (( SELECT query_customer_id() AS query_customer_id)));
create policy super_user on movement_matches to saldo_super using (true) with check (true);
create policy system on movement_matches to saldo_system using (true) with check (true);
create policy limited_delete on movement_matches as restrictive for delete to saldo_subuser
  using (( SELECT actor_may('{payments:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_insert on movement_matches as restrictive for insert to saldo_subuser
  with check (( SELECT actor_may('{payments:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_read on movement_matches as restrictive for select to saldo_subuser
  using (( SELECT actor_may('{payments:read}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_update on movement_matches as restrictive for update to saldo_subuser
  using (( SELECT actor_may('{payments:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))))
  with check (( SELECT actor_may('{payments:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
grant delete, insert, select, update on movement_matches to saldo_super;
grant delete, insert, select, update on movement_matches to saldo_system;
grant insert, select, update on movement_matches to saldo_customer;
grant select (account_id, actor, amount, at, created_by, customer_id, match_id, movement_id, payment_id, reasons, undone_at, undone_by, undone_reason, way) on movement_matches to saldo_query;
grant usage on sequence movement_matches_match_id_seq to saldo_customer, saldo_super, saldo_system;
CREATE TRIGGER live_insert AFTER INSERT ON movement_matches REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_live('transfers');
CREATE TRIGGER live_update AFTER UPDATE ON movement_matches REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_live('transfers');

-- The payments whose money a recognised movement of a bank account carried (debits, notices) or took back. The section that
-- recognised it settled their bills; transfers have their matches. Append-only.
create table movement_payments (
  customer_id bigint not null,
  account_id bigint not null,
  movement_id bigint not null,
  payment_id bigint not null,
  is_return boolean not null,
  constraint movement_payments_pkey PRIMARY KEY (movement_id, payment_id),
  constraint movement_payments_customer_id_account_id_fkey FOREIGN KEY (customer_id, account_id) REFERENCES accounts(customer_id, account_id),
  constraint movement_payments_customer_id_movement_id_fkey FOREIGN KEY (customer_id, movement_id) REFERENCES bank_movements(customer_id, movement_id),
  constraint movement_payments_customer_id_payment_id_fkey FOREIGN KEY (customer_id, payment_id) REFERENCES payments(customer_id, payment_id)
);
CREATE INDEX movement_payments_by_account ON movement_payments USING btree (customer_id, account_id);
CREATE INDEX movement_payments_by_payment ON movement_payments USING btree (customer_id, payment_id);
alter table movement_payments enable row level security;
alter table movement_payments force row level security;
create policy customer on movement_payments to saldo_customer
  using (customer_id = actor_customer_id())
  with check (customer_id = actor_customer_id());
create policy owner on movement_payments to saldo using (true) with check (true);
create policy queries on movement_payments for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all) OR customer_id = (( SELECT query_customer_id() AS query_customer_id)));
create policy super_user on movement_payments to saldo_super using (true) with check (true);
create policy system on movement_payments to saldo_system using (true) with check (true);
create policy limited_delete on movement_payments as restrictive for delete to saldo_subuser
  using (( SELECT actor_may('{payments:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_insert on movement_payments as restrictive for insert to saldo_subuser
  with check (( SELECT actor_may('{payments:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_read on movement_payments as restrictive for select to saldo_subuser
  using (( SELECT actor_may('{payments:read}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_update on movement_payments as restrictive for update to saldo_subuser
  using (( SELECT actor_may('{payments:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))))
  with check (( SELECT actor_may('{payments:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
grant delete, insert, select, update on movement_payments to saldo_super;
grant delete, insert, select, update on movement_payments to saldo_system;
grant insert, select on movement_payments to saldo_customer;
grant select (account_id, customer_id, is_return, movement_id, payment_id) on movement_payments to saldo_query;
CREATE TRIGGER live_insert AFTER INSERT ON movement_payments REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_live('transfers');

create table notes (
  note_id bigint not null generated by default as identity,
  customer_id bigint not null,
  subject_id bigint not null,
  kind text not null,
  -- The kind as people read it, in the history of the person.
  title text not null generated always as (
    CASE kind
        WHEN 'call' THEN 'Telefonata'
        ELSE 'Nota'
    END) stored,
  happened_at timestamp with time zone not null default now(),
  text text not null,
  call_back_on date,
  -- When somebody marked the call as done, because they called or no longer need to. Null: the person is still to be called.
  called_back_at timestamp with time zone,
  called_back_by text,
  created_by bigint default actor_user_id(),
  author text not null,
  folded text not null generated always as (fold(text)) stored,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint notes_pkey PRIMARY KEY (note_id),
  constraint notes_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(user_id) ON DELETE SET NULL,
  constraint notes_customer_id_subject_id_fkey FOREIGN KEY (customer_id, subject_id) REFERENCES subjects(customer_id, subject_id),
  constraint called_back_by_somebody CHECK ((called_back_at IS NULL) = (called_back_by IS NULL)),
  constraint nobody_is_called_back_without_a_day CHECK (called_back_at IS NULL OR call_back_on IS NOT NULL),
  constraint notes_kind_check CHECK (kind = ANY (ARRAY['note', 'call'])),
  constraint notes_text_check CHECK (text <> '')
);
CREATE INDEX notes_by_date ON notes USING btree (customer_id, happened_at, note_id);
CREATE INDEX notes_by_subject ON notes USING btree (customer_id, subject_id, happened_at, note_id);
CREATE INDEX notes_to_call_back ON notes USING btree (customer_id, call_back_on, subject_id) WHERE call_back_on IS NOT NULL AND called_back_at IS NULL;
CREATE UNIQUE INDEX notes_by_key ON notes USING btree (customer_id, note_id);
alter table notes enable row level security;
alter table notes force row level security;
create policy customer on notes to saldo_customer
  using (customer_id = actor_customer_id())
  with check (customer_id = actor_customer_id());
create policy owner on notes to saldo using (true) with check (true);
create policy queries on notes for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all) OR customer_id = (( SELECT query_customer_id() AS query_customer_id)));
create policy super_user on notes to saldo_super using (true) with check (true);
create policy system on notes to saldo_system using (true) with check (true);
create policy limited_delete on notes as restrictive for delete to saldo_subuser
  using (( SELECT actor_may('{subjects:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM subjects p
  WHERE p.subject_id = notes.subject_id))));
create policy limited_insert on notes as restrictive for insert to saldo_subuser
  with check (( SELECT actor_may('{subjects:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM subjects p
  WHERE p.subject_id = notes.subject_id))));
create policy limited_read on notes as restrictive for select to saldo_subuser
  using (( SELECT actor_may('{subjects:read}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM subjects p
  WHERE p.subject_id = notes.subject_id))));
create policy limited_update on notes as restrictive for update to saldo_subuser
  using (( SELECT actor_may('{subjects:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM subjects p
  WHERE p.subject_id = notes.subject_id))))
  with check (( SELECT actor_may('{subjects:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM subjects p
  WHERE p.subject_id = notes.subject_id))));
grant delete, insert, select, update on notes to saldo_customer;
grant delete, insert, select, update on notes to saldo_super;
grant delete, insert, select, update on notes to saldo_system;
grant select (author, call_back_on, called_back_at, called_back_by, created_at, created_by, customer_id, happened_at, kind, note_id, subject_id, text, title, updated_at) on notes to saldo_query;
grant usage on sequence notes_note_id_seq to saldo_customer, saldo_super, saldo_system;
CREATE TRIGGER audit_delete AFTER DELETE ON notes FOR EACH ROW EXECUTE FUNCTION audit_row('subjects', 'subject_id', 'title', 'kind', 'created_by', 'author', 'called_back_by', 'folded');
CREATE TRIGGER audit_insert AFTER INSERT ON notes FOR EACH ROW WHEN (current_setting('saldo.bulk'::text, true) IS DISTINCT FROM 'yes'::text) EXECUTE FUNCTION audit_row('subjects', 'subject_id', 'title', 'kind', 'created_by', 'author', 'called_back_by', 'folded');
CREATE TRIGGER audit_update AFTER UPDATE ON notes FOR EACH ROW WHEN (old.* IS DISTINCT FROM new.*) EXECUTE FUNCTION audit_row('subjects', 'subject_id', 'title', 'kind', 'created_by', 'author', 'called_back_by', 'folded');
CREATE TRIGGER live_delete AFTER DELETE ON notes REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_live('subjects');
CREATE TRIGGER live_insert AFTER INSERT ON notes REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_live('subjects');
CREATE TRIGGER live_update AFTER UPDATE ON notes REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_live('subjects');
CREATE TRIGGER note_stays_its_authors BEFORE DELETE OR UPDATE ON notes FOR EACH ROW EXECUTE FUNCTION note_stays_its_authors();

-- The credit of a statement that is the money of the paid notices of a file: recognised once.
create table notice_credits (
  flow_id bigint not null,
  account_id bigint not null,
  customer_id bigint not null,
  -- The movement of the account, which a later section keeps.
  movement bigint not null,
  amount bigint not null,
  created_at timestamp with time zone not null default now(),
  constraint notice_credits_pkey PRIMARY KEY (flow_id, account_id),
  constraint notice_credits_customer_id_account_id_fkey FOREIGN KEY (customer_id, account_id) REFERENCES accounts(customer_id, account_id),
  constraint notice_credits_customer_id_flow_id_fkey FOREIGN KEY (customer_id, flow_id) REFERENCES flows(customer_id, flow_id)
);
CREATE INDEX notice_credits_by_customer ON notice_credits USING btree (customer_id, account_id, flow_id);
CREATE UNIQUE INDEX notice_credits_by_movement ON notice_credits USING btree (customer_id, movement);
alter table notice_credits enable row level security;
alter table notice_credits force row level security;
create policy customer on notice_credits to saldo_customer
  using (customer_id = actor_customer_id())
  with check (customer_id = actor_customer_id());
create policy owner on notice_credits to saldo using (true) with check (true);
create policy queries on notice_credits for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all) OR customer_id = (( SELECT query_customer_id() AS query_customer_id)));
create policy super_user on notice_credits to saldo_super using (true) with check (true);
create policy system on notice_credits to saldo_system using (true) with check (true);
create policy limited_delete on notice_credits as restrictive for delete to saldo_subuser
  using (( SELECT actor_may('{payments:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_insert on notice_credits as restrictive for insert to saldo_subuser
  with check (( SELECT actor_may('{payments:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_read on notice_credits as restrictive for select to saldo_subuser
  using (( SELECT actor_may('{bills:read,payments:read,debits:read}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_update on notice_credits as restrictive for update to saldo_subuser
  using (( SELECT actor_may('{payments:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))))
  with check (( SELECT actor_may('{payments:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
grant delete, insert, select, update on notice_credits to saldo_super;
grant delete, insert, select, update on notice_credits to saldo_system;
grant insert, select on notice_credits to saldo_customer;
grant select (account_id, amount, created_at, customer_id, flow_id) on notice_credits to saldo_query;
CREATE TRIGGER live_insert AFTER INSERT ON notice_credits REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_live('notices');
CREATE TRIGGER live_update AFTER UPDATE ON notice_credits REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_live('notices');

-- What the bank said of a notice, once for each causale and day; the payment that it made.
create table notice_outcomes (
  outcome_id bigint not null generated always as identity,
  customer_id bigint not null,
  account_id bigint not null,
  notice_id bigint not null,
  flow_id bigint not null,
  code text not null,
  amount bigint not null,
  fees bigint not null default 0,
  paid_on date,
  value_on date,
  bank_number text,
  payment_id bigint,
  created_at timestamp with time zone not null default now(),
  constraint notice_outcomes_pkey PRIMARY KEY (outcome_id),
  constraint notice_outcomes_customer_id_account_id_fkey FOREIGN KEY (customer_id, account_id) REFERENCES accounts(customer_id, account_id),
  constraint notice_outcomes_customer_id_flow_id_fkey FOREIGN KEY (customer_id, flow_id) REFERENCES flows(customer_id, flow_id),
  constraint notice_outcomes_customer_id_notice_id_fkey FOREIGN KEY (customer_id, notice_id) REFERENCES notices(customer_id, notice_id),
  constraint notice_outcomes_customer_id_payment_id_fkey FOREIGN KEY (customer_id, payment_id) REFERENCES payments(customer_id, payment_id),
  constraint notice_outcomes_amount_check CHECK (amount > 0),
  constraint notice_outcomes_fees_check CHECK (fees >= 0)
);
CREATE INDEX notice_outcomes_by_account ON notice_outcomes USING btree (customer_id, account_id, paid_on) WHERE payment_id IS NOT NULL;
CREATE INDEX notice_outcomes_by_flow ON notice_outcomes USING btree (customer_id, flow_id, account_id);
CREATE UNIQUE INDEX notice_outcomes_by_key ON notice_outcomes USING btree (customer_id, outcome_id);
-- A notice is paid once; other outcomes are told once each.
CREATE UNIQUE INDEX one_outcome_per_code ON notice_outcomes USING btree (customer_id, notice_id, code);
CREATE UNIQUE INDEX one_payment_per_notice ON notice_outcomes USING btree (customer_id, notice_id) WHERE payment_id IS NOT NULL;
alter table notice_outcomes enable row level security;
alter table notice_outcomes force row level security;
create policy customer on notice_outcomes to saldo_customer
  using (customer_id = actor_customer_id())
  with check (customer_id = actor_customer_id());
create policy owner on notice_outcomes to saldo using (true) with check (true);
create policy queries on notice_outcomes for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all) OR customer_id = (( SELECT query_customer_id() AS query_customer_id)));
create policy super_user on notice_outcomes to saldo_super using (true) with check (true);
create policy system on notice_outcomes to saldo_system using (true) with check (true);
create policy limited_delete on notice_outcomes as restrictive for delete to saldo_subuser
  using (( SELECT actor_may('{payments:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_insert on notice_outcomes as restrictive for insert to saldo_subuser
  with check (( SELECT actor_may('{payments:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_read on notice_outcomes as restrictive for select to saldo_subuser
  using (( SELECT actor_may('{bills:read,payments:read,debits:read}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_update on notice_outcomes as restrictive for update to saldo_subuser
  using (( SELECT actor_may('{payments:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))))
  with check (( SELECT actor_may('{payments:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
grant delete, insert, select, update on notice_outcomes to saldo_super;
grant delete, insert, select, update on notice_outcomes to saldo_system;
grant insert, select on notice_outcomes to saldo_customer;
grant select (account_id, amount, bank_number, code, created_at, customer_id, fees, flow_id, notice_id, outcome_id, paid_on, payment_id, value_on) on notice_outcomes to saldo_query;
grant usage on sequence notice_outcomes_outcome_id_seq to saldo_customer, saldo_super, saldo_system;
CREATE TRIGGER live_insert AFTER INSERT ON notice_outcomes REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_live('notices');
CREATE TRIGGER live_update AFTER UPDATE ON notice_outcomes REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_live('notices');

-- A notice of a bill. Those that another program made are known from their outcome.
create table notices (
  notice_id bigint not null generated always as identity,
  customer_id bigint not null,
  account_id bigint not null,
  bill_id bigint not null,
  subject_id bigint not null,
  kind text not null,
  -- Unique for the condominium's account: by it the bank's outcome finds the notice.
  creditor_number text not null,
  amount bigint not null,
  due_on date not null,
  state text not null,
  -- The files that asked for it and recalled it. Null: another program made it; it was not recalled here.
  order_flow_id bigint,
  recall_flow_id bigint,
  actor text not null,
  created_by bigint,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint notices_pkey PRIMARY KEY (notice_id),
  constraint notices_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(user_id) ON DELETE SET NULL,
  constraint notices_customer_id_account_id_fkey FOREIGN KEY (customer_id, account_id) REFERENCES accounts(customer_id, account_id),
  constraint notices_customer_id_bill_id_fkey FOREIGN KEY (customer_id, bill_id) REFERENCES bills(customer_id, bill_id),
  constraint notices_customer_id_order_flow_id_fkey FOREIGN KEY (customer_id, order_flow_id) REFERENCES flows(customer_id, flow_id),
  constraint notices_customer_id_recall_flow_id_fkey FOREIGN KEY (customer_id, recall_flow_id) REFERENCES flows(customer_id, flow_id),
  constraint notices_customer_id_subject_id_fkey FOREIGN KEY (customer_id, subject_id) REFERENCES subjects(customer_id, subject_id),
  constraint notices_amount_check CHECK (amount > 0),
  constraint notices_creditor_number_check CHECK (creditor_number ~ '^[A-Z0-9]{1,10}$'),
  constraint notices_kind_check CHECK (kind = ANY (ARRAY['mav', 'riba'])),
  constraint notices_state_check CHECK (state = ANY (ARRAY['presented', 'to_recall', 'recalling', 'paid', 'unpaid', 'recalled', 'expired']))
);
CREATE INDEX notices_by_account ON notices USING btree (customer_id, account_id, created_at, notice_id);
CREATE INDEX notices_by_amount ON notices USING btree (customer_id, amount, notice_id);
CREATE INDEX notices_by_bill ON notices USING btree (customer_id, bill_id, notice_id);
CREATE INDEX notices_by_date ON notices USING btree (customer_id, created_at, notice_id);
CREATE INDEX notices_by_due_date ON notices USING btree (customer_id, due_on, notice_id);
CREATE INDEX notices_by_order ON notices USING btree (customer_id, order_flow_id) WHERE order_flow_id IS NOT NULL;
CREATE INDEX notices_by_state ON notices USING btree (customer_id, state, created_at, notice_id);
CREATE INDEX notices_by_subject ON notices USING btree (customer_id, subject_id, notice_id);
CREATE UNIQUE INDEX notices_by_key ON notices USING btree (customer_id, notice_id);
CREATE UNIQUE INDEX one_notice_per_number ON notices USING btree (customer_id, account_id, kind, creditor_number);
CREATE UNIQUE INDEX one_open_notice_per_bill ON notices USING btree (customer_id, bill_id) WHERE state = ANY (ARRAY['presented', 'to_recall', 'recalling']);
alter table notices enable row level security;
alter table notices force row level security;
create policy customer on notices to saldo_customer
  using (customer_id = actor_customer_id())
  with check (customer_id = actor_customer_id());
create policy own_bill on notices for select to saldo_link
  using (bill_id = actor_bill_id());
create policy owner on notices to saldo using (true) with check (true);
create policy queries on notices for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all) OR customer_id = (( SELECT query_customer_id() AS query_customer_id)));
create policy super_user on notices to saldo_super using (true) with check (true);
create policy system on notices to saldo_system using (true) with check (true);
create policy limited_delete on notices as restrictive for delete to saldo_subuser
  using (( SELECT actor_may('{payments:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_insert on notices as restrictive for insert to saldo_subuser
  with check (( SELECT actor_may('{payments:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_read on notices as restrictive for select to saldo_subuser
  using (( SELECT actor_may('{bills:read,payments:read,debits:read}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_update on notices as restrictive for update to saldo_subuser
  using (( SELECT actor_may('{payments:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))))
  with check (( SELECT actor_may('{payments:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
grant delete, insert, select, update on notices to saldo_super;
grant delete, insert, select, update on notices to saldo_system;
grant insert, select, update on notices to saldo_customer;
grant select on notices to saldo_link;
grant select (account_id, actor, amount, bill_id, created_at, created_by, creditor_number, customer_id, due_on, kind, notice_id, order_flow_id, recall_flow_id, state, subject_id, updated_at) on notices to saldo_query;
grant usage on sequence notices_notice_id_seq to saldo_customer, saldo_super, saldo_system;
CREATE TRIGGER live_insert AFTER INSERT ON notices REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_live('notices');
CREATE TRIGGER live_update AFTER UPDATE ON notices REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_live('notices');

-- What an office adds to the mails that are written for it: its logo and its closing words.
create table office_branding (
  customer_id bigint not null,
  -- Null: its name stands there instead.
  logo_id bigint,
  closing_words text,
  updated_at timestamp with time zone not null default now(),
  constraint office_branding_pkey PRIMARY KEY (customer_id),
  constraint office_branding_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(customer_id),
  constraint office_branding_customer_id_logo_id_fkey FOREIGN KEY (customer_id, logo_id) REFERENCES office_logos(customer_id, logo_id),
  constraint office_branding_closing_words_check CHECK (length(closing_words) >= 1 AND length(closing_words) <= 600)
);
CREATE INDEX office_branding_by_logo ON office_branding USING btree (customer_id, logo_id);
alter table office_branding enable row level security;
alter table office_branding force row level security;
create policy asker on office_branding for select to saldo_link
  using (customer_id = (( SELECT b.customer_id
   FROM bills b
  WHERE b.bill_id = actor_bill_id())));
create policy asker_of_consumer on office_branding for select to saldo_consumer
  using ((customer_id IN ( SELECT b.customer_id
   FROM bills b)));
create policy customer on office_branding to saldo_customer
  using (customer_id = actor_customer_id())
  with check (customer_id = actor_customer_id());
create policy owner on office_branding to saldo using (true) with check (true);
create policy queries on office_branding for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all) OR customer_id = (( SELECT query_customer_id() AS query_customer_id)));
create policy super_user on office_branding to saldo_super using (true) with check (true);
create policy system on office_branding to saldo_system using (true) with check (true);
create policy limited_delete on office_branding as restrictive for delete to saldo_subuser
  using (( SELECT actor_may('{office:write}'::text[]) AS actor_may) AND true);
create policy limited_insert on office_branding as restrictive for insert to saldo_subuser
  with check (( SELECT actor_may('{office:write}'::text[]) AS actor_may) AND true);
create policy limited_update on office_branding as restrictive for update to saldo_subuser
  using (( SELECT actor_may('{office:write}'::text[]) AS actor_may) AND true)
  with check (( SELECT actor_may('{office:write}'::text[]) AS actor_may) AND true);
grant delete, insert, select, update on office_branding to saldo_super;
grant delete, insert, select, update on office_branding to saldo_system;
grant insert, select, update on office_branding to saldo_customer;
grant select on office_branding to saldo_consumer;
grant select on office_branding to saldo_link;
grant select (closing_words, customer_id, logo_id, updated_at) on office_branding to saldo_query;
CREATE TRIGGER audit_delete AFTER DELETE ON office_branding FOR EACH ROW EXECUTE FUNCTION audit_row('customers', 'customer_id', 'customer_id', 'customer_id', 'updated_at');
CREATE TRIGGER audit_insert AFTER INSERT ON office_branding FOR EACH ROW WHEN (current_setting('saldo.bulk'::text, true) IS DISTINCT FROM 'yes'::text) EXECUTE FUNCTION audit_row('customers', 'customer_id', 'customer_id', 'customer_id', 'updated_at');
CREATE TRIGGER audit_update AFTER UPDATE ON office_branding FOR EACH ROW WHEN (old.* IS DISTINCT FROM new.*) EXECUTE FUNCTION audit_row('customers', 'customer_id', 'customer_id', 'customer_id', 'updated_at');
CREATE TRIGGER touch BEFORE UPDATE ON office_branding FOR EACH ROW EXECUTE FUNCTION touch();

-- How an office's debt was settled. Append-only.
create table office_debt_settlements (
  settlement_id bigint not null generated always as identity,
  customer_id bigint not null,
  recovery_id bigint not null,
  amount bigint not null,
  -- paid: by the office, by bank transfer. offset: against something else between office and platform. reversed: taken from
  -- the connected account later. won: kept of the money that came back with a dispute won.
  way text not null,
  settled_on date not null,
  reference text,
  note text,
  actor text not null,
  created_by bigint,
  created_at timestamp with time zone not null default now(),
  constraint office_debt_settlements_pkey PRIMARY KEY (settlement_id),
  constraint office_debt_settlements_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(user_id) ON DELETE SET NULL,
  constraint office_debt_settlements_customer_id_recovery_id_fkey FOREIGN KEY (customer_id, recovery_id) REFERENCES transfer_recoveries(customer_id, recovery_id),
  constraint office_debt_settlements_amount_check CHECK (amount > 0),
  constraint office_debt_settlements_way_check CHECK (way = ANY (ARRAY['paid', 'offset', 'reversed', 'won']))
);
CREATE INDEX office_debt_settlements_by_recovery ON office_debt_settlements USING btree (customer_id, recovery_id, settlement_id);
alter table office_debt_settlements enable row level security;
alter table office_debt_settlements force row level security;
create policy customer on office_debt_settlements to saldo_customer
  using (customer_id = actor_customer_id())
  with check (customer_id = actor_customer_id());
create policy owner on office_debt_settlements to saldo using (true) with check (true);
create policy queries on office_debt_settlements for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all) OR customer_id = (( SELECT query_customer_id() AS query_customer_id)));
create policy super_user on office_debt_settlements to saldo_super using (true) with check (true);
create policy system on office_debt_settlements to saldo_system using (true) with check (true);
create policy limited_delete on office_debt_settlements as restrictive for delete to saldo_subuser
  using (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM transfer_recoveries p
  WHERE p.recovery_id = office_debt_settlements.recovery_id))));
create policy limited_insert on office_debt_settlements as restrictive for insert to saldo_subuser
  with check (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM transfer_recoveries p
  WHERE p.recovery_id = office_debt_settlements.recovery_id))));
create policy limited_read on office_debt_settlements as restrictive for select to saldo_subuser
  using (( SELECT actor_may('{bills:read,payments:read,debits:read}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM transfer_recoveries p
  WHERE p.recovery_id = office_debt_settlements.recovery_id))));
create policy limited_update on office_debt_settlements as restrictive for update to saldo_subuser
  using (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM transfer_recoveries p
  WHERE p.recovery_id = office_debt_settlements.recovery_id))))
  with check (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM transfer_recoveries p
  WHERE p.recovery_id = office_debt_settlements.recovery_id))));
grant insert, select on office_debt_settlements to saldo_super;
grant insert, select on office_debt_settlements to saldo_system;
grant select on office_debt_settlements to saldo_customer;
grant select (actor, amount, created_at, created_by, customer_id, note, recovery_id, reference, settled_on, settlement_id, way) on office_debt_settlements to saldo_query;
grant usage on sequence office_debt_settlements_settlement_id_seq to saldo_super, saldo_system;

-- The logos that an office loaded, the one in use and those of before: a new logo is a new row and a new file, so that mails
-- that were written keep theirs. A row never changes.
create table office_logos (
  logo_id bigint not null generated always as identity,
  customer_id bigint not null,
  -- In the file store.
  logo_path text not null,
  file_name text not null,
  mime text not null,
  width integer not null,
  height integer not null,
  bytes integer not null,
  created_by bigint,
  created_at timestamp with time zone not null default now(),
  constraint office_logos_pkey PRIMARY KEY (logo_id),
  constraint office_logos_logo_path_key UNIQUE (logo_path),
  constraint office_logos_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(user_id) ON DELETE SET NULL,
  constraint office_logos_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(customer_id),
  constraint office_logos_bytes_check CHECK (bytes > 0),
  constraint office_logos_height_check CHECK (height > 0),
  constraint office_logos_logo_path_check CHECK (logo_path ~ '^logos/[0-9a-f-]{36}$'),
  constraint office_logos_mime_check CHECK (mime = ANY (ARRAY['image/png', 'image/jpeg'])),
  constraint office_logos_width_check CHECK (width > 0)
);
CREATE UNIQUE INDEX office_logos_by_key ON office_logos USING btree (customer_id, logo_id);
alter table office_logos enable row level security;
alter table office_logos force row level security;
create policy asker on office_logos for select to saldo_link
  using (customer_id = (( SELECT b.customer_id
   FROM bills b
  WHERE b.bill_id = actor_bill_id())));
create policy asker_of_consumer on office_logos for select to saldo_consumer
  using ((customer_id IN ( SELECT b.customer_id
   FROM bills b)));
create policy customer on office_logos to saldo_customer
  using (customer_id = actor_customer_id())
  with check (customer_id = actor_customer_id());
create policy owner on office_logos to saldo using (true) with check (true);
create policy queries on office_logos for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all) OR customer_id = (( SELECT query_customer_id() AS query_customer_id)));
create policy super_user on office_logos to saldo_super using (true) with check (true);
create policy system on office_logos to saldo_system using (true) with check (true);
create policy limited_delete on office_logos as restrictive for delete to saldo_subuser
  using (( SELECT actor_may('{office:write}'::text[]) AS actor_may) AND true);
create policy limited_insert on office_logos as restrictive for insert to saldo_subuser
  with check (( SELECT actor_may('{office:write}'::text[]) AS actor_may) AND true);
create policy limited_update on office_logos as restrictive for update to saldo_subuser
  using (( SELECT actor_may('{office:write}'::text[]) AS actor_may) AND true)
  with check (( SELECT actor_may('{office:write}'::text[]) AS actor_may) AND true);
grant delete, insert, select, update on office_logos to saldo_super;
grant delete, insert, select, update on office_logos to saldo_system;
grant insert, select on office_logos to saldo_customer;
grant select on office_logos to saldo_consumer;
grant select on office_logos to saldo_link;
grant select (bytes, created_at, created_by, customer_id, file_name, height, logo_id, mime, width) on office_logos to saldo_query;
grant usage on sequence office_logos_logo_id_seq to saldo_customer, saldo_super, saldo_system;
CREATE TRIGGER register_file AFTER INSERT ON office_logos FOR EACH ROW EXECUTE FUNCTION register_file('logo', 'logo_id', 'logo_path', 'file_name', 'mime', 'bytes', '', 'created_by');
CREATE TRIGGER register_file_delete AFTER DELETE ON office_logos FOR EACH ROW EXECUTE FUNCTION register_file('logo', 'logo_id', 'logo_path', 'file_name', 'mime', 'bytes', '', 'created_by');
CREATE TRIGGER register_file_update AFTER UPDATE OF logo_path, file_name, mime, bytes ON office_logos FOR EACH ROW EXECUTE FUNCTION register_file('logo', 'logo_id', 'logo_path', 'file_name', 'mime', 'bytes', '', 'created_by');

-- Six-digit codes by mail. What the requester holds is kept as SHA-256, the digits as HMAC under the server's secret.
create table one_time_codes (
  code_id bigint not null generated always as identity,
  asker_hash bytea not null,
  code_hash bytea not null,
  purpose text not null,
  -- The key of the change that it confirms. Null: it confirms an address.
  record_id bigint,
  -- Null: the holder of a link.
  user_id bigint,
  email text not null,
  tries smallint not null default 0,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  verified_at timestamp with time zone,
  constraint one_time_codes_pkey PRIMARY KEY (code_id),
  constraint one_time_codes_asker_hash_key UNIQUE (asker_hash),
  constraint one_time_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id) ON DELETE CASCADE
);
CREATE INDEX one_time_codes_by_expiry ON one_time_codes USING btree (expires_at);
CREATE INDEX one_time_codes_by_record ON one_time_codes USING btree (purpose, record_id, code_id) WHERE record_id IS NOT NULL;
CREATE INDEX one_time_codes_by_user ON one_time_codes USING btree (user_id, created_at);
alter table one_time_codes enable row level security;
alter table one_time_codes force row level security;
create policy owner on one_time_codes to saldo using (true) with check (true);
create policy super_user on one_time_codes to saldo_super using (true) with check (true);
create policy system on one_time_codes to saldo_system using (true) with check (true);
grant delete, insert, select, update on one_time_codes to saldo_system;
grant usage on sequence one_time_codes_code_id_seq to saldo_super, saldo_system;

-- Tokens sent in a link: to recover a password, to sign in, to accept an invitation, to confirm an address. Kept as SHA-256
-- alone, deleted when used; of each kind but sign_in only the newest works.
create table one_time_tokens (
  token_hash bytea not null,
  user_id bigint not null,
  purpose text not null,
  -- The address to confirm.
  email text,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  -- The edition that a sign-in link is for. Null: not a sign-in link, any edition.
  audience text,
  constraint one_time_tokens_pkey PRIMARY KEY (token_hash),
  constraint one_time_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id) ON DELETE CASCADE,
  constraint a_sign_in_link_is_for_an_edition CHECK ((purpose = 'sign_in') = (audience IS NOT NULL)),
  constraint an_address_is_confirmed CHECK ((purpose = 'email') = (email IS NOT NULL)),
  constraint one_time_tokens_audience_check CHECK (audience = ANY (ARRAY['business', 'b2c'])),
  constraint one_time_tokens_purpose_check CHECK (purpose = ANY (ARRAY['recovery', 'sign_in', 'invitation', 'email']))
);
CREATE INDEX one_time_tokens_by_expiry ON one_time_tokens USING btree (expires_at);
CREATE INDEX one_time_tokens_by_user ON one_time_tokens USING btree (user_id);
CREATE UNIQUE INDEX one_address_per_user ON one_time_tokens USING btree (user_id) WHERE purpose = 'email';
CREATE UNIQUE INDEX one_invitation_per_user ON one_time_tokens USING btree (user_id) WHERE purpose = 'invitation';
CREATE UNIQUE INDEX one_recovery_per_user ON one_time_tokens USING btree (user_id) WHERE purpose = 'recovery';
alter table one_time_tokens enable row level security;
alter table one_time_tokens force row level security;
create policy owner on one_time_tokens to saldo using (true) with check (true);
create policy super_user on one_time_tokens to saldo_super using (true) with check (true);
create policy system on one_time_tokens to saldo_system using (true) with check (true);
grant delete, insert, select, update on one_time_tokens to saldo_system;
CREATE TRIGGER note_login_hand AFTER INSERT OR UPDATE ON one_time_tokens FOR EACH ROW WHEN (new.purpose = 'email'::text) EXECUTE FUNCTION note_login_hand('address');

-- A person's balance from the year before in a unit, imported once, in cents, negative when owed. A debt became a bill, a
-- credit became the person's credit with the condominium.
create table opening_balances (
  customer_id bigint not null,
  account_id bigint not null,
  unit_id bigint not null,
  subject_id bigint not null,
  right_kind text not null,
  day date not null,
  amount bigint not null,
  import_id bigint not null,
  constraint opening_balances_pkey PRIMARY KEY (unit_id, subject_id, right_kind),
  constraint opening_balances_customer_id_account_id_unit_id_fkey FOREIGN KEY (customer_id, account_id, unit_id) REFERENCES units(customer_id, account_id, unit_id) ON DELETE CASCADE,
  constraint opening_balances_customer_id_subject_id_fkey FOREIGN KEY (customer_id, subject_id) REFERENCES subjects(customer_id, subject_id),
  constraint opening_balances_amount_check CHECK (amount <> 0)
);
CREATE INDEX opening_balances_by_account ON opening_balances USING btree (customer_id, account_id, unit_id);
CREATE INDEX opening_balances_by_import ON opening_balances USING btree (import_id);
CREATE INDEX opening_balances_by_subject ON opening_balances USING btree (customer_id, subject_id);
alter table opening_balances enable row level security;
alter table opening_balances force row level security;
create policy customer on opening_balances to saldo_customer
  using (customer_id = actor_customer_id())
  with check (customer_id = actor_customer_id());
create policy owner on opening_balances to saldo using (true) with check (true);
create policy queries on opening_balances for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all) OR customer_id = (( SELECT query_customer_id() AS query_customer_id)));
create policy super_user on opening_balances to saldo_super using (true) with check (true);
create policy system on opening_balances to saldo_system using (true) with check (true);
create policy limited_delete on opening_balances as restrictive for delete to saldo_subuser
  using (( SELECT actor_may('{bills:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_insert on opening_balances as restrictive for insert to saldo_subuser
  with check (( SELECT actor_may('{bills:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_read on opening_balances as restrictive for select to saldo_subuser
  using (( SELECT actor_may('{accounts:read,subjects:read,bills:read,payments:read,debits:read,documents:read,office:read}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_update on opening_balances as restrictive for update to saldo_subuser
  using (( SELECT actor_may('{bills:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))))
  with check (( SELECT actor_may('{bills:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
grant delete, insert, select on opening_balances to saldo_customer;
grant delete, insert, select, update on opening_balances to saldo_super;
grant delete, insert, select, update on opening_balances to saldo_system;
grant select (account_id, amount, customer_id, day, import_id, right_kind, subject_id, unit_id) on opening_balances to saldo_query;

-- The last answer of each check (server/features/operations/checks). One row per check, so that several servers send one alarm.
create table operation_checks (
  code text not null,
  state text not null,
  figure bigint,
  -- The parts that add up to the figure: [{"name", "figure", "note"}].
  parts jsonb not null default '[]'::jsonb,
  -- Why it could not be asked: a sentence without values.
  why text,
  checked_at timestamp with time zone not null,
  -- Since when it is in this state.
  since timestamp with time zone not null,
  -- Since when it is not ok. Null: it is.
  bad_since timestamp with time zone,
  -- The worst state of which somebody was told since it was last ok. Null: nobody needs to hear that it recovered.
  alarmed text,
  alarmed_at timestamp with time zone,
  constraint operation_checks_pkey PRIMARY KEY (code),
  constraint operation_checks_alarmed_check CHECK (alarmed = ANY (ARRAY['attention', 'broken', 'unknown'])),
  constraint operation_checks_bad_or_ok CHECK ((bad_since IS NULL) = (state = 'ok')),
  constraint operation_checks_state_check CHECK (state = ANY (ARRAY['ok', 'attention', 'broken', 'unknown']))
);
alter table operation_checks enable row level security;
alter table operation_checks force row level security;
create policy owner on operation_checks to saldo using (true) with check (true);
create policy queries on operation_checks for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all));
create policy super_user on operation_checks to saldo_super using (true) with check (true);
create policy system on operation_checks to saldo_system using (true) with check (true);
grant delete, insert, select, update on operation_checks to saldo_super;
grant delete, insert, select, update on operation_checks to saldo_system;
grant select (alarmed, alarmed_at, bad_since, checked_at, code, figure, parts, since, state, why) on operation_checks to saldo_query;

-- Payouts that Saldo orders by hand. The provider does not list the lines of such a payout, so this says whose it is: by its
-- id, and by what our metadata claims only until the id is known. `order_key`: for example `money_transfer:12`.
create table ordered_payouts (
  order_key text not null,
  customer_id bigint not null,
  account_id bigint not null,
  provider_account text not null,
  destination text not null,
  amount bigint not null,
  provider_object text,
  created_at timestamp with time zone not null default now(),
  constraint ordered_payouts_pkey PRIMARY KEY (order_key),
  constraint ordered_payouts_customer_id_account_id_fkey FOREIGN KEY (customer_id, account_id) REFERENCES accounts(customer_id, account_id),
  constraint ordered_payouts_amount_check CHECK (amount > 0),
  constraint ordered_payouts_provider_account_check CHECK (provider_account = ANY (ARRAY['stripe', 'stripe2']))
);
CREATE INDEX ordered_payouts_by_account ON ordered_payouts USING btree (customer_id, account_id);
CREATE UNIQUE INDEX one_order_per_payout ON ordered_payouts USING btree (provider_account, provider_object) WHERE provider_object IS NOT NULL;
alter table ordered_payouts enable row level security;
alter table ordered_payouts force row level security;
create policy owner on ordered_payouts to saldo using (true) with check (true);
create policy queries on ordered_payouts for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all) OR customer_id = (( SELECT query_customer_id() AS query_customer_id)));
create policy super_user on ordered_payouts to saldo_super using (true) with check (true);
create policy system on ordered_payouts to saldo_system using (true) with check (true);
grant delete, insert, select, update on ordered_payouts to saldo_system;
grant select on ordered_payouts to saldo_super;
grant select (account_id, amount, created_at, customer_id, provider_account) on ordered_payouts to saldo_query;

-- Files on the disk that no row names: counted and shown, never deleted by themselves.
create table orphan_files (
  path text not null,
  bytes bigint not null,
  written_at timestamp with time zone not null,
  found_at timestamp with time zone not null default now(),
  constraint orphan_files_pkey PRIMARY KEY (path)
);
alter table orphan_files enable row level security;
alter table orphan_files force row level security;
create policy owner on orphan_files to saldo using (true) with check (true);
create policy queries on orphan_files for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all));
create policy super_user on orphan_files to saldo_super using (true) with check (true);
create policy system on orphan_files to saldo_system using (true) with check (true);
grant delete, insert, select, update on orphan_files to saldo_super;
grant delete, insert, select, update on orphan_files to saldo_system;
grant select (bytes, found_at, written_at) on orphan_files to saldo_query;

-- What a passkey is asked to sign: for one purpose, once, within minutes.
create table passkey_challenges (
  challenge text not null,
  user_id bigint not null,
  purpose text not null,
  expires_at timestamp with time zone not null,
  constraint passkey_challenges_pkey PRIMARY KEY (challenge),
  constraint passkey_challenges_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id) ON DELETE CASCADE,
  constraint passkey_challenges_purpose_check CHECK (purpose = ANY (ARRAY['sign_in', 'step_up', 'add']))
);
CREATE INDEX passkey_challenges_by_expiry ON passkey_challenges USING btree (expires_at);
CREATE INDEX passkey_challenges_by_user ON passkey_challenges USING btree (user_id);
alter table passkey_challenges enable row level security;
alter table passkey_challenges force row level security;
create policy owner on passkey_challenges to saldo using (true) with check (true);
create policy super_user on passkey_challenges to saldo_super using (true) with check (true);
create policy system on passkey_challenges to saldo_system using (true) with check (true);
grant delete, insert, select, update on passkey_challenges to saldo_system;

-- The second step by a passkey.
create table passkeys (
  passkey_id bigint not null generated always as identity,
  user_id bigint not null,
  credential_id text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null default '{}'::text[],
  name text not null,
  created_at timestamp with time zone not null default now(),
  used_at timestamp with time zone,
  constraint passkeys_pkey PRIMARY KEY (passkey_id),
  constraint passkeys_credential_id_key UNIQUE (credential_id),
  constraint passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id) ON DELETE CASCADE
);
CREATE INDEX passkeys_by_user ON passkeys USING btree (user_id, passkey_id);
alter table passkeys enable row level security;
alter table passkeys force row level security;
create policy owner on passkeys to saldo using (true) with check (true);
create policy super_user on passkeys to saldo_super using (true) with check (true);
create policy system on passkeys to saldo_system using (true) with check (true);
grant delete, insert, select, update on passkeys to saldo_system;
grant usage on sequence passkeys_passkey_id_seq to saldo_super, saldo_system;

-- A link that pays once, given after a failed debit. It says which payment used it; only the token's SHA-256 is kept.
create table pay_links (
  pay_link_id bigint not null generated always as identity,
  customer_id bigint not null,
  bill_id bigint not null,
  token_hash bytea not null,
  expires_at timestamp with time zone not null,
  payment_id bigint,
  created_at timestamp with time zone not null default now(),
  constraint pay_links_pkey PRIMARY KEY (pay_link_id),
  constraint pay_links_token_hash_key UNIQUE (token_hash),
  constraint pay_links_customer_id_bill_id_fkey FOREIGN KEY (customer_id, bill_id) REFERENCES bills(customer_id, bill_id),
  constraint pay_links_customer_id_payment_id_fkey FOREIGN KEY (customer_id, payment_id) REFERENCES payments(customer_id, payment_id)
);
CREATE INDEX pay_links_by_bill ON pay_links USING btree (customer_id, bill_id, pay_link_id);
alter table pay_links enable row level security;
alter table pay_links force row level security;
create policy customer on pay_links to saldo_customer
  using (customer_id = actor_customer_id())
  with check (customer_id = actor_customer_id());
create policy own_link on pay_links to saldo_link
  using (bill_id = actor_bill_id());
create policy owner on pay_links to saldo using (true) with check (true);
create policy super_user on pay_links to saldo_super using (true) with check (true);
create policy system on pay_links to saldo_system using (true) with check (true);
create policy limited_delete on pay_links as restrictive for delete to saldo_subuser
  using (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM bills p
  WHERE p.bill_id = pay_links.bill_id))));
create policy limited_insert on pay_links as restrictive for insert to saldo_subuser
  with check (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM bills p
  WHERE p.bill_id = pay_links.bill_id))));
create policy limited_read on pay_links as restrictive for select to saldo_subuser
  using (( SELECT actor_may('{bills:read,payments:read,debits:read}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM bills p
  WHERE p.bill_id = pay_links.bill_id))));
create policy limited_update on pay_links as restrictive for update to saldo_subuser
  using (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM bills p
  WHERE p.bill_id = pay_links.bill_id))))
  with check (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM bills p
  WHERE p.bill_id = pay_links.bill_id))));
grant delete, insert, select, update on pay_links to saldo_super;
grant delete, insert, select, update on pay_links to saldo_system;
grant insert, select on pay_links to saldo_customer;
grant select, update on pay_links to saldo_link;
grant usage on sequence pay_links_pay_link_id_seq to saldo_customer, saldo_super, saldo_system;

-- Learned: what this IBAN pays into this condominium is this person's.
create table payer_rules (
  rule_id bigint not null generated always as identity,
  customer_id bigint not null,
  account_id bigint not null,
  subject_id bigint not null,
  party_iban text not null,
  party_name text,
  actor text not null,
  created_by bigint,
  created_at timestamp with time zone not null default now(),
  constraint payer_rules_pkey PRIMARY KEY (rule_id),
  constraint payer_rules_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(user_id) ON DELETE SET NULL,
  constraint payer_rules_customer_id_account_id_fkey FOREIGN KEY (customer_id, account_id) REFERENCES accounts(customer_id, account_id),
  constraint payer_rules_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(customer_id),
  constraint payer_rules_customer_id_subject_id_fkey FOREIGN KEY (customer_id, subject_id) REFERENCES subjects(customer_id, subject_id)
);
CREATE INDEX payer_rules_by_date ON payer_rules USING btree (customer_id, created_at, rule_id);
CREATE INDEX payer_rules_by_iban ON payer_rules USING btree (customer_id, account_id, party_iban, subject_id);
CREATE INDEX payer_rules_by_subject ON payer_rules USING btree (customer_id, subject_id, rule_id);
CREATE UNIQUE INDEX payer_rules_by_key ON payer_rules USING btree (customer_id, rule_id);
alter table payer_rules enable row level security;
alter table payer_rules force row level security;
create policy customer on payer_rules to saldo_customer
  using (customer_id = actor_customer_id())
  with check (customer_id = actor_customer_id());
create policy owner on payer_rules to saldo using (true) with check (true);
create policy queries on payer_rules for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all) OR customer_id = (( SELECT query_customer_id() AS query_customer_id)));
create policy super_user on payer_rules to saldo_super using (true) with check (true);
create policy system on payer_rules to saldo_system using (true) with check (true);
create policy limited_delete on payer_rules as restrictive for delete to saldo_subuser
  using (( SELECT actor_may('{payments:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_insert on payer_rules as restrictive for insert to saldo_subuser
  with check (( SELECT actor_may('{payments:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_read on payer_rules as restrictive for select to saldo_subuser
  using (( SELECT actor_may('{payments:read}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_update on payer_rules as restrictive for update to saldo_subuser
  using (( SELECT actor_may('{payments:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))))
  with check (( SELECT actor_may('{payments:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
grant delete, insert, select on payer_rules to saldo_customer;
grant delete, insert, select, update on payer_rules to saldo_super;
grant delete, insert, select, update on payer_rules to saldo_system;
grant select (account_id, actor, created_at, created_by, customer_id, party_name, rule_id, subject_id) on payer_rules to saldo_query;
grant usage on sequence payer_rules_rule_id_seq to saldo_customer, saldo_super, saldo_system;
CREATE TRIGGER live_delete AFTER DELETE ON payer_rules REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_live('payer-rules');
CREATE TRIGGER live_insert AFTER INSERT ON payer_rules REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_live('payer-rules');

-- What a payment is for: which cents settle which instalment, and what is left as the payer's credit. Kept in versions: a
-- refund, a return or a person's decision adds one, and the earlier ones stay readable.
create table payment_allocations (
  allocation_id bigint not null generated always as identity,
  customer_id bigint not null,
  payment_id bigint not null,
  version smallint not null,
  current boolean not null default true,
  -- named: the payer said what for. oldest: art. 1193 c.c., the debt due first. interest_first: art. 1194 c.c. manual: the
  -- administrator decided. The others: what happened to the payment since.
  rule text not null,
  credit bigint not null default 0,
  reason text,
  actor text not null,
  at timestamp with time zone not null default now(),
  constraint payment_allocations_pkey PRIMARY KEY (allocation_id),
  constraint payment_allocations_payment_id_version_key UNIQUE (payment_id, version),
  constraint payment_allocations_customer_id_payment_id_fkey FOREIGN KEY (customer_id, payment_id) REFERENCES payments(customer_id, payment_id),
  constraint payment_allocations_credit_check CHECK (credit >= 0),
  constraint payment_allocations_rule_check CHECK (rule = ANY (ARRAY['named', 'oldest', 'interest_first', 'manual', 'refund', 'refund_failed', 'return', 'dispute', 'reversal']))
);
CREATE INDEX payment_allocations_by_payment ON payment_allocations USING btree (customer_id, payment_id, version);
CREATE UNIQUE INDEX one_current_allocation ON payment_allocations USING btree (payment_id) WHERE current;
CREATE UNIQUE INDEX payment_allocations_by_key ON payment_allocations USING btree (customer_id, allocation_id);
alter table payment_allocations enable row level security;
alter table payment_allocations force row level security;
create policy customer on payment_allocations to saldo_customer
  using (customer_id = actor_customer_id())
  with check (customer_id = actor_customer_id());
create policy owner on payment_allocations to saldo using (true) with check (true);
create policy queries on payment_allocations for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all) OR customer_id = (( SELECT query_customer_id() AS query_customer_id)));
create policy super_user on payment_allocations to saldo_super using (true) with check (true);
create policy system on payment_allocations to saldo_system using (true) with check (true);
create policy limited_delete on payment_allocations as restrictive for delete to saldo_subuser
  using (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM payments p
  WHERE p.payment_id = payment_allocations.payment_id))));
create policy limited_insert on payment_allocations as restrictive for insert to saldo_subuser
  with check (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM payments p
  WHERE p.payment_id = payment_allocations.payment_id))));
create policy limited_read on payment_allocations as restrictive for select to saldo_subuser
  using (( SELECT actor_may('{bills:read,payments:read,debits:read}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM payments p
  WHERE p.payment_id = payment_allocations.payment_id))));
create policy limited_update on payment_allocations as restrictive for update to saldo_subuser
  using (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM payments p
  WHERE p.payment_id = payment_allocations.payment_id))))
  with check (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM payments p
  WHERE p.payment_id = payment_allocations.payment_id))));
grant delete, insert, select, update on payment_allocations to saldo_super;
grant delete, insert, select, update on payment_allocations to saldo_system;
grant insert, select, update on payment_allocations to saldo_customer;
grant select (actor, allocation_id, at, credit, current, customer_id, payment_id, reason, rule, version) on payment_allocations to saldo_query;
grant usage on sequence payment_allocations_allocation_id_seq to saldo_customer, saldo_super, saldo_system;

-- An attempt to collect a payment at the provider, with its known outcome.
create table payment_attempts (
  attempt_id bigint not null generated by default as identity,
  customer_id bigint not null,
  bill_id bigint not null,
  payment_id bigint not null,
  state text not null default 'recorded',
  provider_account text not null,
  payment_method_id text,
  source_id bigint,
  -- Whether the payer is absent, and whether the method is to be saved.
  off_session boolean not null default false,
  keeps_method boolean not null default false,
  -- Why these instalments were chosen, until the attempt succeeds: see payment_allocations.rule.
  rule text not null default 'named',
  -- The request that creates the provider's object. Stored, so that after a lost answer it can be repeated with the same key.
  request jsonb not null,
  provider_object text,
  provider_charge text,
  provider_mandate text,
  -- The page on which the payer approves the attempt (3-D Secure, Klarna).
  next_action_url text,
  failure_code text,
  -- For a payment that goes on to a connected account: whether the ledger has its transfer. Null: it stays with the platform.
  transfer_booked boolean,
  confirm_started_at timestamp with time zone,
  next_check_at timestamp with time zone default now(),
  checks integer not null default 0,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  wants_autopay boolean not null default false,
  autopay_cap bigint,
  constraint payment_attempts_pkey PRIMARY KEY (attempt_id),
  constraint payment_attempts_customer_id_payment_id_fkey FOREIGN KEY (customer_id, payment_id) REFERENCES payments(customer_id, payment_id),
  constraint payment_attempts_customer_id_source_id_fkey FOREIGN KEY (customer_id, source_id) REFERENCES payment_sources(customer_id, source_id),
  constraint payment_attempts_autopay_cap_check CHECK (autopay_cap > 0),
  constraint payment_attempts_provider_account_check CHECK (provider_account = ANY (ARRAY['stripe', 'stripe2', 'bank'])),
  constraint payment_attempts_rule_check CHECK (rule = ANY (ARRAY['named', 'oldest'])),
  constraint the_bank_is_not_polled CHECK (provider_account <> 'bank' OR next_check_at IS NULL AND provider_object IS NULL AND provider_charge IS NULL AND transfer_booked IS NULL)
);
CREATE INDEX attempts_to_check ON payment_attempts USING btree (next_check_at) WHERE next_check_at IS NOT NULL;
-- A movement of the provider's balance names the charge when it does not name the intent.
CREATE INDEX payment_attempts_by_charge ON payment_attempts USING btree (provider_account, provider_charge) WHERE provider_charge IS NOT NULL;
-- The checks look every two minutes at tables that grow for ever: each reads what is open, or of the last day.
CREATE INDEX payment_attempts_by_date ON payment_attempts USING btree (created_at);
CREATE INDEX payment_attempts_by_payment ON payment_attempts USING btree (customer_id, payment_id, attempt_id);
CREATE INDEX payment_attempts_open ON payment_attempts USING btree (created_at) WHERE state = ANY (ARRAY['recorded', 'unknown', 'created', 'requires_action', 'processing']);
CREATE INDEX payment_attempts_to_book ON payment_attempts USING btree (attempt_id) WHERE transfer_booked = false;
CREATE UNIQUE INDEX one_attempt_per_provider_object ON payment_attempts USING btree (provider_account, provider_object) WHERE provider_object IS NOT NULL;
CREATE UNIQUE INDEX payment_attempts_by_key ON payment_attempts USING btree (customer_id, attempt_id);
alter table payment_attempts enable row level security;
alter table payment_attempts force row level security;
create policy customer on payment_attempts to saldo_customer
  using (customer_id = actor_customer_id())
  with check (customer_id = actor_customer_id());
create policy of_own_bill on payment_attempts to saldo_link
  using (bill_id = actor_bill_id() OR is_for_own_bill(payment_id));
create policy of_own_bills on payment_attempts to saldo_consumer
  using ((bill_id IN ( SELECT b.bill_id
   FROM bills b)));
create policy owner on payment_attempts to saldo using (true) with check (true);
create policy queries on payment_attempts for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all) OR customer_id = (( SELECT query_customer_id() AS query_customer_id)));
create policy super_user on payment_attempts to saldo_super using (true) with check (true);
create policy system on payment_attempts to saldo_system using (true) with check (true);
create policy limited_delete on payment_attempts as restrictive for delete to saldo_subuser
  using (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM payments p
  WHERE p.payment_id = payment_attempts.payment_id))));
create policy limited_insert on payment_attempts as restrictive for insert to saldo_subuser
  with check (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM payments p
  WHERE p.payment_id = payment_attempts.payment_id))));
create policy limited_read on payment_attempts as restrictive for select to saldo_subuser
  using (( SELECT actor_may('{bills:read,payments:read,debits:read}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM payments p
  WHERE p.payment_id = payment_attempts.payment_id))));
create policy limited_update on payment_attempts as restrictive for update to saldo_subuser
  using (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM payments p
  WHERE p.payment_id = payment_attempts.payment_id))))
  with check (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM payments p
  WHERE p.payment_id = payment_attempts.payment_id))));
grant delete, insert, select, update on payment_attempts to saldo_super;
grant delete, insert, select, update on payment_attempts to saldo_system;
grant insert, select, update on payment_attempts to saldo_consumer;
grant insert, select, update on payment_attempts to saldo_customer;
grant insert, select, update on payment_attempts to saldo_link;
grant select (attempt_id, autopay_cap, bill_id, checks, confirm_started_at, created_at, customer_id, failure_code, keeps_method, next_check_at, off_session, payment_id, provider_account, provider_charge, provider_mandate, provider_object, rule, source_id, state, transfer_booked, updated_at, wants_autopay) on payment_attempts to saldo_query;
grant usage on sequence payment_attempts_attempt_id_seq to saldo_consumer, saldo_customer, saldo_link, saldo_super, saldo_system;
CREATE TRIGGER attempt_moves_forward BEFORE UPDATE ON payment_attempts FOR EACH ROW EXECUTE FUNCTION attempt_moves_forward();
CREATE TRIGGER keep_past_platform_fee AFTER INSERT ON payment_attempts FOR EACH ROW WHEN ((new.state = ANY (ARRAY['succeeded'::text, 'returned'::text, 'disputed'::text, 'refunded'::text])) AND ((new.request ->> 'application_fee_amount'::text)::bigint) > 0) EXECUTE FUNCTION keep_platform_fee();
CREATE TRIGGER keep_platform_fee AFTER UPDATE ON payment_attempts FOR EACH ROW WHEN (new.state = 'succeeded'::text AND old.state <> 'succeeded'::text AND ((new.request ->> 'application_fee_amount'::text)::bigint) > 0) EXECUTE FUNCTION keep_platform_fee();

-- Every bill that a payment was ever for.
create table payment_bills (
  payment_id bigint not null,
  bill_id bigint not null,
  customer_id bigint not null,
  constraint payment_bills_pkey PRIMARY KEY (payment_id, bill_id),
  constraint payment_bills_customer_id_bill_id_fkey FOREIGN KEY (customer_id, bill_id) REFERENCES bills(customer_id, bill_id),
  constraint payment_bills_customer_id_payment_id_fkey FOREIGN KEY (customer_id, payment_id) REFERENCES payments(customer_id, payment_id)
);
CREATE INDEX payment_bills_by_bill ON payment_bills USING btree (customer_id, bill_id, payment_id);
CREATE INDEX payment_bills_by_payment ON payment_bills USING btree (customer_id, payment_id);
alter table payment_bills enable row level security;
alter table payment_bills force row level security;
create policy customer on payment_bills to saldo_customer
  using (customer_id = actor_customer_id())
  with check (customer_id = actor_customer_id());
create policy of_own_bill on payment_bills to saldo_link
  using (bill_id = actor_bill_id());
create policy of_own_bills on payment_bills to saldo_consumer
  using ((bill_id IN ( SELECT b.bill_id
   FROM bills b)));
create policy owner on payment_bills to saldo using (true) with check (true);
create policy queries on payment_bills for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all) OR customer_id = (( SELECT query_customer_id() AS query_customer_id)));
create policy super_user on payment_bills to saldo_super using (true) with check (true);
create policy system on payment_bills to saldo_system using (true) with check (true);
create policy limited_delete on payment_bills as restrictive for delete to saldo_subuser
  using (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM bills p
  WHERE p.bill_id = payment_bills.bill_id))));
create policy limited_insert on payment_bills as restrictive for insert to saldo_subuser
  with check (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM bills p
  WHERE p.bill_id = payment_bills.bill_id))));
create policy limited_read on payment_bills as restrictive for select to saldo_subuser
  using (( SELECT actor_may('{bills:read,payments:read,debits:read}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM bills p
  WHERE p.bill_id = payment_bills.bill_id))));
create policy limited_update on payment_bills as restrictive for update to saldo_subuser
  using (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM bills p
  WHERE p.bill_id = payment_bills.bill_id))))
  with check (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM bills p
  WHERE p.bill_id = payment_bills.bill_id))));
grant delete, insert, select, update on payment_bills to saldo_super;
grant delete, insert, select, update on payment_bills to saldo_system;
grant insert, select on payment_bills to saldo_consumer;
grant insert, select on payment_bills to saldo_customer;
grant insert, select on payment_bills to saldo_link;
grant select (bill_id, customer_id, payment_id) on payment_bills to saldo_query;

-- A payment's timeline; `actor` as in bill_events.
create table payment_events (
  event_id bigint not null generated always as identity,
  customer_id bigint not null,
  bill_id bigint not null,
  payment_id bigint not null,
  kind text not null,
  text text not null,
  actor text not null,
  at timestamp with time zone not null default now(),
  constraint payment_events_pkey PRIMARY KEY (event_id),
  constraint payment_events_customer_id_payment_id_fkey FOREIGN KEY (customer_id, payment_id) REFERENCES payments(customer_id, payment_id)
);
CREATE INDEX payment_events_by_payment ON payment_events USING btree (customer_id, payment_id, event_id);
alter table payment_events enable row level security;
alter table payment_events force row level security;
create policy customer on payment_events to saldo_customer
  using (customer_id = actor_customer_id())
  with check (customer_id = actor_customer_id());
create policy of_own_bill on payment_events to saldo_link
  using (bill_id = actor_bill_id());
create policy of_own_bills on payment_events to saldo_consumer
  using ((bill_id IN ( SELECT b.bill_id
   FROM bills b)));
create policy owner on payment_events to saldo using (true) with check (true);
create policy queries on payment_events for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all) OR customer_id = (( SELECT query_customer_id() AS query_customer_id)));
create policy super_user on payment_events to saldo_super using (true) with check (true);
create policy system on payment_events to saldo_system using (true) with check (true);
create policy limited_delete on payment_events as restrictive for delete to saldo_subuser
  using (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM payments p
  WHERE p.payment_id = payment_events.payment_id))));
create policy limited_insert on payment_events as restrictive for insert to saldo_subuser
  with check (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM payments p
  WHERE p.payment_id = payment_events.payment_id))));
create policy limited_read on payment_events as restrictive for select to saldo_subuser
  using (( SELECT actor_may('{bills:read,payments:read,debits:read}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM payments p
  WHERE p.payment_id = payment_events.payment_id))));
create policy limited_update on payment_events as restrictive for update to saldo_subuser
  using (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM payments p
  WHERE p.payment_id = payment_events.payment_id))))
  with check (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM payments p
  WHERE p.payment_id = payment_events.payment_id))));
grant delete, insert, select, update on payment_events to saldo_super;
grant delete, insert, select, update on payment_events to saldo_system;
grant insert, select on payment_events to saldo_consumer;
grant insert, select on payment_events to saldo_customer;
grant insert, select on payment_events to saldo_link;
grant select (actor, at, bill_id, customer_id, event_id, kind, payment_id, text) on payment_events to saldo_query;
grant usage on sequence payment_events_event_id_seq to saldo_customer, saldo_super, saldo_system;

-- draft: begun, nothing entered. pending: entered, the provider or the payer has still to confirm. removing: the provider
-- has still to forget it. For a card, only the data that receipts print are stored.
create table payment_sources (
  source_id bigint not null generated always as identity,
  customer_id bigint not null,
  subject_id bigint,
  provider_account text not null,
  type text not null,
  state text not null default 'draft',
  provider_customer text,
  provider_setup text,
  provider_method text,
  idempotency_key text,
  email text not null,
  holder text,
  brand text,
  last4 text,
  exp_month smallint,
  exp_year smallint,
  fingerprint text,
  is_default boolean not null default false,
  next_action_url text,
  failure_code text,
  link_id bigint,
  created_by bigint,
  confirm_started_at timestamp with time zone,
  next_check_at timestamp with time zone,
  checks integer not null default 0,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  request_hash text,
  constraint payment_sources_pkey PRIMARY KEY (source_id),
  constraint payment_sources_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(user_id) ON DELETE SET NULL,
  constraint payment_sources_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(customer_id),
  constraint payment_sources_customer_id_subject_id_fkey FOREIGN KEY (customer_id, subject_id) REFERENCES subjects(customer_id, subject_id),
  constraint payment_sources_link_id_fkey FOREIGN KEY (link_id) REFERENCES source_links(link_id),
  constraint payment_sources_provider_account_check CHECK (provider_account = ANY (ARRAY['stripe', 'stripe2'])),
  constraint payment_sources_state_check CHECK (state = ANY (ARRAY['draft', 'pending', 'active', 'removing', 'removed', 'failed'])),
  constraint payment_sources_type_check CHECK (type = ANY (ARRAY['card', 'sepa_debit'])),
  constraint the_default_can_be_used CHECK (NOT is_default OR state = 'active')
);
CREATE INDEX payment_sources_by_owner ON payment_sources USING btree (customer_id, subject_id, source_id);
CREATE INDEX sources_to_check ON payment_sources USING btree (next_check_at) WHERE next_check_at IS NOT NULL;
CREATE UNIQUE INDEX one_default_per_owner ON payment_sources USING btree (customer_id, subject_id) NULLS NOT DISTINCT WHERE is_default;
CREATE UNIQUE INDEX one_source_per_form ON payment_sources USING btree (customer_id, subject_id, idempotency_key) NULLS NOT DISTINCT WHERE idempotency_key IS NOT NULL;
CREATE UNIQUE INDEX one_source_per_provider_method ON payment_sources USING btree (provider_account, provider_method) WHERE state = ANY (ARRAY['active', 'removing']);
CREATE UNIQUE INDEX one_source_per_setup ON payment_sources USING btree (provider_account, provider_setup) WHERE provider_setup IS NOT NULL;
CREATE UNIQUE INDEX payment_sources_by_key ON payment_sources USING btree (customer_id, source_id);
alter table payment_sources enable row level security;
alter table payment_sources force row level security;
create policy customer on payment_sources to saldo_customer
  using (customer_id = actor_customer_id())
  with check (customer_id = actor_customer_id());
-- The holder of a bill's link sees none, because links get forwarded.
create policy own_sources on payment_sources to saldo_consumer
  using ((subject_id IN ( SELECT s.subject_id
   FROM subjects s)))
  with check ((subject_id IN ( SELECT s.subject_id
   FROM subjects s)));
create policy owner on payment_sources to saldo using (true) with check (true);
create policy queries on payment_sources for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all) OR customer_id = (( SELECT query_customer_id() AS query_customer_id)));
create policy super_user on payment_sources to saldo_super using (true) with check (true);
create policy system on payment_sources to saldo_system using (true) with check (true);
create policy limited_delete on payment_sources as restrictive for delete to saldo_subuser
  using (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM subjects p
  WHERE p.subject_id = payment_sources.subject_id))));
create policy limited_insert on payment_sources as restrictive for insert to saldo_subuser
  with check (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM subjects p
  WHERE p.subject_id = payment_sources.subject_id))));
create policy limited_read on payment_sources as restrictive for select to saldo_subuser
  using (( SELECT actor_may('{bills:read,payments:read,debits:read}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM subjects p
  WHERE p.subject_id = payment_sources.subject_id))));
create policy limited_update on payment_sources as restrictive for update to saldo_subuser
  using (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM subjects p
  WHERE p.subject_id = payment_sources.subject_id))))
  with check (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM subjects p
  WHERE p.subject_id = payment_sources.subject_id))));
grant delete, insert, select, update on payment_sources to saldo_super;
grant delete, insert, select, update on payment_sources to saldo_system;
grant insert, select, update on payment_sources to saldo_customer;
grant select, update on payment_sources to saldo_consumer;
grant select (brand, checks, confirm_started_at, created_at, created_by, customer_id, email, exp_month, exp_year, failure_code, holder, is_default, last4, link_id, next_check_at, provider_account, source_id, state, subject_id, type, updated_at) on payment_sources to saldo_query;
grant usage on sequence payment_sources_source_id_seq to saldo_customer, saldo_super, saldo_system;
CREATE TRIGGER live_insert AFTER INSERT ON payment_sources REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_live('sources');
CREATE TRIGGER live_update AFTER UPDATE ON payment_sources REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_live('sources');
CREATE TRIGGER touch BEFORE UPDATE ON payment_sources FOR EACH ROW EXECUTE FUNCTION touch();

-- A payment of one or more bills, settled or pending.
create table payments (
  payment_id bigint not null generated by default as identity,
  customer_id bigint not null,
  account_id bigint not null,
  -- The first of its bills; payment_bills has all of them.
  bill_id bigint not null,
  subject_id bigint not null,
  method text not null,
  amount bigint not null,
  refunded bigint not null default 0,
  -- Refunds requested and not answered yet. They count as refunded, so that two requests never exceed the payment.
  refunding bigint not null default 0,
  fee bigint not null default 0,
  state text not null default 'created',
  provider_account text,
  idempotency_key text,
  payer_name text,
  service_id text,
  reference text,
  note text,
  receipt_email text,
  brand text,
  last4 text,
  failure_code text,
  created_by bigint,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  settled_at timestamp with time zone,
  request_hash text,
  constraint payments_pkey PRIMARY KEY (payment_id),
  constraint payments_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(user_id) ON DELETE SET NULL,
  constraint payments_customer_id_account_id_fkey FOREIGN KEY (customer_id, account_id) REFERENCES accounts(customer_id, account_id),
  constraint payments_customer_id_bill_id_fkey FOREIGN KEY (customer_id, bill_id) REFERENCES bills(customer_id, bill_id),
  constraint payments_customer_id_subject_id_fkey FOREIGN KEY (customer_id, subject_id) REFERENCES subjects(customer_id, subject_id),
  constraint never_refund_more CHECK ((refunded + refunding) <= amount),
  constraint never_reverse_refunded CHECK (state <> 'reversed' OR (refunded + refunding) = 0),
  constraint payments_amount_check CHECK (amount > 0),
  constraint payments_check CHECK (refunded >= 0 AND refunded <= amount),
  constraint payments_fee_check CHECK (fee >= 0),
  constraint payments_method_check CHECK (method = ANY (ARRAY['CARD', 'SEPA_DEBIT', 'KLARNA', 'BANK_TRANSFER', 'CASH', 'CHEQUE', 'POSTAL_SLIP', 'OTHER', 'MAV', 'RIBA', 'CREDIT'])),
  constraint payments_provider_account_check CHECK (provider_account = ANY (ARRAY['stripe', 'stripe2'])),
  constraint payments_refunding_check CHECK (refunding >= 0),
  constraint payments_service_id_check CHECK (length(service_id) <= 100),
  constraint payments_state_check CHECK (state = ANY (ARRAY['created', 'requires_action', 'processing', 'unknown', 'succeeded', 'failed', 'cancelled', 'partly_refunded', 'refunded', 'disputed', 'reversed']))
);
CREATE INDEX payments_by_account ON payments USING btree (customer_id, account_id, created_at, payment_id);
CREATE INDEX payments_by_amount ON payments USING btree (customer_id, amount, payment_id);
CREATE INDEX payments_by_bill ON payments USING btree (customer_id, bill_id, payment_id);
CREATE INDEX payments_by_date ON payments USING btree (customer_id, created_at, payment_id);
CREATE INDEX payments_by_form ON payments USING btree (customer_id, idempotency_key) WHERE idempotency_key IS NOT NULL;
CREATE INDEX payments_by_provider_settlement ON payments USING btree (provider_account, settled_at) WHERE settled_at IS NOT NULL;
CREATE INDEX payments_by_settlement ON payments USING btree (customer_id, settled_at) WHERE settled_at IS NOT NULL;
CREATE INDEX payments_by_state ON payments USING btree (customer_id, state, created_at, payment_id);
CREATE INDEX payments_by_subject ON payments USING btree (customer_id, subject_id, created_at, payment_id);
CREATE UNIQUE INDEX one_collection_per_form ON payments USING btree (customer_id, idempotency_key) WHERE idempotency_key IS NOT NULL AND (method = ANY (ARRAY['CASH', 'CHEQUE', 'POSTAL_SLIP', 'BANK_TRANSFER', 'OTHER']));
CREATE UNIQUE INDEX one_payment_per_form ON payments USING btree (bill_id, idempotency_key) WHERE idempotency_key IS NOT NULL;
CREATE UNIQUE INDEX payments_by_key ON payments USING btree (customer_id, payment_id);
alter table payments enable row level security;
alter table payments force row level security;
create policy customer on payments to saldo_customer
  using (customer_id = actor_customer_id())
  with check (customer_id = actor_customer_id());
create policy of_own_bill on payments to saldo_link
  using (bill_id = actor_bill_id() OR is_for_own_bill(payment_id));
create policy of_own_bills on payments to saldo_consumer
  using ((bill_id IN ( SELECT b.bill_id
   FROM bills b)));
create policy owner on payments to saldo using (true) with check (true);
create policy queries on payments for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all) OR customer_id = (( SELECT query_customer_id() AS query_customer_id)));
create policy super_user on payments to saldo_super using (true) with check (true);
create policy system on payments to saldo_system using (true) with check (true);
create policy limited_delete on payments as restrictive for delete to saldo_subuser
  using (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_insert on payments as restrictive for insert to saldo_subuser
  with check (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_read on payments as restrictive for select to saldo_subuser
  using (( SELECT actor_may('{bills:read,payments:read,debits:read}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_update on payments as restrictive for update to saldo_subuser
  using (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))))
  with check (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
grant delete, insert, select, update on payments to saldo_super;
grant delete, insert, select, update on payments to saldo_system;
grant insert, select, update on payments to saldo_consumer;
grant insert, select, update on payments to saldo_customer;
grant insert, select, update on payments to saldo_link;
grant select (account_id, amount, bill_id, brand, created_at, created_by, customer_id, failure_code, fee, last4, method, note, payer_name, payment_id, provider_account, receipt_email, reference, refunded, refunding, service_id, settled_at, state, subject_id, updated_at) on payments to saldo_query;
grant usage on sequence payments_payment_id_seq to saldo_customer, saldo_super, saldo_system;
CREATE TRIGGER has_its_bill AFTER INSERT ON payments FOR EACH ROW EXECUTE FUNCTION payment_has_its_bill();
CREATE TRIGGER live_insert AFTER INSERT ON payments REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_live('payments');
CREATE TRIGGER live_update AFTER UPDATE ON payments REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_live('payments');
CREATE CONSTRAINT TRIGGER receipt_of_inserted AFTER INSERT ON payments DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.settled_at IS NOT NULL) EXECUTE FUNCTION number_receipt();
CREATE CONSTRAINT TRIGGER receipt_of_settled AFTER UPDATE OF settled_at ON payments DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (old.settled_at IS NULL AND new.settled_at IS NOT NULL) EXECUTE FUNCTION number_receipt();
CREATE TRIGGER reversed_is_final BEFORE UPDATE OF state, amount, refunded, refunding ON payments FOR EACH ROW WHEN (old.state = 'reversed'::text AND (new.state IS DISTINCT FROM old.state OR new.amount IS DISTINCT FROM old.amount OR new.refunded IS DISTINCT FROM old.refunded OR new.refunding IS DISTINCT FROM old.refunding)) EXECUTE FUNCTION reversed_is_final();

-- The movements that a payout holds. A returned payout is split like the failed one.
create table payout_lines (
  line_id bigint not null generated always as identity,
  payout_id bigint not null,
  customer_id bigint,
  account_id bigint,
  payment_id bigint,
  movement_id text not null,
  class text not null,
  type text not null,
  day date not null,
  amount bigint not null,
  fee bigint not null,
  net bigint not null generated always as (amount - fee) stored,
  -- The payment was transferred to a connected account, so what the platform keeps of it belongs to the platform.
  went_on boolean not null default false,
  constraint payout_lines_pkey PRIMARY KEY (line_id),
  constraint payout_lines_payout_id_movement_id_account_id_went_on_key UNIQUE NULLS NOT DISTINCT (payout_id, movement_id, account_id, went_on),
  constraint payout_lines_customer_id_account_id_fkey FOREIGN KEY (customer_id, account_id) REFERENCES accounts(customer_id, account_id),
  constraint payout_lines_customer_id_payment_id_fkey FOREIGN KEY (customer_id, payment_id) REFERENCES payments(customer_id, payment_id),
  constraint payout_lines_payout_id_fkey FOREIGN KEY (payout_id) REFERENCES payouts(payout_id) ON DELETE CASCADE,
  constraint payout_lines_class_check CHECK (class = ANY (ARRAY['charge', 'refund', 'dispute', 'transfer', 'application_fee', 'payout_failure', 'order', 'own', 'unknown']))
);
CREATE INDEX payout_lines_by_day ON payout_lines USING btree (customer_id, payout_id, day, line_id);
CREATE INDEX payout_lines_by_payment ON payout_lines USING btree (customer_id, payment_id) WHERE payment_id IS NOT NULL;
alter table payout_lines enable row level security;
alter table payout_lines force row level security;
create policy customer on payout_lines to saldo_customer
  using (customer_id = actor_customer_id())
  with check (customer_id = actor_customer_id());
create policy owner on payout_lines to saldo using (true) with check (true);
create policy queries on payout_lines for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all) OR customer_id = (( SELECT query_customer_id() AS query_customer_id)));
create policy super_user on payout_lines to saldo_super using (true) with check (true);
create policy system on payout_lines to saldo_system using (true) with check (true);
create policy limited_delete on payout_lines as restrictive for delete to saldo_subuser
  using (( SELECT actor_may('{payments:write}'::text[]) AS actor_may) AND (( SELECT actor_accounts() AS actor_accounts)) IS NULL);
create policy limited_insert on payout_lines as restrictive for insert to saldo_subuser
  with check (( SELECT actor_may('{payments:write}'::text[]) AS actor_may) AND (( SELECT actor_accounts() AS actor_accounts)) IS NULL);
create policy limited_read on payout_lines as restrictive for select to saldo_subuser
  using (( SELECT actor_may('{payments:read}'::text[]) AS actor_may) AND (( SELECT actor_accounts() AS actor_accounts)) IS NULL);
create policy limited_update on payout_lines as restrictive for update to saldo_subuser
  using (( SELECT actor_may('{payments:write}'::text[]) AS actor_may) AND (( SELECT actor_accounts() AS actor_accounts)) IS NULL)
  with check (( SELECT actor_may('{payments:write}'::text[]) AS actor_may) AND (( SELECT actor_accounts() AS actor_accounts)) IS NULL);
grant delete, insert, select, update on payout_lines to saldo_super;
grant delete, insert, select, update on payout_lines to saldo_system;
grant select on payout_lines to saldo_customer;
grant select (account_id, amount, class, customer_id, day, fee, line_id, movement_id, net, payment_id, payout_id, type, went_on) on payout_lines to saldo_query;
grant usage on sequence payout_lines_line_id_seq to saldo_super, saldo_system;

-- The balances whose payouts were all read, from the first to the last. Until then each payout is posted on the day on which
-- it was made, and nothing is taken as known.
create table payout_readings (
  provider_account text not null,
  -- The connected account. Null: the platform's own balance.
  destination text,
  -- When the last complete reading began: it saw every payout made before.
  began_at timestamp with time zone not null,
  constraint payout_readings_provider_account_destination_key UNIQUE NULLS NOT DISTINCT (provider_account, destination),
  constraint payout_readings_provider_account_check CHECK (provider_account = ANY (ARRAY['stripe', 'stripe2']))
);
alter table payout_readings enable row level security;
alter table payout_readings force row level security;
create policy owner on payout_readings to saldo using (true) with check (true);
create policy queries on payout_readings for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all));
create policy super_user on payout_readings to saldo_super using (true) with check (true);
create policy system on payout_readings to saldo_system using (true) with check (true);
grant delete, insert, select, update on payout_readings to saldo_super;
grant delete, insert, select, update on payout_readings to saldo_system;
grant select (began_at, destination, provider_account) on payout_readings to saldo_query;

-- Payouts from the provider to a bank account. A payout of the platform's balance holds payments of many customers: a row
-- is one customer's part of it. Null customer: the part that belongs to no customer, visible to the back office only.
create table payouts (
  payout_id bigint not null generated always as identity,
  provider_account text not null,
  -- The connected account that was paid out. Null: the platform's own balance.
  destination text,
  provider_object text not null,
  customer_id bigint,
  state text not null,
  automatic boolean not null,
  made_on date not null,
  arrives_on date not null,
  amount bigint not null,
  matched bigint not null,
  unmatched bigint not null generated always as (amount - matched) stored,
  lines integer not null,
  -- Whether all movements of the whole payout are known, for all customers. Only then it is posted.
  explained boolean not null,
  failure_code text,
  posted_at timestamp with time zone,
  read_at timestamp with time zone not null default now(),
  constraint payouts_pkey PRIMARY KEY (payout_id),
  constraint payouts_provider_account_provider_object_customer_id_key UNIQUE NULLS NOT DISTINCT (provider_account, provider_object, customer_id),
  constraint payouts_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(customer_id),
  constraint payouts_provider_account_check CHECK (provider_account = ANY (ARRAY['stripe', 'stripe2'])),
  constraint payouts_state_check CHECK (state = ANY (ARRAY['pending', 'in_transit', 'paid', 'failed', 'canceled']))
);
CREATE INDEX payouts_by_amount ON payouts USING btree (customer_id, amount, payout_id);
CREATE INDEX payouts_by_arrival ON payouts USING btree (customer_id, arrives_on, payout_id);
CREATE INDEX payouts_by_balance ON payouts USING btree (provider_account, destination, made_on);
CREATE INDEX payouts_by_making ON payouts USING btree (customer_id, made_on, payout_id);
CREATE INDEX payouts_to_look_at ON payouts USING btree (provider_account, destination, provider_object) WHERE NOT explained OR (state = ANY (ARRAY['pending', 'in_transit']));
CREATE UNIQUE INDEX payouts_by_key ON payouts USING btree (customer_id, payout_id);
alter table payouts enable row level security;
alter table payouts force row level security;
create policy customer on payouts to saldo_customer
  using (customer_id = actor_customer_id())
  with check (customer_id = actor_customer_id());
create policy owner on payouts to saldo using (true) with check (true);
create policy queries on payouts for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all) OR customer_id = (( SELECT query_customer_id() AS query_customer_id)));
create policy super_user on payouts to saldo_super using (true) with check (true);
create policy system on payouts to saldo_system using (true) with check (true);
create policy limited_delete on payouts as restrictive for delete to saldo_subuser
  using (( SELECT actor_may('{payments:write}'::text[]) AS actor_may) AND (( SELECT actor_accounts() AS actor_accounts)) IS NULL);
create policy limited_insert on payouts as restrictive for insert to saldo_subuser
  with check (( SELECT actor_may('{payments:write}'::text[]) AS actor_may) AND (( SELECT actor_accounts() AS actor_accounts)) IS NULL);
create policy limited_read on payouts as restrictive for select to saldo_subuser
  using (( SELECT actor_may('{payments:read}'::text[]) AS actor_may) AND (( SELECT actor_accounts() AS actor_accounts)) IS NULL);
create policy limited_update on payouts as restrictive for update to saldo_subuser
  using (( SELECT actor_may('{payments:write}'::text[]) AS actor_may) AND (( SELECT actor_accounts() AS actor_accounts)) IS NULL)
  with check (( SELECT actor_may('{payments:write}'::text[]) AS actor_may) AND (( SELECT actor_accounts() AS actor_accounts)) IS NULL);
grant delete, insert, select, update on payouts to saldo_super;
grant delete, insert, select, update on payouts to saldo_system;
grant select on payouts to saldo_customer;
grant select (amount, arrives_on, automatic, customer_id, destination, explained, failure_code, lines, made_on, matched, payout_id, posted_at, provider_account, provider_object, read_at, state, unmatched) on payouts to saldo_query;
grant usage on sequence payouts_payout_id_seq to saldo_super, saldo_system;

-- The open amount of each bill in the plan.
create table plan_bills (
  plan_id bigint not null,
  bill_id bigint not null,
  customer_id bigint not null,
  account_id bigint not null,
  "position" smallint not null,
  amount bigint not null,
  -- The due dates it had, [{due_date, amount}], kept when the plan is accepted.
  before jsonb,
  open boolean not null default true,
  -- The part of the bill that was unpaid when its plan lapsed or was withdrawn. The rest was paid on the plan's due
  -- dates.
  unpaid_at_end bigint,
  constraint plan_bills_pkey PRIMARY KEY (plan_id, bill_id),
  constraint plan_bills_customer_id_bill_id_fkey FOREIGN KEY (customer_id, bill_id) REFERENCES bills(customer_id, bill_id),
  constraint plan_bills_customer_id_plan_id_fkey FOREIGN KEY (customer_id, plan_id) REFERENCES plans(customer_id, plan_id),
  constraint plan_bills_amount_check CHECK (amount > 0),
  constraint plan_bills_unpaid_at_end_check CHECK (unpaid_at_end >= 0)
);
CREATE INDEX plan_bills_by_bill ON plan_bills USING btree (customer_id, bill_id);
CREATE INDEX plan_bills_by_plan ON plan_bills USING btree (customer_id, plan_id);
CREATE UNIQUE INDEX one_open_plan_per_bill ON plan_bills USING btree (bill_id) WHERE open;
alter table plan_bills enable row level security;
alter table plan_bills force row level security;
create policy customer on plan_bills to saldo_customer
  using (customer_id = actor_customer_id())
  with check (customer_id = actor_customer_id());
create policy owner on plan_bills to saldo using (true) with check (true);
create policy queries on plan_bills for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all) OR customer_id = (( SELECT query_customer_id() AS query_customer_id)));
create policy super_user on plan_bills to saldo_super using (true) with check (true);
create policy system on plan_bills to saldo_system using (true) with check (true);
create policy limited_delete on plan_bills as restrictive for delete to saldo_subuser
  using (( SELECT actor_may('{bills:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_insert on plan_bills as restrictive for insert to saldo_subuser
  with check (( SELECT actor_may('{bills:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_read on plan_bills as restrictive for select to saldo_subuser
  using (( SELECT actor_may('{bills:read,payments:read,debits:read}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_update on plan_bills as restrictive for update to saldo_subuser
  using (( SELECT actor_may('{bills:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))))
  with check (( SELECT actor_may('{bills:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
grant delete, insert, select, update on plan_bills to saldo_super;
grant delete, insert, select, update on plan_bills to saldo_system;
grant insert, select, update on plan_bills to saldo_customer;
grant select (account_id, amount, before, bill_id, customer_id, open, plan_id, "position", unpaid_at_end) on plan_bills to saldo_query;

-- The days and amounts of a plan.
create table plan_rates (
  plan_id bigint not null,
  "position" smallint not null,
  customer_id bigint not null,
  account_id bigint not null,
  due_date date not null,
  amount bigint not null,
  constraint plan_rates_pkey PRIMARY KEY (plan_id, "position"),
  constraint plan_rates_customer_id_plan_id_fkey FOREIGN KEY (customer_id, plan_id) REFERENCES plans(customer_id, plan_id),
  constraint plan_rates_amount_check CHECK (amount > 0)
);
CREATE INDEX plan_rates_by_customer ON plan_rates USING btree (customer_id, plan_id);
alter table plan_rates enable row level security;
alter table plan_rates force row level security;
create policy customer on plan_rates to saldo_customer
  using (customer_id = actor_customer_id())
  with check (customer_id = actor_customer_id());
create policy owner on plan_rates to saldo using (true) with check (true);
create policy queries on plan_rates for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all) OR customer_id = (( SELECT query_customer_id() AS query_customer_id)));
create policy super_user on plan_rates to saldo_super using (true) with check (true);
create policy system on plan_rates to saldo_system using (true) with check (true);
create policy limited_delete on plan_rates as restrictive for delete to saldo_subuser
  using (( SELECT actor_may('{bills:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_insert on plan_rates as restrictive for insert to saldo_subuser
  with check (( SELECT actor_may('{bills:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_read on plan_rates as restrictive for select to saldo_subuser
  using (( SELECT actor_may('{bills:read,payments:read,debits:read}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_update on plan_rates as restrictive for update to saldo_subuser
  using (( SELECT actor_may('{bills:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))))
  with check (( SELECT actor_may('{bills:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
grant delete, insert, select, update on plan_rates to saldo_super;
grant delete, insert, select, update on plan_rates to saldo_system;
grant insert, select on plan_rates to saldo_customer;
grant select (account_id, amount, customer_id, due_date, plan_id, "position") on plan_rates to saldo_query;

-- Instalment plans: what a person owes on some bills of a condominium, to be paid on other days. An accepted plan replaces the
-- bills' due dates; when it lapses, what is left goes back to the earlier ones.
create table plans (
  plan_id bigint not null generated by default as identity,
  customer_id bigint not null,
  account_id bigint not null,
  subject_id bigint not null,
  -- The person's name, by which the audit log calls the plan.
  name text not null,
  state text not null default 'proposed',
  amount bigint not null,
  grace_days smallint not null,
  -- The last day to accept it.
  expires_on date not null,
  email text not null,
  -- The text that was shown and accepted.
  agreement text not null,
  note text,
  -- Codes mailed for the acceptance: limited in number, one a minute.
  code_sent_at timestamp with time zone,
  codes_sent smallint not null default 0,
  accepted_at timestamp with time zone,
  accepted_from text,
  accepted_with text,
  ended_at timestamp with time zone,
  created_by bigint,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint plans_pkey PRIMARY KEY (plan_id),
  constraint plans_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(user_id) ON DELETE SET NULL,
  constraint plans_customer_id_account_id_fkey FOREIGN KEY (customer_id, account_id) REFERENCES accounts(customer_id, account_id),
  constraint plans_customer_id_subject_id_fkey FOREIGN KEY (customer_id, subject_id) REFERENCES subjects(customer_id, subject_id),
  constraint plans_amount_check CHECK (amount > 0),
  constraint plans_grace_days_check CHECK (grace_days >= 0 AND grace_days <= 60),
  constraint plans_state_check CHECK (state = ANY (ARRAY['proposed', 'active', 'done', 'lapsed', 'expired', 'withdrawn'])),
  constraint who_accepted_is_known CHECK ((state <> ALL (ARRAY['active', 'done', 'lapsed'])) OR accepted_at IS NOT NULL AND accepted_from IS NOT NULL AND accepted_with IS NOT NULL)
);
CREATE INDEX plans_by_account ON plans USING btree (customer_id, account_id, plan_id);
CREATE INDEX plans_by_amount ON plans USING btree (customer_id, amount, plan_id);
CREATE INDEX plans_by_date ON plans USING btree (customer_id, created_at, plan_id);
CREATE INDEX plans_by_state ON plans USING btree (customer_id, state, created_at, plan_id);
CREATE INDEX plans_by_subject ON plans USING btree (customer_id, subject_id, plan_id);
CREATE INDEX plans_under_way ON plans USING btree (plan_id) WHERE state = ANY (ARRAY['proposed', 'active']);
CREATE UNIQUE INDEX plans_by_key ON plans USING btree (customer_id, plan_id);
alter table plans enable row level security;
alter table plans force row level security;
create policy customer on plans to saldo_customer
  using (customer_id = actor_customer_id())
  with check (customer_id = actor_customer_id());
create policy owner on plans to saldo using (true) with check (true);
create policy queries on plans for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all) OR customer_id = (( SELECT query_customer_id() AS query_customer_id)));
create policy super_user on plans to saldo_super using (true) with check (true);
create policy system on plans to saldo_system using (true) with check (true);
create policy limited_delete on plans as restrictive for delete to saldo_subuser
  using (( SELECT actor_may('{bills:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_insert on plans as restrictive for insert to saldo_subuser
  with check (( SELECT actor_may('{bills:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_read on plans as restrictive for select to saldo_subuser
  using (( SELECT actor_may('{bills:read,payments:read,debits:read}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_update on plans as restrictive for update to saldo_subuser
  using (( SELECT actor_may('{bills:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))))
  with check (( SELECT actor_may('{bills:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
grant delete, insert, select, update on plans to saldo_super;
grant delete, insert, select, update on plans to saldo_system;
grant insert, select, update on plans to saldo_customer;
grant select (accepted_at, account_id, agreement, amount, code_sent_at, codes_sent, created_at, created_by, customer_id, email, ended_at, expires_on, grace_days, name, note, plan_id, state, subject_id, updated_at) on plans to saldo_query;
grant usage on sequence plans_plan_id_seq to saldo_customer, saldo_super, saldo_system;
CREATE TRIGGER audit_delete AFTER DELETE ON plans FOR EACH ROW EXECUTE FUNCTION audit_row('plans', 'plan_id', 'name', 'agreement', 'code_sent_at', 'codes_sent', 'accepted_with');
CREATE TRIGGER audit_insert AFTER INSERT ON plans FOR EACH ROW WHEN (current_setting('saldo.bulk'::text, true) IS DISTINCT FROM 'yes'::text) EXECUTE FUNCTION audit_row('plans', 'plan_id', 'name', 'agreement', 'code_sent_at', 'codes_sent', 'accepted_with');
CREATE TRIGGER audit_update AFTER UPDATE ON plans FOR EACH ROW WHEN (old.* IS DISTINCT FROM new.*) EXECUTE FUNCTION audit_row('plans', 'plan_id', 'name', 'agreement', 'code_sent_at', 'codes_sent', 'accepted_with');
CREATE TRIGGER live_insert AFTER INSERT ON plans REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_live('plans');
CREATE TRIGGER live_update AFTER UPDATE ON plans REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_live('plans');
CREATE TRIGGER plan_bills_follow AFTER UPDATE OF state ON plans FOR EACH ROW WHEN (old.state <> new.state) EXECUTE FUNCTION plan_bills_follow();
CREATE TRIGGER plan_moves_forward BEFORE UPDATE ON plans FOR EACH ROW EXECUTE FUNCTION plan_moves_forward();

-- The platform's fees on customers' payments: one row when a fee is kept and one when it is given back, append-only, with
-- the day in Rome.
create table platform_fees (
  fee_id bigint not null generated always as identity,
  customer_id bigint not null,
  payment_id bigint not null,
  -- Set for a kept fee. A fee that was given back names its refund.
  attempt_id bigint,
  refund_id bigint,
  -- restored: a refund that had given it back failed.
  kind text not null,
  amount bigint not null,
  at timestamp with time zone not null,
  day date not null generated always as ((at AT TIME ZONE 'Europe/Rome')::date) stored,
  constraint platform_fees_pkey PRIMARY KEY (fee_id),
  constraint platform_fees_customer_id_payment_id_fkey FOREIGN KEY (customer_id, payment_id) REFERENCES payments(customer_id, payment_id),
  constraint platform_fees_check CHECK (
    CASE
        WHEN kind = 'returned' THEN amount < 0
        ELSE amount > 0
    END),
  constraint platform_fees_check1 CHECK ((kind = 'kept') = (attempt_id IS NOT NULL) AND (kind = 'kept') = (refund_id IS NULL)),
  constraint platform_fees_kind_check CHECK (kind = ANY (ARRAY['kept', 'returned', 'restored']))
);
CREATE INDEX platform_fees_by_day ON platform_fees USING btree (customer_id, day);
CREATE INDEX platform_fees_by_payment ON platform_fees USING btree (customer_id, payment_id);
CREATE UNIQUE INDEX one_fee_per_attempt ON platform_fees USING btree (attempt_id) WHERE kind = 'kept';
alter table platform_fees enable row level security;
alter table platform_fees force row level security;
create policy owner on platform_fees to saldo using (true) with check (true);
create policy queries on platform_fees for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all) OR customer_id = (( SELECT query_customer_id() AS query_customer_id)));
create policy super_user on platform_fees to saldo_super using (true) with check (true);
create policy system on platform_fees to saldo_system using (true) with check (true);
grant select on platform_fees to saldo_super;
grant select on platform_fees to saldo_system;
grant select (amount, at, attempt_id, customer_id, day, fee_id, kind, payment_id, refund_id) on platform_fees to saldo_query;
grant usage on sequence platform_fees_fee_id_seq to saldo_super, saldo_system;
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON platform_fees FOR EACH ROW EXECUTE FUNCTION platform_fees_are_append_only();

-- The postal slip (bollettino) on the bills of a condominium. Its account is the condominium's own, if that is a postal one: so
-- no slip asks for money on an account that nobody confirmed.
create table postal_slips (
  account_id bigint not null,
  customer_id bigint not null,
  -- 896: the amount is printed; 674: the payer writes it.
  slip_kind text not null,
  -- The holder of the account, as the post prints it.
  slip_holder text not null,
  -- The post's authorisation to print slips, as it is quoted on them.
  slip_authorisation text,
  updated_at timestamp with time zone not null default now(),
  constraint postal_slips_pkey PRIMARY KEY (account_id),
  constraint postal_slips_customer_id_account_id_fkey FOREIGN KEY (customer_id, account_id) REFERENCES accounts(customer_id, account_id) ON DELETE CASCADE,
  constraint postal_slips_slip_authorisation_check CHECK (char_length(slip_authorisation) <= 60),
  constraint postal_slips_slip_holder_check CHECK (char_length(slip_holder) >= 1 AND char_length(slip_holder) <= 80),
  constraint postal_slips_slip_kind_check CHECK (slip_kind = ANY (ARRAY['896', '674']))
);
CREATE INDEX postal_slips_by_customer ON postal_slips USING btree (customer_id, account_id);
alter table postal_slips enable row level security;
alter table postal_slips force row level security;
create policy customer on postal_slips to saldo_customer
  using (customer_id = actor_customer_id())
  with check (customer_id = actor_customer_id());
-- Whoever has the link of a bill prints it: with the slip, or with the notice that the bank sent for it.
create policy own_bill on postal_slips for select to saldo_link
  using (account_id = (( SELECT b.account_id
   FROM bills b
  WHERE b.bill_id = actor_bill_id())));
create policy owner on postal_slips to saldo using (true) with check (true);
create policy queries on postal_slips for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all) OR customer_id = (( SELECT query_customer_id() AS query_customer_id)));
create policy super_user on postal_slips to saldo_super using (true) with check (true);
create policy system on postal_slips to saldo_system using (true) with check (true);
create policy limited_delete on postal_slips as restrictive for delete to saldo_subuser
  using (( SELECT actor_may('{accounts:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_insert on postal_slips as restrictive for insert to saldo_subuser
  with check (( SELECT actor_may('{accounts:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_read on postal_slips as restrictive for select to saldo_subuser
  using (( SELECT actor_may('{accounts:read,bills:read}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_update on postal_slips as restrictive for update to saldo_subuser
  using (( SELECT actor_may('{accounts:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))))
  with check (( SELECT actor_may('{accounts:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
grant delete, insert, select, update on postal_slips to saldo_customer;
grant delete, insert, select, update on postal_slips to saldo_super;
grant delete, insert, select, update on postal_slips to saldo_system;
grant select on postal_slips to saldo_link;
grant select (account_id, customer_id, slip_authorisation, slip_holder, slip_kind, updated_at) on postal_slips to saldo_query;
CREATE TRIGGER audit_delete AFTER DELETE ON postal_slips FOR EACH ROW EXECUTE FUNCTION audit_row('accounts', 'account_id', 'slip_kind');
CREATE TRIGGER audit_insert AFTER INSERT ON postal_slips FOR EACH ROW WHEN (current_setting('saldo.bulk'::text, true) IS DISTINCT FROM 'yes'::text) EXECUTE FUNCTION audit_row('accounts', 'account_id', 'slip_kind');
CREATE TRIGGER audit_update AFTER UPDATE ON postal_slips FOR EACH ROW WHEN (old.* IS DISTINCT FROM new.*) EXECUTE FUNCTION audit_row('accounts', 'account_id', 'slip_kind');
CREATE TRIGGER live_delete AFTER DELETE ON postal_slips REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_live('accounts');
CREATE TRIGGER live_insert AFTER INSERT ON postal_slips REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_live('accounts');
CREATE TRIGGER live_update AFTER UPDATE ON postal_slips REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_live('accounts');

-- A customer's account, one per provider account of ours. The row stores the provider's latest description of the account;
-- `state` is derived from it.
create table provider_accounts (
  customer_id bigint not null,
  provider_account text not null,
  account_destination text,
  state text not null default 'none',
  -- The request that creates it. Stored, so that after a lost answer it can be repeated with the same key and body.
  request jsonb,
  requested_at timestamp with time zone,
  -- How many accounts were created and closed before this one; part of the idempotency key.
  generation integer not null default 0,
  details_submitted boolean not null default false,
  charges_enabled boolean not null default false,
  payouts_enabled boolean not null default false,
  currently_due text[] not null default '{}'::text[],
  past_due text[] not null default '{}'::text[],
  pending_verification text[] not null default '{}'::text[],
  deadline timestamp with time zone,
  disabled_reason text,
  capabilities jsonb not null default '{}'::jsonb,
  bank_last4 text,
  -- The platform's fee for each payment: basis points of the amount, plus cents.
  fee_bps integer not null default 0,
  fee_fixed bigint not null default 0,
  link_given_at timestamp with time zone,
  -- While it is being closed, no new payment goes there.
  closing_at timestamp with time zone,
  -- When the provider was asked for this state: an older answer does not overwrite a newer one.
  asked_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  bank_account text,
  constraint provider_accounts_pkey PRIMARY KEY (customer_id, provider_account),
  constraint provider_accounts_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(customer_id),
  constraint one_with_an_id_is_not_none CHECK ((account_destination IS NULL) = (state = 'none')),
  constraint provider_accounts_fee_bps_check CHECK (fee_bps >= 0 AND fee_bps <= 10000),
  constraint provider_accounts_fee_fixed_check CHECK (fee_fixed >= 0 AND fee_fixed <= 100000),
  constraint provider_accounts_provider_account_check CHECK (provider_account = ANY (ARRAY['stripe', 'stripe2'])),
  constraint provider_accounts_state_check CHECK (state = ANY (ARRAY['none', 'created', 'onboarding', 'restricted', 'active', 'disabled']))
);
CREATE UNIQUE INDEX one_customer_per_destination ON provider_accounts USING btree (provider_account, account_destination) WHERE account_destination IS NOT NULL;
alter table provider_accounts enable row level security;
alter table provider_accounts force row level security;
create policy customer on provider_accounts to saldo_customer
  using (customer_id = actor_customer_id())
  with check (customer_id = actor_customer_id());
create policy owner on provider_accounts to saldo using (true) with check (true);
create policy queries on provider_accounts for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all) OR customer_id = (( SELECT query_customer_id() AS query_customer_id)));
create policy super_user on provider_accounts to saldo_super using (true) with check (true);
create policy system on provider_accounts to saldo_system using (true) with check (true);
create policy limited_delete on provider_accounts as restrictive for delete to saldo_subuser
  using (( SELECT actor_may('{office:write}'::text[]) AS actor_may) AND (( SELECT actor_accounts() AS actor_accounts)) IS NULL);
create policy limited_insert on provider_accounts as restrictive for insert to saldo_subuser
  with check (( SELECT actor_may('{office:write}'::text[]) AS actor_may) AND (( SELECT actor_accounts() AS actor_accounts)) IS NULL);
create policy limited_read on provider_accounts as restrictive for select to saldo_subuser
  using (( SELECT actor_may('{payments:read,office:read}'::text[]) AS actor_may) AND (( SELECT actor_accounts() AS actor_accounts)) IS NULL);
create policy limited_update on provider_accounts as restrictive for update to saldo_subuser
  using (( SELECT actor_may('{office:write}'::text[]) AS actor_may) AND (( SELECT actor_accounts() AS actor_accounts)) IS NULL)
  with check (( SELECT actor_may('{office:write}'::text[]) AS actor_may) AND (( SELECT actor_accounts() AS actor_accounts)) IS NULL);
grant delete, insert, select, update on provider_accounts to saldo_system;
grant delete, select on provider_accounts to saldo_super;
grant select on provider_accounts to saldo_customer;
grant insert (customer_id, provider_account) on provider_accounts to saldo_customer;
grant insert (customer_id, provider_account) on provider_accounts to saldo_super;
grant select (account_destination, asked_at, bank_account, bank_last4, capabilities, charges_enabled, closing_at, created_at, currently_due, customer_id, deadline, details_submitted, disabled_reason, fee_bps, fee_fixed, generation, link_given_at, past_due, payouts_enabled, pending_verification, provider_account, requested_at, state, updated_at) on provider_accounts to saldo_query;
grant update (closing_at, fee_bps, fee_fixed, request, requested_at, updated_at) on provider_accounts to saldo_customer;
grant update (closing_at, fee_bps, fee_fixed, request, requested_at, updated_at) on provider_accounts to saldo_super;
CREATE TRIGGER audit_delete AFTER DELETE ON provider_accounts FOR EACH ROW EXECUTE FUNCTION audit_row('customers', 'customer_id', 'provider_account', 'customer_id', 'account_destination', 'state', 'request', 'requested_at', 'generation', 'details_submitted', 'charges_enabled', 'payouts_enabled', 'currently_due', 'past_due', 'pending_verification', 'deadline', 'disabled_reason', 'capabilities', 'bank_last4', 'bank_account', 'link_given_at', 'closing_at', 'asked_at');
CREATE TRIGGER audit_insert AFTER INSERT ON provider_accounts FOR EACH ROW WHEN (current_setting('saldo.bulk'::text, true) IS DISTINCT FROM 'yes'::text) EXECUTE FUNCTION audit_row('customers', 'customer_id', 'provider_account', 'customer_id', 'account_destination', 'state', 'request', 'requested_at', 'generation', 'details_submitted', 'charges_enabled', 'payouts_enabled', 'currently_due', 'past_due', 'pending_verification', 'deadline', 'disabled_reason', 'capabilities', 'bank_last4', 'bank_account', 'link_given_at', 'closing_at', 'asked_at');
CREATE TRIGGER audit_update AFTER UPDATE ON provider_accounts FOR EACH ROW WHEN (old.fee_bps IS DISTINCT FROM new.fee_bps OR old.fee_fixed IS DISTINCT FROM new.fee_fixed) EXECUTE FUNCTION audit_row('customers', 'customer_id', 'provider_account', 'customer_id', 'account_destination', 'state', 'request', 'requested_at', 'generation', 'details_submitted', 'charges_enabled', 'payouts_enabled', 'currently_due', 'past_due', 'pending_verification', 'deadline', 'disabled_reason', 'capabilities', 'bank_last4', 'bank_account', 'link_given_at', 'closing_at', 'asked_at');

-- What the provider said of a balance when it was last asked. `destination` null: the platform's own.
create table provider_balances (
  provider_account text not null,
  destination text,
  available bigint not null,
  pending bigint not null,
  -- The provider pays out by itself, on a schedule.
  automatic boolean not null,
  payouts_enabled boolean not null,
  -- The bank account that its payouts go to, as far as the provider tells it.
  bank_country text,
  bank_last4 text,
  read_at timestamp with time zone not null default now(),
  -- When provider_pending was read, for the platform's own balance.
  pending_read_at timestamp with time zone,
  constraint provider_balances_provider_account_destination_key UNIQUE NULLS NOT DISTINCT (provider_account, destination),
  constraint provider_balances_provider_account_check CHECK (provider_account = ANY (ARRAY['stripe', 'stripe2']))
);
alter table provider_balances enable row level security;
alter table provider_balances force row level security;
create policy owner on provider_balances to saldo using (true) with check (true);
create policy queries on provider_balances for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all));
create policy super_user on provider_balances to saldo_super using (true) with check (true);
create policy system on provider_balances to saldo_system using (true) with check (true);
grant delete, insert, select, update on provider_balances to saldo_system;
grant select on provider_balances to saldo_super;
grant select (automatic, available, bank_country, bank_last4, payouts_enabled, pending, pending_read_at, provider_account, read_at) on provider_balances to saldo_query;

-- The owner's customer object at the provider, one per provider account.
create table provider_customers (
  provider_customer_id bigint not null generated always as identity,
  customer_id bigint not null,
  subject_id bigint,
  provider_account text not null,
  provider_object text,
  -- The request that creates it. Stored, so that after a lost answer it can be repeated with the same key.
  name text not null,
  email text,
  created_at timestamp with time zone not null default now(),
  constraint provider_customers_pkey PRIMARY KEY (provider_customer_id),
  constraint one_provider_customer_per_owner UNIQUE NULLS NOT DISTINCT (customer_id, subject_id, provider_account),
  constraint provider_customers_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(customer_id),
  constraint provider_customers_customer_id_subject_id_fkey FOREIGN KEY (customer_id, subject_id) REFERENCES subjects(customer_id, subject_id),
  constraint provider_customers_provider_account_check CHECK (provider_account = ANY (ARRAY['stripe', 'stripe2']))
);
alter table provider_customers enable row level security;
alter table provider_customers force row level security;
create policy owner on provider_customers to saldo using (true) with check (true);
create policy queries on provider_customers for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all) OR customer_id = (( SELECT query_customer_id() AS query_customer_id)));
create policy super_user on provider_customers to saldo_super using (true) with check (true);
create policy system on provider_customers to saldo_system using (true) with check (true);
grant delete, insert, select, update on provider_customers to saldo_super;
grant delete, insert, select, update on provider_customers to saldo_system;
grant select (created_at, customer_id, email, name, provider_account, provider_customer_id, subject_id) on provider_customers to saldo_query;
grant usage on sequence provider_customers_provider_customer_id_seq to saldo_super, saldo_system;

-- The provider's events, each stored once, even if it is sent again.
create table provider_events (
  provider_account text not null,
  event_id text not null,
  type text not null,
  object_id text,
  payment_intent text,
  created_at timestamp with time zone not null,
  received_at timestamp with time zone not null default now(),
  applied_at timestamp with time zone,
  event_no bigint not null generated always as identity,
  constraint provider_events_pkey PRIMARY KEY (provider_account, event_id)
);
CREATE INDEX provider_events_by_date ON provider_events USING btree (received_at, event_no);
CREATE INDEX provider_events_of_account ON provider_events USING btree (provider_account, received_at);
CREATE INDEX provider_events_to_apply ON provider_events USING btree (received_at) WHERE applied_at IS NULL;
CREATE UNIQUE INDEX provider_events_by_number ON provider_events USING btree (event_no);
alter table provider_events enable row level security;
alter table provider_events force row level security;
create policy owner on provider_events to saldo using (true) with check (true);
create policy queries on provider_events for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all));
create policy super_user on provider_events to saldo_super using (true) with check (true);
create policy system on provider_events to saldo_system using (true) with check (true);
grant delete, insert, select, update on provider_events to saldo_super;
grant delete, insert, select, update on provider_events to saldo_system;
grant select (applied_at, created_at, event_id, event_no, object_id, payment_intent, provider_account, received_at, type) on provider_events to saldo_query;

-- One row per movement of a balance at the provider: the platform's, or a connected account's. Null customer: it belongs to no
-- attempt of ours, and only the back office sees it.
create table provider_movements (
  provider_account text not null,
  movement_id text not null,
  -- The connected account whose balance it is. Null: the platform's.
  book text,
  customer_id bigint,
  account_id bigint,
  payment_id bigint,
  -- transfer: what the platform passed on, took back, withheld and gave back. connected: what the account itself received and
  -- lost, net of the platform's fee.
  class text not null,
  type text not null,
  amount bigint not null,
  fee bigint not null,
  -- The day in Rome on which it was written.
  day date not null,
  at timestamp with time zone not null,
  available_on date,
  source_id text,
  charge_id text,
  payment_intent text,
  -- The provider's transfer or fee by which the movement is known.
  part_of text,
  -- Our metadata on the provider's object: nothing else identifies an attempt whose answer was lost.
  claimed_attempt_id bigint,
  -- Pending: a debit that the bank may still return before it settles.
  pending boolean not null default false,
  read_at timestamp with time zone not null default now(),
  constraint provider_movements_pkey PRIMARY KEY (provider_account, movement_id),
  constraint provider_movements_class_check CHECK (class = ANY (ARRAY['charge', 'refund', 'dispute', 'transfer', 'connected', 'other']))
);
CREATE INDEX provider_movements_by_charge ON provider_movements USING btree (provider_account, charge_id);
CREATE INDEX provider_movements_by_day ON provider_movements USING btree (provider_account, day);
CREATE INDEX provider_movements_by_intent ON provider_movements USING btree (provider_account, payment_intent);
CREATE INDEX provider_movements_by_part ON provider_movements USING btree (provider_account, part_of) WHERE part_of IS NOT NULL;
CREATE INDEX provider_movements_by_payment ON provider_movements USING btree (customer_id, payment_id);
CREATE INDEX provider_movements_unknown ON provider_movements USING btree (provider_account, day) WHERE payment_id IS NULL AND (class = ANY (ARRAY['transfer', 'connected']));
alter table provider_movements enable row level security;
alter table provider_movements force row level security;
create policy customer on provider_movements to saldo_customer
  using (customer_id = actor_customer_id())
  with check (customer_id = actor_customer_id());
create policy owner on provider_movements to saldo using (true) with check (true);
create policy queries on provider_movements for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all) OR customer_id = (( SELECT query_customer_id() AS query_customer_id)));
create policy super_user on provider_movements to saldo_super using (true) with check (true);
create policy system on provider_movements to saldo_system using (true) with check (true);
create policy limited_delete on provider_movements as restrictive for delete to saldo_subuser
  using (( SELECT actor_may('{payments:write}'::text[]) AS actor_may) AND (( SELECT actor_accounts() AS actor_accounts)) IS NULL);
create policy limited_insert on provider_movements as restrictive for insert to saldo_subuser
  with check (( SELECT actor_may('{payments:write}'::text[]) AS actor_may) AND (( SELECT actor_accounts() AS actor_accounts)) IS NULL);
create policy limited_read on provider_movements as restrictive for select to saldo_subuser
  using (( SELECT actor_may('{payments:read}'::text[]) AS actor_may) AND (( SELECT actor_accounts() AS actor_accounts)) IS NULL);
create policy limited_update on provider_movements as restrictive for update to saldo_subuser
  using (( SELECT actor_may('{payments:write}'::text[]) AS actor_may) AND (( SELECT actor_accounts() AS actor_accounts)) IS NULL)
  with check (( SELECT actor_may('{payments:write}'::text[]) AS actor_may) AND (( SELECT actor_accounts() AS actor_accounts)) IS NULL);
grant delete, insert, select, update on provider_movements to saldo_super;
grant delete, insert, select, update on provider_movements to saldo_system;
grant select on provider_movements to saldo_customer;
grant select (account_id, amount, at, available_on, book, charge_id, claimed_attempt_id, class, customer_id, day, fee, movement_id, part_of, payment_id, payment_intent, pending, provider_account, read_at, source_id, type) on provider_movements to saldo_query;

-- The part of a condominium's money in the platform's balance that was not available yet at `pending_read_at`.
create table provider_pending (
  provider_account text not null,
  customer_id bigint not null,
  account_id bigint not null,
  pending bigint not null,
  constraint provider_pending_pkey PRIMARY KEY (provider_account, account_id),
  constraint provider_pending_customer_id_account_id_fkey FOREIGN KEY (customer_id, account_id) REFERENCES accounts(customer_id, account_id)
);
CREATE INDEX provider_pending_by_account ON provider_pending USING btree (customer_id, account_id);
alter table provider_pending enable row level security;
alter table provider_pending force row level security;
create policy owner on provider_pending to saldo using (true) with check (true);
create policy queries on provider_pending for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all) OR customer_id = (( SELECT query_customer_id() AS query_customer_id)));
create policy super_user on provider_pending to saldo_super using (true) with check (true);
create policy system on provider_pending to saldo_system using (true) with check (true);
grant delete, insert, select, update on provider_pending to saldo_system;
grant select on provider_pending to saldo_super;
grant select (account_id, customer_id, pending, provider_account) on provider_pending to saldo_query;

-- Each message goes once to each device that its user has when it is written.
create table push_deliveries (
  push_message_id bigint not null,
  push_token_id bigint not null,
  next_try_at timestamp with time zone not null default now(),
  claimed_at timestamp with time zone,
  tries integer not null default 0,
  sent_at timestamp with time zone,
  refused_at timestamp with time zone,
  last_error text,
  constraint push_deliveries_pkey PRIMARY KEY (push_message_id, push_token_id),
  constraint push_deliveries_push_message_id_fkey FOREIGN KEY (push_message_id) REFERENCES push_messages(push_message_id) ON DELETE CASCADE,
  constraint push_deliveries_push_token_id_fkey FOREIGN KEY (push_token_id) REFERENCES push_tokens(push_token_id) ON DELETE CASCADE
);
CREATE INDEX push_deliveries_by_token ON push_deliveries USING btree (push_token_id);
CREATE INDEX push_deliveries_to_send ON push_deliveries USING btree (next_try_at) WHERE sent_at IS NULL AND refused_at IS NULL;
alter table push_deliveries enable row level security;
alter table push_deliveries force row level security;
create policy owner on push_deliveries to saldo using (true) with check (true);
create policy queries on push_deliveries for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all));
create policy super_user on push_deliveries to saldo_super using (true) with check (true);
create policy system on push_deliveries to saldo_system using (true) with check (true);
grant delete, insert, select, update on push_deliveries to saldo_system;
grant select (claimed_at, last_error, next_try_at, push_message_id, push_token_id, refused_at, sent_at, tries) on push_deliveries to saldo_query;

-- A message to one user: neither customer, colleagues nor super users see it.
create table push_messages (
  push_message_id bigint not null generated always as identity,
  user_id bigint not null,
  push_sending_id bigint,
  title text not null,
  body text not null,
  metadata jsonb not null default '{}'::jsonb,
  date_create timestamp with time zone not null default now(),
  date_read timestamp with time zone,
  -- The same key twice for a user is one message.
  dedupe_key text,
  -- True: it also goes to the user's devices.
  pushed boolean not null default false,
  folded text not null generated always as (fold((title || ' ') || body)) stored,
  constraint push_messages_pkey PRIMARY KEY (push_message_id),
  constraint push_messages_push_sending_id_fkey FOREIGN KEY (push_sending_id) REFERENCES push_sendings(push_sending_id) ON DELETE SET NULL,
  constraint push_messages_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id) ON DELETE CASCADE
);
CREATE INDEX push_messages_by_user ON push_messages USING btree (user_id, date_create, push_message_id);
CREATE INDEX push_messages_read_of_sending ON push_messages USING btree (push_sending_id) WHERE date_read IS NOT NULL;
CREATE INDEX push_messages_unread ON push_messages USING btree (user_id) WHERE date_read IS NULL;
CREATE UNIQUE INDEX one_message_per_key ON push_messages USING btree (user_id, dedupe_key) WHERE dedupe_key IS NOT NULL;
alter table push_messages enable row level security;
alter table push_messages force row level security;
create policy oneself on push_messages to saldo_consumer, saldo_customer, saldo_super
  using (user_id = actor_user_id())
  with check (user_id = actor_user_id());
create policy owner on push_messages to saldo using (true) with check (true);
create policy queries on push_messages for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all));
create policy system on push_messages to saldo_system using (true) with check (true);
-- A super user who works for a customer may write to the customer's users and to themselves; the back office may write
-- to anybody.
create policy to_anybody on push_messages for insert to saldo_super
  with check (true);
create policy to_own_users on push_messages for insert to saldo_customer
  with check (user_id = actor_user_id() OR (EXISTS ( SELECT
   FROM users u
  WHERE u.user_id = push_messages.user_id AND u.customer_id = actor_customer_id())));
grant delete, insert, select on push_messages to saldo_customer;
grant delete, insert, select on push_messages to saldo_super;
grant delete, insert, select, update on push_messages to saldo_system;
grant delete, select on push_messages to saldo_consumer;
grant select (body, date_create, date_read, push_message_id, push_sending_id, pushed, title, user_id) on push_messages to saldo_query;
grant update (date_read) on push_messages to saldo_consumer;
grant update (date_read) on push_messages to saldo_customer;
grant update (date_read) on push_messages to saldo_super;
grant usage on sequence push_messages_push_message_id_seq to saldo_super, saldo_system;
CREATE TRIGGER count_deleted AFTER DELETE ON push_messages REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_deleted_read();
CREATE TRIGGER live_delete AFTER DELETE ON push_messages REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_live_users('messages');
CREATE TRIGGER live_insert AFTER INSERT ON push_messages REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_live_users('messages');
CREATE TRIGGER live_update AFTER UPDATE ON push_messages REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_live_users('messages');
CREATE TRIGGER push_to_devices AFTER INSERT ON push_messages REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION push_to_devices();

-- A message that a super user sent to many users. A message that was read stays counted after it is deleted.
create table push_sendings (
  push_sending_id bigint not null generated always as identity,
  sent_by bigint,
  -- The recipients: users who meet all of these conditions. All null: everyone.
  customer_id bigint,
  user_id bigint,
  role text,
  title text not null,
  body text not null,
  link text,
  recipients integer not null default 0,
  deleted_read integer not null default 0,
  idempotency_key text,
  date_create timestamp with time zone not null default now(),
  request_hash text,
  constraint push_sendings_pkey PRIMARY KEY (push_sending_id),
  constraint push_sendings_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(customer_id),
  constraint push_sendings_sent_by_fkey FOREIGN KEY (sent_by) REFERENCES users(user_id) ON DELETE SET NULL,
  constraint push_sendings_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id) ON DELETE SET NULL,
  constraint push_sendings_role_check CHECK (role = ANY (ARRAY['consumer', 'awaiting', 'customer', 'store', 'super_user']))
);
CREATE INDEX push_sendings_by_customer ON push_sendings USING btree (customer_id, date_create, push_sending_id);
CREATE INDEX push_sendings_by_date ON push_sendings USING btree (date_create, push_sending_id);
CREATE UNIQUE INDEX one_sending_per_key ON push_sendings USING btree (sent_by, idempotency_key);
alter table push_sendings enable row level security;
alter table push_sendings force row level security;
create policy customer on push_sendings to saldo_customer
  using (customer_id = actor_customer_id())
  with check (customer_id = actor_customer_id());
create policy owner on push_sendings to saldo using (true) with check (true);
create policy queries on push_sendings for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all) OR customer_id = (( SELECT query_customer_id() AS query_customer_id)));
create policy super_user on push_sendings to saldo_super using (true) with check (true);
create policy system on push_sendings to saldo_system using (true) with check (true);
grant delete, insert, select, update on push_sendings to saldo_super;
grant delete, insert, select, update on push_sendings to saldo_system;
grant insert, select on push_sendings to saldo_customer;
grant select (body, customer_id, date_create, deleted_read, link, push_sending_id, recipients, role, sent_by, title, user_id) on push_sendings to saldo_query;
grant usage on sequence push_sendings_push_sending_id_seq to saldo_customer, saldo_super, saldo_system;

-- Push tokens, by which Firebase reaches a device. A device belongs to the last user who signed in on it, until that
-- session ends. No user reads another user's token; it only allows sending to the device.
create table push_tokens (
  push_token_id bigint not null generated always as identity,
  user_id bigint not null,
  session_id bigint not null,
  token text not null,
  created_at timestamp with time zone not null default now(),
  constraint push_tokens_pkey PRIMARY KEY (push_token_id),
  constraint push_tokens_token_key UNIQUE (token),
  constraint push_tokens_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(session_id) ON DELETE CASCADE,
  constraint push_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id) ON DELETE CASCADE
);
CREATE INDEX push_tokens_by_session ON push_tokens USING btree (session_id);
CREATE INDEX push_tokens_by_user ON push_tokens USING btree (user_id);
alter table push_tokens enable row level security;
alter table push_tokens force row level security;
create policy owner on push_tokens to saldo using (true) with check (true);
create policy super_user on push_tokens to saldo_super using (true) with check (true);
create policy system on push_tokens to saldo_system using (true) with check (true);
grant delete, insert, select, update on push_tokens to saldo_system;
grant usage on sequence push_tokens_push_token_id_seq to saldo_super, saldo_system;

-- The authors: super users who write queries, and run texts that nobody has approved. An empty table means every super user.
create table query_authors (
  user_id bigint not null,
  named_by bigint not null,
  created_at timestamp with time zone not null default now(),
  constraint query_authors_pkey PRIMARY KEY (user_id),
  constraint query_authors_named_by_fkey FOREIGN KEY (named_by) REFERENCES users(user_id),
  constraint query_authors_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id)
);
alter table query_authors enable row level security;
alter table query_authors force row level security;
create policy owner on query_authors to saldo using (true) with check (true);
create policy queries on query_authors for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all));
create policy super_user on query_authors to saldo_super using (true) with check (true);
create policy system on query_authors to saldo_system using (true) with check (true);
grant delete, insert, select, update on query_authors to saldo_super;
grant delete, insert, select, update on query_authors to saldo_system;
grant select (created_at, named_by, user_id) on query_authors to saldo_query;
CREATE TRIGGER audit_delete AFTER DELETE ON query_authors FOR EACH ROW EXECUTE FUNCTION audit_row('users', 'user_id', 'created_at', 'user_id', 'named_by');
CREATE TRIGGER audit_insert AFTER INSERT ON query_authors FOR EACH ROW WHEN (current_setting('saldo.bulk'::text, true) IS DISTINCT FROM 'yes'::text) EXECUTE FUNCTION audit_row('users', 'user_id', 'created_at', 'user_id', 'named_by');
CREATE TRIGGER audit_update AFTER UPDATE ON query_authors FOR EACH ROW WHEN (old.* IS DISTINCT FROM new.*) EXECUTE FUNCTION audit_row('users', 'user_id', 'created_at', 'user_id', 'named_by');

-- Each run, also a refused one. It begins before the query does.
create table query_runs (
  run_id bigint not null generated always as identity,
  -- Null: a text that is not saved.
  query_id bigint,
  version integer,
  text text not null,
  "values" jsonb not null default '{}'::jsonb,
  -- The customer whose rows alone it saw. Null: those of all.
  customer_id bigint,
  user_id bigint not null,
  kind text not null,
  state text not null default 'running',
  -- PostgreSQL's code of a failure.
  failure_code text,
  rows integer,
  -- More than it may return: the rest was left out.
  is_cut boolean not null default false,
  milliseconds integer,
  -- The connection that runs it. Row-level security asks whose rows it may see by this number.
  backend_pid integer not null,
  -- The query's name, who ran it and the beginning of the text, for searches.
  folded text not null default '',
  started_at timestamp with time zone not null default now(),
  ended_at timestamp with time zone,
  constraint query_runs_pkey PRIMARY KEY (run_id),
  constraint query_runs_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(customer_id),
  constraint query_runs_query_id_version_fkey FOREIGN KEY (query_id, version) REFERENCES saved_query_versions(query_id, version),
  constraint query_runs_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id),
  constraint ends_once CHECK ((state = 'running') = (ended_at IS NULL)),
  constraint query_runs_kind_check CHECK (kind = ANY (ARRAY['run', 'plan', 'export'])),
  constraint query_runs_state_check CHECK (state = ANY (ARRAY['running', 'done', 'failed', 'timed_out', 'cancelled', 'too_large']))
);
CREATE INDEX query_runs_by_date ON query_runs USING btree (started_at, run_id);
CREATE INDEX query_runs_by_duration ON query_runs USING btree (COALESCE(milliseconds, 0), run_id);
CREATE INDEX query_runs_by_query ON query_runs USING btree (query_id, started_at, run_id);
CREATE INDEX query_runs_by_text ON query_runs USING gin (folded gin_trgm_ops);
CREATE INDEX query_runs_by_user ON query_runs USING btree (user_id, started_at, run_id);
CREATE UNIQUE INDEX one_run_per_connection ON query_runs USING btree (backend_pid) WHERE ended_at IS NULL;
alter table query_runs enable row level security;
alter table query_runs force row level security;
create policy owner on query_runs to saldo using (true) with check (true);
create policy queries on query_runs for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all) OR customer_id = (( SELECT query_customer_id() AS query_customer_id)));
create policy super_user on query_runs to saldo_super using (true) with check (true);
create policy system on query_runs to saldo_system using (true) with check (true);
grant delete, insert, select, update on query_runs to saldo_system;
grant insert, select, update on query_runs to saldo_super;
grant select (customer_id, ended_at, failure_code, is_cut, kind, milliseconds, query_id, rows, run_id, started_at, state, text, user_id, version) on query_runs to saldo_query;
grant usage on sequence query_runs_run_id_seq to saldo_super, saldo_system;

-- How an office's accounting program wants the receipts: see domain/accounting/receipt-layout.ts. `columns`: objects with
-- the column and its header, in their order.
create table receipt_layouts (
  layout_id bigint not null generated always as identity,
  customer_id bigint not null,
  name text not null,
  columns jsonb not null,
  rows text not null,
  separator text not null,
  "decimal" text not null,
  date_format text not null,
  charset text not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint receipt_layouts_pkey PRIMARY KEY (layout_id),
  constraint receipt_layouts_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(customer_id),
  constraint receipt_layouts_charset_check CHECK (charset = ANY (ARRAY['utf-8', 'windows-1252'])),
  constraint receipt_layouts_columns_check CHECK (jsonb_typeof(columns) = 'array' AND jsonb_array_length(columns) > 0),
  constraint receipt_layouts_date_format_check CHECK (date_format = ANY (ARRAY['dd/mm/yyyy', 'dd-mm-yyyy', 'yyyy-mm-dd', 'ddmmyyyy', 'yyyymmdd'])),
  constraint receipt_layouts_decimal_check CHECK ("decimal" = ANY (ARRAY['comma', 'point'])),
  constraint receipt_layouts_name_check CHECK (length(name) >= 1 AND length(name) <= 60),
  constraint receipt_layouts_rows_check CHECK (rows = ANY (ARRAY['movement', 'bill', 'line'])),
  constraint receipt_layouts_separator_check CHECK (separator = ANY (ARRAY['semicolon', 'comma', 'tab']))
);
CREATE UNIQUE INDEX one_layout_of_a_name ON receipt_layouts USING btree (customer_id, fold(name));
CREATE UNIQUE INDEX receipt_layouts_by_key ON receipt_layouts USING btree (customer_id, layout_id);
alter table receipt_layouts enable row level security;
alter table receipt_layouts force row level security;
create policy customer on receipt_layouts to saldo_customer
  using (customer_id = actor_customer_id())
  with check (customer_id = actor_customer_id());
create policy owner on receipt_layouts to saldo using (true) with check (true);
create policy queries on receipt_layouts for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all) OR customer_id = (( SELECT query_customer_id() AS query_customer_id)));
create policy super_user on receipt_layouts to saldo_super using (true) with check (true);
create policy system on receipt_layouts to saldo_system using (true) with check (true);
create policy limited_delete on receipt_layouts as restrictive for delete to saldo_subuser
  using (( SELECT actor_may('{payments:write}'::text[]) AS actor_may) AND (( SELECT actor_accounts() AS actor_accounts)) IS NULL);
create policy limited_insert on receipt_layouts as restrictive for insert to saldo_subuser
  with check (( SELECT actor_may('{payments:write}'::text[]) AS actor_may) AND (( SELECT actor_accounts() AS actor_accounts)) IS NULL);
create policy limited_read on receipt_layouts as restrictive for select to saldo_subuser
  using (( SELECT actor_may(permissions('read', ARRAY['payments'])) AS actor_may));
create policy limited_update on receipt_layouts as restrictive for update to saldo_subuser
  using (( SELECT actor_may('{payments:write}'::text[]) AS actor_may) AND (( SELECT actor_accounts() AS actor_accounts)) IS NULL)
  with check (( SELECT actor_may('{payments:write}'::text[]) AS actor_may) AND (( SELECT actor_accounts() AS actor_accounts)) IS NULL);
grant delete, insert, select, update on receipt_layouts to saldo_customer;
grant delete, insert, select, update on receipt_layouts to saldo_super;
grant delete, insert, select, update on receipt_layouts to saldo_system;
grant select (charset, columns, created_at, customer_id, date_format, "decimal", layout_id, name, rows, separator, updated_at) on receipt_layouts to saldo_query;
grant usage on sequence receipt_layouts_layout_id_seq to saldo_customer, saldo_super, saldo_system;
CREATE TRIGGER audit_delete AFTER DELETE ON receipt_layouts FOR EACH ROW EXECUTE FUNCTION audit_row('receipt_layouts', 'layout_id', 'name');
CREATE TRIGGER audit_insert AFTER INSERT ON receipt_layouts FOR EACH ROW WHEN (current_setting('saldo.bulk'::text, true) IS DISTINCT FROM 'yes'::text) EXECUTE FUNCTION audit_row('receipt_layouts', 'layout_id', 'name');
CREATE TRIGGER audit_update AFTER UPDATE ON receipt_layouts FOR EACH ROW WHEN (old.* IS DISTINCT FROM new.*) EXECUTE FUNCTION audit_row('receipt_layouts', 'layout_id', 'name');
CREATE TRIGGER live_delete AFTER DELETE ON receipt_layouts REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_live('receipt-layouts');
CREATE TRIGGER live_insert AFTER INSERT ON receipt_layouts REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_live('receipt-layouts');
CREATE TRIGGER live_update AFTER UPDATE ON receipt_layouts REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_live('receipt-layouts');
CREATE TRIGGER touch BEFORE UPDATE ON receipt_layouts FOR EACH ROW EXECUTE FUNCTION touch();

-- Every payment whose money arrived has a receipt, numbered by condominium and by the year in Rome in which it arrived:
-- RIC-2026/000001. The number is given once, when the payment settles, and stays when the payment is refunded later. It is
-- given at the end of the transaction, under a lock that ends with it: who settles at the same moment waits only for the
-- commit, and a rollback leaves no gap.
create table receipts (
  payment_id bigint not null,
  customer_id bigint not null,
  account_id bigint not null,
  day date not null,
  year integer not null generated always as (EXTRACT(year FROM day)::integer) stored,
  ordinal integer not null,
  number text not null generated always as ((('RIC-' || EXTRACT(year FROM day)::integer) || '/') || lpad(ordinal::text, GREATEST(6, length(ordinal::text)), '0')) stored,
  constraint receipts_pkey PRIMARY KEY (payment_id),
  constraint receipts_customer_id_account_id_fkey FOREIGN KEY (customer_id, account_id) REFERENCES accounts(customer_id, account_id),
  constraint receipts_customer_id_payment_id_fkey FOREIGN KEY (customer_id, payment_id) REFERENCES payments(customer_id, payment_id),
  constraint receipts_ordinal_check CHECK (ordinal > 0)
);
CREATE UNIQUE INDEX one_receipt_per_number ON receipts USING btree (customer_id, account_id, year, ordinal);
CREATE UNIQUE INDEX receipts_by_key ON receipts USING btree (customer_id, payment_id);
alter table receipts enable row level security;
alter table receipts force row level security;
create policy customer on receipts to saldo_customer
  using (customer_id = actor_customer_id())
  with check (customer_id = actor_customer_id());
-- A receipt's number is visible together with its payment. Only the trigger writes it, and no role may change it.
create policy of_own_payment on receipts to saldo_consumer, saldo_link
  using ((EXISTS ( SELECT
   FROM payments p
  WHERE p.customer_id = receipts.customer_id AND p.payment_id = receipts.payment_id)));
create policy owner on receipts to saldo using (true) with check (true);
create policy queries on receipts for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all) OR customer_id = (( SELECT query_customer_id() AS query_customer_id)));
create policy super_user on receipts to saldo_super using (true) with check (true);
create policy system on receipts to saldo_system using (true) with check (true);
create policy limited_delete on receipts as restrictive for delete to saldo_subuser
  using (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_insert on receipts as restrictive for insert to saldo_subuser
  with check (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_read on receipts as restrictive for select to saldo_subuser
  using (( SELECT actor_may('{bills:read,payments:read,debits:read}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_update on receipts as restrictive for update to saldo_subuser
  using (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))))
  with check (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
-- Of the receipts of a bill, a delegate sees those of what they paid; who holds the bill's own link sees all of them.
create policy of_what_one_paid on receipts as restrictive for select to saldo_link
  using ((( SELECT actor_user_id() AS actor_user_id)) IS NULL OR (EXISTS ( SELECT
   FROM payments p
  WHERE p.customer_id = receipts.customer_id AND p.payment_id = receipts.payment_id AND p.created_by = (( SELECT actor_user_id() AS actor_user_id)))));
grant insert, select on receipts to saldo_super;
grant insert, select on receipts to saldo_system;
grant select on receipts to saldo_consumer;
grant select on receipts to saldo_customer;
grant select on receipts to saldo_link;
grant select (account_id, customer_id, day, number, ordinal, payment_id, year) on receipts to saldo_query;

-- Days that were compared, also those without movements.
create table reconciled_days (
  provider_account text not null,
  day date not null,
  checked_at timestamp with time zone not null default now(),
  constraint reconciled_days_pkey PRIMARY KEY (provider_account, day)
);
CREATE INDEX reconciled_days_by_day ON reconciled_days USING btree (day);
alter table reconciled_days enable row level security;
alter table reconciled_days force row level security;
create policy everybody on reconciled_days for select to saldo_customer using (true);
create policy owner on reconciled_days to saldo using (true) with check (true);
create policy queries on reconciled_days for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all));
create policy super_user on reconciled_days to saldo_super using (true) with check (true);
create policy system on reconciled_days to saldo_system using (true) with check (true);
create policy limited_delete on reconciled_days as restrictive for delete to saldo_subuser
  using (( SELECT actor_may('{payments:write}'::text[]) AS actor_may) AND (( SELECT actor_accounts() AS actor_accounts)) IS NULL);
create policy limited_insert on reconciled_days as restrictive for insert to saldo_subuser
  with check (( SELECT actor_may('{payments:write}'::text[]) AS actor_may) AND (( SELECT actor_accounts() AS actor_accounts)) IS NULL);
create policy limited_read on reconciled_days as restrictive for select to saldo_subuser
  using (( SELECT actor_may('{payments:read}'::text[]) AS actor_may) AND (( SELECT actor_accounts() AS actor_accounts)) IS NULL);
create policy limited_update on reconciled_days as restrictive for update to saldo_subuser
  using (( SELECT actor_may('{payments:write}'::text[]) AS actor_may) AND (( SELECT actor_accounts() AS actor_accounts)) IS NULL)
  with check (( SELECT actor_may('{payments:write}'::text[]) AS actor_may) AND (( SELECT actor_accounts() AS actor_accounts)) IS NULL);
grant delete, insert, select, update on reconciled_days to saldo_super;
grant delete, insert, select, update on reconciled_days to saldo_system;
grant select on reconciled_days to saldo_customer;
grant select (checked_at, day, provider_account) on reconciled_days to saldo_query;

-- The result of each day, per condominium. Null customer: movements that belong to no customer.
create table reconciliation_days (
  day_id bigint not null generated always as identity,
  provider_account text not null,
  day date not null,
  customer_id bigint,
  account_id bigint,
  movements integer not null default 0,
  provider_amount bigint not null default 0,
  provider_fee bigint not null default 0,
  our_amount bigint not null default 0,
  ledger_amount bigint not null default 0,
  ledger_fee bigint not null default 0,
  -- The sum of the unexplained differences, without signs. Zero: nothing is open.
  unexplained bigint not null default 0,
  open_items integer not null default 0,
  checked_at timestamp with time zone not null default now(),
  constraint reconciliation_days_pkey PRIMARY KEY (day_id),
  constraint reconciliation_days_provider_account_day_customer_id_accoun_key UNIQUE NULLS NOT DISTINCT (provider_account, day, customer_id, account_id),
  constraint reconciliation_days_customer_id_account_id_fkey FOREIGN KEY (customer_id, account_id) REFERENCES accounts(customer_id, account_id),
  constraint reconciliation_days_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(customer_id),
  constraint reconciliation_days_unexplained_check CHECK (unexplained >= 0)
);
CREATE INDEX reconciliation_days_by_account ON reconciliation_days USING btree (customer_id, account_id, day);
CREATE INDEX reconciliation_days_by_day ON reconciliation_days USING btree (customer_id, day, day_id);
CREATE INDEX reconciliation_days_by_unexplained ON reconciliation_days USING btree (customer_id, unexplained, day_id);
CREATE INDEX reconciliation_days_of_everybody ON reconciliation_days USING btree (day);
CREATE INDEX reconciliation_days_open ON reconciliation_days USING btree (customer_id, day) WHERE open_items > 0;
alter table reconciliation_days enable row level security;
alter table reconciliation_days force row level security;
create policy customer on reconciliation_days to saldo_customer
  using (customer_id = actor_customer_id())
  with check (customer_id = actor_customer_id());
create policy owner on reconciliation_days to saldo using (true) with check (true);
create policy queries on reconciliation_days for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all) OR customer_id = (( SELECT query_customer_id() AS query_customer_id)));
create policy super_user on reconciliation_days to saldo_super using (true) with check (true);
create policy system on reconciliation_days to saldo_system using (true) with check (true);
create policy limited_delete on reconciliation_days as restrictive for delete to saldo_subuser
  using (( SELECT actor_may('{payments:write}'::text[]) AS actor_may) AND (( SELECT actor_accounts() AS actor_accounts)) IS NULL);
create policy limited_insert on reconciliation_days as restrictive for insert to saldo_subuser
  with check (( SELECT actor_may('{payments:write}'::text[]) AS actor_may) AND (( SELECT actor_accounts() AS actor_accounts)) IS NULL);
create policy limited_read on reconciliation_days as restrictive for select to saldo_subuser
  using (( SELECT actor_may('{payments:read}'::text[]) AS actor_may) AND (( SELECT actor_accounts() AS actor_accounts)) IS NULL);
create policy limited_update on reconciliation_days as restrictive for update to saldo_subuser
  using (( SELECT actor_may('{payments:write}'::text[]) AS actor_may) AND (( SELECT actor_accounts() AS actor_accounts)) IS NULL)
  with check (( SELECT actor_may('{payments:write}'::text[]) AS actor_may) AND (( SELECT actor_accounts() AS actor_accounts)) IS NULL);
grant delete, insert, select, update on reconciliation_days to saldo_super;
grant delete, insert, select, update on reconciliation_days to saldo_system;
grant select on reconciliation_days to saldo_customer;
grant select (account_id, checked_at, customer_id, day, day_id, ledger_amount, ledger_fee, movements, open_items, our_amount, provider_account, provider_amount, provider_fee, unexplained) on reconciliation_days to saldo_query;
grant usage on sequence reconciliation_days_day_id_seq to saldo_super, saldo_system;

-- Differences that the comparison cannot explain, one row each: found, then explained by a person or resolved by an action.
-- `object` names what differs: `payment:12:charge`, or an object of the provider that belongs to no payment.
create table reconciliation_items (
  item_id bigint not null generated always as identity,
  provider_account text not null,
  object text not null,
  kind text not null,
  class text not null,
  day date not null,
  customer_id bigint,
  account_id bigint,
  payment_id bigint,
  movement_id text,
  provider_object text,
  provider_amount bigint not null,
  our_amount bigint not null,
  ledger_amount bigint not null,
  -- Signed: the provider's amount less ours.
  difference bigint not null,
  -- The same without its sign, to sort and sum by.
  gap bigint not null generated always as (abs(difference)) stored,
  state text not null default 'open',
  reason text,
  explained_by text,
  explained_at timestamp with time zone,
  -- How often the item has opened: each opening may have one posted correction.
  opened integer not null default 1,
  found_at timestamp with time zone not null default now(),
  resolved_at timestamp with time zone,
  constraint reconciliation_items_pkey PRIMARY KEY (item_id),
  constraint reconciliation_items_provider_account_object_kind_key UNIQUE (provider_account, object, kind),
  constraint reconciliation_items_customer_id_account_id_fkey FOREIGN KEY (customer_id, account_id) REFERENCES accounts(customer_id, account_id),
  constraint reconciliation_items_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(customer_id),
  constraint reconciliation_items_customer_id_payment_id_fkey FOREIGN KEY (customer_id, payment_id) REFERENCES payments(customer_id, payment_id),
  constraint explained_means_why CHECK (state <> 'explained' OR reason IS NOT NULL),
  constraint reconciliation_items_class_check CHECK (class = ANY (ARRAY['charge', 'refund', 'dispute', 'transfer', 'connected'])),
  constraint reconciliation_items_difference_check CHECK (difference <> 0),
  constraint reconciliation_items_kind_check CHECK (kind = ANY (ARRAY['not_here', 'not_there', 'amount_differs', 'ledger_missing', 'ledger_duplicate', 'fee_differs', 'nobody'])),
  constraint reconciliation_items_state_check CHECK (state = ANY (ARRAY['open', 'explained', 'resolved']))
);
CREATE INDEX reconciliation_items_by_account ON reconciliation_items USING btree (customer_id, account_id, day, item_id);
CREATE INDEX reconciliation_items_by_day ON reconciliation_items USING btree (customer_id, day, item_id);
CREATE INDEX reconciliation_items_by_gap ON reconciliation_items USING btree (customer_id, gap, item_id);
CREATE INDEX reconciliation_items_by_payment ON reconciliation_items USING btree (customer_id, payment_id);
CREATE INDEX reconciliation_items_by_state ON reconciliation_items USING btree (customer_id, state, day, item_id);
CREATE INDEX reconciliation_items_of_day ON reconciliation_items USING btree (provider_account, day);
alter table reconciliation_items enable row level security;
alter table reconciliation_items force row level security;
create policy customer on reconciliation_items to saldo_customer
  using (customer_id = actor_customer_id())
  with check (customer_id = actor_customer_id());
create policy owner on reconciliation_items to saldo using (true) with check (true);
create policy queries on reconciliation_items for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all) OR customer_id = (( SELECT query_customer_id() AS query_customer_id)));
create policy super_user on reconciliation_items to saldo_super using (true) with check (true);
create policy system on reconciliation_items to saldo_system using (true) with check (true);
create policy limited_delete on reconciliation_items as restrictive for delete to saldo_subuser
  using (( SELECT actor_may('{payments:write}'::text[]) AS actor_may) AND (( SELECT actor_accounts() AS actor_accounts)) IS NULL);
create policy limited_insert on reconciliation_items as restrictive for insert to saldo_subuser
  with check (( SELECT actor_may('{payments:write}'::text[]) AS actor_may) AND (( SELECT actor_accounts() AS actor_accounts)) IS NULL);
create policy limited_read on reconciliation_items as restrictive for select to saldo_subuser
  using (( SELECT actor_may('{payments:read}'::text[]) AS actor_may) AND (( SELECT actor_accounts() AS actor_accounts)) IS NULL);
create policy limited_update on reconciliation_items as restrictive for update to saldo_subuser
  using (( SELECT actor_may('{payments:write}'::text[]) AS actor_may) AND (( SELECT actor_accounts() AS actor_accounts)) IS NULL)
  with check (( SELECT actor_may('{payments:write}'::text[]) AS actor_may) AND (( SELECT actor_accounts() AS actor_accounts)) IS NULL);
grant delete, insert, select, update on reconciliation_items to saldo_super;
grant delete, insert, select, update on reconciliation_items to saldo_system;
grant select, update on reconciliation_items to saldo_customer;
grant select (account_id, class, customer_id, day, difference, explained_at, explained_by, found_at, gap, item_id, kind, ledger_amount, movement_id, object, opened, our_amount, payment_id, provider_account, provider_amount, provider_object, reason, resolved_at, state) on reconciliation_items to saldo_query;
grant usage on sequence reconciliation_items_item_id_seq to saldo_super, saldo_system;

-- Each comparison of the three books. Null customer: the nightly one, or the back office's.
create table reconciliation_runs (
  run_id bigint not null generated always as identity,
  customer_id bigint,
  created_by bigint,
  started_by text not null,
  from_day date not null,
  to_day date not null,
  state text not null default 'queued',
  done integer not null default 0,
  total integer,
  failure text,
  created_at timestamp with time zone not null default now(),
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  constraint reconciliation_runs_pkey PRIMARY KEY (run_id),
  constraint reconciliation_runs_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(user_id) ON DELETE SET NULL,
  constraint reconciliation_runs_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(customer_id),
  constraint reconciliation_runs_check CHECK (from_day <= to_day),
  constraint reconciliation_runs_started_by_check CHECK (started_by = ANY (ARRAY['night', 'person', 'start'])),
  constraint reconciliation_runs_state_check CHECK (state = ANY (ARRAY['queued', 'running', 'done', 'failed']))
);
CREATE INDEX reconciliation_runs_by_customer ON reconciliation_runs USING btree (customer_id, run_id);
-- A second request while a run is in progress finds that run.
CREATE UNIQUE INDEX one_run_under_way ON reconciliation_runs USING btree (COALESCE(customer_id, 0::bigint)) WHERE (state = ANY (ARRAY['queued', 'running'])) AND started_by = 'person';
alter table reconciliation_runs enable row level security;
alter table reconciliation_runs force row level security;
create policy customer on reconciliation_runs to saldo_customer
  using (customer_id = actor_customer_id())
  with check (customer_id = actor_customer_id());
create policy owner on reconciliation_runs to saldo using (true) with check (true);
create policy queries on reconciliation_runs for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all) OR customer_id = (( SELECT query_customer_id() AS query_customer_id)));
create policy super_user on reconciliation_runs to saldo_super using (true) with check (true);
create policy system on reconciliation_runs to saldo_system using (true) with check (true);
create policy limited_delete on reconciliation_runs as restrictive for delete to saldo_subuser
  using (( SELECT actor_may('{payments:write}'::text[]) AS actor_may) AND (( SELECT actor_accounts() AS actor_accounts)) IS NULL);
create policy limited_insert on reconciliation_runs as restrictive for insert to saldo_subuser
  with check (( SELECT actor_may('{payments:write}'::text[]) AS actor_may) AND (( SELECT actor_accounts() AS actor_accounts)) IS NULL);
create policy limited_read on reconciliation_runs as restrictive for select to saldo_subuser
  using (( SELECT actor_may('{payments:read}'::text[]) AS actor_may) AND (( SELECT actor_accounts() AS actor_accounts)) IS NULL);
create policy limited_update on reconciliation_runs as restrictive for update to saldo_subuser
  using (( SELECT actor_may('{payments:write}'::text[]) AS actor_may) AND (( SELECT actor_accounts() AS actor_accounts)) IS NULL)
  with check (( SELECT actor_may('{payments:write}'::text[]) AS actor_may) AND (( SELECT actor_accounts() AS actor_accounts)) IS NULL);
grant delete, insert, select, update on reconciliation_runs to saldo_super;
grant delete, insert, select, update on reconciliation_runs to saldo_system;
grant insert, select on reconciliation_runs to saldo_customer;
grant select (created_at, created_by, customer_id, done, failure, finished_at, from_day, run_id, started_at, started_by, state, to_day, total) on reconciliation_runs to saldo_query;
grant usage on sequence reconciliation_runs_run_id_seq to saldo_customer, saldo_super, saldo_system;

-- Recovery codes for a lost second step, each valid once.
create table recovery_codes (
  code_hash bytea not null,
  user_id bigint not null,
  used_at timestamp with time zone,
  constraint recovery_codes_pkey PRIMARY KEY (code_hash),
  constraint recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id) ON DELETE CASCADE
);
CREATE INDEX recovery_codes_by_user ON recovery_codes USING btree (user_id);
alter table recovery_codes enable row level security;
alter table recovery_codes force row level security;
create policy owner on recovery_codes to saldo using (true) with check (true);
create policy super_user on recovery_codes to saldo_super using (true) with check (true);
create policy system on recovery_codes to saldo_system using (true) with check (true);
grant delete, insert, select, update on recovery_codes to saldo_system;

-- Refresh tokens: each is rotated once. The successor is derived from it, so it can be returned again within the grace period.
create table refresh_tokens (
  token_hash bytea not null,
  session_id bigint not null,
  expires_at timestamp with time zone not null,
  spent_at timestamp with time zone,
  constraint refresh_tokens_pkey PRIMARY KEY (token_hash),
  constraint refresh_tokens_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(session_id) ON DELETE CASCADE
);
CREATE INDEX refresh_tokens_by_expiry ON refresh_tokens USING btree (expires_at);
CREATE INDEX refresh_tokens_by_session ON refresh_tokens USING btree (session_id);
alter table refresh_tokens enable row level security;
alter table refresh_tokens force row level security;
create policy owner on refresh_tokens to saldo using (true) with check (true);
create policy super_user on refresh_tokens to saldo_super using (true) with check (true);
create policy system on refresh_tokens to saldo_system using (true) with check (true);
grant delete, insert, select, update on refresh_tokens to saldo_system;

-- Which instalments a refund took money from, so that it can be undone when it fails later.
create table refund_parts (
  refund_id bigint not null,
  instalment_id bigint not null,
  customer_id bigint not null,
  bill_id bigint not null,
  amount bigint not null,
  constraint refund_parts_pkey PRIMARY KEY (refund_id, instalment_id),
  constraint refund_parts_customer_id_bill_id_fkey FOREIGN KEY (customer_id, bill_id) REFERENCES bills(customer_id, bill_id),
  constraint refund_parts_customer_id_refund_id_fkey FOREIGN KEY (customer_id, refund_id) REFERENCES refunds(customer_id, refund_id),
  constraint refund_parts_instalment_id_fkey FOREIGN KEY (instalment_id) REFERENCES bill_instalments(instalment_id),
  constraint refund_parts_amount_check CHECK (amount > 0)
);
CREATE INDEX refund_parts_by_bill ON refund_parts USING btree (customer_id, bill_id);
CREATE INDEX refund_parts_by_instalment ON refund_parts USING btree (instalment_id);
CREATE INDEX refund_parts_by_refund ON refund_parts USING btree (customer_id, refund_id);
alter table refund_parts enable row level security;
alter table refund_parts force row level security;
create policy customer on refund_parts to saldo_customer
  using (customer_id = actor_customer_id())
  with check (customer_id = actor_customer_id());
create policy owner on refund_parts to saldo using (true) with check (true);
create policy queries on refund_parts for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all) OR customer_id = (( SELECT query_customer_id() AS query_customer_id)));
create policy super_user on refund_parts to saldo_super using (true) with check (true);
create policy system on refund_parts to saldo_system using (true) with check (true);
create policy limited_delete on refund_parts as restrictive for delete to saldo_subuser
  using (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM bills p
  WHERE p.bill_id = refund_parts.bill_id))));
create policy limited_insert on refund_parts as restrictive for insert to saldo_subuser
  with check (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM bills p
  WHERE p.bill_id = refund_parts.bill_id))));
create policy limited_read on refund_parts as restrictive for select to saldo_subuser
  using (( SELECT actor_may('{bills:read,payments:read,debits:read}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM bills p
  WHERE p.bill_id = refund_parts.bill_id))));
create policy limited_update on refund_parts as restrictive for update to saldo_subuser
  using (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM bills p
  WHERE p.bill_id = refund_parts.bill_id))))
  with check (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM bills p
  WHERE p.bill_id = refund_parts.bill_id))));
grant delete, insert, select, update on refund_parts to saldo_super;
grant delete, insert, select, update on refund_parts to saldo_system;
grant insert, select on refund_parts to saldo_customer;
grant select (amount, bill_id, customer_id, instalment_id, refund_id) on refund_parts to saldo_query;

-- A refund of a payment, pending or done.
create table refunds (
  refund_id bigint not null generated by default as identity,
  customer_id bigint not null,
  payment_id bigint not null,
  amount bigint not null,
  -- provider: it gives the money back. outside: the office has done so itself. credit: it becomes the payer's credit again.
  way text not null,
  state text not null default 'recorded',
  reason text not null,
  note text,
  actor text not null,
  provider_account text,
  provider_object text,
  -- The request to the provider. Stored, so that after a lost answer it can be repeated with the same key and body.
  request jsonb,
  asked_at timestamp with time zone,
  failure_code text,
  idempotency_key text,
  -- For a refund outside the product: the day and the bank's reference.
  returned_on date,
  reference text,
  -- How much of it came from the payer's credit rather than from what the payment had settled.
  from_credit bigint not null default 0,
  created_by bigint,
  next_check_at timestamp with time zone,
  checks integer not null default 0,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  request_hash text,
  constraint refunds_pkey PRIMARY KEY (refund_id),
  constraint refunds_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(user_id) ON DELETE SET NULL,
  constraint refunds_customer_id_payment_id_fkey FOREIGN KEY (customer_id, payment_id) REFERENCES payments(customer_id, payment_id),
  constraint refunds_amount_check CHECK (amount > 0),
  constraint refunds_from_credit_check CHECK (from_credit >= 0),
  constraint refunds_provider_account_check CHECK (provider_account = ANY (ARRAY['stripe', 'stripe2'])),
  constraint refunds_reason_check CHECK (reason = ANY (ARRAY['requested_by_customer', 'duplicate', 'fraudulent'])),
  constraint refunds_state_check CHECK (state = ANY (ARRAY['recorded', 'unknown', 'pending', 'requires_action', 'succeeded', 'failed', 'cancelled'])),
  constraint refunds_way_check CHECK (way = ANY (ARRAY['provider', 'outside', 'credit'])),
  constraint the_provider_is_asked_by_name CHECK (way <> 'provider' OR provider_account IS NOT NULL)
);
CREATE INDEX refunds_by_payment ON refunds USING btree (customer_id, payment_id, refund_id);
CREATE INDEX refunds_to_check ON refunds USING btree (next_check_at) WHERE next_check_at IS NOT NULL;
CREATE INDEX refunds_under_way ON refunds USING btree (customer_id, payment_id) WHERE way = 'provider' AND (state = ANY (ARRAY['recorded', 'unknown', 'pending', 'requires_action']));
CREATE UNIQUE INDEX one_refund_per_form ON refunds USING btree (payment_id, idempotency_key) WHERE idempotency_key IS NOT NULL;
CREATE UNIQUE INDEX one_refund_per_provider_object ON refunds USING btree (provider_account, provider_object) WHERE provider_object IS NOT NULL;
CREATE UNIQUE INDEX refunds_by_key ON refunds USING btree (customer_id, refund_id);
alter table refunds enable row level security;
alter table refunds force row level security;
create policy customer on refunds to saldo_customer
  using (customer_id = actor_customer_id())
  with check (customer_id = actor_customer_id());
create policy owner on refunds to saldo using (true) with check (true);
create policy queries on refunds for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all) OR customer_id = (( SELECT query_customer_id() AS query_customer_id)));
create policy super_user on refunds to saldo_super using (true) with check (true);
create policy system on refunds to saldo_system using (true) with check (true);
create policy limited_delete on refunds as restrictive for delete to saldo_subuser
  using (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM payments p
  WHERE p.payment_id = refunds.payment_id))));
create policy limited_insert on refunds as restrictive for insert to saldo_subuser
  with check (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM payments p
  WHERE p.payment_id = refunds.payment_id))));
create policy limited_read on refunds as restrictive for select to saldo_subuser
  using (( SELECT actor_may('{bills:read,payments:read,debits:read}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM payments p
  WHERE p.payment_id = refunds.payment_id))));
create policy limited_update on refunds as restrictive for update to saldo_subuser
  using (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM payments p
  WHERE p.payment_id = refunds.payment_id))))
  with check (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM payments p
  WHERE p.payment_id = refunds.payment_id))));
grant delete, insert, select, update on refunds to saldo_super;
grant delete, insert, select, update on refunds to saldo_system;
grant insert, select, update on refunds to saldo_customer;
grant select (actor, amount, asked_at, checks, created_at, created_by, customer_id, failure_code, from_credit, next_check_at, note, payment_id, provider_account, provider_object, reason, reference, refund_id, returned_on, state, updated_at, way) on refunds to saldo_query;
grant usage on sequence refunds_refund_id_seq to saldo_customer, saldo_super, saldo_system;
CREATE TRIGGER live_insert AFTER INSERT ON refunds REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_live('payments');
CREATE TRIGGER live_update AFTER UPDATE ON refunds REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_live('payments');
CREATE TRIGGER payments_follow_changed_refunds AFTER UPDATE OF state ON refunds FOR EACH ROW WHEN (old.state <> new.state) EXECUTE FUNCTION payments_follow_refunds();
CREATE TRIGGER payments_follow_refunds AFTER INSERT ON refunds FOR EACH ROW EXECUTE FUNCTION payments_follow_refunds();
CREATE TRIGGER refund_moves_forward BEFORE UPDATE ON refunds FOR EACH ROW EXECUTE FUNCTION refund_moves_forward();
CREATE TRIGGER return_platform_fee AFTER UPDATE OF state ON refunds FOR EACH ROW WHEN ((new.request ->> 'refund_application_fee'::text) = 'true'::text AND (old.state = ANY (ARRAY['pending'::text, 'requires_action'::text, 'succeeded'::text])) IS DISTINCT FROM (new.state = ANY (ARRAY['pending'::text, 'requires_action'::text, 'succeeded'::text]))) EXECUTE FUNCTION return_platform_fee();

-- A reminder is a letter to one person of a condominium that lists their overdue bills. Its bills move to a table of their
-- own, with the level that each had after the letter (domain/arrears/reminder-plan.ts).
create table reminder_bills (
  reminder_id bigint not null,
  "position" smallint not null,
  customer_id bigint not null,
  account_id bigint not null,
  bill_id bigint not null,
  due_date date not null,
  amount bigint not null,
  -- After the letter; 0: a courtesy notice before the due date, or no level yet.
  level smallint not null,
  -- The letter brought the bill to this level; else it only lists it.
  asked boolean not null,
  -- Days of the step from the due date, when asked.
  days smallint,
  -- The sentence that the letter prints beside the bill: its due date and its level.
  note text not null,
  constraint reminder_bills_pkey PRIMARY KEY (reminder_id, "position"),
  constraint a_bill_is_listed_once UNIQUE (reminder_id, bill_id),
  constraint reminder_bills_customer_id_account_id_fkey FOREIGN KEY (customer_id, account_id) REFERENCES accounts(customer_id, account_id),
  constraint reminder_bills_customer_id_bill_id_fkey FOREIGN KEY (customer_id, bill_id) REFERENCES bills(customer_id, bill_id),
  constraint reminder_bills_customer_id_reminder_id_fkey FOREIGN KEY (customer_id, reminder_id) REFERENCES reminders(customer_id, reminder_id),
  constraint reminder_bills_amount_check CHECK (amount > 0),
  constraint reminder_bills_level_check CHECK (level >= 0)
);
CREATE INDEX reminder_bills_by_account ON reminder_bills USING btree (customer_id, account_id);
CREATE INDEX reminder_bills_by_bill ON reminder_bills USING btree (customer_id, bill_id, due_date);
CREATE INDEX reminder_bills_by_reminder ON reminder_bills USING btree (customer_id, reminder_id, "position");
alter table reminder_bills enable row level security;
alter table reminder_bills force row level security;
create policy customer on reminder_bills to saldo_customer
  using (customer_id = actor_customer_id())
  with check (customer_id = actor_customer_id());
create policy owner on reminder_bills to saldo using (true) with check (true);
create policy queries on reminder_bills for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all) OR customer_id = (( SELECT query_customer_id() AS query_customer_id)));
create policy super_user on reminder_bills to saldo_super using (true) with check (true);
create policy system on reminder_bills to saldo_system using (true) with check (true);
create policy limited_delete on reminder_bills as restrictive for delete to saldo_subuser
  using (( SELECT actor_may('{bills:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_insert on reminder_bills as restrictive for insert to saldo_subuser
  with check (( SELECT actor_may('{bills:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_read on reminder_bills as restrictive for select to saldo_subuser
  using (( SELECT actor_may('{bills:read,payments:read,debits:read}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_update on reminder_bills as restrictive for update to saldo_subuser
  using (( SELECT actor_may('{bills:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))))
  with check (( SELECT actor_may('{bills:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
grant delete, insert, select on reminder_bills to saldo_customer;
grant delete, insert, select, update on reminder_bills to saldo_super;
grant delete, insert, select, update on reminder_bills to saldo_system;
grant select (account_id, amount, asked, bill_id, customer_id, days, due_date, level, note, "position", reminder_id) on reminder_bills to saldo_query;

-- One run of reminders: a condominium's nightly run, or the bills that somebody chose. The job continues where it was
-- interrupted. `bill_ids` null: all bills of the condominium.
create table reminder_runs (
  run_id bigint not null generated by default as identity,
  customer_id bigint not null,
  account_id bigint,
  night date,
  -- stopped: it failed for good and is not retried.
  state text not null,
  sent integer not null default 0,
  -- How many were left out, by reason.
  left_out jsonb not null default '{}'::jsonb,
  created_by bigint,
  created_at timestamp with time zone not null default now(),
  finished_at timestamp with time zone,
  leaves_at timestamp with time zone not null default now(),
  idempotency_key text,
  request_hash text,
  impersonation_id bigint default actor_impersonation_id(),
  constraint reminder_runs_pkey PRIMARY KEY (run_id),
  constraint reminder_runs_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(user_id) ON DELETE SET NULL,
  constraint reminder_runs_customer_id_account_id_fkey FOREIGN KEY (customer_id, account_id) REFERENCES accounts(customer_id, account_id),
  constraint reminder_runs_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(customer_id),
  constraint reminder_runs_customer_id_impersonation_id_fkey FOREIGN KEY (customer_id, impersonation_id) REFERENCES impersonations(customer_id, impersonation_id),
  constraint reminder_runs_state_check CHECK (state = ANY (ARRAY['waiting', 'running', 'done', 'stopped', 'cancelled']))
);
CREATE INDEX reminder_runs_by_account ON reminder_runs USING btree (customer_id, account_id, run_id);
CREATE UNIQUE INDEX one_run_per_form ON reminder_runs USING btree (customer_id, idempotency_key) WHERE idempotency_key IS NOT NULL;
CREATE UNIQUE INDEX one_run_per_night ON reminder_runs USING btree (account_id, night) WHERE night IS NOT NULL;
CREATE UNIQUE INDEX reminder_runs_by_key ON reminder_runs USING btree (customer_id, run_id);
alter table reminder_runs enable row level security;
alter table reminder_runs force row level security;
create policy customer on reminder_runs to saldo_customer
  using (customer_id = actor_customer_id())
  with check (customer_id = actor_customer_id());
create policy owner on reminder_runs to saldo using (true) with check (true);
create policy queries on reminder_runs for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all) OR customer_id = (( SELECT query_customer_id() AS query_customer_id)));
create policy super_user on reminder_runs to saldo_super using (true) with check (true);
create policy system on reminder_runs to saldo_system using (true) with check (true);
create policy limited_delete on reminder_runs as restrictive for delete to saldo_subuser
  using (( SELECT actor_may('{bills:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[])) OR created_by = (( SELECT actor_user_id() AS actor_user_id))));
create policy limited_insert on reminder_runs as restrictive for insert to saldo_subuser
  with check (( SELECT actor_may('{bills:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[])) OR created_by = (( SELECT actor_user_id() AS actor_user_id))));
create policy limited_read on reminder_runs as restrictive for select to saldo_subuser
  using (( SELECT actor_may('{bills:read}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[])) OR created_by = (( SELECT actor_user_id() AS actor_user_id))));
create policy limited_update on reminder_runs as restrictive for update to saldo_subuser
  using (( SELECT actor_may('{bills:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[])) OR created_by = (( SELECT actor_user_id() AS actor_user_id))))
  with check (( SELECT actor_may('{bills:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[])) OR created_by = (( SELECT actor_user_id() AS actor_user_id))));
grant delete, insert, select, update on reminder_runs to saldo_super;
grant delete, insert, select, update on reminder_runs to saldo_system;
grant insert, select, update on reminder_runs to saldo_customer;
grant select (account_id, created_at, created_by, customer_id, finished_at, leaves_at, left_out, night, run_id, sent, state) on reminder_runs to saldo_query;
grant usage on sequence reminder_runs_run_id_seq to saldo_customer, saldo_super, saldo_system;
CREATE TRIGGER live_update AFTER UPDATE ON reminder_runs REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_live('reminders');

-- How an office sends reminders. Without account_id: for every condominium that has no sequence of its own. `steps`: see
-- domain/arrears/reminder-plan.ts.
create table reminder_sequences (
  sequence_id bigint not null generated by default as identity,
  customer_id bigint not null,
  account_id bigint,
  name text not null generated always as (
    CASE
        WHEN account_id IS NULL THEN 'Solleciti dello studio'
        ELSE 'Solleciti del condominio'
    END) stored,
  automatic boolean not null default false,
  not_within_days smallint not null,
  least_residue bigint not null,
  steps jsonb not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  address_form text not null default 'tu',
  constraint reminder_sequences_pkey PRIMARY KEY (sequence_id),
  constraint one_sequence_per_account UNIQUE NULLS NOT DISTINCT (customer_id, account_id),
  constraint reminder_sequences_customer_id_account_id_fkey FOREIGN KEY (customer_id, account_id) REFERENCES accounts(customer_id, account_id) ON DELETE CASCADE,
  constraint reminder_sequences_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(customer_id),
  constraint reminder_sequences_address_form_check CHECK (address_form = ANY (ARRAY['tu', 'lei'])),
  constraint reminder_sequences_least_residue_check CHECK (least_residue >= 0),
  constraint reminder_sequences_not_within_days_check CHECK (not_within_days >= 0 AND not_within_days <= 365),
  constraint reminder_sequences_steps_check CHECK (jsonb_typeof(steps) = 'array')
);
alter table reminder_sequences enable row level security;
alter table reminder_sequences force row level security;
create policy customer on reminder_sequences to saldo_customer
  using (customer_id = actor_customer_id())
  with check (customer_id = actor_customer_id());
create policy owner on reminder_sequences to saldo using (true) with check (true);
create policy queries on reminder_sequences for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all) OR customer_id = (( SELECT query_customer_id() AS query_customer_id)));
create policy super_user on reminder_sequences to saldo_super using (true) with check (true);
create policy system on reminder_sequences to saldo_system using (true) with check (true);
create policy limited_delete on reminder_sequences as restrictive for delete to saldo_subuser
  using (( SELECT actor_may('{bills:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_insert on reminder_sequences as restrictive for insert to saldo_subuser
  with check (( SELECT actor_may('{bills:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_read on reminder_sequences as restrictive for select to saldo_subuser
  using (( SELECT actor_may(permissions('read', ARRAY['bills'])) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR account_id IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_update on reminder_sequences as restrictive for update to saldo_subuser
  using (( SELECT actor_may('{bills:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))))
  with check (( SELECT actor_may('{bills:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
grant delete, insert, select, update on reminder_sequences to saldo_customer;
grant delete, insert, select, update on reminder_sequences to saldo_super;
grant delete, insert, select, update on reminder_sequences to saldo_system;
grant select (account_id, address_form, automatic, created_at, customer_id, least_residue, name, not_within_days, sequence_id, steps, updated_at) on reminder_sequences to saldo_query;
grant usage on sequence reminder_sequences_sequence_id_seq to saldo_customer, saldo_super, saldo_system;
CREATE TRIGGER audit_delete AFTER DELETE ON reminder_sequences FOR EACH ROW EXECUTE FUNCTION audit_row('reminders', 'sequence_id', 'name');
CREATE TRIGGER audit_insert AFTER INSERT ON reminder_sequences FOR EACH ROW WHEN (current_setting('saldo.bulk'::text, true) IS DISTINCT FROM 'yes'::text) EXECUTE FUNCTION audit_row('reminders', 'sequence_id', 'name');
CREATE TRIGGER audit_update AFTER UPDATE ON reminder_sequences FOR EACH ROW WHEN (old.* IS DISTINCT FROM new.*) EXECUTE FUNCTION audit_row('reminders', 'sequence_id', 'name');

-- The reminders sent, and to whom. A step is sent once for a due date; a new due date (a plan, a rate) starts again.
create table reminders (
  reminder_id bigint not null generated by default as identity,
  customer_id bigint not null,
  account_id bigint not null,
  subject_id bigint not null,
  run_id bigint not null,
  step_name text not null,
  amount bigint not null,
  channel text not null,
  to_address text,
  title text not null,
  text text not null,
  -- The dedupe key of its mail, which says whether it has left.
  email_key text,
  created_at timestamp with time zone not null default now(),
  -- leaving: in the time in which it can be cancelled; to_deliver: a letter on paper.
  state text not null,
  level smallint not null,
  address_form text not null,
  -- Why it was left out when its turn came; null: somebody cancelled it.
  reason text,
  -- The day on which it was really sent: mailed, or delivered as somebody recorded.
  sent_on date,
  delivered_by text,
  delivery_note text,
  constraint reminders_pkey PRIMARY KEY (reminder_id),
  constraint reminders_customer_id_account_id_fkey FOREIGN KEY (customer_id, account_id) REFERENCES accounts(customer_id, account_id),
  constraint reminders_customer_id_run_id_fkey FOREIGN KEY (customer_id, run_id) REFERENCES reminder_runs(customer_id, run_id),
  constraint reminders_customer_id_subject_id_fkey FOREIGN KEY (customer_id, subject_id) REFERENCES subjects(customer_id, subject_id),
  constraint reminders_address_form_check CHECK (address_form = ANY (ARRAY['tu', 'lei'])),
  constraint reminders_amount_check CHECK (amount > 0),
  constraint reminders_channel_check CHECK (channel = ANY (ARRAY['email', 'paper'])),
  constraint reminders_check CHECK (channel = 'paper' OR to_address IS NOT NULL AND delivered_by IS NULL),
  constraint reminders_check1 CHECK (state <> 'leaving' OR channel = 'email'),
  constraint reminders_check2 CHECK (state <> 'to_deliver' OR channel = 'paper'),
  constraint reminders_check3 CHECK ((delivered_by IS NOT NULL) = (channel = 'paper' AND state = 'sent')),
  constraint reminders_check4 CHECK ((sent_on IS NOT NULL) = (state = 'sent')),
  constraint reminders_delivered_by_check CHECK (delivered_by = ANY (ARRAY['registered_letter', 'pec', 'hand', 'post'])),
  constraint reminders_level_check CHECK (level >= 0),
  constraint reminders_state_check CHECK (state = ANY (ARRAY['leaving', 'to_deliver', 'sent', 'cancelled']))
);
CREATE INDEX reminders_by_account ON reminders USING btree (customer_id, account_id, created_at, reminder_id);
CREATE INDEX reminders_by_amount ON reminders USING btree (customer_id, amount, reminder_id);
CREATE INDEX reminders_by_date ON reminders USING btree (customer_id, created_at, reminder_id);
CREATE INDEX reminders_by_run ON reminders USING btree (customer_id, run_id);
CREATE INDEX reminders_by_subject ON reminders USING btree (customer_id, subject_id, created_at, reminder_id);
CREATE INDEX reminders_on_their_way ON reminders USING btree (customer_id, account_id, subject_id) WHERE state = ANY (ARRAY['leaving', 'to_deliver']);
CREATE UNIQUE INDEX reminders_by_key ON reminders USING btree (customer_id, reminder_id);
alter table reminders enable row level security;
alter table reminders force row level security;
create policy customer on reminders to saldo_customer
  using (customer_id = actor_customer_id())
  with check (customer_id = actor_customer_id());
create policy owner on reminders to saldo using (true) with check (true);
create policy queries on reminders for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all) OR customer_id = (( SELECT query_customer_id() AS query_customer_id)));
create policy super_user on reminders to saldo_super using (true) with check (true);
create policy system on reminders to saldo_system using (true) with check (true);
create policy limited_delete on reminders as restrictive for delete to saldo_subuser
  using (( SELECT actor_may('{bills:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_insert on reminders as restrictive for insert to saldo_subuser
  with check (( SELECT actor_may('{bills:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_read on reminders as restrictive for select to saldo_subuser
  using (( SELECT actor_may('{bills:read,payments:read,debits:read}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_update on reminders as restrictive for update to saldo_subuser
  using (( SELECT actor_may('{bills:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))))
  with check (( SELECT actor_may('{bills:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
grant delete, insert, select, update on reminders to saldo_super;
grant delete, insert, select, update on reminders to saldo_system;
grant insert, select, update on reminders to saldo_customer;
grant select (account_id, address_form, amount, channel, created_at, customer_id, delivered_by, delivery_note, level, reason, reminder_id, run_id, sent_on, state, step_name, subject_id, text, title, to_address) on reminders to saldo_query;
grant usage on sequence reminders_reminder_id_seq to saldo_customer, saldo_super, saldo_system;
CREATE TRIGGER live_insert AFTER INSERT ON reminders REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_live('reminders');
CREATE TRIGGER live_update AFTER UPDATE ON reminders REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_live('reminders');
CREATE TRIGGER reminder_levels_follow AFTER UPDATE OF state ON reminders FOR EACH ROW WHEN (new.state = 'sent'::text AND old.state <> 'sent'::text) EXECUTE FUNCTION reminder_levels_follow();

-- Who gets the figures of the report by mail: on Mondays, or on the first of the month. Each user sees their own only.
create table report_subscriptions (
  subscription_id bigint not null generated always as identity,
  customer_id bigint not null,
  user_id bigint not null,
  -- Null: all condominiums that the user sees.
  account_id bigint,
  every text not null,
  created_at timestamp with time zone not null default now(),
  constraint report_subscriptions_pkey PRIMARY KEY (subscription_id),
  constraint report_subscriptions_customer_id_account_id_fkey FOREIGN KEY (customer_id, account_id) REFERENCES accounts(customer_id, account_id) ON DELETE CASCADE,
  constraint report_subscriptions_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(customer_id),
  constraint report_subscriptions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id) ON DELETE CASCADE,
  constraint report_subscriptions_every_check CHECK (every = ANY (ARRAY['week', 'month']))
);
CREATE INDEX report_subscriptions_by_account ON report_subscriptions USING btree (customer_id, account_id, subscription_id);
CREATE UNIQUE INDEX one_subscription_each ON report_subscriptions USING btree (user_id, every, COALESCE(account_id, 0::bigint));
alter table report_subscriptions enable row level security;
alter table report_subscriptions force row level security;
create policy oneself on report_subscriptions to saldo_consumer, saldo_customer, saldo_super
  using (user_id = actor_user_id())
  with check (user_id = actor_user_id());
create policy owner on report_subscriptions to saldo using (true) with check (true);
create policy queries on report_subscriptions for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all) OR customer_id = (( SELECT query_customer_id() AS query_customer_id)));
create policy system on report_subscriptions to saldo_system using (true) with check (true);
grant delete, insert, select on report_subscriptions to saldo_consumer;
grant delete, insert, select on report_subscriptions to saldo_customer;
grant delete, insert, select on report_subscriptions to saldo_super;
grant delete, insert, select, update on report_subscriptions to saldo_system;
grant select (account_id, created_at, customer_id, every, subscription_id, user_id) on report_subscriptions to saldo_query;
grant usage on sequence report_subscriptions_subscription_id_seq to saldo_super, saldo_system;

create table request_counts (
  key bytea not null,
  minute timestamp with time zone not null,
  count integer not null,
  constraint request_counts_pkey PRIMARY KEY (key, minute)
);
CREATE INDEX request_counts_by_minute ON request_counts USING btree (minute);
alter table request_counts enable row level security;
alter table request_counts force row level security;
create policy owner on request_counts to saldo using (true) with check (true);
create policy super_user on request_counts to saldo_super using (true) with check (true);
create policy system on request_counts to saldo_system using (true) with check (true);
grant delete, insert, select, update on request_counts to saldo_system;

-- Owners, usufructuaries and tenants of a unit, from when to when (`until` included; null: still). Shares are fractions: 1/2, 333/1000.
create table right_holders (
  right_holder_id bigint not null generated by default as identity,
  customer_id bigint not null,
  account_id bigint not null,
  unit_id bigint not null,
  subject_id bigint not null,
  right_kind text not null,
  share_numerator integer not null default 1,
  share_denominator integer not null default 1,
  since date,
  until date,
  -- The unit's bills are made out to the holders marked as payers; if none is marked, to the first owner.
  pays boolean not null default false,
  import_id bigint,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  share text not null generated always as ((share_numerator::text || '/') || share_denominator::text) stored,
  constraint right_holders_pkey PRIMARY KEY (right_holder_id),
  constraint right_holders_customer_id_account_id_unit_id_fkey FOREIGN KEY (customer_id, account_id, unit_id) REFERENCES units(customer_id, account_id, unit_id) ON DELETE CASCADE,
  constraint right_holders_customer_id_subject_id_fkey FOREIGN KEY (customer_id, subject_id) REFERENCES subjects(customer_id, subject_id),
  constraint ends_after_it_begins CHECK (until IS NULL OR since IS NULL OR until >= since),
  constraint right_holders_check CHECK (share_denominator >= share_numerator),
  constraint right_holders_right_kind_check CHECK (right_kind = ANY (ARRAY['owner', 'bare_owner', 'usufructuary', 'tenant'])),
  constraint right_holders_share_numerator_check CHECK (share_numerator > 0)
);
CREATE INDEX right_holders_by_account ON right_holders USING btree (customer_id, account_id, unit_id);
CREATE INDEX right_holders_by_import ON right_holders USING btree (import_id) WHERE import_id IS NOT NULL;
CREATE INDEX right_holders_by_subject ON right_holders USING btree (customer_id, subject_id, right_holder_id);
CREATE INDEX right_holders_by_unit ON right_holders USING btree (customer_id, unit_id, right_holder_id);
CREATE UNIQUE INDEX one_right_at_a_time ON right_holders USING btree (unit_id, subject_id, right_kind) WHERE until IS NULL;
CREATE UNIQUE INDEX right_holders_by_key ON right_holders USING btree (customer_id, right_holder_id);
alter table right_holders enable row level security;
alter table right_holders force row level security;
create policy customer on right_holders to saldo_customer
  using (customer_id = actor_customer_id())
  with check (customer_id = actor_customer_id());
-- A resident sees their own units; the policies of subjects and accounts decide whose and where.
create policy own_rights on right_holders for select to saldo_consumer
  using ((subject_id IN ( SELECT s.subject_id
   FROM subjects s)));
create policy owner on right_holders to saldo using (true) with check (true);
create policy queries on right_holders for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all) OR customer_id = (( SELECT query_customer_id() AS query_customer_id)));
create policy super_user on right_holders to saldo_super using (true) with check (true);
create policy system on right_holders to saldo_system using (true) with check (true);
create policy limited_delete on right_holders as restrictive for delete to saldo_subuser
  using (( SELECT actor_may('{accounts:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_insert on right_holders as restrictive for insert to saldo_subuser
  with check (( SELECT actor_may('{accounts:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_read on right_holders as restrictive for select to saldo_subuser
  using (( SELECT actor_may('{accounts:read,subjects:read,bills:read,payments:read,debits:read,documents:read,office:read}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_update on right_holders as restrictive for update to saldo_subuser
  using (( SELECT actor_may('{accounts:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))))
  with check (( SELECT actor_may('{accounts:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
grant delete, insert, select, update on right_holders to saldo_customer;
grant delete, insert, select, update on right_holders to saldo_super;
grant delete, insert, select, update on right_holders to saldo_system;
grant select on right_holders to saldo_consumer;
grant select (account_id, created_at, customer_id, import_id, pays, right_holder_id, right_kind, share, share_denominator, share_numerator, since, subject_id, unit_id, until, updated_at) on right_holders to saldo_query;
grant usage on sequence right_holders_right_holder_id_seq to saldo_customer, saldo_super, saldo_system;
CREATE TRIGGER audit_delete AFTER DELETE ON right_holders FOR EACH ROW EXECUTE FUNCTION audit_row('right_holders', 'right_holder_id', 'subject_id,unit_id', 'share_numerator', 'share_denominator', 'import_id');
CREATE TRIGGER audit_insert AFTER INSERT ON right_holders FOR EACH ROW WHEN (current_setting('saldo.bulk'::text, true) IS DISTINCT FROM 'yes'::text) EXECUTE FUNCTION audit_row('right_holders', 'right_holder_id', 'subject_id,unit_id', 'share_numerator', 'share_denominator', 'import_id');
CREATE TRIGGER audit_update AFTER UPDATE ON right_holders FOR EACH ROW WHEN (old.* IS DISTINCT FROM new.*) EXECUTE FUNCTION audit_row('right_holders', 'right_holder_id', 'subject_id,unit_id', 'share_numerator', 'share_denominator', 'import_id');

create table saved_queries (
  query_id bigint not null generated always as identity,
  name text not null,
  description text not null default '',
  tags text[] not null default '{}'::text[],
  -- The users who may run an approved version. Null: every super user.
  runnable_by bigint[],
  archived_at timestamp with time zone,
  created_by bigint not null,
  folded text not null generated always as (fold((name || ' ') || description)) stored,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint saved_queries_pkey PRIMARY KEY (query_id),
  constraint saved_queries_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(user_id),
  constraint saved_queries_name_check CHECK (name <> '')
);
CREATE INDEX saved_queries_by_name ON saved_queries USING btree (name, query_id);
CREATE INDEX saved_queries_by_tag ON saved_queries USING gin (tags);
CREATE INDEX saved_queries_by_text ON saved_queries USING gin (folded gin_trgm_ops);
CREATE UNIQUE INDEX one_query_per_name ON saved_queries USING btree (lower(name)) WHERE archived_at IS NULL;
alter table saved_queries enable row level security;
alter table saved_queries force row level security;
create policy owner on saved_queries to saldo using (true) with check (true);
create policy queries on saved_queries for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all));
create policy super_user on saved_queries to saldo_super using (true) with check (true);
create policy system on saved_queries to saldo_system using (true) with check (true);
grant delete, insert, select, update on saved_queries to saldo_super;
grant delete, insert, select, update on saved_queries to saldo_system;
grant select (archived_at, created_at, created_by, description, name, query_id, runnable_by, tags, updated_at) on saved_queries to saldo_query;
grant usage on sequence saved_queries_query_id_seq to saldo_super, saldo_system;
CREATE TRIGGER audit_delete AFTER DELETE ON saved_queries FOR EACH ROW EXECUTE FUNCTION audit_row('queries', 'query_id', 'name', 'query_id', 'created_by');
CREATE TRIGGER audit_insert AFTER INSERT ON saved_queries FOR EACH ROW WHEN (current_setting('saldo.bulk'::text, true) IS DISTINCT FROM 'yes'::text) EXECUTE FUNCTION audit_row('queries', 'query_id', 'name', 'query_id', 'created_by');
CREATE TRIGGER audit_update AFTER UPDATE ON saved_queries FOR EACH ROW WHEN (old.* IS DISTINCT FROM new.*) EXECUTE FUNCTION audit_row('queries', 'query_id', 'name', 'query_id', 'created_by');
CREATE TRIGGER runners_change BEFORE UPDATE OF runnable_by ON saved_queries FOR EACH ROW WHEN (new.runnable_by IS DISTINCT FROM old.runnable_by) EXECUTE FUNCTION query_runners_change();

-- The versions of a query. The text of a version never changes. Another person than its author approves or rejects it,
-- once. The newest approved version is the one that runs.
create table saved_query_versions (
  query_id bigint not null,
  version integer not null,
  text text not null,
  -- See contract/backoffice/queries.ts.
  parameters jsonb not null default '[]'::jsonb,
  chart jsonb,
  note text not null default '',
  state text not null default 'draft',
  reason text,
  written_by bigint not null,
  decided_by bigint,
  decided_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  runnable_by bigint[],
  constraint saved_query_versions_pkey PRIMARY KEY (query_id, version),
  constraint saved_query_versions_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(user_id),
  constraint saved_query_versions_query_id_fkey FOREIGN KEY (query_id) REFERENCES saved_queries(query_id),
  constraint saved_query_versions_written_by_fkey FOREIGN KEY (written_by) REFERENCES users(user_id),
  constraint decided_by_another CHECK (decided_by <> written_by),
  constraint decision_is_whole CHECK ((state = ANY (ARRAY['approved', 'rejected'])) = (decided_by IS NOT NULL AND decided_at IS NOT NULL)),
  constraint rejected_with_reason CHECK (state <> 'rejected' OR reason <> ''),
  constraint saved_query_versions_state_check CHECK (state = ANY (ARRAY['draft', 'submitted', 'approved', 'rejected'])),
  constraint saved_query_versions_text_check CHECK (text <> ''),
  constraint saved_query_versions_version_check CHECK (version > 0)
);
CREATE INDEX saved_query_versions_to_decide ON saved_query_versions USING btree (query_id, version) WHERE state = 'submitted';
alter table saved_query_versions enable row level security;
alter table saved_query_versions force row level security;
create policy owner on saved_query_versions to saldo using (true) with check (true);
create policy queries on saved_query_versions for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all));
create policy super_user on saved_query_versions to saldo_super using (true) with check (true);
create policy system on saved_query_versions to saldo_system using (true) with check (true);
grant delete, insert, select, update on saved_query_versions to saldo_system;
grant insert, select, update on saved_query_versions to saldo_super;
grant select (chart, created_at, decided_at, decided_by, note, parameters, query_id, reason, runnable_by, state, text, version, written_by) on saved_query_versions to saldo_query;
CREATE TRIGGER audit_delete AFTER DELETE ON saved_query_versions FOR EACH ROW EXECUTE FUNCTION audit_row('queries', 'query_id', 'version', 'query_id', 'written_by', 'decided_by', 'decided_at', 'parameters', 'chart');
CREATE TRIGGER audit_insert AFTER INSERT ON saved_query_versions FOR EACH ROW WHEN (current_setting('saldo.bulk'::text, true) IS DISTINCT FROM 'yes'::text) EXECUTE FUNCTION audit_row('queries', 'query_id', 'version', 'query_id', 'written_by', 'decided_by', 'decided_at', 'parameters', 'chart');
CREATE TRIGGER audit_update AFTER UPDATE ON saved_query_versions FOR EACH ROW WHEN (old.* IS DISTINCT FROM new.*) EXECUTE FUNCTION audit_row('queries', 'query_id', 'version', 'query_id', 'written_by', 'decided_by', 'decided_at', 'parameters', 'chart');
CREATE TRIGGER goes_on BEFORE UPDATE ON saved_query_versions FOR EACH ROW EXECUTE FUNCTION query_version_changes();
CREATE TRIGGER is_approved BEFORE UPDATE OF state ON saved_query_versions FOR EACH ROW WHEN (new.state = 'approved'::text AND new.decided_by <> new.written_by) EXECUTE FUNCTION query_is_approved();
CREATE TRIGGER names_runners AFTER UPDATE OF state ON saved_query_versions FOR EACH ROW WHEN (new.state = 'approved'::text) EXECUTE FUNCTION approval_names_runners();

-- Lists by which the back office classifies its customers: their trade, and the group they belong to (an association, a
-- franchise).
create table sectors (
  sector_id bigint not null generated by default as identity,
  name text not null,
  constraint sectors_pkey PRIMARY KEY (sector_id)
);
CREATE UNIQUE INDEX one_sector_per_name ON sectors USING btree (fold(name));
alter table sectors enable row level security;
alter table sectors force row level security;
create policy everybody on sectors for select to saldo_customer using (true);
create policy owner on sectors to saldo using (true) with check (true);
create policy queries on sectors for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all));
create policy super_user on sectors to saldo_super using (true) with check (true);
create policy system on sectors to saldo_system using (true) with check (true);
grant delete, insert, select, update on sectors to saldo_super;
grant delete, insert, select, update on sectors to saldo_system;
grant select on sectors to saldo_customer;
grant select (name, sector_id) on sectors to saldo_query;
grant usage on sequence sectors_sector_id_seq to saldo_super, saldo_system;

-- One sign-in on one device, until it is revoked or lapses.
create table sessions (
  session_id bigint not null generated always as identity,
  user_id bigint not null,
  address text,
  agent text,
  created_at timestamp with time zone not null default now(),
  used_at timestamp with time zone not null default now(),
  -- The latest proof of identity: at sign-in, then at each step-up.
  proved_at timestamp with time zone not null default now(),
  revoked_at timestamp with time zone,
  proved_by_second_step boolean not null default false,
  constraint sessions_pkey PRIMARY KEY (session_id),
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id) ON DELETE CASCADE
);
CREATE INDEX sessions_by_user ON sessions USING btree (user_id, session_id);
alter table sessions enable row level security;
alter table sessions force row level security;
create policy owner on sessions to saldo using (true) with check (true);
create policy super_user on sessions to saldo_super using (true) with check (true);
create policy system on sessions to saldo_system using (true) with check (true);
grant delete, insert, select, update on sessions to saldo_system;
grant usage on sequence sessions_session_id_seq to saldo_super, saldo_system;
CREATE TRIGGER end_impersonation AFTER UPDATE OF revoked_at ON sessions FOR EACH ROW WHEN (old.revoked_at IS NULL AND new.revoked_at IS NOT NULL) EXECUTE FUNCTION end_impersonation_of_session();
CREATE TRIGGER forget_push_tokens AFTER UPDATE OF revoked_at ON sessions FOR EACH ROW WHEN (new.revoked_at IS NOT NULL) EXECUTE FUNCTION forget_push_tokens();
CREATE TRIGGER tell_session_ended AFTER UPDATE OF revoked_at ON sessions FOR EACH ROW WHEN (old.revoked_at IS NULL AND new.revoked_at IS NOT NULL) EXECUTE FUNCTION tell_session_ended();

-- Failed sign-ins by user and by address (hashed): they throttle guessing and lock nobody out.
create table sign_in_failures (
  key bytea not null,
  failures integer not null,
  last_at timestamp with time zone not null,
  constraint sign_in_failures_pkey PRIMARY KEY (key)
);
alter table sign_in_failures enable row level security;
alter table sign_in_failures force row level security;
create policy owner on sign_in_failures to saldo using (true) with check (true);
create policy super_user on sign_in_failures to saldo_super using (true) with check (true);
create policy system on sign_in_failures to saldo_system using (true) with check (true);
grant delete, insert, select, update on sign_in_failures to saldo_system;

-- Tickets for users who gave the right password and must still give the second step; each is exchanged for tokens once.
create table sign_in_tickets (
  ticket_hash bytea not null,
  user_id bigint not null,
  expires_at timestamp with time zone not null,
  constraint sign_in_tickets_pkey PRIMARY KEY (ticket_hash),
  constraint sign_in_tickets_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id) ON DELETE CASCADE
);
CREATE INDEX sign_in_tickets_by_expiry ON sign_in_tickets USING btree (expires_at);
CREATE INDEX sign_in_tickets_by_user ON sign_in_tickets USING btree (user_id);
alter table sign_in_tickets enable row level security;
alter table sign_in_tickets force row level security;
create policy owner on sign_in_tickets to saldo using (true) with check (true);
create policy super_user on sign_in_tickets to saldo_super using (true) with check (true);
create policy system on sign_in_tickets to saldo_system using (true) with check (true);
grant delete, insert, select, update on sign_in_tickets to saldo_system;

-- A single-use link for somebody to enter a card or an IBAN by themselves. Only the token's SHA-256 is kept.
create table source_links (
  link_id bigint not null generated always as identity,
  customer_id bigint not null,
  subject_id bigint,
  type text not null,
  provider_account text not null,
  email text not null,
  token_hash bytea not null,
  expires_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  source_id bigint,
  created_by bigint,
  created_at timestamp with time zone not null default now(),
  constraint source_links_pkey PRIMARY KEY (link_id),
  constraint source_links_token_hash_key UNIQUE (token_hash),
  constraint source_links_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(user_id) ON DELETE SET NULL,
  constraint source_links_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(customer_id),
  constraint source_links_customer_id_source_id_fkey FOREIGN KEY (customer_id, source_id) REFERENCES payment_sources(customer_id, source_id),
  constraint source_links_customer_id_subject_id_fkey FOREIGN KEY (customer_id, subject_id) REFERENCES subjects(customer_id, subject_id),
  constraint source_links_provider_account_check CHECK (provider_account = ANY (ARRAY['stripe', 'stripe2'])),
  constraint source_links_type_check CHECK (type = ANY (ARRAY['card', 'sepa_debit']))
);
CREATE INDEX source_links_by_owner ON source_links USING btree (customer_id, subject_id, link_id);
alter table source_links enable row level security;
alter table source_links force row level security;
create policy customer on source_links to saldo_customer
  using (customer_id = actor_customer_id())
  with check (customer_id = actor_customer_id());
create policy owner on source_links to saldo using (true) with check (true);
create policy super_user on source_links to saldo_super using (true) with check (true);
create policy system on source_links to saldo_system using (true) with check (true);
create policy limited_delete on source_links as restrictive for delete to saldo_subuser
  using (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM subjects p
  WHERE p.subject_id = source_links.subject_id))));
create policy limited_insert on source_links as restrictive for insert to saldo_subuser
  with check (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM subjects p
  WHERE p.subject_id = source_links.subject_id))));
create policy limited_read on source_links as restrictive for select to saldo_subuser
  using (( SELECT actor_may('{bills:read,payments:read,debits:read}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM subjects p
  WHERE p.subject_id = source_links.subject_id))));
create policy limited_update on source_links as restrictive for update to saldo_subuser
  using (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM subjects p
  WHERE p.subject_id = source_links.subject_id))))
  with check (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM subjects p
  WHERE p.subject_id = source_links.subject_id))));
grant delete, insert, select, update on source_links to saldo_super;
grant delete, insert, select, update on source_links to saldo_system;
grant insert, select, update on source_links to saldo_customer;
grant usage on sequence source_links_link_id_seq to saldo_customer, saldo_super, saldo_system;

-- Solved CAPTCHA challenges: each is valid once.
create table spent_challenges (
  challenge bytea not null,
  expires_at timestamp with time zone not null,
  constraint spent_challenges_pkey PRIMARY KEY (challenge)
);
alter table spent_challenges enable row level security;
alter table spent_challenges force row level security;
create policy owner on spent_challenges to saldo using (true) with check (true);
create policy super_user on spent_challenges to saldo_super using (true) with check (true);
create policy system on spent_challenges to saldo_system using (true) with check (true);
grant delete, insert, select, update on spent_challenges to saldo_system;

-- Every file in the store: whose it is, which record names it, and what became of it. Triggers of keep_files write the rows in
-- the transaction that names the file, so that none is missing; a job compares them with the disk. A row stays when its
-- record or its content is gone: who downloaded it, and who deleted it, can still be asked.
create table stored_files (
  file_id bigint not null generated always as identity,
  customer_id bigint not null,
  -- The words are in domain/files/file-kind.ts.
  kind text not null,
  -- The row that names it. No foreign key: the record may go, and the file's history stays.
  record_table text not null,
  record_id bigint not null,
  -- Its name in the store, which nobody can guess.
  path text not null,
  name text not null,
  -- Null: the record does not say; a preview looks at the content anyway.
  mime text,
  -- Null: not known before the next comparison with the disk.
  bytes bigint,
  scan text not null default 'not_scanned',
  stored_by bigint,
  stored_at timestamp with time zone not null default now(),
  tags text[] not null default '{}'::text[],
  -- The last day on which it is kept. Null: as the rule of its kind says.
  keep_until date,
  -- A legal hold: nobody deletes it, and no rule.
  hold_reason text,
  -- When a comparison did not find it on the disk. Null: it was there, or was not looked for yet.
  missing_since timestamp with time zone,
  removed_at timestamp with time zone,
  removed_how text,
  removed_by bigint,
  -- The name of who deleted it.
  remover text,
  removed_reason text,
  folded text not null generated always as (fold(name)) stored,
  constraint stored_files_pkey PRIMARY KEY (file_id),
  constraint stored_files_path_key UNIQUE (path),
  constraint stored_files_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(customer_id),
  constraint stored_files_removed_by_fkey FOREIGN KEY (removed_by) REFERENCES users(user_id) ON DELETE SET NULL,
  constraint stored_files_stored_by_fkey FOREIGN KEY (stored_by) REFERENCES users(user_id) ON DELETE SET NULL,
  constraint people_give_a_reason CHECK (removed_how IS DISTINCT FROM 'person' OR removed_reason IS NOT NULL AND remover IS NOT NULL),
  constraint removed_in_some_way CHECK ((removed_at IS NULL) = (removed_how IS NULL)),
  constraint stored_files_bytes_check CHECK (bytes >= 0),
  constraint stored_files_removed_how_check CHECK (removed_how = ANY (ARRAY['person', 'retention', 'record', 'infected'])),
  constraint stored_files_scan_check CHECK (scan = ANY (ARRAY['made_here', 'clean', 'waiting', 'not_scanned', 'infected', 'failed'])),
  constraint stored_files_tags_check CHECK (cardinality(tags) <= 20)
);
CREATE INDEX stored_files_by_bytes ON stored_files USING btree (COALESCE(bytes, 0::bigint), file_id);
CREATE INDEX stored_files_by_customer ON stored_files USING btree (customer_id, stored_at, file_id);
CREATE INDEX stored_files_by_date ON stored_files USING btree (stored_at, file_id);
CREATE INDEX stored_files_by_kind ON stored_files USING btree (kind, stored_at, file_id);
CREATE INDEX stored_files_by_record ON stored_files USING btree (record_table, record_id);
CREATE INDEX stored_files_by_tag ON stored_files USING gin (tags);
CREATE INDEX stored_files_by_text ON stored_files USING gin (folded gin_trgm_ops);
CREATE UNIQUE INDEX stored_files_by_key ON stored_files USING btree (customer_id, file_id);
alter table stored_files enable row level security;
alter table stored_files force row level security;
create policy owner on stored_files to saldo using (true) with check (true);
create policy queries on stored_files for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all) OR customer_id = (( SELECT query_customer_id() AS query_customer_id)));
create policy super_user on stored_files to saldo_super using (true) with check (true);
create policy system on stored_files to saldo_system using (true) with check (true);
grant delete, insert, select, update on stored_files to saldo_super;
grant delete, insert, select, update on stored_files to saldo_system;
grant select (bytes, customer_id, file_id, hold_reason, keep_until, kind, mime, missing_since, name, record_id, record_table, removed_at, removed_by, removed_how, removed_reason, remover, scan, stored_at, stored_by, tags) on stored_files to saldo_query;
grant usage on sequence stored_files_file_id_seq to saldo_super, saldo_system;
CREATE TRIGGER hold_is_kept BEFORE UPDATE OF removed_at ON stored_files FOR EACH ROW WHEN (old.removed_at IS NULL AND new.removed_at IS NOT NULL AND new.removed_how <> 'infected'::text AND new.hold_reason IS NOT NULL) EXECUTE FUNCTION hold_is_kept();

-- Whether a person accepts messages of one kind, since when, and who recorded it. No row: the person was never asked.
create table subject_consents (
  subject_id bigint not null,
  customer_id bigint not null,
  kind text not null,
  given boolean not null,
  name text not null generated always as (
    CASE kind
        WHEN 'email_notices' THEN 'Avvisi per e-mail'
        WHEN 'pec' THEN 'Comunicazioni per PEC'
        WHEN 'paper' THEN 'Comunicazioni su carta'
        ELSE 'Proposte commerciali'
    END) stored,
  user_id bigint,
  actor text not null,
  at timestamp with time zone not null default now(),
  constraint subject_consents_pkey PRIMARY KEY (subject_id, kind),
  constraint subject_consents_customer_id_subject_id_fkey FOREIGN KEY (customer_id, subject_id) REFERENCES subjects(customer_id, subject_id),
  constraint subject_consents_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id) ON DELETE SET NULL,
  constraint subject_consents_kind_check CHECK (kind = ANY (ARRAY['email_notices', 'pec', 'paper', 'marketing']))
);
CREATE INDEX subject_consents_by_subject ON subject_consents USING btree (customer_id, subject_id);
alter table subject_consents enable row level security;
alter table subject_consents force row level security;
create policy customer on subject_consents to saldo_customer
  using (customer_id = actor_customer_id())
  with check (customer_id = actor_customer_id());
create policy owner on subject_consents to saldo using (true) with check (true);
create policy queries on subject_consents for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all) OR customer_id = (( SELECT query_customer_id() AS query_customer_id)));
create policy super_user on subject_consents to saldo_super using (true) with check (true);
create policy system on subject_consents to saldo_system using (true) with check (true);
create policy limited_delete on subject_consents as restrictive for delete to saldo_subuser
  using (( SELECT actor_may('{subjects:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM subjects p
  WHERE p.subject_id = subject_consents.subject_id))));
create policy limited_insert on subject_consents as restrictive for insert to saldo_subuser
  with check (( SELECT actor_may('{subjects:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM subjects p
  WHERE p.subject_id = subject_consents.subject_id))));
create policy limited_read on subject_consents as restrictive for select to saldo_subuser
  using (( SELECT actor_may('{accounts:read,subjects:read,bills:read,payments:read,debits:read,documents:read,office:read}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM subjects p
  WHERE p.subject_id = subject_consents.subject_id))));
create policy limited_update on subject_consents as restrictive for update to saldo_subuser
  using (( SELECT actor_may('{subjects:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM subjects p
  WHERE p.subject_id = subject_consents.subject_id))))
  with check (( SELECT actor_may('{subjects:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (EXISTS ( SELECT
   FROM subjects p
  WHERE p.subject_id = subject_consents.subject_id))));
grant delete, insert, select, update on subject_consents to saldo_super;
grant delete, insert, select, update on subject_consents to saldo_system;
grant insert, select, update on subject_consents to saldo_customer;
grant select (actor, at, customer_id, given, kind, name, subject_id, user_id) on subject_consents to saldo_query;
CREATE TRIGGER audit_delete AFTER DELETE ON subject_consents FOR EACH ROW EXECUTE FUNCTION audit_row('subjects', 'subject_id', 'name', 'kind', 'actor', 'user_id', 'at');
CREATE TRIGGER audit_insert AFTER INSERT ON subject_consents FOR EACH ROW WHEN (current_setting('saldo.bulk'::text, true) IS DISTINCT FROM 'yes'::text) EXECUTE FUNCTION audit_row('subjects', 'subject_id', 'name', 'kind', 'actor', 'user_id', 'at');
CREATE TRIGGER audit_update AFTER UPDATE ON subject_consents FOR EACH ROW WHEN (old.* IS DISTINCT FROM new.*) EXECUTE FUNCTION audit_row('subjects', 'subject_id', 'name', 'kind', 'actor', 'user_id', 'at');

-- A payer's credit per condominium: money that settles nothing yet. Never below zero, also with parallel payments.
create table subject_credits (
  customer_id bigint not null,
  account_id bigint not null,
  subject_id bigint not null,
  balance bigint not null default 0,
  credit_id bigint not null generated always as identity,
  held bigint not null default 0,
  constraint subject_credits_pkey PRIMARY KEY (customer_id, account_id, subject_id),
  constraint subject_credits_customer_id_account_id_fkey FOREIGN KEY (customer_id, account_id) REFERENCES accounts(customer_id, account_id),
  constraint subject_credits_customer_id_subject_id_fkey FOREIGN KEY (customer_id, subject_id) REFERENCES subjects(customer_id, subject_id),
  constraint credit_is_there CHECK (held >= 0 AND balance >= held)
);
CREATE INDEX subject_credits_by_balance ON subject_credits USING btree (customer_id, balance, credit_id) WHERE balance > 0;
CREATE INDEX subject_credits_by_subject ON subject_credits USING btree (customer_id, subject_id);
CREATE UNIQUE INDEX subject_credits_by_key ON subject_credits USING btree (customer_id, credit_id);
alter table subject_credits enable row level security;
alter table subject_credits force row level security;
create policy customer on subject_credits to saldo_customer
  using (customer_id = actor_customer_id())
  with check (customer_id = actor_customer_id());
create policy of_debtor on subject_credits for select to saldo_link
  using (((account_id, subject_id) = ( SELECT b.account_id,
    b.subject_id
   FROM bills b
  WHERE b.bill_id = actor_bill_id())));
create policy own on subject_credits for select to saldo_consumer
  using ((subject_id IN ( SELECT s.subject_id
   FROM subjects s)));
create policy owner on subject_credits to saldo using (true) with check (true);
create policy queries on subject_credits for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all) OR customer_id = (( SELECT query_customer_id() AS query_customer_id)));
create policy super_user on subject_credits to saldo_super using (true) with check (true);
create policy system on subject_credits to saldo_system using (true) with check (true);
create policy limited_delete on subject_credits as restrictive for delete to saldo_subuser
  using (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_insert on subject_credits as restrictive for insert to saldo_subuser
  with check (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_read on subject_credits as restrictive for select to saldo_subuser
  using (( SELECT actor_may('{bills:read,payments:read,debits:read}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_update on subject_credits as restrictive for update to saldo_subuser
  using (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))))
  with check (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
grant delete, insert, select, update on subject_credits to saldo_super;
grant delete, insert, select, update on subject_credits to saldo_system;
grant insert, select, update on subject_credits to saldo_customer;
grant select on subject_credits to saldo_consumer;
grant select on subject_credits to saldo_link;
grant select (account_id, balance, credit_id, customer_id, held, subject_id) on subject_credits to saldo_query;

-- A person or a company.
create table subjects (
  subject_id bigint not null generated by default as identity,
  customer_id bigint not null,
  nominative text not null,
  fiscal_code text,
  email text,
  pec text,
  phone text,
  address text,
  house_number text,
  city text,
  city_id text,
  zip_code text,
  prov text,
  -- The resident's own user.
  user_id bigint,
  -- This record was a duplicate, merged into that one; it is no longer visible.
  merged_into bigint,
  merged_at timestamp with time zone,
  import_id bigint,
  created_by bigint default actor_user_id(),
  folded text not null generated always as (fold((((nominative || ' ') || COALESCE(fiscal_code, '')) || ' ') || COALESCE(email, ''))) stored,
  -- The sort key of lists, like accounts.name_key.
  name_key text collate "C" not null generated always as (fold(nominative)) stored,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint subjects_pkey PRIMARY KEY (subject_id),
  constraint subjects_city_id_fkey FOREIGN KEY (city_id) REFERENCES cities(city_id),
  constraint subjects_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(user_id) ON DELETE SET NULL,
  constraint subjects_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(customer_id),
  constraint subjects_customer_id_merged_into_fkey FOREIGN KEY (customer_id, merged_into) REFERENCES subjects(customer_id, subject_id),
  constraint subjects_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id) ON DELETE SET NULL,
  constraint a_duplicate_gives_up_its_tax_code CHECK (merged_into IS NULL OR fiscal_code IS NULL),
  constraint nobody_is_their_own_duplicate CHECK (merged_into <> subject_id)
);
-- People also search by the first name: this index finds what follows the first blank.
CREATE INDEX subjects_by_first_name ON subjects USING btree (customer_id, substr(name_key, strpos(name_key, ' ') + 1), subject_id);
-- A resident who registers gives a tax code and no customer: the system looks for it among all.
CREATE INDEX subjects_by_fiscal_code ON subjects USING btree (fiscal_code) WHERE fiscal_code IS NOT NULL;
CREATE INDEX subjects_by_import ON subjects USING btree (import_id) WHERE import_id IS NOT NULL;
CREATE INDEX subjects_by_name ON subjects USING btree (customer_id, name_key, subject_id);
CREATE INDEX subjects_by_text ON subjects USING gin (customer_id, folded gin_trgm_ops);
CREATE INDEX subjects_by_user ON subjects USING btree (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX subjects_merged ON subjects USING btree (customer_id, merged_into) WHERE merged_into IS NOT NULL;
CREATE UNIQUE INDEX one_subject_per_fiscal_code ON subjects USING btree (customer_id, fiscal_code) WHERE fiscal_code IS NOT NULL;
CREATE UNIQUE INDEX subjects_by_key ON subjects USING btree (customer_id, subject_id);
alter table subjects enable row level security;
alter table subjects force row level security;
create policy customer on subjects to saldo_customer
  using (customer_id = actor_customer_id())
  with check (customer_id = actor_customer_id());
create policy debtor on subjects for select to saldo_link
  using (subject_id = (( SELECT b.subject_id
   FROM bills b
  WHERE b.bill_id = actor_bill_id())));
create policy oneself on subjects for select to saldo_consumer
  using (user_id = actor_user_id());
-- What residents change of themselves in the registry of each office: how to reach them, and where they get letters. Name, tax
-- code and the address of mails are the office's. A person who was merged into another has one record, that one.
create policy oneself_change on subjects for update to saldo_consumer
  using (user_id = actor_user_id())
  with check (user_id = actor_user_id());
create policy owner on subjects to saldo using (true) with check (true);
create policy queries on subjects for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all) OR customer_id = (( SELECT query_customer_id() AS query_customer_id)));
create policy super_user on subjects to saldo_super using (true) with check (true);
create policy system on subjects to saldo_system using (true) with check (true);
create policy limited_delete on subjects as restrictive for delete to saldo_subuser
  using (( SELECT actor_may('{subjects:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR created_by = (( SELECT actor_user_id() AS actor_user_id)) OR (EXISTS ( SELECT
   FROM right_holders r
  WHERE r.customer_id = subjects.customer_id AND r.subject_id = subjects.subject_id)) OR (EXISTS ( SELECT
   FROM people_of_bills b
  WHERE b.customer_id = subjects.customer_id AND b.subject_id = subjects.subject_id))));
create policy limited_insert on subjects as restrictive for insert to saldo_subuser
  with check (( SELECT actor_may('{subjects:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR created_by = (( SELECT actor_user_id() AS actor_user_id)) OR (EXISTS ( SELECT
   FROM right_holders r
  WHERE r.customer_id = subjects.customer_id AND r.subject_id = subjects.subject_id)) OR (EXISTS ( SELECT
   FROM people_of_bills b
  WHERE b.customer_id = subjects.customer_id AND b.subject_id = subjects.subject_id))));
create policy limited_read on subjects as restrictive for select to saldo_subuser
  using (( SELECT actor_may('{accounts:read,subjects:read,bills:read,payments:read,debits:read,documents:read,office:read}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR created_by = (( SELECT actor_user_id() AS actor_user_id)) OR (EXISTS ( SELECT
   FROM right_holders r
  WHERE r.customer_id = subjects.customer_id AND r.subject_id = subjects.subject_id)) OR (EXISTS ( SELECT
   FROM people_of_bills b
  WHERE b.customer_id = subjects.customer_id AND b.subject_id = subjects.subject_id))));
create policy limited_update on subjects as restrictive for update to saldo_subuser
  using (( SELECT actor_may('{subjects:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR created_by = (( SELECT actor_user_id() AS actor_user_id)) OR (EXISTS ( SELECT
   FROM right_holders r
  WHERE r.customer_id = subjects.customer_id AND r.subject_id = subjects.subject_id)) OR (EXISTS ( SELECT
   FROM people_of_bills b
  WHERE b.customer_id = subjects.customer_id AND b.subject_id = subjects.subject_id))))
  with check (( SELECT actor_may('{subjects:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR created_by = (( SELECT actor_user_id() AS actor_user_id)) OR (EXISTS ( SELECT
   FROM right_holders r
  WHERE r.customer_id = subjects.customer_id AND r.subject_id = subjects.subject_id)) OR (EXISTS ( SELECT
   FROM people_of_bills b
  WHERE b.customer_id = subjects.customer_id AND b.subject_id = subjects.subject_id))));
create policy not_merged on subjects as restrictive for select to saldo_consumer, saldo_customer, saldo_link, saldo_super
  using (merged_into IS NULL);
grant delete, insert, select, update on subjects to saldo_super;
grant delete, insert, select, update on subjects to saldo_system;
grant insert, select, update on subjects to saldo_customer;
grant select on subjects to saldo_consumer;
grant select on subjects to saldo_link;
grant select (address, city, city_id, created_at, created_by, customer_id, email, fiscal_code, house_number, import_id, merged_at, merged_into, name_key, nominative, pec, phone, prov, subject_id, updated_at, user_id, zip_code) on subjects to saldo_query;
grant update (address, city, city_id, house_number, phone, prov, updated_at, zip_code) on subjects to saldo_consumer;
grant usage on sequence subjects_subject_id_seq to saldo_customer, saldo_super, saldo_system;
CREATE TRIGGER audit_delete AFTER DELETE ON subjects FOR EACH ROW EXECUTE FUNCTION audit_row('subjects', 'subject_id', 'nominative');
CREATE TRIGGER audit_insert AFTER INSERT ON subjects FOR EACH ROW WHEN (current_setting('saldo.bulk'::text, true) IS DISTINCT FROM 'yes'::text) EXECUTE FUNCTION audit_row('subjects', 'subject_id', 'nominative');
CREATE TRIGGER audit_update AFTER UPDATE ON subjects FOR EACH ROW WHEN (old.* IS DISTINCT FROM new.*) EXECUTE FUNCTION audit_row('subjects', 'subject_id', 'nominative');
CREATE TRIGGER autopays_end_with_access AFTER UPDATE OF user_id ON subjects FOR EACH ROW WHEN (old.user_id IS NOT NULL AND new.user_id IS NULL) EXECUTE FUNCTION autopays_end_with_access();
CREATE TRIGGER live_delete AFTER DELETE ON subjects REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_live('subjects');
CREATE TRIGGER live_insert AFTER INSERT ON subjects REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_live('subjects');
CREATE TRIGGER live_update AFTER UPDATE ON subjects REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_live('subjects');

-- Addresses to which the mails of offices are not sent. Lifted ones stay, to tell what happened.
create table suppressed_addresses (
  suppressed_address_id bigint not null generated always as identity,
  address text not null,
  -- bounce: a mail came back for good. refused: the mail server refused it for good. complaint: its reader called it spam.
  cause text not null,
  failure text,
  reason text not null,
  -- The mail that showed it.
  email_id bigint,
  created_by bigint,
  created_at timestamp with time zone not null default now(),
  lifted_at timestamp with time zone,
  lifted_by bigint,
  lift_reason text,
  folded text not null generated always as (fold((address || ' ') || reason)) stored,
  constraint suppressed_addresses_pkey PRIMARY KEY (suppressed_address_id),
  constraint suppressed_addresses_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(user_id) ON DELETE SET NULL,
  constraint suppressed_addresses_email_id_fkey FOREIGN KEY (email_id) REFERENCES emails(email_id),
  constraint suppressed_addresses_lifted_by_fkey FOREIGN KEY (lifted_by) REFERENCES users(user_id) ON DELETE SET NULL,
  constraint lifted_for_a_reason CHECK ((lifted_at IS NOT NULL) = (lift_reason IS NOT NULL)),
  constraint suppressed_addresses_address_check CHECK (address = lower(address) AND length(address) <= 320),
  constraint suppressed_addresses_cause_check CHECK (cause = ANY (ARRAY['bounce', 'refused', 'complaint', 'hand']))
);
CREATE INDEX suppressed_addresses_by_date ON suppressed_addresses USING btree (created_at, suppressed_address_id);
CREATE INDEX suppressed_addresses_by_email ON suppressed_addresses USING btree (email_id) WHERE email_id IS NOT NULL;
CREATE UNIQUE INDEX one_suppression_per_address ON suppressed_addresses USING btree (address) WHERE lifted_at IS NULL;
alter table suppressed_addresses enable row level security;
alter table suppressed_addresses force row level security;
create policy owner on suppressed_addresses to saldo using (true) with check (true);
create policy queries on suppressed_addresses for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all));
create policy super_user on suppressed_addresses to saldo_super using (true) with check (true);
create policy system on suppressed_addresses to saldo_system using (true) with check (true);
grant delete, insert, select, update on suppressed_addresses to saldo_super;
grant delete, insert, select, update on suppressed_addresses to saldo_system;
grant select (address, cause, created_at, created_by, email_id, failure, lift_reason, lifted_at, lifted_by, reason, suppressed_address_id) on suppressed_addresses to saldo_query;
grant usage on sequence suppressed_addresses_suppressed_address_id_seq to saldo_super, saldo_system;
CREATE TRIGGER audit_delete AFTER DELETE ON suppressed_addresses FOR EACH ROW EXECUTE FUNCTION audit_row('suppressed_addresses', 'suppressed_address_id', 'address', 'email_id', 'failure');
CREATE TRIGGER audit_insert AFTER INSERT ON suppressed_addresses FOR EACH ROW WHEN (current_setting('saldo.bulk'::text, true) IS DISTINCT FROM 'yes'::text) EXECUTE FUNCTION audit_row('suppressed_addresses', 'suppressed_address_id', 'address', 'email_id', 'failure');
CREATE TRIGGER audit_update AFTER UPDATE ON suppressed_addresses FOR EACH ROW WHEN (old.* IS DISTINCT FROM new.*) EXECUTE FUNCTION audit_row('suppressed_addresses', 'suppressed_address_id', 'address', 'email_id', 'failure');

-- When each sweep over what is still undecided last ended. A long silence means that there was an outage.
create table sweeps (
  swept text not null,
  ended_at timestamp with time zone not null,
  constraint sweeps_pkey PRIMARY KEY (swept)
);
alter table sweeps enable row level security;
alter table sweeps force row level security;
create policy owner on sweeps to saldo using (true) with check (true);
create policy super_user on sweeps to saldo_super using (true) with check (true);
create policy system on sweeps to saldo_system using (true) with check (true);
grant delete, insert, select, update on sweeps to saldo_system;

-- The second step by an authenticator app.
create table totp_secrets (
  user_id bigint not null,
  -- Encrypted with the server's secret. Null until a first code has proved that the app has it.
  secret bytea,
  confirmed_at timestamp with time zone,
  -- The 30-second step of the latest accepted code: a code counts once.
  last_step bigint not null default 0,
  proposed bytea,
  proposed_until timestamp with time zone,
  constraint totp_secrets_pkey PRIMARY KEY (user_id),
  constraint totp_secrets_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id) ON DELETE CASCADE,
  constraint totp_secrets_check CHECK ((secret IS NULL) = (confirmed_at IS NULL)),
  constraint totp_secrets_check1 CHECK ((proposed IS NULL) = (proposed_until IS NULL))
);
alter table totp_secrets enable row level security;
alter table totp_secrets force row level security;
create policy owner on totp_secrets to saldo using (true) with check (true);
create policy super_user on totp_secrets to saldo_super using (true) with check (true);
create policy system on totp_secrets to saldo_system using (true) with check (true);
grant delete, insert, select, update on totp_secrets to saldo_system;

-- Transfers that one bank is asked to make, in one file. cancelled: the office did not send it.
create table transfer_orders (
  order_id bigint not null generated always as identity,
  customer_id bigint not null,
  account_id bigint not null,
  execute_on date not null,
  state text not null default 'made',
  format text not null,
  message_id text not null,
  flow_id bigint,
  actor text not null,
  created_by bigint,
  idempotency_key text,
  request_hash text,
  created_at timestamp with time zone not null default now(),
  constraint transfer_orders_pkey PRIMARY KEY (order_id),
  constraint transfer_orders_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(user_id) ON DELETE SET NULL,
  constraint transfer_orders_customer_id_account_id_fkey FOREIGN KEY (customer_id, account_id) REFERENCES accounts(customer_id, account_id),
  constraint transfer_orders_customer_id_flow_id_fkey FOREIGN KEY (customer_id, flow_id) REFERENCES flows(customer_id, flow_id),
  constraint transfer_orders_format_check CHECK (format = ANY (ARRAY['pain.001.001.03', 'pain.001.001.09'])),
  constraint transfer_orders_message_id_check CHECK (length(message_id) >= 1 AND length(message_id) <= 35),
  constraint transfer_orders_state_check CHECK (state = ANY (ARRAY['made', 'cancelled']))
);
CREATE INDEX transfer_orders_by_account ON transfer_orders USING btree (customer_id, account_id, order_id);
CREATE INDEX transfer_orders_by_flow ON transfer_orders USING btree (customer_id, flow_id);
CREATE UNIQUE INDEX one_transfer_order_per_form ON transfer_orders USING btree (customer_id, idempotency_key) WHERE idempotency_key IS NOT NULL;
CREATE UNIQUE INDEX one_transfer_order_per_message ON transfer_orders USING btree (customer_id, message_id);
CREATE UNIQUE INDEX transfer_orders_by_key ON transfer_orders USING btree (customer_id, order_id);
alter table transfer_orders enable row level security;
alter table transfer_orders force row level security;
create policy customer on transfer_orders to saldo_customer
  using (customer_id = actor_customer_id())
  with check (customer_id = actor_customer_id());
create policy owner on transfer_orders to saldo using (true) with check (true);
create policy queries on transfer_orders for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all) OR customer_id = (( SELECT query_customer_id() AS query_customer_id)));
create policy super_user on transfer_orders to saldo_super using (true) with check (true);
create policy system on transfer_orders to saldo_system using (true) with check (true);
create policy limited_delete on transfer_orders as restrictive for delete to saldo_subuser
  using (( SELECT actor_may('{payments:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_insert on transfer_orders as restrictive for insert to saldo_subuser
  with check (( SELECT actor_may('{payments:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_read on transfer_orders as restrictive for select to saldo_subuser
  using (( SELECT actor_may('{bills:read,payments:read,debits:read}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_update on transfer_orders as restrictive for update to saldo_subuser
  using (( SELECT actor_may('{payments:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))))
  with check (( SELECT actor_may('{payments:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
grant delete, insert, select, update on transfer_orders to saldo_super;
grant delete, insert, select, update on transfer_orders to saldo_system;
grant insert, select, update on transfer_orders to saldo_customer;
grant select (account_id, actor, created_at, created_by, customer_id, execute_on, flow_id, format, message_id, order_id, state) on transfer_orders to saldo_query;
grant usage on sequence transfer_orders_order_id_seq to saldo_customer, saldo_super, saldo_system;
CREATE TRIGGER live_insert AFTER INSERT ON transfer_orders REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_live('credit-refunds');
CREATE TRIGGER live_update AFTER UPDATE ON transfer_orders REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_live('credit-refunds');

-- Money to take back from a connected account or to return to it, and what the office owes when it cannot be taken
-- back.
create table transfer_recoveries (
  recovery_id bigint not null generated always as identity,
  customer_id bigint not null,
  account_id bigint not null,
  payment_id bigint not null,
  attempt_id bigint not null,
  -- return: a debit was returned. dispute: a card or Klarna payment was disputed. refund_failed: the opposite direction,
  -- the account gets back what a refund took from it.
  cause text not null,
  dispute_id bigint,
  refund_id bigint,
  provider_account text not null,
  destination text not null,
  -- The disputed or returned amount, to be taken back from the account; and the provider's fee, which no reversal
  -- recovers.
  amount bigint not null,
  fee bigint not null default 0,
  -- `asking`: what the provider is asked to take back in this round. `reversed`: what it has taken back. `refused`:
  -- what it could not.
  asking bigint not null default 0,
  round integer not null default 1,
  reversed bigint not null default 0,
  refused bigint not null default 0,
  -- How much of the office's debt is settled: paid, offset, taken from the account later, or kept of a dispute that was won.
  settled bigint not null default 0,
  -- Cents to return to the account, and cents already returned.
  to_return bigint not null default 0,
  returned bigint not null default 0,
  won boolean not null default false,
  owed bigint not null generated always as (fee + refused - settled) stored,
  state text not null generated always as (
    CASE
        WHEN asking > 0 THEN 'reversing'
        WHEN returned < to_return THEN 'returning'
        WHEN (fee + refused - settled) > 0 THEN 'open'
        ELSE 'closed'
    END) stored,
  failure_code text,
  -- Since when the office owes; how many reminders it got, and when the next one is due.
  owed_since date,
  dunned smallint not null default 0,
  next_dun_on date,
  next_check_at timestamp with time zone,
  checks integer not null default 0,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint transfer_recoveries_pkey PRIMARY KEY (recovery_id),
  constraint transfer_recoveries_customer_id_account_id_fkey FOREIGN KEY (customer_id, account_id) REFERENCES accounts(customer_id, account_id),
  constraint transfer_recoveries_customer_id_attempt_id_fkey FOREIGN KEY (customer_id, attempt_id) REFERENCES payment_attempts(customer_id, attempt_id),
  constraint transfer_recoveries_customer_id_payment_id_fkey FOREIGN KEY (customer_id, payment_id) REFERENCES payments(customer_id, payment_id),
  constraint transfer_recoveries_dispute_id_fkey FOREIGN KEY (dispute_id) REFERENCES disputes(dispute_id),
  constraint transfer_recoveries_refund_id_fkey FOREIGN KEY (refund_id) REFERENCES refunds(refund_id),
  constraint a_recovery_has_one_cause CHECK ((cause = 'refund_failed') = (refund_id IS NOT NULL) AND (cause <> 'refund_failed') = (dispute_id IS NOT NULL)),
  constraint never_return_more CHECK (returned <= to_return),
  constraint no_debt_below_zero CHECK (settled <= (fee + refused)),
  constraint transfer_recoveries_amount_check CHECK (amount >= 0),
  constraint transfer_recoveries_asking_check CHECK (asking >= 0),
  constraint transfer_recoveries_cause_check CHECK (cause = ANY (ARRAY['return', 'dispute', 'refund_failed'])),
  constraint transfer_recoveries_dunned_check CHECK (dunned >= 0 AND dunned <= 3),
  constraint transfer_recoveries_fee_check CHECK (fee >= 0),
  constraint transfer_recoveries_provider_account_check CHECK (provider_account = ANY (ARRAY['stripe', 'stripe2'])),
  constraint transfer_recoveries_refused_check CHECK (refused >= 0),
  constraint transfer_recoveries_returned_check CHECK (returned >= 0),
  constraint transfer_recoveries_reversed_check CHECK (reversed >= 0),
  constraint transfer_recoveries_settled_check CHECK (settled >= 0)
);
CREATE INDEX transfer_recoveries_asking ON transfer_recoveries USING btree (account_id) WHERE asking > 0;
CREATE INDEX transfer_recoveries_by_amount ON transfer_recoveries USING btree (owed, recovery_id) WHERE owed_since IS NOT NULL;
CREATE INDEX transfer_recoveries_by_payment ON transfer_recoveries USING btree (customer_id, payment_id, recovery_id);
CREATE INDEX transfer_recoveries_owed ON transfer_recoveries USING btree (customer_id, owed_since, recovery_id) WHERE owed_since IS NOT NULL;
CREATE INDEX transfer_recoveries_owed_by_age ON transfer_recoveries USING btree (owed_since, recovery_id) WHERE owed_since IS NOT NULL;
CREATE INDEX transfer_recoveries_to_check ON transfer_recoveries USING btree (next_check_at) WHERE next_check_at IS NOT NULL;
CREATE INDEX transfer_recoveries_to_dun ON transfer_recoveries USING btree (next_dun_on) WHERE next_dun_on IS NOT NULL;
CREATE UNIQUE INDEX one_recovery_per_dispute ON transfer_recoveries USING btree (dispute_id) WHERE dispute_id IS NOT NULL;
CREATE UNIQUE INDEX one_recovery_per_refund ON transfer_recoveries USING btree (refund_id) WHERE refund_id IS NOT NULL;
CREATE UNIQUE INDEX transfer_recoveries_by_key ON transfer_recoveries USING btree (customer_id, recovery_id);
alter table transfer_recoveries enable row level security;
alter table transfer_recoveries force row level security;
create policy customer on transfer_recoveries to saldo_customer
  using (customer_id = actor_customer_id())
  with check (customer_id = actor_customer_id());
create policy owner on transfer_recoveries to saldo using (true) with check (true);
create policy queries on transfer_recoveries for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all) OR customer_id = (( SELECT query_customer_id() AS query_customer_id)));
create policy super_user on transfer_recoveries to saldo_super using (true) with check (true);
create policy system on transfer_recoveries to saldo_system using (true) with check (true);
create policy limited_delete on transfer_recoveries as restrictive for delete to saldo_subuser
  using (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_insert on transfer_recoveries as restrictive for insert to saldo_subuser
  with check (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_read on transfer_recoveries as restrictive for select to saldo_subuser
  using (( SELECT actor_may('{bills:read,payments:read,debits:read}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_update on transfer_recoveries as restrictive for update to saldo_subuser
  using (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))))
  with check (( SELECT actor_may('{bills:write,payments:write,debits:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
grant delete, insert, select, update on transfer_recoveries to saldo_super;
grant delete, insert, select, update on transfer_recoveries to saldo_system;
grant select on transfer_recoveries to saldo_customer;
grant select (account_id, amount, asking, attempt_id, cause, checks, created_at, customer_id, destination, dispute_id, dunned, failure_code, fee, next_check_at, next_dun_on, owed, owed_since, payment_id, provider_account, recovery_id, refund_id, refused, returned, reversed, round, settled, state, to_return, updated_at, won) on transfer_recoveries to saldo_query;
grant usage on sequence transfer_recoveries_recovery_id_seq to saldo_super, saldo_system;
CREATE TRIGGER live_debt_insert AFTER INSERT ON transfer_recoveries REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_live('office-debts');
CREATE TRIGGER live_debt_update AFTER UPDATE ON transfer_recoveries REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_live('office-debts');
CREATE TRIGGER live_insert AFTER INSERT ON transfer_recoveries REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_live('payments');
CREATE TRIGGER live_update AFTER UPDATE ON transfer_recoveries REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_live('payments');
CREATE TRIGGER recovery_moves_forward BEFORE UPDATE ON transfer_recoveries FOR EACH ROW EXECUTE FUNCTION recovery_moves_forward();

-- The provider's reversals for each, by its ids, so that the same event twice counts once.
create table transfer_recovery_reversals (
  customer_id bigint not null,
  recovery_id bigint not null,
  provider_object text not null,
  amount bigint not null,
  created_at timestamp with time zone not null default now(),
  constraint transfer_recovery_reversals_pkey PRIMARY KEY (recovery_id, provider_object),
  constraint transfer_recovery_reversals_customer_id_recovery_id_fkey FOREIGN KEY (customer_id, recovery_id) REFERENCES transfer_recoveries(customer_id, recovery_id),
  constraint transfer_recovery_reversals_amount_check CHECK (amount > 0)
);
CREATE INDEX transfer_recovery_reversals_by_recovery ON transfer_recovery_reversals USING btree (customer_id, recovery_id);
alter table transfer_recovery_reversals enable row level security;
alter table transfer_recovery_reversals force row level security;
create policy owner on transfer_recovery_reversals to saldo using (true) with check (true);
create policy queries on transfer_recovery_reversals for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all) OR customer_id = (( SELECT query_customer_id() AS query_customer_id)));
create policy super_user on transfer_recovery_reversals to saldo_super using (true) with check (true);
create policy system on transfer_recovery_reversals to saldo_system using (true) with check (true);
grant delete, insert, select, update on transfer_recovery_reversals to saldo_super;
grant delete, insert, select, update on transfer_recovery_reversals to saldo_system;
grant select (amount, created_at, customer_id, provider_object, recovery_id) on transfer_recovery_reversals to saldo_query;

-- A flat, shop or garage of a condominium. What it is called on bills follows from staircase and number, which identify it within its condominium.
create table units (
  unit_id bigint not null generated by default as identity,
  customer_id bigint not null,
  account_id bigint not null,
  -- Scala and interno, as the office writes them.
  staircase text not null default '',
  number text not null,
  floor text,
  use text not null default 'home',
  -- Cadastral data of the register (art. 1130 n. 6 c.c.).
  cadastral_sheet text,
  cadastral_parcel text,
  cadastral_subunit text,
  cadastral_category text,
  notes text,
  "position" integer not null default 0,
  -- A door has a number; a shop or a garage is called by its own name.
  name text not null generated always as (
    CASE
        WHEN number ~ '^[0-9]' THEN 'Int. ' || number
        ELSE number
    END ||
    CASE
        WHEN staircase = '' THEN ''
        ELSE ', scala ' || staircase
    END) stored,
  unit_key text not null generated always as ((fold(staircase) || '/') || fold(number)) stored,
  import_id bigint,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint units_pkey PRIMARY KEY (unit_id),
  constraint units_customer_id_account_id_fkey FOREIGN KEY (customer_id, account_id) REFERENCES accounts(customer_id, account_id),
  constraint units_use_check CHECK (use = ANY (ARRAY['home', 'shop', 'office', 'garage', 'cellar', 'other']))
);
CREATE INDEX units_by_import ON units USING btree (import_id) WHERE import_id IS NOT NULL;
CREATE INDEX units_in_order ON units USING btree (customer_id, account_id, "position", unit_id);
CREATE UNIQUE INDEX one_unit_per_number ON units USING btree (account_id, unit_key);
CREATE UNIQUE INDEX units_by_account_key ON units USING btree (customer_id, account_id, unit_id);
CREATE UNIQUE INDEX units_by_key ON units USING btree (customer_id, unit_id);
alter table units enable row level security;
alter table units force row level security;
create policy customer on units to saldo_customer
  using (customer_id = actor_customer_id())
  with check (customer_id = actor_customer_id());
create policy own_units on units for select to saldo_consumer
  using ((unit_id IN ( SELECT r.unit_id
   FROM right_holders r)));
create policy owner on units to saldo using (true) with check (true);
create policy queries on units for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all) OR customer_id = (( SELECT query_customer_id() AS query_customer_id)));
create policy super_user on units to saldo_super using (true) with check (true);
create policy system on units to saldo_system using (true) with check (true);
create policy limited_delete on units as restrictive for delete to saldo_subuser
  using (( SELECT actor_may('{accounts:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_insert on units as restrictive for insert to saldo_subuser
  with check (( SELECT actor_may('{accounts:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_read on units as restrictive for select to saldo_subuser
  using (( SELECT actor_may('{accounts:read,subjects:read,bills:read,payments:read,debits:read,documents:read,office:read}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_update on units as restrictive for update to saldo_subuser
  using (( SELECT actor_may('{accounts:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))))
  with check (( SELECT actor_may('{accounts:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
grant delete, insert, select, update on units to saldo_customer;
grant delete, insert, select, update on units to saldo_super;
grant delete, insert, select, update on units to saldo_system;
grant select on units to saldo_consumer;
grant select (account_id, cadastral_category, cadastral_parcel, cadastral_sheet, cadastral_subunit, created_at, customer_id, floor, import_id, name, notes, number, "position", staircase, unit_id, unit_key, updated_at, use) on units to saldo_query;
grant usage on sequence units_unit_id_seq to saldo_customer, saldo_super, saldo_system;
CREATE TRIGGER audit_delete AFTER DELETE ON units FOR EACH ROW EXECUTE FUNCTION audit_row('units', 'unit_id', 'name', 'unit_key', 'import_id', 'position');
CREATE TRIGGER audit_insert AFTER INSERT ON units FOR EACH ROW WHEN (current_setting('saldo.bulk'::text, true) IS DISTINCT FROM 'yes'::text) EXECUTE FUNCTION audit_row('units', 'unit_id', 'name', 'unit_key', 'import_id', 'position');
CREATE TRIGGER audit_update AFTER UPDATE ON units FOR EACH ROW WHEN (old.* IS DISTINCT FROM new.*) EXECUTE FUNCTION audit_row('units', 'unit_id', 'name', 'unit_key', 'import_id', 'position');

-- The condominiums of a sub-user who does not see all of them.
create table user_accounts (
  user_id bigint not null,
  customer_id bigint not null,
  account_id bigint not null,
  constraint user_accounts_pkey PRIMARY KEY (user_id, account_id),
  constraint user_accounts_customer_id_account_id_fkey FOREIGN KEY (customer_id, account_id) REFERENCES accounts(customer_id, account_id) ON DELETE CASCADE,
  constraint user_accounts_customer_id_user_id_fkey FOREIGN KEY (customer_id, user_id) REFERENCES users(customer_id, user_id) ON DELETE CASCADE
);
CREATE INDEX user_accounts_by_customer ON user_accounts USING btree (customer_id, account_id);
alter table user_accounts enable row level security;
alter table user_accounts force row level security;
create policy customer on user_accounts to saldo_customer
  using (customer_id = actor_customer_id())
  with check (customer_id = actor_customer_id());
create policy owner on user_accounts to saldo using (true) with check (true);
create policy queries on user_accounts for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all) OR customer_id = (( SELECT query_customer_id() AS query_customer_id)));
create policy super_user on user_accounts to saldo_super using (true) with check (true);
create policy system on user_accounts to saldo_system using (true) with check (true);
create policy gives_what_they_see on user_accounts as restrictive for insert to saldo_subuser
  with check (actor_sees_account(account_id) AND user_id <> (( SELECT actor_user_id() AS actor_user_id)));
create policy limited_delete on user_accounts as restrictive for delete to saldo_subuser
  using (( SELECT actor_may('{office:write}'::text[]) AS actor_may) AND true);
create policy limited_insert on user_accounts as restrictive for insert to saldo_subuser
  with check (( SELECT actor_may('{office:write}'::text[]) AS actor_may) AND true);
create policy limited_read on user_accounts as restrictive for select to saldo_subuser
  using (( SELECT actor_may('{office:read}'::text[]) AS actor_may) AND true);
create policy limited_update on user_accounts as restrictive for update to saldo_subuser
  using (( SELECT actor_may('{office:write}'::text[]) AS actor_may) AND true)
  with check (( SELECT actor_may('{office:write}'::text[]) AS actor_may) AND true);
create policy takes_what_they_see on user_accounts as restrictive for delete to saldo_subuser
  using (actor_sees_account(account_id) AND user_id <> (( SELECT actor_user_id() AS actor_user_id)));
grant delete, insert, select on user_accounts to saldo_customer;
grant delete, insert, select, update on user_accounts to saldo_super;
grant delete, insert, select, update on user_accounts to saldo_system;
grant select (account_id, customer_id, user_id) on user_accounts to saldo_query;
CREATE TRIGGER audit_delete AFTER DELETE ON user_accounts FOR EACH ROW EXECUTE FUNCTION audit_row('users', 'user_id', 'account_id');
CREATE TRIGGER audit_insert AFTER INSERT ON user_accounts FOR EACH ROW WHEN (current_setting('saldo.bulk'::text, true) IS DISTINCT FROM 'yes'::text) EXECUTE FUNCTION audit_row('users', 'user_id', 'account_id');
CREATE TRIGGER audit_update AFTER UPDATE ON user_accounts FOR EACH ROW WHEN (old.* IS DISTINCT FROM new.*) EXECUTE FUNCTION audit_row('users', 'user_id', 'account_id');
CREATE TRIGGER note_login_hand AFTER INSERT ON user_accounts FOR EACH ROW EXECUTE FUNCTION note_login_hand('rights');

-- The sections that a sub-user may use. `write` includes `read`.
create table user_permissions (
  user_id bigint not null,
  customer_id bigint not null,
  section text not null,
  level text not null,
  constraint user_permissions_pkey PRIMARY KEY (user_id, section),
  constraint user_permissions_customer_id_user_id_fkey FOREIGN KEY (customer_id, user_id) REFERENCES users(customer_id, user_id) ON DELETE CASCADE,
  constraint user_permissions_level_check CHECK (level = ANY (ARRAY['read', 'write'])),
  constraint user_permissions_section_check CHECK (section = ANY (every_section()))
);
CREATE INDEX user_permissions_by_customer ON user_permissions USING btree (customer_id, user_id);
alter table user_permissions enable row level security;
alter table user_permissions force row level security;
create policy customer on user_permissions to saldo_customer
  using (customer_id = actor_customer_id())
  with check (customer_id = actor_customer_id());
create policy owner on user_permissions to saldo using (true) with check (true);
create policy queries on user_permissions for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all) OR customer_id = (( SELECT query_customer_id() AS query_customer_id)));
create policy super_user on user_permissions to saldo_super using (true) with check (true);
create policy system on user_permissions to saldo_system using (true) with check (true);
create policy changes_what_they_have on user_permissions as restrictive for update to saldo_subuser
  using (actor_may(ARRAY[(section || ':') || level]) AND user_id <> (( SELECT actor_user_id() AS actor_user_id)))
  with check (actor_may(ARRAY[(section || ':') || level]) AND user_id <> (( SELECT actor_user_id() AS actor_user_id)));
create policy gives_what_they_have on user_permissions as restrictive for insert to saldo_subuser
  with check (actor_may(ARRAY[(section || ':') || level]) AND user_id <> (( SELECT actor_user_id() AS actor_user_id)));
create policy limited_delete on user_permissions as restrictive for delete to saldo_subuser
  using (( SELECT actor_may('{office:write}'::text[]) AS actor_may) AND true);
create policy limited_insert on user_permissions as restrictive for insert to saldo_subuser
  with check (( SELECT actor_may('{office:write}'::text[]) AS actor_may) AND true);
create policy limited_read on user_permissions as restrictive for select to saldo_subuser
  using (( SELECT actor_may('{office:read}'::text[]) AS actor_may) AND true);
create policy limited_update on user_permissions as restrictive for update to saldo_subuser
  using (( SELECT actor_may('{office:write}'::text[]) AS actor_may) AND true)
  with check (( SELECT actor_may('{office:write}'::text[]) AS actor_may) AND true);
create policy takes_what_they_have on user_permissions as restrictive for delete to saldo_subuser
  using (actor_may(ARRAY[(section || ':') || level]) AND user_id <> (( SELECT actor_user_id() AS actor_user_id)));
grant delete, insert, select, update on user_permissions to saldo_customer;
grant delete, insert, select, update on user_permissions to saldo_super;
grant delete, insert, select, update on user_permissions to saldo_system;
grant select (customer_id, level, section, user_id) on user_permissions to saldo_query;
CREATE TRIGGER audit_delete AFTER DELETE ON user_permissions FOR EACH ROW EXECUTE FUNCTION audit_row('users', 'user_id', 'section');
CREATE TRIGGER audit_insert AFTER INSERT ON user_permissions FOR EACH ROW WHEN (current_setting('saldo.bulk'::text, true) IS DISTINCT FROM 'yes'::text) EXECUTE FUNCTION audit_row('users', 'user_id', 'section');
CREATE TRIGGER audit_update AFTER UPDATE ON user_permissions FOR EACH ROW WHEN (old.* IS DISTINCT FROM new.*) EXECUTE FUNCTION audit_row('users', 'user_id', 'section');
CREATE TRIGGER note_login_hand AFTER INSERT OR UPDATE ON user_permissions FOR EACH ROW EXECUTE FUNCTION note_login_hand('rights');
CREATE TRIGGER tell_permissions_delete AFTER DELETE ON user_permissions REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_permissions_changed();
CREATE TRIGGER tell_permissions_insert AFTER INSERT ON user_permissions REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_permissions_changed();
CREATE TRIGGER tell_permissions_update AFTER UPDATE ON user_permissions REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_permissions_changed();

-- A user's display preferences, for all their devices. Visible only to that user.
create table user_preferences (
  user_id bigint not null,
  theme text not null,
  density text not null,
  menu text not null,
  -- Single-letter shortcuts can be switched off, for people who dictate or whose hands shake (WCAG 2.1.4).
  single_keys boolean not null,
  -- The columns chosen for each list, in order.
  columns jsonb not null,
  updated_at timestamp with time zone not null default now(),
  first_steps_hidden boolean not null default false,
  constraint user_preferences_pkey PRIMARY KEY (user_id),
  constraint user_preferences_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id) ON DELETE CASCADE,
  constraint user_preferences_columns_check CHECK (jsonb_typeof(columns) = 'object' AND pg_column_size(columns) < 65536),
  constraint user_preferences_density_check CHECK (density = ANY (ARRAY['wide', 'compact'])),
  constraint user_preferences_menu_check CHECK (menu = ANY (ARRAY['open', 'icons'])),
  constraint user_preferences_theme_check CHECK (theme = ANY (ARRAY['system', 'light', 'dark']))
);
alter table user_preferences enable row level security;
alter table user_preferences force row level security;
create policy oneself on user_preferences to saldo_consumer, saldo_customer, saldo_super
  using (user_id = actor_user_id())
  with check (user_id = actor_user_id());
create policy owner on user_preferences to saldo using (true) with check (true);
create policy queries on user_preferences for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all));
create policy system on user_preferences to saldo_system using (true) with check (true);
grant delete, insert, select, update on user_preferences to saldo_system;
grant insert, select, update on user_preferences to saldo_consumer;
grant insert, select, update on user_preferences to saldo_customer;
grant insert, select, update on user_preferences to saldo_super;
grant select (columns, density, first_steps_hidden, menu, single_keys, theme, updated_at, user_id) on user_preferences to saldo_query;

-- People who sign in: invited by mail, active, suspended or removed. A removed user stays in the table, because records
-- name them, but their user name becomes free. A user without a customer who is not a super user is a resident.
create table users (
  user_id bigint not null generated by default as identity,
  user_name text not null,
  nominative text not null,
  email text,
  customer_id bigint,
  state text not null default 'active',
  invited_at timestamp with time zone,
  flag_super_user boolean not null default false,
  flag_can_buy_service_is_active boolean not null default false,
  -- A sub-user may do only what user_permissions grants.
  is_subuser boolean not null default false,
  -- False: a sub-user who sees only the condominiums in user_accounts. True: also those still to come.
  all_accounts boolean not null default true,
  folded text not null generated always as (fold((((nominative || ' ') || user_name) || ' ') || COALESCE(email, ''))) stored,
  created_at timestamp with time zone not null default now(),
  invited_by bigint,
  activated_at timestamp with time zone,
  constraint users_pkey PRIMARY KEY (user_id),
  constraint users_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(customer_id),
  constraint users_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES users(user_id),
  constraint a_sub_user_has_a_customer CHECK (NOT is_subuser OR customer_id IS NOT NULL),
  constraint a_super_user_has_no_customer CHECK (NOT (flag_super_user AND customer_id IS NOT NULL)),
  constraint only_sub_users_are_limited CHECK (all_accounts OR is_subuser),
  constraint users_state_check CHECK (state = ANY (ARRAY['invited', 'active', 'suspended', 'removed']))
);
CREATE INDEX residents_by_email ON users USING btree (lower(email)) WHERE customer_id IS NULL AND NOT flag_super_user;
CREATE INDEX users_by_customer ON users USING btree (customer_id, user_id);
CREATE INDEX users_by_inviter ON users USING btree (invited_by) WHERE invited_by IS NOT NULL;
CREATE INDEX users_by_nominative ON users USING btree (customer_id, nominative, user_id);
CREATE INDEX users_by_text ON users USING gin (fold((nominative || ' ') || user_name) gin_trgm_ops);
CREATE UNIQUE INDEX users_by_key ON users USING btree (customer_id, user_id);
CREATE UNIQUE INDEX users_by_name ON users USING btree (lower(user_name)) WHERE state <> 'removed';
alter table users enable row level security;
alter table users force row level security;
create policy customer on users to saldo_customer
  using (customer_id = actor_customer_id())
  with check (customer_id = actor_customer_id());
-- Everybody sees their own row, also a super user who impersonates a customer and so sees no other super user.
create policy oneself on users for select to saldo_consumer
  using (user_id = actor_user_id());
create policy oneself_at_work on users for select to saldo_customer
  using (user_id = actor_user_id());
create policy owner on users to saldo using (true) with check (true);
create policy queries on users for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all) OR customer_id = (( SELECT query_customer_id() AS query_customer_id)));
create policy super_user on users to saldo_super using (true) with check (true);
create policy system on users to saldo_system using (true) with check (true);
create policy changes_sub_users on users as restrictive for update to saldo_subuser
  using (is_subuser AND user_id <> (( SELECT actor_user_id() AS actor_user_id)))
  with check (is_subuser AND (NOT all_accounts OR (( SELECT actor_accounts() AS actor_accounts)) IS NULL));
create policy limited_delete on users as restrictive for delete to saldo_subuser
  using (( SELECT actor_may('{office:write}'::text[]) AS actor_may) AND true);
create policy limited_insert on users as restrictive for insert to saldo_subuser
  with check (( SELECT actor_may('{office:write}'::text[]) AS actor_may) AND true);
create policy limited_update on users as restrictive for update to saldo_subuser
  using (( SELECT actor_may('{office:write}'::text[]) AS actor_may) AND true)
  with check (( SELECT actor_may('{office:write}'::text[]) AS actor_may) AND true);
-- A sub-user who manages the office's people may create and change sub-users only, not themselves, and grant nobody more
-- than they have.
create policy makes_sub_users on users as restrictive for insert to saldo_subuser
  with check (is_subuser AND (NOT all_accounts OR (( SELECT actor_accounts() AS actor_accounts)) IS NULL));
grant delete, insert, select, update on users to saldo_system;
grant select on users to saldo_consumer;
grant select on users to saldo_customer;
grant select on users to saldo_super;
grant insert (all_accounts, customer_id, email, invited_at, is_subuser, nominative, state, user_name) on users to saldo_customer;
grant insert (all_accounts, customer_id, email, invited_at, is_subuser, nominative, state, user_name) on users to saldo_super;
grant select (activated_at, all_accounts, created_at, customer_id, email, flag_can_buy_service_is_active, flag_super_user, invited_at, invited_by, is_subuser, nominative, state, user_id, user_name) on users to saldo_query;
grant update (all_accounts, flag_can_buy_service_is_active, invited_at, nominative, state) on users to saldo_super;
grant update (all_accounts, invited_at, nominative, state) on users to saldo_customer;
grant usage on sequence users_user_id_seq to saldo_super, saldo_system;
CREATE TRIGGER audit_delete AFTER DELETE ON users FOR EACH ROW EXECUTE FUNCTION audit_row('users', 'user_id', 'nominative');
CREATE TRIGGER audit_insert AFTER INSERT ON users FOR EACH ROW WHEN (current_setting('saldo.bulk'::text, true) IS DISTINCT FROM 'yes'::text) EXECUTE FUNCTION audit_row('users', 'user_id', 'nominative');
CREATE TRIGGER audit_update AFTER UPDATE ON users FOR EACH ROW WHEN (old.* IS DISTINCT FROM new.*) EXECUTE FUNCTION audit_row('users', 'user_id', 'nominative');
CREATE TRIGGER invited_by_actor BEFORE INSERT OR UPDATE OF flag_super_user, invited_by ON users FOR EACH ROW EXECUTE FUNCTION invited_by_actor();
CREATE TRIGGER not_of_back_office BEFORE INSERT OR UPDATE OF email, flag_super_user ON users FOR EACH ROW WHEN (new.email IS NOT NULL) EXECUTE FUNCTION not_of_back_office();
CREATE TRIGGER note_login_hand AFTER UPDATE OF all_accounts ON users FOR EACH ROW WHEN (new.all_accounts AND NOT old.all_accounts) EXECUTE FUNCTION note_login_hand('rights');
CREATE TRIGGER removed_is_final BEFORE UPDATE OF state ON users FOR EACH ROW WHEN (old.state = 'removed'::text AND new.state <> 'removed'::text) EXECUTE FUNCTION removed_is_final();
CREATE TRIGGER shut_out AFTER UPDATE OF state ON users FOR EACH ROW WHEN ((new.state = ANY (ARRAY['suspended'::text, 'removed'::text])) AND new.state <> old.state) EXECUTE FUNCTION shut_out();
CREATE TRIGGER super_user_begins BEFORE INSERT OR UPDATE OF flag_super_user, state ON users FOR EACH ROW WHEN (new.flag_super_user) EXECUTE FUNCTION super_user_begins();

-- Weight tables by which expenses are shared: millesimi, stairs, lift, heating, metered water.
create table weight_tables (
  weight_table_id bigint not null generated by default as identity,
  customer_id bigint not null,
  account_id bigint not null,
  name text not null,
  kind text not null default 'value',
  "position" integer not null default 0,
  name_key text not null generated always as (fold(name)) stored,
  import_id bigint,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint weight_tables_pkey PRIMARY KEY (weight_table_id),
  constraint weight_tables_customer_id_account_id_fkey FOREIGN KEY (customer_id, account_id) REFERENCES accounts(customer_id, account_id),
  constraint weight_tables_kind_check CHECK (kind = ANY (ARRAY['value', 'stairs', 'lift', 'heating', 'meter', 'other']))
);
CREATE UNIQUE INDEX one_weight_table_per_name ON weight_tables USING btree (account_id, name_key);
CREATE UNIQUE INDEX weight_tables_by_key ON weight_tables USING btree (customer_id, account_id, weight_table_id);
alter table weight_tables enable row level security;
alter table weight_tables force row level security;
create policy customer on weight_tables to saldo_customer
  using (customer_id = actor_customer_id())
  with check (customer_id = actor_customer_id());
create policy owner on weight_tables to saldo using (true) with check (true);
create policy queries on weight_tables for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all) OR customer_id = (( SELECT query_customer_id() AS query_customer_id)));
create policy super_user on weight_tables to saldo_super using (true) with check (true);
create policy system on weight_tables to saldo_system using (true) with check (true);
create policy limited_delete on weight_tables as restrictive for delete to saldo_subuser
  using (( SELECT actor_may('{accounts:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_insert on weight_tables as restrictive for insert to saldo_subuser
  with check (( SELECT actor_may('{accounts:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_read on weight_tables as restrictive for select to saldo_subuser
  using (( SELECT actor_may('{accounts:read,subjects:read,bills:read,payments:read,debits:read,documents:read,office:read}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_update on weight_tables as restrictive for update to saldo_subuser
  using (( SELECT actor_may('{accounts:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))))
  with check (( SELECT actor_may('{accounts:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
grant delete, insert, select, update on weight_tables to saldo_customer;
grant delete, insert, select, update on weight_tables to saldo_super;
grant delete, insert, select, update on weight_tables to saldo_system;
grant select (account_id, created_at, customer_id, import_id, kind, name, name_key, "position", updated_at, weight_table_id) on weight_tables to saldo_query;
grant usage on sequence weight_tables_weight_table_id_seq to saldo_customer, saldo_super, saldo_system;
CREATE TRIGGER audit_delete AFTER DELETE ON weight_tables FOR EACH ROW EXECUTE FUNCTION audit_row('weight_tables', 'weight_table_id', 'name', 'import_id', 'position');
CREATE TRIGGER audit_insert AFTER INSERT ON weight_tables FOR EACH ROW WHEN (current_setting('saldo.bulk'::text, true) IS DISTINCT FROM 'yes'::text) EXECUTE FUNCTION audit_row('weight_tables', 'weight_table_id', 'name', 'import_id', 'position');
CREATE TRIGGER audit_update AFTER UPDATE ON weight_tables FOR EACH ROW WHEN (old.* IS DISTINCT FROM new.*) EXECUTE FUNCTION audit_row('weight_tables', 'weight_table_id', 'name', 'import_id', 'position');

-- A unit's weight in a table, in ten-thousandths: 31.2500 millesimi are 312500. For a meter, its reading.
create table weights (
  weight_table_id bigint not null,
  unit_id bigint not null,
  customer_id bigint not null,
  account_id bigint not null,
  weight bigint not null,
  constraint weights_pkey PRIMARY KEY (weight_table_id, unit_id),
  constraint weights_customer_id_account_id_unit_id_fkey FOREIGN KEY (customer_id, account_id, unit_id) REFERENCES units(customer_id, account_id, unit_id) ON DELETE CASCADE,
  constraint weights_customer_id_account_id_weight_table_id_fkey FOREIGN KEY (customer_id, account_id, weight_table_id) REFERENCES weight_tables(customer_id, account_id, weight_table_id) ON DELETE CASCADE,
  constraint weights_weight_check CHECK (weight >= 0)
);
CREATE INDEX weights_by_account ON weights USING btree (customer_id, account_id);
CREATE INDEX weights_by_unit ON weights USING btree (customer_id, unit_id);
alter table weights enable row level security;
alter table weights force row level security;
create policy customer on weights to saldo_customer
  using (customer_id = actor_customer_id())
  with check (customer_id = actor_customer_id());
create policy owner on weights to saldo using (true) with check (true);
create policy queries on weights for select to saldo_query
  using (( SELECT query_sees_all() AS query_sees_all) OR customer_id = (( SELECT query_customer_id() AS query_customer_id)));
create policy super_user on weights to saldo_super using (true) with check (true);
create policy system on weights to saldo_system using (true) with check (true);
create policy limited_delete on weights as restrictive for delete to saldo_subuser
  using (( SELECT actor_may('{accounts:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_insert on weights as restrictive for insert to saldo_subuser
  with check (( SELECT actor_may('{accounts:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_read on weights as restrictive for select to saldo_subuser
  using (( SELECT actor_may('{accounts:read,subjects:read,bills:read,payments:read,debits:read,documents:read,office:read}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
create policy limited_update on weights as restrictive for update to saldo_subuser
  using (( SELECT actor_may('{accounts:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))))
  with check (( SELECT actor_may('{accounts:write}'::text[]) AS actor_may) AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[]))));
grant delete, insert, select, update on weights to saldo_customer;
grant delete, insert, select, update on weights to saldo_super;
grant delete, insert, select, update on weights to saldo_system;
grant select (account_id, customer_id, unit_id, weight, weight_table_id) on weights to saldo_query;
CREATE TRIGGER audit_delete AFTER DELETE ON weights FOR EACH ROW EXECUTE FUNCTION audit_row('weight_tables', 'weight_table_id', 'unit_id');
CREATE TRIGGER audit_insert AFTER INSERT ON weights FOR EACH ROW WHEN (current_setting('saldo.bulk'::text, true) IS DISTINCT FROM 'yes'::text) EXECUTE FUNCTION audit_row('weight_tables', 'weight_table_id', 'unit_id');
CREATE TRIGGER audit_update AFTER UPDATE ON weights FOR EACH ROW WHEN (old.* IS DISTINCT FROM new.*) EXECUTE FUNCTION audit_row('weight_tables', 'weight_table_id', 'unit_id');

-- Mails that were not written because their mailbox had enough of them: how many, by hour.
create table withheld_mails (
  mailbox text not null,
  template text not null,
  hour timestamp with time zone not null default date_trunc('hour', now()),
  count integer not null default 1,
  constraint withheld_mails_pkey PRIMARY KEY (mailbox, template, hour)
);
CREATE INDEX withheld_mails_by_hour ON withheld_mails USING btree (hour);
alter table withheld_mails enable row level security;
alter table withheld_mails force row level security;
create policy owner on withheld_mails to saldo using (true) with check (true);
create policy super_user on withheld_mails to saldo_super using (true) with check (true);
create policy system on withheld_mails to saldo_system using (true) with check (true);
grant delete, insert, select, update on withheld_mails to saldo_system;

----------------------------------------------------------------------------------------------------------------------
-- Views
----------------------------------------------------------------------------------------------------------------------

-- Each condominium with its residents: who has a right there today, and who got a bill there in the last year or still owes one,
-- unless the register says that they have left. The one definition, for residents and for their office.
create view account_residents with (security_invoker=true) as
 SELECT r.customer_id,
    r.account_id,
    r.subject_id
   FROM right_holders r
  WHERE (r.since IS NULL OR r.since <= today()) AND (r.until IS NULL OR r.until >= today())
UNION
 SELECT b.customer_id,
    b.account_id,
    b.subject_id
   FROM bills b
  WHERE b.status = 'issued'::text AND (b.residue > 0 OR b.issue_date > (today() - 366)) AND NOT (EXISTS ( SELECT
           FROM right_holders r
          WHERE r.customer_id = b.customer_id AND r.account_id = b.account_id AND r.subject_id = b.subject_id));
grant select on account_residents to saldo_consumer, saldo_customer, saldo_super, saldo_system;

-- The one definition of a delegation that holds.
create view active_delegations with (security_invoker=true) as
 SELECT delegation_id,
    customer_id,
    subject_id,
    delegate_user_id,
    delegate_name,
    delegate_email
   FROM delegations d
  WHERE state = 'active'::text AND (expires_on IS NULL OR expires_on >= today());
grant select on active_delegations to saldo_consumer, saldo_customer, saldo_super, saldo_system;

-- What moves a condominium's balance at the provider: its part of the platform's balance (what belongs to the platform is
-- `platform`), and the balance of the connected account. The statement lists these rows; their sum is the balance.
create view balance_movements with (security_invoker=true) as
 SELECT e.customer_id,
    e.account_id,
    e.entry_id,
    e.day,
    e.at,
    e.kind,
    e.description,
    e.subject_id,
    e.bill_id,
    e.payment_id,
    e.source,
    sum(l.amount)::bigint AS amount,
    COALESCE(sum(l.amount) FILTER (WHERE l.ledger_account = 'connected_balance'::text), 0::numeric)::bigint AS connected
   FROM ledger_entries e
     JOIN ledger_lines l ON l.customer_id = e.customer_id AND l.entry_id = e.entry_id
  WHERE l.ledger_account = ANY (ARRAY['provider_transit'::text, 'platform'::text, 'connected_balance'::text])
  GROUP BY e.customer_id, e.account_id, e.entry_id
 HAVING sum(l.amount) <> 0::numeric OR sum(l.amount) FILTER (WHERE l.ledger_account = 'connected_balance'::text) <> 0::numeric;
grant select on balance_movements to saldo_super, saldo_system;

-- The unit that a bill is about, found by what the bill says of it. A bill that names no unit of its condominium, or one of
-- two that are called alike, is not here: its money is nobody's guess.
create view bill_units with (security_invoker=true) as
 SELECT b.customer_id,
    b.account_id,
    u.unit_id,
    b.bill_id
   FROM bills b
     JOIN ( SELECT units.customer_id,
            units.account_id,
            unit_name_key(units.name) AS name_key,
            min(units.unit_id) AS unit_id
           FROM units
          GROUP BY units.customer_id, units.account_id, (unit_name_key(units.name))
         HAVING count(*) = 1) u ON u.customer_id = b.customer_id AND u.account_id = b.account_id AND u.name_key = unit_name_key(b.unit)
  WHERE b.unit IS NOT NULL;
grant select on bill_units to saldo_customer, saldo_super, saldo_system;

-- What disputes hold of the settled money of bills, until the payer's bank decides (contestato). It is not owed meanwhile;
-- if the dispute is lost, it is owed again.
create view disputed_bills with (security_invoker=true) as
 SELECT b.customer_id,
    b.account_id,
    b.subject_id,
    b.bill_id,
    sum(s.amount)::bigint AS disputed
   FROM bills b
     JOIN allocation_parts s ON s.customer_id = b.customer_id AND s.bill_id = b.bill_id
     JOIN payment_allocations a ON a.customer_id = s.customer_id AND a.allocation_id = s.allocation_id AND a.current
     JOIN payments p ON p.customer_id = a.customer_id AND p.payment_id = a.payment_id AND p.state = 'disputed'::text
  WHERE b.disputed
  GROUP BY b.customer_id, b.account_id, b.subject_id, b.bill_id;
grant select on disputed_bills to saldo_customer, saldo_super, saldo_system;

-- The money that reversals of registrations, and the registrations in their place, moved in the books (`gross`, as in
-- money_lines). They are posted on `day`, the day of the correction; the money came on `received_on`. A period's collections leave out
-- the corrections of money that came before the period: they stand apart.
create view money_corrections with (security_invoker=true) as
 SELECT e.customer_id,
    e.account_id,
    e.subject_id,
    e.payment_id,
    e.entry_id,
    e.day,
    (p.settled_at AT TIME ZONE 'Europe/Rome'::text)::date AS received_on,
    - p.amount AS gross
   FROM collection_reversals v
     JOIN payments p ON p.customer_id = v.customer_id AND p.payment_id = v.payment_id
     JOIN ledger_entries e ON e.customer_id = p.customer_id AND e.payment_id = p.payment_id AND e.kind = 'collection_reversed'::text
UNION ALL
 SELECT e.customer_id,
    e.account_id,
    e.subject_id,
    e.payment_id,
    e.entry_id,
    e.day,
    (p.settled_at AT TIME ZONE 'Europe/Rome'::text)::date AS received_on,
    p.amount AS gross
   FROM collection_reversals v
     JOIN payments p ON p.customer_id = v.customer_id AND p.payment_id = v.replaced_by
     JOIN ledger_entries e ON e.customer_id = p.customer_id AND e.payment_id = p.payment_id AND e.kind = 'collection'::text;
grant select on money_corrections to saldo_consumer, saldo_customer, saldo_super, saldo_system;

-- Money given back to a person that belongs to no payment is money given back, too.
create view money_lines with (security_invoker=true) as
 SELECT e.customer_id,
    e.account_id,
    e.subject_id,
    e.payment_id,
    e.entry_id,
    e.day,
        CASE
            WHEN p.part = 'gross'::text THEN m.moved
            ELSE 0::bigint
        END AS gross,
        CASE
            WHEN p.part = 'given_back'::text THEN - m.moved
            ELSE 0::bigint
        END AS given_back,
        CASE
            WHEN p.part = 'taken_back'::text THEN - m.moved
            ELSE 0::bigint
        END AS taken_back,
    m.fee AS fees,
    m.moved - m.fee AS net,
        CASE
            WHEN l.ledger_account = 'subject_credit'::text THEN l.amount
            ELSE 0::bigint
        END AS credit
   FROM ledger_entries e
     JOIN ledger_lines l ON l.customer_id = e.customer_id AND l.entry_id = e.entry_id
     CROSS JOIN LATERAL ( SELECT
                CASE
                    WHEN l.ledger_account = ANY (ARRAY['receivables'::text, 'billed'::text, 'opening'::text, 'subject_credit'::text, 'disputed'::text]) THEN - l.amount
                    ELSE 0::bigint
                END AS "case",
                CASE
                    WHEN l.ledger_account = ANY (ARRAY['collection_fees'::text, 'application_fees'::text]) THEN l.amount
                    ELSE 0::bigint
                END AS "case") m(moved, fee)
     CROSS JOIN LATERAL ( SELECT
                CASE
                    WHEN (e.kind = ANY (ARRAY['refund'::text, 'refund_failed'::text])) OR e.source ~~ 'reconciliation:refund:%'::text THEN 'given_back'::text
                    WHEN (e.kind = ANY (ARRAY['return'::text, 'dispute'::text, 'dispute_won'::text, 'dispute_lost'::text])) OR e.source ~~ 'reconciliation:dispute:%'::text THEN 'taken_back'::text
                    ELSE 'gross'::text
                END AS "case") p(part)
  WHERE e.payment_id IS NOT NULL OR (e.kind = ANY (ARRAY['refund'::text, 'refund_failed'::text]));
grant select on money_lines to saldo_consumer, saldo_customer, saldo_super, saldo_system;

-- A condominium's balance at the provider, and what of it can be moved now. `refusal`: why nothing can be moved, as a code;
-- null if something can. Where it cannot be told whose money it is, that is the refusal.
-- fresh: what was booked to the platform's balance since provider_pending was read, so of which it is not known whether it is
-- available. A minute more, for what was being booked just then. What comes back from a payout was available before.
-- held: what refunds and recoveries under way will take. reserved: what transfers that are not sent yet will take.
create view movable_balances with (security_invoker=true) as
 SELECT customer_id,
    account_id,
    name,
    name_key,
    folded,
    iban,
    account_state,
    provider_account,
    way,
    destination,
    platform,
    connected,
    balance,
    available,
    read_at,
    bank_country,
    bank_last4,
    held,
    reserved,
    free,
    refusal,
        CASE
            WHEN refusal IS NULL THEN GREATEST(free, 0::bigint)
            ELSE 0::bigint
        END AS movable
   FROM ( SELECT a.customer_id,
            a.account_id,
            a.name,
            a.name_key,
            a.folded,
            a.iban,
            a.state AS account_state,
            a.provider_account,
            d.way,
            d.destination,
            s.platform,
            s.connected,
            s.platform + s.connected AS balance,
            p.available,
            p.read_at,
            p.bank_country,
            p.bank_last4,
            s.held,
            r.reserved,
            LEAST(
                CASE d.way
                    WHEN 'payout'::text THEN s.connected
                    ELSE s.platform - COALESCE(w.pending, 0::bigint) - s.fresh
                END - s.held, p.available) - r.reserved AS free,
                CASE
                    WHEN a.state = 'closed'::text THEN 'account_closed'::text
                    WHEN a.iban IS NULL THEN 'no_iban'::text
                    WHEN iban_is_blocked(a.iban) THEN 'iban_blocked'::text
                    WHEN (EXISTS ( SELECT
                       FROM iban_changes c
                      WHERE c.account_id = a.account_id AND c.state = 'pending'::text AND c.expires_at > now())) THEN 'iban_pending'::text
                    WHEN (EXISTS ( SELECT
                       FROM iban_changes c
                      WHERE c.account_id = a.account_id AND c.state = 'confirmed'::text AND c.decided_at > (now() - '72:00:00'::interval))) THEN 'iban_new'::text
                    WHEN p.read_at IS NULL THEN 'not_read'::text
                    WHEN p.automatic THEN 'automatic'::text
                    WHEN d.way = 'file'::text AND NOT (EXISTS ( SELECT
                       FROM ( SELECT l.payer_iban
                               FROM money_transfer_limits l
                              WHERE l.customer_id IS NULL
                              ORDER BY l.limit_id DESC
                             LIMIT 1) o
                      WHERE o.payer_iban IS NOT NULL)) THEN 'no_payer'::text
                    WHEN d.way = 'payout'::text AND d.shared THEN 'shared'::text
                    WHEN d.way = 'payout'::text AND NOT p.payouts_enabled THEN 'payouts_off'::text
                    WHEN d.way = 'payout'::text AND (p.bank_last4 IS DISTINCT FROM "right"(a.iban, 4) OR p.bank_country IS DISTINCT FROM "left"(a.iban, 2)) THEN 'other_bank'::text
                    WHEN d.way = 'payout'::text AND (p.available + p.pending) <> s.connected THEN 'books_differ'::text
                    WHEN d.way = 'file'::text AND (p.pending_read_at IS NULL OR p.pending_read_at < (now() - '00:30:00'::interval)) THEN 'pending_old'::text
                    ELSE NULL::text
                END AS refusal
           FROM accounts a
             LEFT JOIN balance_sums z ON z.account_id = a.account_id
             LEFT JOIN unsummed_movements() n(account_id, platform, connected, fresh) ON n.account_id = a.account_id
             LEFT JOIN ( SELECT y.account_id,
                    sum(f.amount) AS amount
                   FROM refunds f
                     JOIN payments y ON y.customer_id = f.customer_id AND y.payment_id = f.payment_id
                  WHERE f.way = 'provider'::text AND (f.state = ANY (ARRAY['recorded'::text, 'unknown'::text, 'pending'::text, 'requires_action'::text]))
                  GROUP BY y.account_id) g ON g.account_id = a.account_id
             LEFT JOIN ( SELECT v_1.account_id,
                    sum(v_1.asking) AS amount
                   FROM transfer_recoveries v_1
                  WHERE v_1.asking > 0
                  GROUP BY v_1.account_id) v ON v.account_id = a.account_id
             CROSS JOIN LATERAL ( SELECT COALESCE(z.platform, 0::bigint) + COALESCE(n.platform, 0::bigint) AS platform,
                    COALESCE(z.connected, 0::bigint) + COALESCE(n.connected, 0::bigint) AS connected,
                    COALESCE(n.fresh, 0::bigint) AS fresh,
                    (COALESCE(g.amount, 0::numeric) + COALESCE(v.amount, 0::numeric))::bigint AS held) s
             LEFT JOIN provider_accounts q ON q.customer_id = a.customer_id AND q.provider_account = a.provider_account AND q.account_destination IS NOT NULL AND (q.state = 'active'::text OR s.connected <> 0)
             CROSS JOIN LATERAL ( SELECT COALESCE(a.account_destination, q.account_destination) AS destination,
                        CASE
                            WHEN COALESCE(a.account_destination, q.account_destination) IS NULL THEN 'file'::text
                            ELSE 'payout'::text
                        END AS way,
                    (EXISTS ( SELECT
                           FROM accounts o
                          WHERE o.provider_account = a.provider_account AND o.account_id <> a.account_id AND o.account_destination = COALESCE(a.account_destination, q.account_destination))) OR (EXISTS ( SELECT
                           FROM provider_accounts z_1
                             JOIN accounts o ON o.customer_id = z_1.customer_id AND o.provider_account = z_1.provider_account AND o.account_destination IS NULL AND o.account_id <> a.account_id
                          WHERE z_1.provider_account = a.provider_account AND z_1.account_destination = COALESCE(a.account_destination, q.account_destination))) AS shared) d
             LEFT JOIN provider_balances p ON p.provider_account = a.provider_account AND NOT p.destination IS DISTINCT FROM d.destination
             LEFT JOIN provider_pending w ON w.provider_account = a.provider_account AND w.account_id = a.account_id
             CROSS JOIN LATERAL ( SELECT COALESCE(sum(t.amount), 0::numeric)::bigint AS reserved
                   FROM money_transfers t
                  WHERE t.account_id = a.account_id AND ((t.state = ANY (ARRAY['approved'::text, 'unknown'::text])) OR t.state = 'requested'::text AND t.expires_at > now())) r) b;
grant select on movable_balances to saldo_super, saldo_system;

-- The sums of owed_instalments of each bill that is still owed. Sums of a person, a condominium or a list add these; the
-- domain's owedOf computes the same of one bill.
create view owed_bills with (security_invoker=true) as
 SELECT customer_id,
    account_id,
    subject_id,
    bill_id,
    sum(due)::bigint AS residue,
    sum(overdue)::bigint AS overdue,
    sum(due_now)::bigint AS due_now,
    sum(pending)::bigint AS pending,
    sum(falling_due)::bigint AS falling_due
   FROM owed_instalments o
  GROUP BY customer_id, account_id, subject_id, bill_id;
grant select on owed_bills to saldo_consumer, saldo_customer, saldo_link, saldo_super, saldo_system;

-- falling_due: the part of `due` whose day is from today to thirty days on, whatever else of the bill is overdue.
create view owed_instalments with (security_invoker=true) as
 SELECT i.customer_id,
    b.account_id,
    b.subject_id,
    i.bill_id,
    i.instalment_id,
    i."position",
    i.due_date,
    i.amount - i.settled AS due,
        CASE
            WHEN i.due_date < today() THEN i.amount - i.settled
            ELSE 0::bigint
        END AS overdue,
        CASE
            WHEN i.due_date < today() OR i.due_date = b.next_due_date THEN i.amount - i.settled
            ELSE 0::bigint
        END AS due_now,
    i.pending,
        CASE
            WHEN i.due_date >= today() AND i.due_date <= (today() + falling_due_days()) THEN i.amount - i.settled
            ELSE 0::bigint
        END AS falling_due
   FROM bills b
     JOIN bill_instalments i ON i.customer_id = b.customer_id AND i.bill_id = b.bill_id
  WHERE b.residue > 0 AND i.settled < i.amount;
grant select on owed_instalments to saldo_consumer, saldo_customer, saldo_link, saldo_super, saldo_system;

-- Who has a bill in which condominium of the actor, and nothing else of the bill. It reads as its owner, so that who is
-- known in a condominium does not depend on the permission to read its bills. A view and not a function: it becomes part
-- of each query, which reads these bills once and not by a call for each person.
create view people_of_bills with (security_barrier=true) as
 SELECT customer_id,
    account_id,
    subject_id,
    phase = 'cancelled'::text AS cancelled
   FROM bills b
  WHERE customer_id = actor_customer_id() AND ((( SELECT actor_accounts() AS actor_accounts)) IS NULL OR (account_id = ANY ((( SELECT actor_accounts() AS actor_accounts))::bigint[])));
grant select on people_of_bills to saldo_customer, saldo_super;

----------------------------------------------------------------------------------------------------------------------
-- Functions
----------------------------------------------------------------------------------------------------------------------

-- The open money that prevents an office from closing a condominium: still owed, on its way, or held for somebody. It
-- includes money that the sub-user may not see, because that is open, too. The caller has checked that the actor sees the
-- condominium.
CREATE OR REPLACE FUNCTION public.account_open_money(of_customer_id bigint, of_account_id bigint)
 RETURNS TABLE(kind text, number bigint, amount bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 SELECT open.kind,
     open.number,
     open.amount
    FROM ( SELECT 'bills'::text AS "?column?",
             count(*) AS count,
             (COALESCE(sum((b.amount - b.settled)), (0)::numeric))::bigint AS "coalesce"
            FROM bills b
           WHERE ((b.customer_id = account_open_money.of_customer_id) AND (b.account_id = account_open_money.of_account_id) AND (b.status = 'issued'::text) AND (b.settled < b.amount))
         UNION ALL
          SELECT 'payments'::text,
             count(*) AS count,
             (COALESCE(sum(p.amount), (0)::numeric))::bigint AS "coalesce"
            FROM payments p
           WHERE ((p.customer_id = account_open_money.of_customer_id) AND (p.account_id = account_open_money.of_account_id) AND (p.state = ANY (ARRAY['created'::text, 'requires_action'::text, 'processing'::text, 'unknown'::text])))
         UNION ALL
          SELECT 'debits'::text,
             count(*) AS count,
             (COALESCE(sum(d.amount), (0)::numeric))::bigint AS "coalesce"
            FROM debits d
           WHERE ((d.customer_id = account_open_money.of_customer_id) AND (d.account_id = account_open_money.of_account_id) AND (d.state = ANY (ARRAY['planned'::text, 'notified'::text, 'started'::text])))
         UNION ALL
          SELECT 'credits'::text,
             count(*) AS count,
             (COALESCE(sum(c.balance), (0)::numeric))::bigint AS "coalesce"
            FROM subject_credits c
           WHERE ((c.customer_id = account_open_money.of_customer_id) AND (c.account_id = account_open_money.of_account_id) AND (c.balance > 0))
         UNION ALL
          SELECT 'refunds'::text,
             count(*) AS count,
             (COALESCE(sum(r.amount), (0)::numeric))::bigint AS "coalesce"
            FROM (refunds r
              JOIN payments p ON (((p.customer_id = r.customer_id) AND (p.payment_id = r.payment_id))))
           WHERE ((p.customer_id = account_open_money.of_customer_id) AND (p.account_id = account_open_money.of_account_id) AND (r.state = ANY (ARRAY['recorded'::text, 'unknown'::text, 'pending'::text, 'requires_action'::text])))
         UNION ALL
          SELECT 'disputes'::text,
             count(*) AS count,
             (COALESCE(sum(s.amount), (0)::numeric))::bigint AS "coalesce"
            FROM (disputes s
              JOIN payments p ON (((p.customer_id = s.customer_id) AND (p.payment_id = s.payment_id))))
           WHERE ((p.customer_id = account_open_money.of_customer_id) AND (p.account_id = account_open_money.of_account_id) AND (s.state <> ALL (ARRAY['warning_closed'::text, 'won'::text, 'lost'::text])))
         UNION ALL
          SELECT 'iban_changes'::text,
             count(*) AS count,
             (0)::bigint AS int8
            FROM iban_changes i
           WHERE ((i.customer_id = account_open_money.of_customer_id) AND (i.account_id = account_open_money.of_account_id) AND (i.state = 'pending'::text) AND (i.expires_at > now()))) open(kind, number, amount)
   WHERE (open.number > 0);
END;
revoke execute on function account_open_money(bigint,bigint) from public;
grant execute on function account_open_money(bigint,bigint) to saldo_customer, saldo_super, saldo_system;

-- The keys of up to `at_most` records that match every pattern. Put the longest pattern first: it is looked up in the
-- trigram index.
CREATE OR REPLACE FUNCTION public.accounts_like(patterns text[], at_most integer)
 RETURNS SETOF bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 100
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 SELECT a.account_id
    FROM accounts a
   WHERE ((a.customer_id = actor_customer_id()) AND (a.folded ~~ (accounts_like.patterns)[1]) AND (a.folded ~~ ALL (accounts_like.patterns)))
 UNION ALL
  SELECT a.account_id
    FROM accounts a
   WHERE ((actor_customer_id() IS NULL) AND (a.folded ~~ (accounts_like.patterns)[1]) AND (a.folded ~~ ALL (accounts_like.patterns)))
 LIMIT accounts_like.at_most;
END;
revoke execute on function accounts_like(text[],integer) from public;
grant execute on function accounts_like(text[],integer) to saldo_customer, saldo_super, saldo_system;

-- The value that actor_accounts() reads. Null: all of the customer's.
CREATE OR REPLACE FUNCTION public.accounts_of(of_user_id bigint)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 SELECT
         CASE
             WHEN (NOT u.all_accounts) THEN ( SELECT (COALESCE(array_agg(a.account_id), '{}'::bigint[]))::text AS "coalesce"
                FROM user_accounts a
               WHERE (a.user_id = u.user_id))
             ELSE NULL::text
         END AS "case"
    FROM users u
   WHERE (u.user_id = accounts_of.of_user_id);
END;
revoke execute on function accounts_of(bigint) from public;
grant execute on function accounts_of(bigint) to saldo_server, saldo_worker;

-- The condominiums that the sub-user sees. Null: all of the customer's.
CREATE OR REPLACE FUNCTION public.actor_accounts()
 RETURNS bigint[]
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (NULLIF(current_setting('saldo.accounts'::text, true), ''::text))::bigint[];

CREATE OR REPLACE FUNCTION public.actor_bill_id()
 RETURNS bigint
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (NULLIF(current_setting('saldo.bill_id'::text, true), ''::text))::bigint;

-- The actor of this transaction, as enter() and become_session() set it. Unset means null, and null matches no row.
CREATE OR REPLACE FUNCTION public.actor_customer_id()
 RETURNS bigint
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (NULLIF(current_setting('saldo.customer_id'::text, true), ''::text))::bigint;

-- The impersonation in which this transaction works; null: none.
CREATE OR REPLACE FUNCTION public.actor_impersonation_id()
 RETURNS bigint
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (NULLIF(current_setting('saldo.impersonation_id'::text, true), ''::text))::bigint;

-- Whether the actor is a customer's program: it signs in with a password of its own, and cannot prove that it is somebody.
CREATE OR REPLACE FUNCTION public.actor_is_program()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 SELECT (EXISTS ( SELECT
            FROM api_users a
           WHERE ((a.customer_id = actor_customer_id()) AND (a.user_id = actor_user_id())))) AS "exists";
END;
revoke execute on function actor_is_program() from public;
grant execute on function actor_is_program() to saldo_customer, saldo_super;

-- Whether a person of the back office acts, also one who works for a customer.
CREATE OR REPLACE FUNCTION public.actor_is_super_user()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 SELECT (EXISTS ( SELECT
            FROM users u
           WHERE ((u.user_id = actor_user_id()) AND u.flag_super_user))) AS "exists";
END;
revoke execute on function actor_is_super_user() from public;
grant execute on function actor_is_super_user() to saldo_customer;

-- Whether the sub-user has any of these permissions (`section:level`). Null for everybody else.
CREATE OR REPLACE FUNCTION public.actor_may(any_of text[])
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (string_to_array(current_setting('saldo.permissions'::text, true), ','::text) && any_of);

-- The name that a timeline shows. A super user who impersonates a customer does not see the table of users.
CREATE OR REPLACE FUNCTION public.actor_nominative()
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 SELECT u.nominative
    FROM users u
   WHERE (u.user_id = actor_user_id());
END;
revoke execute on function actor_nominative() from public;
grant execute on function actor_nominative() to saldo_consumer, saldo_customer, saldo_link, saldo_super, saldo_system;

-- Whether the actor may read this section. Only sub-users are limited. Also true of the actor inside a function that runs
-- as the owner: there `current_user` is the owner, and the setting `role` still the actor's.
CREATE OR REPLACE FUNCTION public.actor_reads(section text)
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN ((current_setting('role'::text, true) IS DISTINCT FROM 'saldo_subuser'::text) OR COALESCE(actor_may(ARRAY[(section || ':read'::text)]), false));

CREATE OR REPLACE FUNCTION public.actor_sees_account(of_account_id bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN ((actor_accounts() IS NULL) OR (of_account_id = ANY (actor_accounts())));

CREATE OR REPLACE FUNCTION public.actor_user_id()
 RETURNS bigint
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (NULLIF(current_setting('saldo.user_id'::text, true), ''::text))::bigint;

-- Merges what several rows say about one record. Pass the last row first: then each field has the value of the first row
-- that fills it.
create aggregate all_said(jsonb) (sfunc = jsonb_concat, stype = jsonb);

-- Gives the planner the statistics of a work table that was filled.
CREATE OR REPLACE FUNCTION public.analyze_work_table(called text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  execute format('analyze pg_temp.%I', called);
end $function$;
revoke execute on function analyze_work_table(text) from public;
grant execute on function analyze_work_table(text) to saldo_customer, saldo_super, saldo_system;

-- Analyzes the tables that imports and budgets write, in the transaction that wrote them: the new statistics appear together
-- with the rows.
CREATE OR REPLACE FUNCTION public.analyze_written()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  analyze accounts, subjects, units, right_holders, weights, import_rows, bills, bill_lines, bill_instalments, bill_events,
    ledger_entries, ledger_lines;
end $function$;
revoke execute on function analyze_written() from public;
grant execute on function analyze_written() to saldo_customer;

-- How many people have closed it: the back office sees the number, not who.
CREATE OR REPLACE FUNCTION public.announcement_closed_by(wanted bigint)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 SELECT count(*) AS count
    FROM announcement_closings x
   WHERE (x.announcement_id = announcement_closed_by.wanted);
END;
revoke execute on function announcement_closed_by(bigint) from public;
grant execute on function announcement_closed_by(bigint) to saldo_super, saldo_system;

CREATE OR REPLACE FUNCTION public.approval_is_final()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform refuse_money_transfer('approval_is_final');
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.approval_moves_transfer()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update money_transfers set state = 'approved', next_check_at = case way when 'payout' then now() + interval '1 minute' end
  where money_transfer_id = new.money_transfer_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.approval_names_runners()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update saved_queries set runnable_by = new.runnable_by, updated_at = now() where query_id = new.query_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.attempt_moves_forward()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.state <> old.state
     and not exists (select from attempt_transitions where from_state = old.state and to_state = new.state) then
    raise exception 'attempt % may not go from % to %', old.attempt_id, old.state, new.state
      using errcode = '23514', constraint = 'attempt_moves_forward';
  end if;
  if old.provider_object is not null and new.provider_object is distinct from old.provider_object then
    raise exception 'attempt % already has provider object %', old.attempt_id, old.provider_object
      using errcode = '23514', constraint = 'one_provider_object';
  end if;
  new.updated_at := now();
  return new;
end $function$;

-- Who acted: a user; else whoever holds a link, also where the system acts for them (saldo.by_link).
CREATE OR REPLACE FUNCTION public.audit(of_customer_id bigint, of_account_id bigint, of_noun text, of_record_id bigint, called text, of_act text, was jsonb, is_now jsonb, of_part text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  perform require_audit_noun(of_noun);
  insert into audit_log
    (customer_id, account_id, noun, part, record_id, label, act, before, after, user_id, actor, flag_super_user,
      impersonation_id, acted_for, acted_because)
  select of_customer_id, of_account_id, of_noun, of_part, of_record_id, called, of_act, was, is_now, u.user_id,
    coalesce(u.nominative,
      case when current_setting('saldo.by_link', true) = 'yes' then 'Chi ha il link'
        else case current_setting('role', true)
          when 'saldo_link' then 'Chi ha il link' when 'saldo_anonymous' then 'Visitatore' else 'Sistema' end end),
    coalesce(u.flag_super_user, false), i.impersonation_id, i.business_name, i.reason
  from (select) as once
  left join users u on u.user_id = actor_user_id()
  left join lateral (
    select i.impersonation_id, i.reason, c.business_name from impersonations i join customers c using (customer_id)
    where i.impersonation_id = actor_impersonation_id()
  ) i on true;
end $function$;
revoke execute on function audit(bigint,bigint,text,bigint,text,text,jsonb,jsonb,text) from public;
grant execute on function audit(bigint,bigint,text,bigint,text,text,jsonb,jsonb,text) to saldo_anonymous, saldo_consumer, saldo_customer, saldo_link, saldo_super, saldo_system;

-- The audit log tells both the agent and the customer that they belong together, or no longer.
CREATE OR REPLACE FUNCTION public.audit_agent_customer()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  which agent_customers := case when tg_op = 'DELETE' then old else new end;
  agent text := (select a.name from agents a where a.agent_id = which.agent_id);
  customer text := (select c.business_name from customers c where c.customer_id = which.customer_id);
  was jsonb := case when tg_op <> 'INSERT' then jsonb_strip_nulls(jsonb_build_object('from_date', old.from_date, 'to_date', old.to_date)) end;
  is_now jsonb := case when tg_op <> 'DELETE' then jsonb_strip_nulls(jsonb_build_object('from_date', new.from_date, 'to_date', new.to_date)) end;
begin
  perform audit(null, null, 'agents', which.agent_id, agent, 'changed',
    was || jsonb_build_object('customer_name', customer), is_now || jsonb_build_object('customer_name', customer));
  perform audit(which.customer_id, null, 'customers', which.customer_id, customer, 'changed',
    was || jsonb_build_object('agent_name', agent), is_now || jsonb_build_object('agent_name', agent));
  return null;
end $function$;
revoke execute on function audit_agent_customer() from public;

CREATE OR REPLACE FUNCTION public.audit_is_append_only()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'the audit log is append-only' using errcode = '23514', constraint = 'audit_is_append_only';
end $function$;

CREATE OR REPLACE FUNCTION public.audit_log_like(patterns text[], at_most integer)
 RETURNS SETOF bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 100
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 SELECT l.audit_id
    FROM audit_log l
   WHERE ((l.customer_id = actor_customer_id()) AND (l.folded ~~ (audit_log_like.patterns)[1]) AND (l.folded ~~ ALL (audit_log_like.patterns)))
 UNION ALL
  SELECT l.audit_id
    FROM audit_log l
   WHERE ((actor_customer_id() IS NULL) AND (l.folded ~~ (audit_log_like.patterns)[1]) AND (l.folded ~~ ALL (audit_log_like.patterns)))
 LIMIT audit_log_like.at_most;
END;
revoke execute on function audit_log_like(text[],integer) from public;
grant execute on function audit_log_like(text[],integer) to saldo_customer, saldo_super, saldo_system;

-- The name of the record that a column refers to, or of the records that it lists; null: the column refers to none.
CREATE OR REPLACE FUNCTION public.audit_name(key text, value jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  case key
    when 'subject_id', 'merged_into' then
      return (select to_jsonb(nominative) from subjects where subject_id = (value #>> '{}')::bigint);
    when 'account_id' then
      return (select to_jsonb(name) from accounts where account_id = (value #>> '{}')::bigint);
    when 'unit_id' then
      return (select to_jsonb(name) from units where unit_id = (value #>> '{}')::bigint);
    when 'unit_ids' then
      return (
        select jsonb_agg(u.name order by e.n)
        from jsonb_array_elements_text(value) with ordinality e (id, n) join units u on u.unit_id = e.id::bigint);
    when 'weight_table_id', 'second_table_id' then
      return (select to_jsonb(name) from weight_tables where weight_table_id = (value #>> '{}')::bigint);
    when 'budget_id' then
      return (select to_jsonb(name) from budgets where budget_id = (value #>> '{}')::bigint);
    when 'bill_id', 'reissued_bill_id' then
      return (select to_jsonb(number) from bills where bill_id = (value #>> '{}')::bigint);
    when 'user_id' then
      return (select to_jsonb(nominative) from users where user_id = (value #>> '{}')::bigint);
    when 'agent_id' then
      return (select to_jsonb(name) from agents where agent_id = (value #>> '{}')::bigint);
    when 'group_id' then
      return (select to_jsonb(name) from customer_groups where group_id = (value #>> '{}')::bigint);
    when 'sector_id' then
      return (select to_jsonb(name) from sectors where sector_id = (value #>> '{}')::bigint);
    else
      return null;
  end case;
end $function$;
revoke execute on function audit_name(text,jsonb) from public;

-- Adds the names of the records that a record refers to: `subject` beside `subject_id`, unless it has a column of that name.
CREATE OR REPLACE FUNCTION public.audit_named(record jsonb, own_key text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
RETURN (record || (SELECT COALESCE(jsonb_object_agg(names.said, names.name), '{}'::jsonb) AS "coalesce" FROM (SELECT regexp_replace(regexp_replace(e.key, '_id$'::text, ''::text), '_ids$'::text, 's'::text) AS said, audit_name(e.key, e.value) AS name, e.key FROM jsonb_each(audit_named.record) e(key, value) WHERE (e.key <> audit_named.own_key)) names WHERE ((names.name IS NOT NULL) AND ((names.said = names.key) OR (NOT (audit_named.record ? names.said))))));
revoke execute on function audit_named(jsonb,text) from public;

-- A trigger's arguments: noun, key column, column or columns (with commas) that name the row, and the columns to leave out.
-- The line of a part is called as its record, and always says which part: the section of a permission, the unit of a weight.
-- Rows that come in bulk (saldo.bulk) are told once, by the act that brings them.
CREATE OR REPLACE FUNCTION public.audit_row()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  naming text[] := string_to_array(tg_argv[2], ',');
  was jsonb := case when tg_op <> 'INSERT' then audited(to_jsonb(old), tg_argv[3:]) end;
  is_now jsonb := case when tg_op <> 'DELETE' then audited(to_jsonb(new), tg_argv[3:]) end;
  whole jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
  part text := nullif(tg_table_name, tg_argv[0]);
  called text;
begin
  if tg_op = 'UPDATE' then
    if was = is_now then
      return null;
    end if;
    select jsonb_object_agg(k, was -> k) filter (where was ? k), jsonb_object_agg(k, is_now -> k) filter (where is_now ? k)
    into was, is_now
    from (select jsonb_object_keys(was || is_now) as k) keys
    where was -> k is distinct from is_now -> k or (part is not null and k = any (naming));
  end if;
  called := coalesce(
    case when part is not null then audit_name(tg_argv[1], whole -> tg_argv[1]) #>> '{}' end,
    (select string_agg(coalesce(audit_name(k, whole -> k) #>> '{}', case when k !~ '_id$' then whole ->> k end), ' · ' order by n)
     from unnest(naming) with ordinality named (k, n)));
  perform audit((whole ->> 'customer_id')::bigint, (whole ->> 'account_id')::bigint, tg_argv[0],
    (whole ->> tg_argv[1])::bigint, called,
    case tg_op when 'INSERT' then 'created' when 'UPDATE' then 'changed' else 'removed' end,
    audit_named(was, tg_argv[1]), audit_named(is_now, tg_argv[1]), part);
  return null;
end $function$;
revoke execute on function audit_row() from public;

-- The part of a record that goes into the log: no secrets and no derived columns; IBANs are masked, nested ones too.
CREATE OR REPLACE FUNCTION public.audited(record jsonb, left_out text[])
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (SELECT COALESCE(jsonb_object_agg(e.key, CASE WHEN ((e.key ~~ '%iban%'::text) AND (jsonb_typeof(e.value) = 'string'::text)) THEN to_jsonb(masked_iban((e.value #>> '{}'::text[]))) ELSE e.value END), '{}'::jsonb) AS "coalesce" FROM jsonb_each(audited.record) e(key, value) WHERE ((NOT (e.key = ANY (audited.left_out))) AND (NOT (e.key = ANY (ARRAY['folded'::text, 'name_key'::text, 'city_key'::text, 'number_key'::text, 'created_at'::text, 'updated_at'::text]))) AND (e.key !~~ '%\_hash'::text) AND (e.value <> 'null'::jsonb)));

-- Whether the tick is offered with this bill: no autopay of its person pays its condominium, or the one that there is stands still
-- because of its method or of failed debits. The holder of a link learns it of their own bill, and nothing else of it.
CREATE OR REPLACE FUNCTION public.autopay_is_open(of_bill_id bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 SELECT ((NOT (EXISTS ( SELECT
            FROM (bills b
              JOIN autopays p ON (((p.customer_id = b.customer_id) AND (p.account_id = b.account_id) AND (p.subject_id = b.subject_id))))
           WHERE ((b.bill_id = autopay_is_open.of_bill_id) AND ((p.state = 'active'::text) OR ((p.state = 'paused'::text) AND (p.pause_reason = 'payer'::text))))))) AND ((actor_bill_id() IS NULL) OR (actor_bill_id() = of_bill_id)));
END;
revoke execute on function autopay_is_open(bigint) from public;
grant execute on function autopay_is_open(bigint) to saldo_consumer, saldo_link;

-- Whoever holds a link steers the money of the method that it was mailed for. With another method the payer may be another
-- person, so that earlier links expire; they live on when the same card or account was saved again.
CREATE OR REPLACE FUNCTION public.autopay_links_end_with_method()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if not is_same_method(old.source_id, new.source_id) then
    update autopay_links set expires_at = now()
    where customer_id = new.customer_id and autopay_id = new.autopay_id and expires_at > now();
  end if;
  return null;
end $function$;
revoke execute on function autopay_links_end_with_method() from public;

-- What was revoked stays revoked: the next one is a new agreement.
CREATE OR REPLACE FUNCTION public.autopay_stays_revoked()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if old.state = 'revoked' then
    raise exception 'autopay % was revoked', old.autopay_id using errcode = '23514', constraint = 'autopay_stays_revoked';
  end if;
  return new;
end $function$;
revoke execute on function autopay_stays_revoked() from public;

-- Whoever loses their access can no longer pause or revoke: what they agreed to ends with it, and a job tells them. What was agreed
-- by a link needs no access: whoever has the link goes on, pauses and revokes.
CREATE OR REPLACE FUNCTION public.autopays_end_with_access()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  update autopays set state = 'revoked', pause_reason = null, paused_until = null, ended_because = 'access'
  where customer_id = new.customer_id and subject_id = new.subject_id and state <> 'revoked' and created_by is not null;
  update debits set state = 'cancelled', cancel_reason = 'Chi paga non ha più un accesso.'
  where customer_id = new.customer_id and state in ('planned', 'notified') and autopay_id in (
    select a.autopay_id from autopays a
    where a.customer_id = new.customer_id and a.subject_id = new.subject_id and a.state = 'revoked');
  return new;
end $function$;
revoke execute on function autopays_end_with_access() from public;

CREATE OR REPLACE FUNCTION public.become_autopay_link(wanted bytea)
 RETURNS TABLE(autopay_id bigint, customer_id bigint, expired boolean)
 LANGUAGE plpgsql
AS $function$
begin
  select f.autopay_id, f.customer_id, f.expired into autopay_id, customer_id, expired from find_autopay_link(wanted) f;
  if not found then
    return;
  end if;
  perform enter('saldo_link', customer_id, null, null);
  return next;
end $function$;

CREATE OR REPLACE FUNCTION public.become_bill_link(wanted_bill_id bigint, wanted_version smallint)
 RETURNS TABLE(bill_id bigint, customer_id bigint)
 LANGUAGE plpgsql
AS $function$
begin
  select f.bill_id, f.customer_id into bill_id, customer_id from find_bill_link(wanted_bill_id, wanted_version) f;
  if not found then
    return;
  end if;
  perform enter('saldo_link', customer_id, null, bill_id);
  return next;
end $function$;

CREATE OR REPLACE FUNCTION public.become_delegated_bill(wanted_bill_id bigint, wanted_delegation_id bigint)
 RETURNS TABLE(bill_id bigint, customer_id bigint, user_id bigint, delegate_name text, delegate_email text)
 LANGUAGE plpgsql
AS $function$
begin
  select f.bill_id, f.customer_id, f.user_id, f.delegate_name, f.delegate_email
  into bill_id, customer_id, user_id, delegate_name, delegate_email
  from find_delegated_bill(wanted_bill_id, wanted_delegation_id) f;
  if not found then
    return;
  end if;
  perform enter('saldo_link', customer_id, user_id, bill_id);
  return next;
end $function$;

CREATE OR REPLACE FUNCTION public.become_pay_link(wanted bytea)
 RETURNS TABLE(pay_link_id bigint, bill_id bigint, customer_id bigint, expired boolean)
 LANGUAGE plpgsql
AS $function$
begin
  select f.pay_link_id, f.bill_id, f.customer_id, f.expired into pay_link_id, bill_id, customer_id, expired
  from find_pay_link(wanted) f;
  if not found then
    return;
  end if;
  perform enter('saldo_link', customer_id, null, bill_id);
  return next;
end $function$;

CREATE OR REPLACE FUNCTION public.become_payment_link(wanted_payment_id bigint)
 RETURNS TABLE(payment_id bigint, bill_id bigint, customer_id bigint)
 LANGUAGE plpgsql
AS $function$
begin
  select f.payment_id, f.bill_id, f.customer_id into payment_id, bill_id, customer_id
  from find_payment_link(wanted_payment_id) f;
  if not found then
    return;
  end if;
  perform enter('saldo_link', customer_id, null, bill_id);
  return next;
end $function$;

-- Turns this transaction into the session's user, in one statement because every request begins with it. A super user who
-- has chosen a customer sees what that customer sees; a sub-user sees what was granted. No row: the token is unknown,
-- expired or revoked, and the transaction stays saldo_server. `permissions` and `sees_some` are set for sub-users alone.
CREATE OR REPLACE FUNCTION public.become_session(token bytea, chosen_customer_id bigint, own_act boolean)
 RETURNS TABLE(session_id bigint, user_id bigint, customer_id bigint, role text, permissions text, sees_some boolean, impersonation_id bigint, impersonated_id bigint)
 LANGUAGE sql
BEGIN ATOMIC
 SELECT f.session_id,
     f.user_id,
     f.works_for,
     f.role,
     f.permissions,
     (f.accounts IS NOT NULL),
     f.impersonation_id,
     f.impersonated_id
    FROM (( SELECT s.session_id,
             s.user_id,
             s.customer_id,
             s.role,
             s.permissions,
             s.accounts,
                 CASE
                     WHEN (s.role = 'super_user'::text) THEN become_session.chosen_customer_id
                     ELSE s.customer_id
                 END AS works_for,
             i.impersonation_id,
             i.customer_id AS impersonated_id
            FROM (find_session(become_session.token) s(session_id, user_id, customer_id, role, permissions, accounts)
              LEFT JOIN LATERAL ( SELECT open_impersonation.impersonation_id,
                     open_impersonation.customer_id
                    FROM open_impersonation(s.session_id) open_impersonation(impersonation_id, customer_id)
                   WHERE (s.role = 'super_user'::text)) i ON (true))) f
      CROSS JOIN LATERAL ( SELECT set_config('saldo.customer_id'::text, COALESCE((f.works_for)::text, ''::text), true) AS set_config,
             set_config('saldo.user_id'::text, (f.user_id)::text, true) AS set_config,
             set_config('saldo.bill_id'::text, ''::text, true) AS set_config,
                 CASE
                     WHEN (f.permissions IS NOT NULL) THEN set_config('saldo.permissions'::text, f.permissions, true)
                     ELSE NULL::text
                 END AS "case",
                 CASE
                     WHEN (f.permissions IS NOT NULL) THEN set_config('saldo.accounts'::text, COALESCE(f.accounts, ''::text), true)
                     ELSE NULL::text
                 END AS "case",
                 CASE
                     WHEN (f.role <> 'super_user'::text) THEN NULL::text
                     WHEN (f.impersonated_id = f.works_for) THEN set_config('saldo.impersonation_id'::text, (f.impersonation_id)::text, true)
                     WHEN (NOT become_session.own_act) THEN set_config('transaction_read_only'::text, 'on'::text, true)
                     ELSE NULL::text
                 END AS "case",
             set_config('role'::text,
                 CASE
                     WHEN (f.permissions IS NOT NULL) THEN 'saldo_subuser'::text
                     WHEN (f.role = 'consumer'::text) THEN 'saldo_consumer'::text
                     WHEN ((f.role = 'super_user'::text) AND (f.works_for IS NULL)) THEN 'saldo_super'::text
                     ELSE 'saldo_customer'::text
                 END, true) AS set_config,
                 CASE
                     WHEN (f.works_for IS NOT NULL) THEN forget_plans_of_others()
                     ELSE NULL::void
                 END AS "case"
          OFFSET 0) set_now(set_config, set_config_1, set_config_2, "case", case_1, case_2, set_config_3, case_3));
END;

CREATE OR REPLACE FUNCTION public.become_source_link(wanted bytea)
 RETURNS TABLE(link_id bigint, customer_id bigint, subject_id bigint, expired boolean, revoked boolean)
 LANGUAGE plpgsql
AS $function$
begin
  select f.link_id, f.customer_id, f.subject_id, f.expired, f.revoked
  into link_id, customer_id, subject_id, expired, revoked
  from find_source_link(wanted) f;
  if not found then
    return;
  end if;
  perform enter('saldo_link', customer_id, null, null);
  return next;
end $function$;

-- Turns this transaction into a customer's user, for a job that continues what they began: with the rights they have now.
-- A super user who worked for the customer, or a user who is gone, becomes the customer. `of_impersonation_id`: the
-- impersonation in which they began it, if any.
CREATE OR REPLACE FUNCTION public.become_user(of_customer_id bigint, of_user_id bigint, of_impersonation_id bigint)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  permissions text := permissions_of(of_user_id);
  accounts text := accounts_of(of_user_id);
begin
  perform enter('saldo_customer', of_customer_id, of_user_id, null);
  perform set_config('saldo.impersonation_id', coalesce(of_impersonation_id::text, ''), true);
  if permissions is not null then
    perform limit_actor(permissions, accounts);
  end if;
end $function$;

-- A bill is worth its instalments and its lines; checked when the transaction ends. It runs for each row of a bulk insert,
-- with a plan made while the tables were still empty: without the setting that plan would be a sequential scan, and twenty
-- thousand bills would take minutes to commit.
CREATE OR REPLACE FUNCTION public.bill_adds_up()
 RETURNS trigger
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
declare
  bill record;
begin
  select b.bill_id, b.amount,
    (select coalesce(sum(amount), 0) from bill_instalments i where i.bill_id = b.bill_id) as instalments,
    (select coalesce(sum(amount), 0) from bill_lines l where l.bill_id = b.bill_id) as lines
  into bill from bills b where b.bill_id = new.bill_id;
  if bill.amount <> bill.instalments or bill.amount <> bill.lines then
    raise exception 'bill % is worth % but its instalments % and its lines %',
      bill.bill_id, bill.amount, bill.instalments, bill.lines using errcode = '23514', constraint = 'bill_adds_up';
  end if;
  return null;
end $function$;

-- A bill's number without case, blanks, width and invisible characters: b-1, B-1 and " B - 1 " are the same number within a
-- condominium. The domain's billNumberKey says the same.
CREATE OR REPLACE FUNCTION public.bill_number_key(number text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN lower(regexp_replace(translate(NORMALIZE(number, NFKC), '⁄∕'::text, '//'::text), '[[:space:]\u00a0\u2007\u202f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]'::text, ''::text, 'g'::text));

-- A bill's phase, as a function of its cents: when it is paid, and what it is otherwise.
CREATE OR REPLACE FUNCTION public.bill_phase(status text, disputed boolean, amount bigint, settled bigint, pending bigint, returned bigint, refunded bigint)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (status <> 'issued'::text) THEN status WHEN disputed THEN 'disputed'::text WHEN (pending > 0) THEN 'pending'::text WHEN (settled >= amount) THEN 'paid'::text WHEN (returned > 0) THEN 'returned'::text WHEN ((settled = 0) AND (refunded > 0)) THEN 'refunded'::text WHEN (settled > 0) THEN 'partly_paid'::text ELSE 'open'::text END;

-- The key by which a payer's reference finds a bill: its number without punctuation, as an RF reference (ISO 11649) quotes it.
CREATE OR REPLACE FUNCTION public.bill_reference_key(number text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
BEGIN ATOMIC
 SELECT "right"(upper(regexp_replace(fold(number), '[^0-9a-z]+'::text, ''::text, 'g'::text)), 21) AS "right";
END;

-- The displayed state; billState in domain/ computes the same.
CREATE OR REPLACE FUNCTION public.bill_state(phase text, next_due_date date, today date)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN ((phase = ANY (ARRAY['open'::text, 'partly_paid'::text])) AND (next_due_date < today)) THEN 'overdue'::text WHEN ((phase = 'open'::text) AND (next_due_date <= (today + due_soon_days()))) THEN 'due_soon'::text WHEN (phase = 'open'::text) THEN 'to_pay'::text ELSE phase END;

CREATE OR REPLACE FUNCTION public.bills_like(patterns text[], at_most integer)
 RETURNS SETOF bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 100
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 SELECT b.bill_id
    FROM bills b
   WHERE ((b.customer_id = actor_customer_id()) AND (b.folded ~~ (bills_like.patterns)[1]) AND (b.folded ~~ ALL (bills_like.patterns)))
 UNION ALL
  SELECT b.bill_id
    FROM bills b
   WHERE ((actor_customer_id() IS NULL) AND (b.folded ~~ (bills_like.patterns)[1]) AND (b.folded ~~ ALL (bills_like.patterns)))
 LIMIT bills_like.at_most;
END;
revoke execute on function bills_like(text[],integer) from public;
grant execute on function bills_like(text[],integer) to saldo_customer, saldo_super, saldo_system;

-- The bills of an office that these keys name, for the reader of statements. A function that runs as the owner, because under
-- row-level security PostgreSQL does not search an index on an expression. It tells only ids: who may see the bills is decided
-- when they are read.
CREATE OR REPLACE FUNCTION public.bills_of_references(of_customer_id bigint, keys text[])
 RETURNS SETOF bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 100
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 SELECT b.bill_id
    FROM bills b
   WHERE ((b.customer_id = bills_of_references.of_customer_id) AND (bill_reference_key(b.number) = ANY (bills_of_references.keys)) AND ((actor_customer_id() IS NULL) OR (actor_customer_id() = bills_of_references.of_customer_id)));
END;
revoke execute on function bills_of_references(bigint,text[]) from public;
grant execute on function bills_of_references(bigint,text[]) to saldo_customer, saldo_super, saldo_system;

-- The last closed day of a condominium's books. Null: they are open. Runs as the owner, because every posting must be
-- checked.
CREATE OR REPLACE FUNCTION public.books_closed_to(of_customer_id bigint, of_account_id bigint)
 RETURNS date
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 SELECT c.closed_to
    FROM book_closings c
   WHERE ((c.customer_id = books_closed_to.of_customer_id) AND (c.account_id = books_closed_to.of_account_id))
   ORDER BY c.closing_id DESC
  LIMIT 1;
END;
revoke execute on function books_closed_to(bigint,bigint) from public;
grant execute on function books_closed_to(bigint,bigint) to saldo_customer, saldo_super, saldo_system;

CREATE OR REPLACE FUNCTION public.budgets_follow_expenses()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update budgets b
  set amount = coalesce((select sum(i.amount) from budget_expenses i
      where i.customer_id = b.customer_id and i.budget_id = b.budget_id), 0),
    updated_at = now()
  where b.customer_id = coalesce(new.customer_id, old.customer_id) and b.budget_id = coalesce(new.budget_id, old.budget_id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.budgets_like(patterns text[], at_most integer)
 RETURNS SETOF bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 100
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 SELECT b.budget_id
    FROM budgets b
   WHERE ((b.customer_id = actor_customer_id()) AND (b.folded ~~ (budgets_like.patterns)[1]) AND (b.folded ~~ ALL (budgets_like.patterns)))
 UNION ALL
  SELECT b.budget_id
    FROM budgets b
   WHERE ((actor_customer_id() IS NULL) AND (b.folded ~~ (budgets_like.patterns)[1]) AND (b.folded ~~ ALL (budgets_like.patterns)))
 LIMIT budgets_like.at_most;
END;
revoke execute on function budgets_like(text[],integer) from public;
grant execute on function budgets_like(text[],integer) to saldo_customer, saldo_super, saldo_system;

-- Two usual conditions for `seen`: the row's condominium is visible to the sub-user, or its parent row is.
CREATE OR REPLACE FUNCTION public.by_account()
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
RETURN '((select actor_accounts()) is null or account_id = any ((select actor_accounts())::bigint[]))'::text;

CREATE OR REPLACE FUNCTION public.by_parent(target regclass, parent regclass, key text)
 RETURNS text
 LANGUAGE sql
 STABLE
RETURN format('((select actor_accounts()) is null or exists (select from %1$s p where p.%2$I = %3$s.%2$I))'::text, parent, key, target);

-- An amount that is settled again no longer counts as returned or refunded.
CREATE OR REPLACE FUNCTION public.came_back_is_unsettled()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.returned := least(new.returned, greatest(new.amount - new.settled, 0));
  new.refunded := least(new.refunded, greatest(new.amount - new.settled - new.returned, 0));
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.certificate_stays()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (new.certified, new.as_of, new.code_hash, new.account_id, new.issued_at)
       is distinct from (old.certified, old.as_of, old.code_hash, old.account_id, old.issued_at)
     or old.revoked_at is not null and new.revoked_at is distinct from old.revoked_at then
    raise exception 'certificate % says what it said', old.certificate_id
      using errcode = '23514', constraint = 'certificate_stays';
  end if;
  return new;
end $function$;

-- Refuses a check of a document by its uploader, or by somebody who is no second person to the uploader. A trigger does it, so
-- that it holds for every statement.
CREATE OR REPLACE FUNCTION public.checked_by_another()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  why text := second_person_refusal(new.uploaded_by, new.checked_by);
begin
  if new.checked_by = new.uploaded_by then
    raise exception 'whoever uploaded a document does not check it'
      using errcode = '23514', constraint = 'checked_by_another';
  elsif why = 'invited_in_line' then
    raise exception 'whoever is one hand with the uploader of a document does not check it'
      using errcode = '23514', constraint = 'checked_by_another_hand';
  elsif why is not null then
    raise exception 'document not checked: %', why using errcode = '23514', constraint = 'second_person_' || why;
  end if;
  return new;
end $function$;
revoke execute on function checked_by_another() from public;

-- Closings of one condominium come one after the other, and after postings under way: the condominium's row is locked
-- against the share that every posting holds. Today and later are never closed, so that postings of the provider's events,
-- which are dated today, are never refused.
CREATE OR REPLACE FUNCTION public.closing_follows()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  was date;
begin
  perform from accounts where customer_id = new.customer_id and account_id = new.account_id for update;
  was := books_closed_to(new.customer_id, new.account_id);
  if new.closed_to >= today() then
    raise exception 'books can only be closed until yesterday' using errcode = '23514', constraint = 'closing_ends_before_today';
  end if;
  if new.act = 'closed' and new.closed_to <= was then
    raise exception 'books are closed until % already', was using errcode = '23514', constraint = 'closing_moves_forward';
  end if;
  if new.act = 'reopened' and (was is null or new.closed_to >= was) then
    raise exception 'books are not closed beyond that day' using errcode = '23514', constraint = 'reopening_moves_back';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.closing_is_told()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  perform audit(new.customer_id, new.account_id, 'accounts', new.account_id,
    (select name from accounts where customer_id = new.customer_id and account_id = new.account_id),
    'books_' || new.act, null, jsonb_strip_nulls(jsonb_build_object('closed_to', new.closed_to, 'reason', new.reason)));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.commission_line_stays()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'a closed statement stays as it is' using errcode = '23514', constraint = 'statement_stays';
end $function$;

-- The second person is another one: what a super user asked for while impersonating an office, or what was asked for by
-- whom they invited, they do not confirm as the back office; nor
-- does who got into it less than 72 hours ago confirm an IBAN. The same for an address that a super user writes into an active
-- office without a request, which keep_contact_change inserts as confirmed.
CREATE OR REPLACE FUNCTION public.confirmed_by_another()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  why text;
begin
  if tg_op = 'INSERT' and not exists (select from customers c where c.customer_id = new.customer_id and c.state = '1') then
    return new;
  end if;
  if exists (select from users u where u.user_id = new.decided_by and u.flag_super_user) then
    why := second_person_refusal(new.requested_by, new.decided_by);
    if new.decided_by = new.requested_by then
      raise exception 'a super user does not confirm what they asked for'
        using errcode = '23514', constraint = 'confirmed_by_another';
    elsif why = 'invited_in_line' or why is not null and tg_table_name = 'iban_changes' then
      raise exception 'not confirmed: %', why using errcode = '23514', constraint = 'second_person_' || why;
    end if;
  end if;
  return new;
end $function$;
revoke execute on function confirmed_by_another() from public;

CREATE OR REPLACE FUNCTION public.count_deleted_read()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  update push_sendings s set deleted_read = s.deleted_read + gone.read
  from (
    select push_sending_id, count(*) as read from changed
    where date_read is not null and push_sending_id is not null group by 1) gone
  where s.push_sending_id = gone.push_sending_id;
  return null;
end $function$;
revoke execute on function count_deleted_read() from public;

-- What instalments of issued bills ask, by due date. Those of a draft count when it is issued (count_due_of_bill).
CREATE OR REPLACE FUNCTION public.count_due()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if tg_op = 'INSERT' then
    insert into monthly_figures (customer_id, account_id, month, due)
    select b.customer_id, b.account_id, first_of_month(i.due_date), sum(i.amount)
    from added i join bills b on b.customer_id = i.customer_id and b.bill_id = i.bill_id and b.status = 'issued'
    group by 1, 2, 3 having sum(i.amount) <> 0;
  elsif tg_op = 'DELETE' then
    insert into monthly_figures (customer_id, account_id, month, due)
    select b.customer_id, b.account_id, first_of_month(i.due_date), -sum(i.amount)
    from removed i join bills b on b.customer_id = i.customer_id and b.bill_id = i.bill_id and b.status = 'issued'
    group by 1, 2, 3 having sum(i.amount) <> 0;
  else
    insert into monthly_figures (customer_id, account_id, month, due)
    select b.customer_id, b.account_id, first_of_month(c.due_date), sum(c.amount)
    from (
      select n.customer_id, n.bill_id, d.due_date, d.amount
      from added n join removed o on o.instalment_id = n.instalment_id
      cross join lateral (values (o.due_date, -o.amount), (n.due_date, n.amount)) d (due_date, amount)
      where (n.due_date, n.amount) <> (o.due_date, o.amount)
    ) c
    join bills b on b.customer_id = c.customer_id and b.bill_id = c.bill_id and b.status = 'issued'
    group by 1, 2, 3 having sum(c.amount) <> 0;
  end if;
  return null;
end $function$;

-- A draft that is issued, a bill that is cancelled, and an issued bill that is deleted with its import.
CREATE OR REPLACE FUNCTION public.count_due_of_bill()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  sign integer := case when tg_op = 'UPDATE' and new.status = 'issued' then 1 else -1 end;
  -- A draft may change its condominium, also while it is issued.
  of_account_id bigint := case when sign = 1 then new.account_id else old.account_id end;
begin
  insert into monthly_figures (customer_id, account_id, month, due)
  select old.customer_id, of_account_id, first_of_month(i.due_date), sign * sum(i.amount)
  from bill_instalments i where i.customer_id = old.customer_id and i.bill_id = old.bill_id
  group by 3 having sum(i.amount) <> 0;
  if tg_op = 'DELETE' then
    return old;
  end if;
  return null;
end $function$;

-- How many mails with one of these templates a mailbox got within an hour and a day. The mailbox stays locked until the
-- transaction ends, so that parallel mails to it are counted one after the other.
CREATE OR REPLACE FUNCTION public.count_mails_to(wanted text, of_templates text[])
 RETURNS TABLE(in_hour bigint, in_day bigint)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  perform pg_advisory_xact_lock(hashtextextended('mailbox ' || wanted, 0));
  return query select count(*) filter (where e.created_at > now() - interval '1 hour'), count(*)
    from emails e
    where e.mailbox = wanted and e.template = any(of_templates) and e.created_at > now() - interval '1 day';
end $function$;
revoke execute on function count_mails_to(text,text[]) from public;
grant execute on function count_mails_to(text,text[]) to saldo_consumer, saldo_customer, saldo_super, saldo_system;

-- Counts what a statement posted. An entry's lines are written by one statement (lines_sum_to_zero).
CREATE OR REPLACE FUNCTION public.count_posted()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  insert into monthly_figures (customer_id, account_id, month, issued)
  select e.customer_id, e.account_id, first_of_month(e.day), -sum(l.amount)
  from added l join ledger_entries e on e.customer_id = l.customer_id and e.entry_id = l.entry_id
  where l.ledger_account = 'billed'
  group by 1, 2, 3 having sum(l.amount) <> 0;
  -- A credit that is given back belongs to no payment: it leaves by bank transfer.
  insert into monthly_figures (customer_id, account_id, month, method, gross, given_back, taken_back, fees, collections)
  select e.customer_id, e.account_id, first_of_month(e.day), coalesce(p.method, 'BANK_TRANSFER'), sum(m.gross),
    sum(m.given_back), sum(m.taken_back), sum(m.fees), sum(m.counted)
  from (select distinct customer_id, entry_id from added) a
  join ledger_entries e on e.customer_id = a.customer_id and e.entry_id = a.entry_id
  left join payments p on p.customer_id = e.customer_id and p.payment_id = e.payment_id
  cross join lateral (
    select sum(x.gross) as gross, sum(x.given_back) as given_back, sum(x.taken_back) as taken_back, sum(x.fees) as fees,
      case e.kind when 'collection' then 1 when 'collection_reversed' then -1 else 0 end as counted
    from money_lines x where x.customer_id = a.customer_id and x.entry_id = a.entry_id
  ) m
  where e.payment_id is not null or e.kind in ('refund', 'refund_failed')
  group by 1, 2, 3, 4
  having (sum(m.gross), sum(m.given_back), sum(m.taken_back), sum(m.fees), sum(m.counted)) <> (0, 0, 0, 0, 0);
  return null;
end $function$;

-- How many residents a condominium has, and how many of them have an access and so see what is shared, whatever the actor may
-- read of people. The caller has checked that the actor sees the condominium.
CREATE OR REPLACE FUNCTION public.count_residents(of_customer_id bigint, of_account_id bigint)
 RETURNS TABLE(residents integer, with_access integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 SELECT (count(*))::integer AS count,
     (count(*) FILTER (WHERE (u.user_id IS NOT NULL)))::integer AS count
    FROM ((account_residents r
      JOIN subjects s ON (((s.customer_id = r.customer_id) AND (s.subject_id = r.subject_id) AND (s.merged_into IS NULL))))
      LEFT JOIN users u ON (((u.user_id = s.user_id) AND (u.state = 'active'::text))))
   WHERE ((r.customer_id = count_residents.of_customer_id) AND (r.account_id = count_residents.of_account_id));
END;
revoke execute on function count_residents(bigint,bigint) from public;
grant execute on function count_residents(bigint,bigint) to saldo_customer, saldo_super, saldo_system;

-- How the database fares, of which no role of the server sees enough: sizes, connections, ages in seconds, and what was
-- migrated. `hidden`: sessions of this database of which PostgreSQL does not show the owner since when they work.
CREATE OR REPLACE FUNCTION public.database_vitals()
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  sessions jsonb := (
    select jsonb_build_object(
      'hidden', count(*) filter (where a.query = '<insufficient privilege>'),
      'oldest_transaction', extract(epoch from max(clock_timestamp() - a.xact_start) filter (where a.backend_type = 'client backend')),
      'idle_in_transaction', count(*) filter (where a.state like 'idle in transaction%' and a.state_change < clock_timestamp() - interval '1 minute'))
    from pg_stat_activity a where a.datname = current_database() and a.pid <> pg_backend_pid());
begin
  return sessions || jsonb_build_object(
    'at', extract(epoch from clock_timestamp()),
    'size', pg_database_size(current_database()),
    'connections', (select sum(d.numbackends) from pg_stat_database d),
    'connections_most', current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int,
    'longest_wait', (select coalesce(extract(epoch from max(clock_timestamp() - l.waitstart)), 0) from pg_locks l where not l.granted),
    'slots', (select coalesce(jsonb_agg(jsonb_build_object('name', s.slot_name, 'active', s.active, 'status', s.wal_status,
        'behind', case when not pg_is_in_recovery() then pg_wal_lsn_diff(pg_current_wal_lsn(), s.restart_lsn) end)), '[]')
      from pg_replication_slots s),
    'frozen_age', (select age(d.datfrozenxid) from pg_database d where d.datname = current_database()),
    'frozen_age_most', current_setting('autovacuum_freeze_max_age')::bigint,
    'bloated', (select coalesce(jsonb_agg(jsonb_build_object('name', t.relname, 'dead', t.n_dead_tup, 'live', t.n_live_tup)
        order by t.n_dead_tup desc), '[]')
      from pg_stat_user_tables t where t.n_dead_tup > 100000 and t.n_dead_tup > t.n_live_tup / 2),
    'unanalyzed', (select coalesce(jsonb_agg(jsonb_build_object('name', t.relname, 'changed', t.n_mod_since_analyze, 'live', t.n_live_tup)
        order by t.n_mod_since_analyze desc), '[]')
      from pg_stat_user_tables t
      where t.n_live_tup > 10000 and t.n_mod_since_analyze > t.n_live_tup / 2
        and greatest(t.last_analyze, t.last_autoanalyze) is distinct from null
        and greatest(t.last_analyze, t.last_autoanalyze) < clock_timestamp() - interval '1 hour'
        or t.n_live_tup > 10000 and t.last_analyze is null and t.last_autoanalyze is null and t.n_mod_since_analyze > 10000),
    'invalid_indexes', (select coalesce(jsonb_agg(i.indexrelid::regclass::text order by 1), '[]')
      from pg_index i join pg_class c on c.oid = i.indexrelid
      where not i.indisvalid and c.relnamespace in ('public'::regnamespace, to_regnamespace('pgboss'))),
    'migrations', (select jsonb_object_agg(m.name, m.checksum) from migrations m));
end $function$;
revoke execute on function database_vitals() from public;
grant execute on function database_vitals() to saldo_system;

CREATE OR REPLACE FUNCTION public.debit_moves_forward()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.state <> old.state and not (case old.state
    when 'planned' then new.state in ('notified', 'cancelled')
    when 'notified' then new.state in ('planned', 'started', 'cancelled', 'failed')
    when 'started' then new.state in ('done', 'failed', 'notified', 'cancelled')
    when 'done' then new.state = 'failed'
    when 'cancelled' then new.state = 'planned' and old.replaced_by is not null
    else false
  end) then
    raise exception 'debit % may not go from % to %', old.debit_id, old.state, new.state
      using errcode = '23514', constraint = 'debit_moves_forward';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.debit_run_moves_forward()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.state <> old.state and not (case old.state
    when 'announced' then new.state in ('presented', 'cancelled')
    when 'presented' then new.state in ('closed', 'cancelled')
    when 'closed' then false
    else false
  end) then
    raise exception 'run % may not go from % to %', old.run_id, old.state, new.state
      using errcode = '23514', constraint = 'debit_run_moves_forward';
  end if;
  return new;
end $function$;

-- The bills that the actor may see and pay for others: their ids alone, by delegations that hold.
CREATE OR REPLACE FUNCTION public.delegated_bills()
 RETURNS TABLE(delegation_id bigint, bill_id bigint, customer_id bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 SELECT d.delegation_id,
     b.bill_id,
     b.customer_id
    FROM (active_delegations d
      JOIN bills b ON (((b.customer_id = d.customer_id) AND (b.subject_id = d.subject_id))))
   WHERE ((d.delegate_user_id = actor_user_id()) AND (b.status = 'issued'::text) AND (b.residue > 0));
END;
revoke execute on function delegated_bills() from public;
grant execute on function delegated_bills() to saldo_consumer;

-- What the actor paid for others, the newest first: they keep its receipts, also when the delegation has ended.
CREATE OR REPLACE FUNCTION public.delegated_payments(at_most integer)
 RETURNS TABLE(payment_id bigint, owner_name text, account_name text, description text, amount bigint, state text, method text, created_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 SELECT p.payment_id,
     s.nominative,
     a.name,
     b.description,
     p.amount,
     p.state,
     p.method,
     p.created_at
    FROM (((payments p
      JOIN bills b ON (((b.customer_id = p.customer_id) AND (b.bill_id = p.bill_id))))
      JOIN accounts a ON (((a.customer_id = p.customer_id) AND (a.account_id = p.account_id))))
      JOIN subjects s ON (((s.customer_id = p.customer_id) AND (s.subject_id = p.subject_id))))
   WHERE ((p.created_by = actor_user_id()) AND (s.user_id IS DISTINCT FROM actor_user_id()) AND ((p.customer_id, p.subject_id) IN ( SELECT d.customer_id,
             d.subject_id
            FROM delegations d
           WHERE (d.delegate_user_id = actor_user_id()))))
   ORDER BY p.payment_id DESC
  LIMIT LEAST(delegated_payments.at_most, 50);
END;
revoke execute on function delegated_payments(integer) from public;
grant execute on function delegated_payments(integer) to saldo_consumer;

-- What ended stays ended, and nobody else takes the delegate's place.
CREATE OR REPLACE FUNCTION public.delegation_moves_forward()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if old.state = 'ended' and new.state <> 'ended' or old.state = 'active' and new.state in ('asked', 'invited')
    or old.state = 'invited' and new.state = 'asked'
    or lower(old.delegate_email) <> lower(new.delegate_email)
    or old.delegate_user_id is not null and new.delegate_user_id is distinct from old.delegate_user_id then
    raise exception 'a delegation only moves forward' using errcode = '23514', constraint = 'delegation_moves_forward';
  end if;
  return new;
end $function$;
revoke execute on function delegation_moves_forward() from public;

-- The name of each person for whom the actor pays, of whom they see nothing else.
CREATE OR REPLACE FUNCTION public.delegators()
 RETURNS TABLE(delegation_id bigint, owner_name text, business_name text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 SELECT d.delegation_id,
     s.nominative,
     c.business_name
    FROM ((active_delegations d
      JOIN subjects s ON (((s.customer_id = d.customer_id) AND (s.subject_id = d.subject_id))))
      JOIN customers c ON ((c.customer_id = d.customer_id)))
   WHERE (d.delegate_user_id = actor_user_id());
END;
revoke execute on function delegators() from public;
grant execute on function delegators() to saldo_consumer;

-- What only the act that stored a file knows of it: its length, and that a scanner passed it.
CREATE OR REPLACE FUNCTION public.describe_file(of_path text, of_bytes bigint, of_scan text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  update stored_files set bytes = coalesce(of_bytes, bytes), scan = coalesce(of_scan, scan) where path = of_path
$function$;
revoke execute on function describe_file(text,bigint,text) from public;
grant execute on function describe_file(text,bigint,text) to saldo_customer, saldo_super, saldo_system;

-- The destination of payments whose condominium names none of its own. No row: the money stays with the platform. Runs as
-- the owner, because payers may not read the table.
CREATE OR REPLACE FUNCTION public.destination_of(wanted_customer_id bigint, wanted_provider_account text)
 RETURNS TABLE(account_destination text, fee_bps integer, fee_fixed bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 SELECT a.account_destination,
     a.fee_bps,
     a.fee_fixed
    FROM provider_accounts a
   WHERE ((a.customer_id = destination_of.wanted_customer_id) AND (a.provider_account = destination_of.wanted_provider_account) AND (a.state = 'active'::text) AND (a.closing_at IS NULL));
END;
revoke execute on function destination_of(bigint,text) from public;
grant execute on function destination_of(bigint,text) to saldo_consumer, saldo_customer, saldo_link, saldo_super, saldo_system;

-- How many days before its due date a bill is "in scadenza". A test compares it with dueSoonDays in domain/bills/bill.ts.
CREATE OR REPLACE FUNCTION public.due_soon_days()
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN 10;

-- A due date on a Sunday or a holiday moves to the next working day. The domain's easterOf, isItalianHoliday and nextWorkingDay
-- say the same, and a test compares them.
CREATE OR REPLACE FUNCTION public.easter_of(of_year integer)
 RETURNS date
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (WITH a AS (SELECT (easter_of.of_year % 19) AS golden, (easter_of.of_year / 100) AS century, (easter_of.of_year % 100) AS in_century), m AS (SELECT a.golden, a.century, a.in_century, ((((((19 * a.golden) + a.century) - (a.century / 4)) - (((a.century - ((a.century + 8) / 25)) + 1) / 3)) + 15) % 30) AS moon FROM a), s AS (SELECT m.golden, m.century, m.in_century, m.moon, (((((32 + (2 * (m.century % 4))) + (2 * (m.in_century / 4))) - m.moon) - (m.in_century % 4)) % 7) AS sunday FROM m), c AS (SELECT (((s.moon + s.sunday) - (7 * (((s.golden + (11 * s.moon)) + (22 * s.sunday)) / 451))) + 114) AS count FROM s) SELECT make_date(easter_of.of_year, (c.count / 31), ((c.count % 31) + 1)) AS make_date FROM c);

CREATE OR REPLACE FUNCTION public.email_version(wanted bigint)
 RETURNS TABLE(kind text, subject text, source text, plain text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 SELECT v.kind,
     v.subject,
     v.source,
     v.plain
    FROM email_template_versions v
   WHERE (v.version_id = email_version.wanted);
END;
revoke execute on function email_version(bigint) from public;
grant execute on function email_version(bigint) to saldo_consumer, saldo_customer, saldo_link, saldo_super, saldo_system;

-- The versions by which a mail is written, the best first: where mails are not sent, the sandbox's; the live one; then those
-- that were live before, the latest first, in case it cannot be rendered. Every actor writes mails, so it runs as the
-- owner; templates are nobody's data.
CREATE OR REPLACE FUNCTION public.email_versions(of_template text, with_sandbox boolean)
 RETURNS bigint[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 SELECT ARRAY( SELECT v.version_id
            FROM ( SELECT t.sandbox_version_id AS version_id,
                     NULL::bigint AS at
                    FROM email_templates t
                   WHERE ((t.template = email_versions.of_template) AND email_versions.with_sandbox AND (t.sandbox_version_id IS NOT NULL))
                 UNION ALL
                 ( SELECT p.version_id,
                     max(p.promotion_id) AS max
                    FROM (email_template_promotions p
                      JOIN email_templates t ON ((t.template_id = p.template_id)))
                   WHERE ((t.template = email_versions.of_template) AND (p.stage = 'live'::text))
                   GROUP BY p.version_id
                   ORDER BY (max(p.promotion_id)) DESC
                  LIMIT 3)) v
           ORDER BY v.at DESC) AS "array";
END;
revoke execute on function email_versions(text,boolean) from public;
grant execute on function email_versions(text,boolean) to saldo_consumer, saldo_customer, saldo_link, saldo_super, saldo_system;

-- A new password ends the sessions that the old one began.
CREATE OR REPLACE FUNCTION public.end_api_sessions()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  update sessions set revoked_at = now() where user_id = new.user_id and revoked_at is null;
  return null;
end $function$;
revoke execute on function end_api_sessions() from public;

CREATE OR REPLACE FUNCTION public.end_impersonation_of_session()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  update impersonations i set ended_at = least(now(), i.until),
    ended_how = case when i.until <= now() then 'expired' else 'sign_out' end
  where i.session_id = new.session_id and i.ended_at is null;
  return null;
end $function$;
revoke execute on function end_impersonation_of_session() from public;

-- Sets the actor and the role for the rest of the transaction. The role is given by its name in the migrations, such as
-- saldo_customer, whatever its name in this database is: the last word counts.
CREATE OR REPLACE FUNCTION public.enter(role text, customer_id bigint, user_id bigint, bill_id bigint)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform set_config('saldo.customer_id', coalesce(customer_id::text, ''), true),
          set_config('saldo.user_id', coalesce(user_id::text, ''), true),
          set_config('saldo.bill_id', coalesce(bill_id::text, ''), true),
          set_config('role', left('saldo_server', -length('server')) || regexp_replace(role, '^.*_', ''), true);
  if customer_id is not null then
    perform forget_plans_of_others();
  end if;
end $function$;

-- Without the setting, a bulk insert would use a plan made while the tables were still empty: see bill_adds_up.
CREATE OR REPLACE FUNCTION public.entry_has_lines()
 RETURNS trigger
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
begin
  if not exists (select from ledger_lines where customer_id = new.customer_id and entry_id = new.entry_id) then
    raise exception 'ledger entry % has no lines', new.entry_id
      using errcode = '23514', constraint = 'ledger_sums_to_zero';
  end if;
  return null;
end $function$;

-- The sections on which a sub-user has permissions: the only list in SQL. domain/section.ts has the same one; a test compares.
CREATE OR REPLACE FUNCTION public.every_section()
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ARRAY['accounts'::text, 'subjects'::text, 'bills'::text, 'payments'::text, 'debits'::text, 'documents'::text, 'office'::text];

-- How many days ahead falling_due looks; domain/bills/owed.ts has the same number.
CREATE OR REPLACE FUNCTION public.falling_due_days()
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
RETURN 30;
grant execute on function falling_due_days() to saldo_query;

-- Whether a function is on for an office; null: for nobody in particular.
CREATE OR REPLACE FUNCTION public.feature_on(of_feature text, for_customer_id bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 SELECT (NOT (EXISTS ( SELECT
            FROM feature_switches f
           WHERE ((f.feature = feature_on.of_feature) AND ((f.state = 'off'::text) OR ((f.state = 'off_for_some'::text) AND (EXISTS ( SELECT
                    FROM feature_switch_offices o
                   WHERE ((o.feature_switch_id = f.feature_switch_id) AND (o.of_customer_id = feature_on.for_customer_id))))))))));
END;
revoke execute on function feature_on(text,bigint) from public;
grant execute on function feature_on(text,bigint) to saldo_anonymous, saldo_consumer, saldo_customer, saldo_link, saldo_super, saldo_system;

-- find_accounts, find_subjects, find_bills: the best records for a text, up to `at_most`. Rank 0 is the text itself, 1
-- begins with it, 2 has words that begin with it, 3 contains it; within a rank the latest come first.
--
-- Within one customer, a whole code or number is looked up first. Then up to three queries run, each only if the earlier
-- ones have not found enough. Each has a limit that does not depend on the text:
-- - records that begin with the text, from an ordinary index, which is as fast for one letter as for ten (for people also
-- the first name);
-- - the latest records, which contain a common word often enough;
-- - the trigram index, which finds a rare word, and the first fifty matches of a word in between.
-- Each query has one good plan, so it is planned once and not for every text: measured, planning took longer than executing.
-- A customer who owns a large part of all records is searched by trigrams alone, because joining the list of their records
-- with the matches of a word costs more than reading the matches; sixteen records from the whole table tell whether a customer
-- owns a large part. For a sub-user who sees some condominiums, only those are searched: a search that stops after the first
-- matches of the whole office might miss all of theirs.
--
-- `phrase`: the whole text, folded. `beginning`: the pattern for records that begin with it. `containing`: the patterns of
-- its words; `at_words`: the patterns for words that begin with them; both for a text with a blank before it. `looked_up`: the
-- patterns for the trigram index. `short`: the text has no three letters in a row, so only records that begin with it are found. See
-- features/research/search-words.ts. Call them with `plan_cache_mode = force_generic_plan` and without jit.
CREATE OR REPLACE FUNCTION public.find_accounts(phrase text, beginning text, containing text[], at_words text[], looked_up text[], short boolean, at_most integer)
 RETURNS TABLE(customer_id bigint, id bigint, rank integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 10
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  own constant bigint := actor_customer_id();
  theirs constant bigint[] := actor_accounts();
  -- A sub-user without this permission finds by name alone.
  reads constant boolean := actor_reads('accounts');
  found bigint[] := '{}';
  latest bigint[];
begin
  if theirs is not null then
    found := array(
      select account_id from accounts
      where customer_id = own and account_id = any (theirs) and ' ' || folded like all (containing)
          and (reads or ' ' || name_key like all (containing))
      order by account_id desc limit 50);
  -- A text that looks like a whole code is looked up as one: several records may have it, the latest come first.
  elsif reads and own is not null and length(phrase) > 6 and phrase ~ '[0-9]' then
    found := array(
      select account_id from accounts where customer_id = own and fiscal_code = upper(phrase) order by account_id desc limit at_most);
  end if;
  if cardinality(found) > 0 or theirs is not null then
    null;
  elsif own is not null then
    found := array(
      (select account_id from accounts where customer_id = own and name_key = phrase order by account_id desc limit at_most)
      union all
      (select account_id from accounts where customer_id = own and name_key >= phrase and name_key < phrase || chr(1114111)
        order by name_key desc limit 50));
    if cardinality(found) < at_most and not short then
      latest := array(
        select account_id from (
          select account_id, folded, name_key from accounts where customer_id = own order by account_id desc limit 100) latest
        where ' ' || folded like all (containing)
          and (reads or ' ' || name_key like all (containing)));
      -- If the latest hundred records contain some matches, the latest thousand contain enough. Reading them is faster
      -- than the trigram index, which is slow for a common word.
      if cardinality(latest) between 1 and at_most - 1 then
        latest := array(
          select account_id from (
            select account_id, folded, name_key from accounts where customer_id = own order by account_id desc limit 1000) latest
          where ' ' || folded like all (containing)
          and (reads or ' ' || name_key like all (containing)) limit 50);
      end if;
      found := found || latest;
      if cardinality(found) < at_most then
        found := found || array(
          select account_id from accounts where customer_id = own and folded like looked_up[1] and folded like looked_up[2]
            and ' ' || folded like all (containing)
          and (reads or ' ' || name_key like all (containing)) limit 50);
      end if;
    end if;
  else
    found := array(
      select account_id from (select account_id, folded from accounts order by account_id desc limit 100) latest
      where ' ' || folded like all (containing));
    if cardinality(found) between 1 and at_most - 1 then
      found := array(
        select account_id from (select account_id, folded from accounts order by account_id desc limit 1000) latest
        where ' ' || folded like all (containing) limit 50);
    end if;
    -- A single letter is not searched among all customers' records.
    if cardinality(found) < at_most and length(phrase) > 1 then
      found := found || array(
        select account_id from accounts where folded like looked_up[1] and folded like looked_up[2]
          and ' ' || folded like all (containing) limit 50);
    end if;
  end if;
  if cardinality(found) = 0 then
    return;
  end if;
  return query select t.customer_id, t.account_id,
    case when name_key = phrase or reads and fiscal_code = upper(phrase) then 0
      when name_key like beginning then 1
      when ' ' || folded like all (at_words) and (reads or ' ' || name_key like all (at_words)) then 2 else 3 end as rank
    from accounts t where t.account_id = any (found) order by rank, t.account_id desc limit at_most;
end $function$;
revoke execute on function find_accounts(text,text,text[],text[],text[],boolean,integer) from public;
grant execute on function find_accounts(text,text,text[],text[],text[],boolean,integer) to saldo_customer, saldo_super, saldo_system;

-- Turns this transaction into the holder of such a link, found by the SHA-256 of its token. No row: there is no such link. One
-- that expired is still found, so that the page can say so.
CREATE OR REPLACE FUNCTION public.find_autopay_link(wanted bytea)
 RETURNS TABLE(autopay_id bigint, customer_id bigint, expired boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 SELECT l.autopay_id,
     l.customer_id,
     (l.expires_at <= now())
    FROM autopay_links l
   WHERE (l.token_hash = find_autopay_link.wanted);
END;
revoke execute on function find_autopay_link(bytea) from public;
grant execute on function find_autopay_link(bytea) to saldo_server;

-- Turns this transaction into the holder of a bill's link. The caller has verified the token: its HMAC covers the id and the
-- version. No row: the link was revoked.
CREATE OR REPLACE FUNCTION public.find_bill_link(wanted_bill_id bigint, wanted_version smallint)
 RETURNS TABLE(bill_id bigint, customer_id bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 SELECT b.bill_id,
     b.customer_id
    FROM bills b
   WHERE ((b.bill_id = find_bill_link.wanted_bill_id) AND (b.link_version = find_bill_link.wanted_version) AND (b.status <> 'draft'::text));
END;
revoke execute on function find_bill_link(bigint,smallint) from public;
grant execute on function find_bill_link(bigint,smallint) to saldo_server;

-- Like find_accounts, for bills, by number with or without its punctuation.
CREATE OR REPLACE FUNCTION public.find_bills(phrase text, beginning text, containing text[], at_words text[], looked_up text[], short boolean, at_most integer)
 RETURNS TABLE(customer_id bigint, id bigint, rank integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 10
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  own constant bigint := actor_customer_id();
  theirs constant bigint[] := actor_accounts();
  -- `folded` contains the number, then the number without its punctuation.
  numbered constant text := phrase || ' ' || regexp_replace(phrase, '[^0-9a-z]+', '', 'g');
  found bigint[] := '{}';
  latest bigint[];
begin
  if theirs is not null then
    found := array(
      select bill_id from bills
      where customer_id = own and account_id = any (theirs) and ' ' || folded like all (containing)
      order by bill_id desc limit 50);
  -- A text that looks like a whole number is looked up as one: each condominium may have it, the latest come first.
  elsif own is not null and length(phrase) > 6 and phrase ~ '[0-9]' then
    found := array(
      select bill_id from bills where customer_id = own and folded in (phrase, numbered) order by bill_id desc limit at_most);
  end if;
  if cardinality(found) > 0 or theirs is not null then
    null;
  elsif own is not null then
    found := array(
      (select bill_id from bills where customer_id = own and folded in (phrase, numbered) order by bill_id desc limit at_most)
      union all
      (select bill_id from bills where customer_id = own and folded >= phrase and folded < phrase || chr(1114111)
        order by folded desc limit 50));
    if cardinality(found) < at_most and not short then
      latest := array(
        select bill_id from (
          select bill_id, folded from bills where customer_id = own order by bill_id desc limit 100) latest
        where ' ' || folded like all (containing));
      -- If the latest hundred records contain some matches, the latest thousand contain enough. Reading them is faster
      -- than the trigram index, which is slow for a common word.
      if cardinality(latest) between 1 and at_most - 1 then
        latest := array(
          select bill_id from (
            select bill_id, folded from bills where customer_id = own order by bill_id desc limit 1000) latest
          where ' ' || folded like all (containing) limit 50);
      end if;
      found := found || latest;
      if cardinality(found) >= at_most then
        null;
      elsif (
        select count(*) > 1 from (select max(bill_id) as last from bills) ids, generate_series(1, 16) part
        where (select t.customer_id from bills t where t.bill_id = ids.last * part / 17) = own) then
        if looked_up[1] = looked_up[2] then
          found := found || array(
            select bill_id from bills where customer_id + 0 = own and folded like looked_up[1]
              and ' ' || folded like all (containing) limit 50);
        else
          found := found || array(
            select bill_id from bills where customer_id + 0 = own and folded like looked_up[1] and folded like looked_up[2]
              and ' ' || folded like all (containing) limit 50);
        end if;
      else
        found := found || array(
          select bill_id from bills where customer_id = own and folded like looked_up[1] and folded like looked_up[2]
            and ' ' || folded like all (containing) limit 50);
      end if;
    end if;
  else
    found := array(
      select bill_id from (select bill_id, folded from bills order by bill_id desc limit 100) latest
      where ' ' || folded like all (containing));
    if cardinality(found) between 1 and at_most - 1 then
      found := array(
        select bill_id from (select bill_id, folded from bills order by bill_id desc limit 1000) latest
        where ' ' || folded like all (containing) limit 50);
    end if;
    -- A single letter is not searched among all customers' records.
    if cardinality(found) < at_most and length(phrase) > 1 then
      found := found || array(
        select bill_id from bills where folded like looked_up[1] and folded like looked_up[2]
          and ' ' || folded like all (containing) limit 50);
    end if;
  end if;
  if cardinality(found) = 0 then
    return;
  end if;
  return query select t.customer_id, t.bill_id,
    case when folded in (phrase, numbered) or folded like '% ' || beginning and right(folded, length(phrase)) = phrase then 0
      when folded like beginning then 1 when ' ' || folded like all (at_words) then 2 else 3 end as rank
    from bills t where t.bill_id = any (found) order by rank, t.bill_id desc limit at_most;
end $function$;
revoke execute on function find_bills(text,text,text[],text[],text[],boolean,integer) from public;
grant execute on function find_bills(text,text,text[],text[],text[],boolean,integer) to saldo_customer, saldo_super, saldo_system;

-- The content of a certificate, for a person who has its code.
CREATE OR REPLACE FUNCTION public.find_certificate(wanted bytea)
 RETURNS TABLE(certified jsonb, as_of date, issued_at timestamp with time zone, revoked_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 SELECT c.certified,
     c.as_of,
     c.issued_at,
     c.revoked_at
    FROM certificates c
   WHERE (c.code_hash = find_certificate.wanted);
END;
revoke execute on function find_certificate(bytea) from public;
grant execute on function find_certificate(bytea) to saldo_anonymous, saldo_consumer, saldo_customer, saldo_link, saldo_super, saldo_system;

-- A delegate opens a bill as the holder of its link does, with the delegation in the place of the version: the bill must be of
-- the person whose delegation it is, and the delegation must hold.
CREATE OR REPLACE FUNCTION public.find_delegated_bill(wanted_bill_id bigint, wanted_delegation_id bigint)
 RETURNS TABLE(bill_id bigint, customer_id bigint, user_id bigint, delegate_name text, delegate_email text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 SELECT b.bill_id,
     b.customer_id,
     u.user_id,
     u.nominative,
     u.email
    FROM ((active_delegations d
      JOIN bills b ON (((b.customer_id = d.customer_id) AND (b.subject_id = d.subject_id))))
      JOIN users u ON (((u.user_id = d.delegate_user_id) AND (u.state = 'active'::text))))
   WHERE ((d.delegation_id = find_delegated_bill.wanted_delegation_id) AND (b.bill_id = find_delegated_bill.wanted_bill_id) AND (b.status = 'issued'::text));
END;
revoke execute on function find_delegated_bill(bigint,bigint) from public;
grant execute on function find_delegated_bill(bigint,bigint) to saldo_server;

-- Turns this transaction into the holder of such a link, found by the SHA-256 of its token. No row: there is no such link. One
-- that expired or was used is still found, so that the page can say so.
CREATE OR REPLACE FUNCTION public.find_pay_link(wanted bytea)
 RETURNS TABLE(pay_link_id bigint, bill_id bigint, customer_id bigint, expired boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 SELECT l.pay_link_id,
     l.bill_id,
     l.customer_id,
     (l.expires_at <= now())
    FROM (pay_links l
      JOIN bills b ON (((b.customer_id = l.customer_id) AND (b.bill_id = l.bill_id) AND (b.status <> 'draft'::text))))
   WHERE (l.token_hash = find_pay_link.wanted);
END;
revoke execute on function find_pay_link(bytea) from public;
grant execute on function find_pay_link(bytea) to saldo_server;

-- A payment's result link opens the bill that it pays.
CREATE OR REPLACE FUNCTION public.find_payment_link(wanted_payment_id bigint)
 RETURNS TABLE(payment_id bigint, bill_id bigint, customer_id bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 SELECT p.payment_id,
     p.bill_id,
     p.customer_id
    FROM payments p
   WHERE (p.payment_id = find_payment_link.wanted_payment_id);
END;
revoke execute on function find_payment_link(bigint) from public;
grant execute on function find_payment_link(bigint) to saldo_server;

-- A super user without a second step (authenticator app or passkey) has no power yet. find_session gives their session a role
-- of its own, from which become_session takes no super user's rights: the transaction sees them and nobody's records. The
-- server tells it apart by the same word, so it asks nothing more at each request.
CREATE OR REPLACE FUNCTION public.find_session(token bytea)
 RETURNS TABLE(session_id bigint, user_id bigint, customer_id bigint, role text, permissions text, accounts text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 SELECT s.session_id,
     u.user_id,
     u.customer_id,
         CASE
             WHEN (u.flag_super_user AND (NOT (EXISTS ( SELECT
                FROM totp_secrets t_1
               WHERE ((t_1.user_id = u.user_id) AND (t_1.secret IS NOT NULL))))) AND (NOT (EXISTS ( SELECT
                FROM passkeys p
               WHERE (p.user_id = u.user_id))))) THEN 'super_user_without_second_step'::text
             WHEN u.flag_super_user THEN 'super_user'::text
             WHEN (u.customer_id IS NULL) THEN 'consumer'::text
             WHEN c.is_store THEN 'store'::text
             WHEN (c.state = '1'::text) THEN 'customer'::text
             ELSE 'awaiting'::text
         END AS "case",
         CASE
             WHEN u.is_subuser THEN permissions_of(u.user_id)
             ELSE NULL::text
         END AS "case",
         CASE
             WHEN (NOT u.all_accounts) THEN accounts_of(u.user_id)
             ELSE NULL::text
         END AS "case"
    FROM (((access_tokens t
      JOIN sessions s ON (((s.session_id = t.session_id) AND (s.revoked_at IS NULL))))
      JOIN users u ON (((u.user_id = s.user_id) AND (u.state = 'active'::text))))
      LEFT JOIN customers c ON ((c.customer_id = u.customer_id)))
   WHERE ((t.token_hash = find_session.token) AND (t.expires_at > now()));
END;
revoke execute on function find_session(bytea) from public;
grant execute on function find_session(bytea) to saldo_server;

-- Turns this transaction into the holder of a source link, found by the SHA-256 of its token. No row: there is no such link.
-- One that expired or was revoked is still found, so that the page can say so.
CREATE OR REPLACE FUNCTION public.find_source_link(wanted bytea)
 RETURNS TABLE(link_id bigint, customer_id bigint, subject_id bigint, expired boolean, revoked boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 SELECT l.link_id,
     l.customer_id,
     l.subject_id,
     (l.expires_at <= now()),
     (l.revoked_at IS NOT NULL)
    FROM source_links l
   WHERE (l.token_hash = find_source_link.wanted);
END;
revoke execute on function find_source_link(bytea) from public;
grant execute on function find_source_link(bytea) to saldo_server;

-- Like find_accounts, for people.
CREATE OR REPLACE FUNCTION public.find_subjects(phrase text, beginning text, containing text[], at_words text[], looked_up text[], short boolean, at_most integer)
 RETURNS TABLE(customer_id bigint, id bigint, rank integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 10
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  own constant bigint := actor_customer_id();
  theirs constant bigint[] := actor_accounts();
  -- A sub-user without this permission finds by name alone.
  reads constant boolean := actor_reads('subjects');
  found bigint[] := '{}';
  latest bigint[];
begin
  if theirs is not null then
    found := array(
      select subject_id from subjects
      where customer_id = own and ' ' || folded like all (containing)
          and (reads or ' ' || name_key like all (containing))
        and (created_by = actor_user_id() or subject_id in (
          select b.subject_id from bills b where b.customer_id = own and b.account_id = any (theirs)
          union all
          select h.subject_id from right_holders h where h.customer_id = own and h.account_id = any (theirs)))
      order by subject_id desc limit 50);
  -- A text that looks like a whole code is looked up as one: several records may have it, the latest come first.
  elsif reads and own is not null and length(phrase) > 6 and phrase ~ '[0-9]' then
    found := array(
      select subject_id from subjects where customer_id = own and fiscal_code = upper(phrase) order by subject_id desc limit at_most);
  end if;
  if cardinality(found) > 0 or theirs is not null then
    null;
  elsif own is not null then
    found := array(
      (select subject_id from subjects where customer_id = own and name_key = phrase order by subject_id desc limit at_most)
      union all
      (select subject_id from subjects where customer_id = own and name_key >= phrase and name_key < phrase || chr(1114111)
        order by name_key desc limit 50)
      union all
      (select subject_id from subjects where not short and customer_id = own
        and substr(name_key, strpos(name_key, ' ') + 1) >= phrase collate "C"
        and substr(name_key, strpos(name_key, ' ') + 1) < phrase || chr(1114111) collate "C" limit 50));
    if cardinality(found) < at_most and not short then
      latest := array(
        select subject_id from (
          select subject_id, folded, name_key from subjects where customer_id = own order by subject_id desc limit 100) latest
        where ' ' || folded like all (containing)
          and (reads or ' ' || name_key like all (containing)));
      -- If the latest hundred records contain some matches, the latest thousand contain enough. Reading them is faster
      -- than the trigram index, which is slow for a common word.
      if cardinality(latest) between 1 and at_most - 1 then
        latest := array(
          select subject_id from (
            select subject_id, folded, name_key from subjects where customer_id = own order by subject_id desc limit 1000) latest
          where ' ' || folded like all (containing)
          and (reads or ' ' || name_key like all (containing)) limit 50);
      end if;
      found := found || latest;
      if cardinality(found) >= at_most then
        null;
      elsif (
        select count(*) > 1 from (select max(subject_id) as last from subjects) ids, generate_series(1, 16) part
        where (select t.customer_id from subjects t where t.subject_id = ids.last * part / 17) = own) then
        if looked_up[1] = looked_up[2] then
          found := found || array(
            select subject_id from subjects where customer_id + 0 = own and folded like looked_up[1]
              and ' ' || folded like all (containing)
          and (reads or ' ' || name_key like all (containing)) limit 50);
        else
          found := found || array(
            select subject_id from subjects where customer_id + 0 = own and folded like looked_up[1] and folded like looked_up[2]
              and ' ' || folded like all (containing)
          and (reads or ' ' || name_key like all (containing)) limit 50);
        end if;
      else
        found := found || array(
          select subject_id from subjects where customer_id = own and folded like looked_up[1] and folded like looked_up[2]
            and ' ' || folded like all (containing)
          and (reads or ' ' || name_key like all (containing)) limit 50);
      end if;
    end if;
  else
    found := array(
      select subject_id from (select subject_id, folded from subjects order by subject_id desc limit 100) latest
      where ' ' || folded like all (containing));
    if cardinality(found) between 1 and at_most - 1 then
      found := array(
        select subject_id from (select subject_id, folded from subjects order by subject_id desc limit 1000) latest
        where ' ' || folded like all (containing) limit 50);
    end if;
    -- A single letter is not searched among all customers' records.
    if cardinality(found) < at_most and length(phrase) > 1 then
      found := found || array(
        select subject_id from subjects where folded like looked_up[1] and folded like looked_up[2]
          and ' ' || folded like all (containing) limit 50);
    end if;
  end if;
  if cardinality(found) = 0 then
    return;
  end if;
  return query select t.customer_id, t.subject_id,
    case when name_key = phrase or reads and fiscal_code = upper(phrase) then 0
      when name_key like beginning then 1
      when ' ' || folded like all (at_words) and (reads or ' ' || name_key like all (at_words)) then 2 else 3 end as rank
    from subjects t where t.subject_id = any (found) order by rank, t.subject_id desc limit at_most;
end $function$;
revoke execute on function find_subjects(text,text,text[],text[],text[],boolean,integer) from public;
grant execute on function find_subjects(text,text,text[],text[],text[],boolean,integer) to saldo_customer, saldo_super, saldo_system;

CREATE OR REPLACE FUNCTION public.first_of_month(of_day date)
 RETURNS date
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (date_trunc('month'::text, (of_day)::timestamp without time zone))::date;

-- Folds case, accents and apostrophes, so that searches find all spellings.
CREATE OR REPLACE FUNCTION public.fold(raw text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN regexp_replace(lower(unaccent('unaccent'::regdictionary, translate(COALESCE(raw, ''::text), '’‘´`'::text, ''''''''''::text))), '[\s\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+'::text, ' '::text, 'g'::text);

-- Forgets the connection's plans if they were made for another customer. Each transaction calls it once it has become
-- its actor. Without a customer they are kept: the back office, the system and visitors have roles of their own, and
-- PostgreSQL plans anew when the role changes.
CREATE OR REPLACE FUNCTION public.forget_plans_of_others()
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  customer text := nullif(current_setting('saldo.customer_id', true), '');
begin
  if customer is not null and current_setting('saldo.planned_for', true) is distinct from customer then
    perform set_config('saldo.planned_for', customer, false);
    discard plans;
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.forget_push_tokens()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  delete from push_tokens where session_id = new.session_id;
  return null;
end $function$;
revoke execute on function forget_push_tokens() from public;

-- Notes in file_downloads that the actor of this transaction is given a file, and says if it was removed, or has a virus and
-- is taken for no reason: then nothing is noted. No row: no file of this name is known.
CREATE OR REPLACE FUNCTION public.hand_out_file(of_path text, of_how text, from_address inet, why text)
 RETURNS TABLE(file_id bigint, removed_at timestamp with time zone, removed_how text, remover text, removed_reason text, infected boolean)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  insert into file_downloads (customer_id, file_id, how, user_id, actor, by_super_user, address, reason)
  select f.customer_id, f.file_id, of_how, u.user_id, coalesce(u.nominative, 'Sistema'), coalesce(u.flag_super_user, false),
    from_address, why
  from stored_files f left join users u on u.user_id = actor_user_id()
  where f.path = of_path and f.removed_at is null and (f.scan <> 'infected' or why is not null)
    -- A preview asks for its type, then for its pages.
    and not (of_how = 'preview' and exists (
      select from file_downloads d
      where d.file_id = f.file_id and d.how = 'preview' and d.user_id = u.user_id and d.at > now() - interval '1 minute'));
  return query select f.file_id, f.removed_at, f.removed_how, f.remover, f.removed_reason, f.scan = 'infected' and why is null from stored_files f where f.path = of_path;
end $function$;
revoke execute on function hand_out_file(text,text,inet,text) from public;
grant execute on function hand_out_file(text,text,inet,text) to saldo_consumer, saldo_customer, saldo_super, saldo_system;

-- Whether a user has chosen a password. The caller has checked that the actor may see the user.
CREATE OR REPLACE FUNCTION public.has_password(of_user_id bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 SELECT (EXISTS ( SELECT
            FROM credentials c
           WHERE (c.user_id = has_password.of_user_id))) AS "exists";
END;
revoke execute on function has_password(bigint) from public;
grant execute on function has_password(bigint) to saldo_customer, saldo_super, saldo_system;

-- A legal hold is kept by the database: neither an act, nor a rule, nor the deletion of the record gets past it.
CREATE OR REPLACE FUNCTION public.hold_is_kept()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'the file % is on hold', old.file_id using errcode = '23514', constraint = 'hold_is_kept';
end $function$;

-- Who is concerned by a condominium's new IBAN, whatever the actor may see. `code_to` gets the code: the office's address of
-- 72 hours ago. `first_since` is set while there was none then: nobody gets a code. `told` are all who hear of it: the
-- addresses on file, those that they replaced within 72 hours, and the people of the office who may do everything. The
-- caller has checked that the actor sees the condominium.
CREATE OR REPLACE FUNCTION public.iban_contacts(of_customer_id bigint, of_account_id bigint)
 RETURNS TABLE(code_to text, first_since timestamp with time zone, told text[])
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 WITH recent AS (
          SELECT c.account_id,
             c.old_email,
             c.decided_at,
             c.contact_change_id
            FROM contact_changes c
           WHERE ((c.customer_id = iban_contacts.of_customer_id) AND ((c.account_id IS NULL) OR (c.account_id = iban_contacts.of_account_id)) AND (c.state = 'confirmed'::text) AND (c.decided_at > (now() - '72:00:00'::interval)))
         ), earliest AS (
          SELECT r.old_email,
             r.decided_at
            FROM recent r
           WHERE (r.account_id IS NULL)
           ORDER BY r.decided_at, r.contact_change_id
          LIMIT 1
         ), addresses(email, place) AS (
          SELECT a.email,
             1 AS "?column?"
            FROM accounts a
           WHERE ((a.customer_id = iban_contacts.of_customer_id) AND (a.account_id = iban_contacts.of_account_id))
         UNION ALL
          SELECT o_1.primary_email,
             2
            FROM customers o_1
           WHERE (o_1.customer_id = iban_contacts.of_customer_id)
         UNION ALL
          SELECT r.old_email,
             3
            FROM recent r
         UNION ALL
          SELECT u.email,
             4
            FROM users u
           WHERE ((u.customer_id = iban_contacts.of_customer_id) AND (NOT u.is_subuser) AND (u.state = 'active'::text))
         ), once AS (
          SELECT min(s.email) AS email,
             min(s.place) AS place
            FROM addresses s
           WHERE (s.email IS NOT NULL)
           GROUP BY (lower(s.email))
         )
  SELECT
         CASE
             WHEN (e.decided_at IS NULL) THEN o.primary_email
             ELSE e.old_email
         END AS old_email,
         CASE
             WHEN ((e.old_email IS NULL) AND (o.primary_email IS NOT NULL)) THEN e.decided_at
             ELSE NULL::timestamp with time zone
         END AS "case",
     ( SELECT COALESCE(array_agg(s.email ORDER BY s.place, s.email), '{}'::text[]) AS "coalesce"
            FROM once s) AS "coalesce"
    FROM (customers o
      LEFT JOIN earliest e ON (true))
   WHERE (o.customer_id = iban_contacts.of_customer_id);
END;
revoke execute on function iban_contacts(bigint,bigint) from public;
grant execute on function iban_contacts(bigint,bigint) to saldo_customer, saldo_super, saldo_system;

-- Whether an IBAN is on the list.
CREATE OR REPLACE FUNCTION public.iban_is_blocked(wanted text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 SELECT (EXISTS ( SELECT
            FROM iban_blacklist b
           WHERE (b.iban = iban_is_blocked.wanted))) AS "exists";
END;
revoke execute on function iban_is_blocked(text) from public;
grant execute on function iban_is_blocked(text) to saldo_customer, saldo_super, saldo_system;

-- An IBAN belongs to one condominium, also where a sub-user does not see the other one.
CREATE OR REPLACE FUNCTION public.iban_is_taken(of_customer_id bigint, of_account_id bigint, wanted text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 SELECT (EXISTS ( SELECT
            FROM accounts a
           WHERE ((a.customer_id = iban_is_taken.of_customer_id) AND (a.account_id <> iban_is_taken.of_account_id) AND (a.iban = iban_is_taken.wanted)))) AS "exists";
END;
revoke execute on function iban_is_taken(bigint,bigint,text) from public;
grant execute on function iban_is_taken(bigint,bigint,text) to saldo_customer, saldo_super, saldo_system;

CREATE OR REPLACE FUNCTION public.invited_by_actor()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' and old.flag_super_user = new.flag_super_user then
    if new.invited_by is distinct from old.invited_by then
      raise exception 'who invited a user never changes' using errcode = '23514', constraint = 'invited_once';
    end if;
    return new;
  end if;
  new.invited_by := coalesce(actor_user_id(), new.invited_by);
  return new;
end $function$;

-- Whether a legal hold keeps the file: acts that would delete or replace it ask first.
CREATE OR REPLACE FUNCTION public.is_file_held(of_path text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select exists (select from stored_files where path = of_path and hold_reason is not null and removed_at is null)
$function$;
revoke execute on function is_file_held(text) from public;
grant execute on function is_file_held(text) to saldo_customer, saldo_super, saldo_system;

-- Whether a scan has found a virus in the file: it is given to nobody, and in no ZIP.
CREATE OR REPLACE FUNCTION public.is_file_infected(of_path text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select exists (select from stored_files where path = of_path and scan = 'infected')
$function$;
revoke execute on function is_file_infected(text) from public;
grant execute on function is_file_infected(text) to saldo_customer, saldo_super, saldo_system;

-- A payment over several bills is visible from the link of each.
CREATE OR REPLACE FUNCTION public.is_for_own_bill(wanted_payment_id bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (select from payment_bills pb where pb.payment_id = wanted_payment_id and pb.bill_id = actor_bill_id())
$function$;

CREATE OR REPLACE FUNCTION public.is_italian_holiday(day date)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (EXTRACT(isodow FROM day) = (7)::numeric) THEN true WHEN ((EXTRACT(isodow FROM day) = (1)::numeric) AND (EXTRACT(month FROM day) = ANY (ARRAY[(3)::numeric, (4)::numeric])) AND (day = (easter_of((EXTRACT(year FROM day))::integer) + 1))) THEN true ELSE CASE ((EXTRACT(month FROM day) * (100)::numeric) + EXTRACT(day FROM day)) WHEN 101 THEN true WHEN 106 THEN (EXTRACT(year FROM day) >= (1986)::numeric) WHEN 317 THEN (EXTRACT(year FROM day) = (2011)::numeric) WHEN 425 THEN true WHEN 501 THEN true WHEN 602 THEN (EXTRACT(year FROM day) >= (2001)::numeric) WHEN 815 THEN true WHEN 1004 THEN (EXTRACT(year FROM day) >= (2026)::numeric) WHEN 1101 THEN true WHEN 1208 THEN true WHEN 1225 THEN true WHEN 1226 THEN true ELSE false END END;

-- Whether somebody in the back office reads the mailbox of this address.
CREATE OR REPLACE FUNCTION public.is_of_back_office(address text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 SELECT (EXISTS ( SELECT
            FROM users u
           WHERE (u.flag_super_user AND (u.state <> 'removed'::text) AND (mailbox_of(u.email) = mailbox_of(is_of_back_office.address))))) AS "exists";
END;
revoke execute on function is_of_back_office(text) from public;
grant execute on function is_of_back_office(text) to saldo_customer, saldo_subuser, saldo_super, saldo_system;

-- Whether a delegate paid, now or once: what is written to them names no link of the bill's own, which would open it for ever.
CREATE OR REPLACE FUNCTION public.is_paid_by_delegate(wanted_payment_id bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 SELECT (EXISTS ( SELECT
            FROM (payments p
              JOIN delegations d ON (((d.customer_id = p.customer_id) AND (d.subject_id = p.subject_id) AND (d.delegate_user_id = p.created_by))))
           WHERE (p.payment_id = is_paid_by_delegate.wanted_payment_id))) AS "exists";
END;
revoke execute on function is_paid_by_delegate(bigint) from public;
grant execute on function is_paid_by_delegate(bigint) to saldo_consumer, saldo_customer, saldo_link, saldo_super, saldo_system;

-- Whether two saved methods are one card or account, saved twice.
CREATE OR REPLACE FUNCTION public.is_same_method(one_source_id bigint, other_source_id bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 SELECT ((one_source_id = other_source_id) OR (EXISTS ( SELECT
            FROM (payment_sources a
              JOIN payment_sources b ON (((b.customer_id = a.customer_id) AND (b.type = a.type) AND (b.fingerprint = a.fingerprint))))
           WHERE ((a.source_id = is_same_method.one_source_id) AND (b.source_id = is_same_method.other_source_id)))));
END;
revoke execute on function is_same_method(bigint,bigint) from public;
grant execute on function is_same_method(bigint,bigint) to saldo_system;

-- Whether the actor is a sub-user. Queries of the server ask this, because they do not know the names of the roles.
CREATE OR REPLACE FUNCTION public.is_subuser()
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (CURRENT_USER = 'saldo_subuser'::name);

-- Gives a table the three triggers of the log. `changes`: the condition on which an update is logged, for tables where
-- most updates are not made by people.
CREATE OR REPLACE FUNCTION public.keep_audit(target regclass, noun text, key text, label text, left_out text[] DEFAULT '{}'::text[], changes text DEFAULT 'old.* is distinct from new.*'::text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  given text := (select string_agg(quote_literal(a), ', ') from unnest(array[noun, key, label] || left_out) a);
begin
  perform require_audit_noun(noun);
  execute format($t$create trigger audit_insert after insert on %s for each row
    when (current_setting('saldo.bulk', true) is distinct from 'yes') execute function audit_row(%s)$t$, target, given);
  execute format($t$create trigger audit_update after update on %s for each row
    when (%s) execute function audit_row(%s)$t$, target, changes, given);
  execute format($t$create trigger audit_delete after delete on %s for each row execute function audit_row(%s)$t$, target, given);
end $function$;

-- The condominium of a bill says to whose IBAN it is paid, and residents have the link of an issued bill already. So only a
-- draft moves to another condominium, whatever act runs.
CREATE OR REPLACE FUNCTION public.keep_condominium()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  raise exception 'an issued bill stays in its condominium'
    using errcode = '23514', constraint = 'issued_bill_keeps_condominium';
end $function$;

-- An IBAN that is on file decides where residents' money goes. So an office changes it only by a confirmed request, whatever
-- act runs; and only a full user confirms one. The first IBAN of a condominium needs no other person, but is written down in
-- the same table, as a row that was confirmed at once and has no IBAN of before.
CREATE OR REPLACE FUNCTION public.keep_confirmed_iban()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if current_setting('role', true) in ('saldo_customer', 'saldo_subuser') and not actor_is_super_user() and not exists (
    select from iban_changes c
    where c.customer_id = new.customer_id and c.account_id = new.account_id and c.state = 'confirmed' and c.decided_at = now()
      and c.old_iban = old.iban and c.new_iban = new.iban
  ) then
    raise exception 'this IBAN changes only by a confirmed request'
      using errcode = '23514', constraint = 'iban_is_confirmed';
  end if;
  return null;
end $function$;
revoke execute on function keep_confirmed_iban() from public;

-- Guards the address of a record, whatever changes it. An office may set the first one; another needs a confirmed request.
-- Each change that no request explains is written down. The argument is the name of the column.
CREATE OR REPLACE FUNCTION public.keep_contact_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  was text := to_jsonb(old) ->> tg_argv[0];
  is_now text := to_jsonb(new) ->> tg_argv[0];
  of_account_id bigint := (to_jsonb(new) ->> 'account_id')::bigint;
begin
  if was is not null and current_setting('role', true) in ('saldo_customer', 'saldo_subuser') and not actor_is_super_user() then
    raise exception 'this address changes only by a confirmed request'
      using errcode = '23514', constraint = 'contact_is_confirmed';
  end if;
  if not exists (
    select from contact_changes c
    where c.customer_id = new.customer_id and c.account_id is not distinct from of_account_id and c.state = 'confirmed'
      and c.decided_at = now() and c.new_email is not distinct from is_now
  ) then
    insert into contact_changes (customer_id, account_id, old_email, new_email, state, requested_by, requested_by_name,
      decided_by, decided_by_name, decided_at)
    values (new.customer_id, of_account_id, was, is_now, 'confirmed', actor_user_id(), coalesce(actor_nominative(), 'Sistema'),
      actor_user_id(), coalesce(actor_nominative(), 'Sistema'), now());
  end if;
  return null;
end $function$;
revoke execute on function keep_contact_change() from public;

-- Registers the files that a table names, those that are there already too. server/features/files/everything-stored.test.ts compares with the manifests.
CREATE OR REPLACE FUNCTION public.keep_files(target regclass, kind text, key text, path text, name text, mime text, bytes text, scan text, author text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  given text := (select string_agg(quote_literal(a), ', ') from unnest(array[kind, key, path, name, mime, bytes, scan, author]) a);
  watched text := (select string_agg(quote_ident(a), ', ') from unnest(array[path, name, mime, bytes, scan]) a where a <> '');
begin
  execute format('create trigger register_file after insert on %s for each row execute function register_file(%s)', target, given);
  execute format('create trigger register_file_update after update of %s on %s for each row execute function register_file(%s)', watched, target, given);
  execute format('create trigger register_file_delete after delete on %s for each row execute function register_file(%s)', target, given);
end $function$;

CREATE OR REPLACE FUNCTION public.keep_live(target regclass, noun text, events text[] DEFAULT ARRAY['insert'::text, 'update'::text])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  event text;
begin
  foreach event in array events loop
    execute format('create trigger live_%s after %s on %s referencing %s table as changed
      for each statement execute function tell_live(%L)',
      event, event, target, case event when 'delete' then 'old' else 'new' end, noun);
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_platform_fee()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  arrived timestamptz := (
    select settled_at from payments where customer_id = new.customer_id and payment_id = new.payment_id);
begin
  -- A payment that is inserted as already settled (by the demo) is dated when its money arrived; one whose money never
  -- arrived has no fee.
  if tg_op = 'INSERT' and arrived is null then
    return null;
  end if;
  perform pg_advisory_xact_lock_shared(7302);
  insert into platform_fees (customer_id, payment_id, attempt_id, kind, amount, at)
  values (new.customer_id, new.payment_id, new.attempt_id, 'kept', (new.request ->> 'application_fee_amount')::bigint,
    case tg_op when 'INSERT' then arrived else clock_timestamp() end)
  on conflict do nothing;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.ledger_is_append_only()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' and tg_table_name = 'ledger_entries' and current_user = 'saldo_system'
     and to_jsonb(new) - 'subject_id' = to_jsonb(old) - 'subject_id' then
    return new;
  end if;
  if tg_op = 'DELETE' and current_setting('saldo.removing_bills', true) = 'yes'
     and current_user = (select pg_get_userbyid(relowner) from pg_class where oid = tg_relid) then
    return old;
  end if;
  raise exception 'the ledger is append-only' using errcode = '23514', constraint = 'ledger_is_append_only';
end $function$;

-- Lets queries read these columns of a table or view, as a view of the same name. Columns that a later migration adds stay
-- hidden until it calls this again; server/db/query-columns.test.ts asks for a decision about each.
CREATE OR REPLACE FUNCTION public.let_queries_read(target text, columns text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  of_customer boolean := exists (
    select from pg_attribute where attrelid = target::regclass and attname = 'customer_id' and not attisdropped);
begin
  execute format('drop view if exists queries.%I', target);
  execute format('revoke all on %I from saldo_query', target);
  execute format('grant select (%s) on %I to saldo_query', columns, target);
  execute format('create view queries.%I with (security_invoker = true) as select %s from public.%I', target, columns, target);
  execute format('grant select on queries.%I to saldo_query', target);
  if (select relrowsecurity from pg_class where oid = target::regclass) then
    execute format('drop policy if exists queries on %I', target);
    execute format('create policy queries on %I for select to saldo_query using (%s)', target,
      case when of_customer then '(select query_sees_all()) or customer_id = (select query_customer_id())'
        else '(select query_sees_all())' end);
  end if;
end $function$;

-- Limits the transaction to a sub-user. An empty text means no permission at all.
CREATE OR REPLACE FUNCTION public.limit_actor(permissions text, accounts text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform set_config('saldo.permissions', permissions, true), set_config('saldo.accounts', coalesce(accounts, ''), true),
    set_config('role', 'saldo_subuser', true);
end $function$;

-- Restricts sub-users on a table. `seen`: the rows they may see at all, as a condition on the table's columns. `read` and
-- `write`: the sections of which a permission on one is needed to read or to change; `read` null leaves reading
-- unrestricted.
CREATE OR REPLACE FUNCTION public.limit_subusers(target regclass, seen text, read text[], write text[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  may_read text := format('(select actor_may(%L))', permissions('read', read));
  may_write text := format('(select actor_may(%L))', permissions('write', write));
begin
  if not (coalesce(read, '{}') || write) <@ every_section() then
    raise exception '%: no such section among %', target, coalesce(read, '{}') || write;
  end if;
  if read is not null then
    execute format('create policy limited_read on %s as restrictive for select to saldo_subuser using (%s and %s)',
      target, may_read, seen);
  end if;
  execute format('create policy limited_insert on %s as restrictive for insert to saldo_subuser with check (%s and %s)',
    target, may_write, seen);
  execute format('create policy limited_update on %s as restrictive for update to saldo_subuser using (%s and %s) with check (%s and %s)',
    target, may_write, seen, may_write, seen);
  execute format('create policy limited_delete on %s as restrictive for delete to saldo_subuser using (%s and %s)',
    target, may_write, seen);
end $function$;

-- The rows of the condominiums that the sub-user sees, for a table that has account_id.
CREATE OR REPLACE FUNCTION public.limit_subusers_by_account(target regclass, sections text[], read text[] DEFAULT NULL::text[])
 RETURNS void
 LANGUAGE sql
BEGIN ATOMIC
 SELECT limit_subusers(target, by_account(), COALESCE(read, sections), sections) AS limit_subusers;
END;

-- The rows of the whole office: sub-users who see some condominiums only see none.
CREATE OR REPLACE FUNCTION public.limit_subusers_by_office(target regclass, sections text[])
 RETURNS void
 LANGUAGE sql
BEGIN ATOMIC
 SELECT limit_subusers(target, '(select actor_accounts()) is null'::text, sections, sections) AS limit_subusers;
END;

-- The rows whose parent the sub-user sees: the parent's own policies decide.
CREATE OR REPLACE FUNCTION public.limit_subusers_by_parent(target regclass, parent regclass, key text, sections text[], read text[] DEFAULT NULL::text[])
 RETURNS void
 LANGUAGE sql
BEGIN ATOMIC
 SELECT limit_subusers(target, by_parent(target, parent, key), COALESCE(read, sections), sections) AS limit_subusers;
END;

-- A row of limits says who sets it, and never changes.
CREATE OR REPLACE FUNCTION public.limits_are_set()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op <> 'INSERT' then
    perform refuse_money_transfer('limits_never_change');
  end if;
  if new.set_by is distinct from actor_user_id() or new.set_by is null then
    perform refuse_money_transfer('limits_set_by_oneself');
  end if;
  return new;
end $function$;

-- An entry's lines are written by one statement, are at least two and sum to zero. Checked once per statement, because
-- issuing ten thousand bills writes twenty thousand lines.
CREATE OR REPLACE FUNCTION public.lines_sum_to_zero()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  wrong record;
begin
  select entry_id, sum(amount) as total, count(*) as lines into wrong
  from added group by entry_id having sum(amount) <> 0 or count(*) < 2 limit 1;
  if found then
    raise exception 'ledger entry % gets % lines that sum to %', wrong.entry_id, wrong.lines, wrong.total
      using errcode = '23514', constraint = 'ledger_sums_to_zero';
  end if;
  return null;
end $function$;

-- One request or approval at a time, so that two cannot both use the same balance or the rest of a limit.
CREATE OR REPLACE FUNCTION public.lock_money_transfers()
 RETURNS void
 LANGUAGE sql
BEGIN ATOMIC
 SELECT pg_advisory_xact_lock((hashtext('money_transfers'::text))::bigint) AS pg_advisory_xact_lock;
END;

-- Closing a month waits until all fees that are being written have committed, and later fees get a later date. So no row
-- falls into a month that was closed without it.
CREATE OR REPLACE FUNCTION public.lock_platform_fees()
 RETURNS void
 LANGUAGE sql
RETURN pg_advisory_xact_lock((7302)::bigint);

-- The mailbox of an address: neither capitals nor a tag (name+tag@…) make it another one.
CREATE OR REPLACE FUNCTION public.mailbox_of(address text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN regexp_replace(lower(btrim(address)), '\+[^@]*@'::text, '@'::text);

-- The maintenance that covers somebody now, the one that lasts longest if there are several; no row: none does. Nobody covers
-- a super user. This is the only place that says whom a maintenance covers: the refusal of calls, the flag of users and the
-- notice on the screen all ask here. Null for both: somebody unknown, or the holder of a link.
CREATE OR REPLACE FUNCTION public.maintenance_of(for_user_id bigint, for_customer_id bigint)
 RETURNS TABLE(maintenance_until timestamp with time zone, maintenance_message text)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 1
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 SELECT m.until,
     m.message
    FROM maintenances m
   WHERE ((m.ended_at IS NULL) AND (m.until > now()) AND (m.starts_at <= now()) AND
         CASE m.audience
             WHEN 'everybody'::text THEN true
             WHEN 'office'::text THEN (m.of_customer_id = maintenance_of.for_customer_id)
             ELSE (m.of_user_id = maintenance_of.for_user_id)
         END AND (NOT (EXISTS ( SELECT
            FROM users u
           WHERE ((u.user_id = maintenance_of.for_user_id) AND u.flag_super_user)))))
   ORDER BY m.until DESC, m.maintenance_id DESC
  LIMIT 1;
END;
revoke execute on function maintenance_of(bigint,bigint) from public;
grant execute on function maintenance_of(bigint,bigint) to saldo_anonymous, saldo_consumer, saldo_customer, saldo_link, saldo_server, saldo_super, saldo_system;

-- Makes one of these empty temporary tables, for the rest of the transaction. Acts that write many rows keep ids and
-- figures there. The table is the owner's: its user reads and writes rows, and can add no trigger, rule or column.
CREATE OR REPLACE FUNCTION public.make_work_table(called text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  columns text := case called
    -- Imports: the ids of new records by the keys of the rows, and the bills to write.
    when 'new_accounts' then 'account_key text primary key, account_id bigint not null'
    when 'new_subjects' then 'subject_key text not null, subject_id bigint not null'
    when 'new_units' then 'account_id bigint not null, unit_key text not null, unit_id bigint not null'
    when 'new_bills' then
      'row_id bigint not null,
       bill_id bigint not null default nextval(pg_get_serial_sequence(''public.bills'', ''bill_id'')),
       account_id bigint not null, subject_id bigint not null, number text, given_number text, description text not null,
       unit text, issue_date date not null, due_date date not null, amount bigint not null, import_key text'
    when 'written_rows' then
      'row_id bigint not null, account_id bigint not null, subject_id bigint not null, unit_id bigint not null,
       right_kind text not null, right_is_new boolean not null, opening boolean not null, amount bigint not null,
       opening_day date, weights jsonb, weights_add boolean not null'
    -- Payouts: the lines of one, with their payments.
    when 'held' then
      'at timestamptz, movement_id text, type text, day date, amount bigint, fee bigint, customer_id bigint,
       account_id bigint, payment_id bigint, class text, went_on boolean, payment_intent text, charge_id text'
    -- Reconciliation: the objects compared, the differences found, the days concerned.
    when 'compared' then 'customer_id bigint, payment_id bigint, class text'
    when 'found' then
      'object text, kind text, class text, day date, customer_id bigint, account_id bigint, payment_id bigint,
       movement_id text, provider_object text, provider_amount bigint, our_amount bigint, ledger_amount bigint,
       difference bigint'
    when 'days' then 'day date'
  end;
begin
  if columns is null then
    raise exception 'there is no work table %', coalesce(called, 'null');
  end if;
  execute format('drop table if exists pg_temp.%I', called);
  execute format('create temporary table %I (%s) on commit drop', called, columns);
  execute format('grant select, insert, update, delete on pg_temp.%I to saldo_customer, saldo_super, saldo_system', called);
end $function$;
revoke execute on function make_work_table(text) from public;
grant execute on function make_work_table(text) to saldo_customer, saldo_super, saldo_system;

-- The first and last four characters: enough to recognise an IBAN, too little to use it.
CREATE OR REPLACE FUNCTION public.masked_iban(iban text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (length(iban) > 8) THEN (("left"(iban, 4) || repeat('•'::text, (length(iban) - 8))) || "right"(iban, 4)) ELSE iban END;

-- The record that a duplicate was merged into, if it is of the actor's customer.
CREATE OR REPLACE FUNCTION public.merged_subject(old_subject_id bigint)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 SELECT s.merged_into
    FROM subjects s
   WHERE ((s.subject_id = merged_subject.old_subject_id) AND ((s.customer_id = actor_customer_id()) OR (actor_customer_id() IS NULL)));
END;
revoke execute on function merged_subject(bigint) from public;
grant execute on function merged_subject(bigint) to saldo_customer, saldo_super, saldo_system;

-- Null: nobody has set one, and what the release says holds. Asked before anybody is known.
CREATE OR REPLACE FUNCTION public.minimum_version(of_edition text)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 SELECT v.version
    FROM minimum_versions v
   WHERE (v.edition = minimum_version.of_edition)
   ORDER BY v.minimum_version_id DESC
  LIMIT 1;
END;
revoke execute on function minimum_version(text) from public;
grant execute on function minimum_version(text) to saldo_server, saldo_super;

-- What counts towards the limits of a day: what was approved on it and did not fail; `open`: what waits for approval.
CREATE OR REPLACE FUNCTION public.money_moved_on(of_day date, of_customer_id bigint, without_id bigint)
 RETURNS TABLE(office bigint, every bigint, office_open bigint, every_open bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 SELECT (COALESCE(sum(t.amount) FILTER (WHERE ((a.approved_at IS NOT NULL) AND (t.customer_id = money_moved_on.of_customer_id))), (0)::numeric))::bigint AS "coalesce",
     (COALESCE(sum(t.amount) FILTER (WHERE (a.approved_at IS NOT NULL)), (0)::numeric))::bigint AS "coalesce",
     (COALESCE(sum(t.amount) FILTER (WHERE ((a.approved_at IS NULL) AND (t.customer_id = money_moved_on.of_customer_id))), (0)::numeric))::bigint AS "coalesce",
     (COALESCE(sum(t.amount) FILTER (WHERE (a.approved_at IS NULL)), (0)::numeric))::bigint AS "coalesce"
    FROM (money_transfers t
      LEFT JOIN money_transfer_approvals a ON ((a.money_transfer_id = t.money_transfer_id)))
   WHERE ((t.money_transfer_id IS DISTINCT FROM money_moved_on.without_id) AND (((a.approved_at IS NOT NULL) AND (((a.approved_at AT TIME ZONE 'Europe/Rome'::text))::date = money_moved_on.of_day) AND (t.state <> ALL (ARRAY['failed'::text, 'cancelled'::text]))) OR ((t.state = 'requested'::text) AND (t.expires_at > now()))));
END;
revoke execute on function money_moved_on(date,bigint,bigint) from public;
grant execute on function money_moved_on(date,bigint,bigint) to saldo_super, saldo_system;

-- The sections that show what people owe and pay.
CREATE OR REPLACE FUNCTION public.money_sections()
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ARRAY['bills'::text, 'payments'::text, 'debits'::text];

-- Who may not approve: besides who asked, who is no second person to them, who asked for the condominium's present IBAN or
-- confirmed it, and who last set the limits that hold.
CREATE OR REPLACE FUNCTION public.money_transfer_approver_refusal(of_transfer bigint, approver bigint)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  t money_transfers;
  why text;
begin
  select * into t from money_transfers m where m.money_transfer_id = of_transfer;
  if approver = t.requested_by then
    return 'approved_by_another_person';
  end if;
  why := second_person_refusal(t.requested_by, approver);
  if why is not null then
    return why;
  end if;
  if exists (
    select from (select c.requested_by, c.decided_by from iban_changes c
      where c.account_id = t.account_id and c.state = 'confirmed'
      order by c.decided_at desc, c.iban_change_id desc limit 1) last
    where approver in (last.requested_by, last.decided_by)
  ) then
    return 'changed_the_iban';
  end if;
  if exists (select from money_transfer_limits_of(t.customer_id) l where approver = any (l.set_by)) then
    return 'set_the_limits';
  end if;
  return null;
end $function$;
revoke execute on function money_transfer_approver_refusal(bigint,bigint) from public;
grant execute on function money_transfer_approver_refusal(bigint,bigint) to saldo_customer, saldo_super, saldo_system;

CREATE OR REPLACE FUNCTION public.money_transfer_begins()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- Without a person only what is over already may be written: nothing follows from it.
  if actor_user_id() is null then
    if new.state not in ('refused', 'withdrawn', 'expired') then
      perform refuse_money_transfer('needs_a_person');
    end if;
    return new;
  end if;
  if new.state <> 'requested' or new.requested_by is distinct from actor_user_id() or new.closed_by is not null
     or new.file_taken_by is not null or new.asked_at is not null or new.provider_object is not null or new.sent_on is not null
     or new.requested_at <> now() or new.expires_at > now() + interval '7 days' then
    perform refuse_money_transfer('begins_as_request');
  end if;
  perform lock_money_transfers();
  if not exists (
    select from movable_balances b where b.customer_id = new.customer_id and b.account_id = new.account_id
      and b.way = new.way and b.destination is not distinct from new.destination and b.iban = new.iban
      and b.provider_account = new.provider_account
  ) then
    perform refuse_money_transfer('way_other');
  end if;
  perform refuse_money_transfer(money_transfer_refusal(new.account_id, new.amount, null));
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.money_transfer_file_is_taken()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  t money_transfers;
begin
  select * into t from money_transfers m where m.money_transfer_id = new.money_transfer_id for update;
  if t.way is distinct from 'file' or t.state not in ('approved', 'sent')
     or new.taken_by is distinct from actor_user_id() or new.taken_at <> now() then
    perform refuse_money_transfer('taken_by_oneself');
  end if;
  return new;
end $function$;

-- Returns why this user may not free the money of a transfer, as a code; null if they may. Cancelling a transfer frees its
-- money, and so does recording that the bank rejected or returned it. Whoever downloaded the file may still give it to the bank,
-- so they must not free the money: it could be moved twice.
CREATE OR REPLACE FUNCTION public.money_transfer_free_refusal(of_transfer bigint, freer bigint)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 SELECT
         CASE
             WHEN ((money_transfer_free_refusal.freer IS NULL) OR (money_transfer_free_refusal.freer = k.taken_by)) THEN 'freed_by_another_person'::text
             ELSE second_person_refusal(k.taken_by, money_transfer_free_refusal.freer)
         END AS why
    FROM money_transfer_file_takings k
   WHERE (k.money_transfer_id = money_transfer_free_refusal.of_transfer)
   ORDER BY ((money_transfer_free_refusal.freer IS NULL) OR (money_transfer_free_refusal.freer = k.taken_by)) DESC, (second_person_refusal(k.taken_by, money_transfer_free_refusal.freer))
  LIMIT 1;
END;
revoke execute on function money_transfer_free_refusal(bigint,bigint) from public;
grant execute on function money_transfer_free_refusal(bigint,bigint) to saldo_customer, saldo_super, saldo_system;

CREATE OR REPLACE FUNCTION public.money_transfer_is_approved()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  t money_transfers;
begin
  perform lock_money_transfers();
  select * into t from money_transfers m where m.money_transfer_id = new.money_transfer_id for update;
  if new.approved_by is distinct from actor_user_id() or new.approved_at <> now() then
    perform refuse_money_transfer('approved_by_oneself');
  end if;
  if t.state is distinct from 'requested' then
    perform refuse_money_transfer('moves_forward');
  end if;
  if t.expires_at <= now() then
    perform refuse_money_transfer('expired');
  end if;
  perform refuse_money_transfer(money_transfer_approver_refusal(t.money_transfer_id, new.approved_by));
  perform refuse_money_transfer(money_transfer_refusal(t.account_id, t.amount, t.money_transfer_id));
  return new;
end $function$;

-- The limits that hold for an office: its own, or those for every office; and the last rows, which say who set them.
CREATE OR REPLACE FUNCTION public.money_transfer_limits_of(of_customer_id bigint)
 RETURNS TABLE(office_day_limit bigint, all_day_limit bigint, payer_name text, payer_iban text, set_by bigint[])
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 SELECT COALESCE(o.office_day_limit, g.office_day_limit) AS "coalesce",
     g.all_day_limit,
     g.payer_name,
     g.payer_iban,
     array_remove(ARRAY[g.set_by, o.set_by], NULL::bigint) AS array_remove
    FROM (( SELECT l.limit_id,
             l.customer_id,
             l.office_day_limit,
             l.all_day_limit,
             l.payer_name,
             l.payer_iban,
             l.reason,
             l.set_by,
             l.set_by_name,
             l.set_at
            FROM money_transfer_limits l
           WHERE (l.customer_id IS NULL)
           ORDER BY l.limit_id DESC
          LIMIT 1) g
      LEFT JOIN ( SELECT l.limit_id,
             l.customer_id,
             l.office_day_limit,
             l.all_day_limit,
             l.payer_name,
             l.payer_iban,
             l.reason,
             l.set_by,
             l.set_by_name,
             l.set_at
            FROM money_transfer_limits l
           WHERE (l.customer_id = money_transfer_limits_of.of_customer_id)
           ORDER BY l.limit_id DESC
          LIMIT 1) o ON (true));
END;
revoke execute on function money_transfer_limits_of(bigint) from public;
grant execute on function money_transfer_limits_of(bigint) to saldo_super, saldo_system;

CREATE OR REPLACE FUNCTION public.money_transfer_moves()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (new.money_transfer_id, new.customer_id, new.account_id, new.way, new.provider_account, new.amount, new.iban, new.beneficiary,
      new.reason, new.requested_by, new.requested_by_name, new.requested_at, new.expires_at)
     is distinct from
     (old.money_transfer_id, old.customer_id, old.account_id, old.way, old.provider_account, old.amount, old.iban, old.beneficiary,
      old.reason, old.requested_by, old.requested_by_name, old.requested_at, old.expires_at)
     or (new.destination, new.payer_name, new.payer_iban, new.idempotency_key, new.request_hash)
     is distinct from (old.destination, old.payer_name, old.payer_iban, old.idempotency_key, old.request_hash) then
    perform refuse_money_transfer('request_never_changes');
  end if;
  if old.provider_object is not null and new.provider_object is distinct from old.provider_object
     or old.asked_at is not null and new.asked_at is distinct from old.asked_at
     or old.closed_by is not null and new.closed_by is distinct from old.closed_by
     or old.file_taken_at is not null and (new.file_taken_at, new.file_taken_by, new.file_taken_by_name)
       is distinct from (old.file_taken_at, old.file_taken_by, old.file_taken_by_name) then
    perform refuse_money_transfer('said_once');
  end if;
  if old.file_taken_at is null and new.file_taken_at is not null then
    if new.way <> 'file' or old.state <> 'approved' or new.state <> 'approved'
       or new.file_taken_by is distinct from actor_user_id() or new.file_taken_at <> now()
       or not exists (select from money_transfer_file_takings k
         where k.money_transfer_id = new.money_transfer_id and k.taken_by = new.file_taken_by) then
      perform refuse_money_transfer('taken_by_oneself');
    end if;
    perform refuse_money_transfer(money_transfer_refusal(new.account_id, new.amount, new.money_transfer_id));
  end if;
  if new.state <> old.state then
    if not exists (
      select from money_transfer_transitions x where x.from_state = old.state and x.to_state = new.state
    ) then
      perform refuse_money_transfer('moves_forward');
    end if;
    -- Only its approval makes it approved, and whatever follows needs one.
    if new.state in ('approved', 'unknown', 'sent', 'paid', 'failed')
       and not exists (select from money_transfer_approvals a where a.money_transfer_id = new.money_transfer_id) then
      perform refuse_money_transfer('needs_approval');
    end if;
    if new.state in ('cancelled', 'failed') then
      perform refuse_money_transfer(money_transfer_free_refusal(old.money_transfer_id, actor_user_id()));
    end if;
    if new.state = 'withdrawn' and actor_user_id() is distinct from new.requested_by then
      perform refuse_money_transfer('withdrawn_by_another');
    end if;
    if new.state = 'refused' and (actor_user_id() is null or new.closed_by is distinct from actor_user_id()
       or actor_user_id() = new.requested_by) then
      perform refuse_money_transfer('refused_by_another');
    end if;
  end if;
  new.updated_at := now();
  return new;
end $function$;

-- Why this amount may not be moved now, as a code; null if it may. `of_transfer`: one that waits for approval or, by file, for
-- the bank; null: a new one. The limits hold for the day of the approval, so what is approved is not counted again.
CREATE OR REPLACE FUNCTION public.money_transfer_refusal(of_account_id bigint, wanted bigint, of_transfer bigint)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  b movable_balances;
  t money_transfers;
  l record;
  moved record;
begin
  select * into b from movable_balances m where m.account_id = of_account_id;
  if not found then
    return 'no_account';
  end if;
  if b.refusal is not null then
    return b.refusal;
  end if;
  if of_transfer is not null then
    select * into t from money_transfers m where m.money_transfer_id = of_transfer;
    if t.iban is distinct from b.iban then
      return 'iban_other';
    end if;
    if t.way is distinct from b.way or t.destination is distinct from b.destination
       or t.provider_account is distinct from b.provider_account then
      return 'way_other';
    end if;
  end if;
  -- A transfer that waits is itself among what is reserved.
  if wanted > b.free + coalesce(t.amount, 0) then
    return 'more_than_movable';
  end if;
  if t.state = 'approved' then
    return null;
  end if;
  select * into l from money_transfer_limits_of(b.customer_id);
  select * into moved from money_moved_on(today(), b.customer_id, of_transfer);
  if of_transfer is null then
    moved.office := moved.office + moved.office_open;
    moved.every := moved.every + moved.every_open;
  end if;
  if moved.office + wanted > l.office_day_limit then
    return 'office_limit';
  end if;
  if moved.every + wanted > l.all_day_limit then
    return 'day_limit';
  end if;
  return null;
end $function$;
revoke execute on function money_transfer_refusal(bigint,bigint,bigint) from public;
grant execute on function money_transfer_refusal(bigint,bigint,bigint) to saldo_customer, saldo_super, saldo_system;

-- For payments that go on to a connected account the platform bears the provider's fee. Where the ledger had charged it to
-- the office, this moves it by an adjustment, once for each of these attempts. Returns how many.
CREATE OR REPLACE FUNCTION public.move_provider_fees(of_attempts bigint[])
 RETURNS bigint
 LANGUAGE sql
BEGIN ATOMIC
 WITH wrong AS (
          SELECT e.customer_id,
             e.account_id,
             e.subject_id,
             e.bill_id,
             e.payment_id,
             e.day,
             e.at,
             t.attempt_id,
             (sum(l.amount))::bigint AS fee
            FROM ((payment_attempts t
              JOIN ledger_entries e ON (((e.customer_id = t.customer_id) AND (e.payment_id = t.payment_id) AND (e.kind = 'collection_fee'::text) AND (e.source = ('attempt:'::text || t.attempt_id)))))
              JOIN ledger_lines l ON (((l.customer_id = e.customer_id) AND (l.entry_id = e.entry_id) AND (l.ledger_account = 'collection_fees'::text))))
           WHERE ((t.attempt_id = ANY (move_provider_fees.of_attempts)) AND (t.request ? 'transfer_data'::text))
           GROUP BY e.customer_id, e.account_id, e.subject_id, e.bill_id, e.payment_id, e.day, e.at, t.attempt_id
         ), posted AS (
          INSERT INTO ledger_entries (customer_id, account_id, subject_id, bill_id, payment_id, day, at, kind, source, description)  SELECT wrong.customer_id,
                     wrong.account_id,
                     wrong.subject_id,
                     wrong.bill_id,
                     wrong.payment_id,
                     wrong.day,
                     wrong.at,
                     'adjustment',
                     ('provider_fee:'::text || wrong.attempt_id),
                     'Commissione del provider a carico della piattaforma'
                    FROM wrong
                   WHERE (wrong.fee <> 0) ON CONFLICT DO NOTHING
           RETURNING ledger_entries.customer_id,
             ledger_entries.entry_id,
             ledger_entries.source
         ), lines AS (
          INSERT INTO ledger_lines (customer_id, entry_id, ledger_account, amount)  SELECT p.customer_id,
                     p.entry_id,
                     l.ledger_account,
                     (l.sign * w.fee)
                    FROM ((posted p
                      JOIN wrong w ON ((p.source = ('provider_fee:'::text || w.attempt_id))))
                      CROSS JOIN ( VALUES ('platform'::text,1), ('collection_fees'::text,'-1'::integer)) l(ledger_account, sign))
           RETURNING 1 AS "?column?"
         )
  SELECT (count(*) / 2)
    FROM lines;
END;
revoke execute on function move_provider_fees(bigint[]) from public;
grant execute on function move_provider_fees(bigint[]) to saldo_system;

-- What the bank said of a movement never changes.
CREATE OR REPLACE FUNCTION public.movement_stays()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (new.account_id, new.identity, new.booked_on, new.amount, new.text, new.party_iban)
       is distinct from (old.account_id, old.identity, old.booked_on, old.amount, old.text, old.party_iban) then
    raise exception 'movement % is as the bank said', old.movement_id using errcode = '23514', constraint = 'movement_stays';
  end if;
  return new;
end $function$;

-- The words of a name in alphabetical order, so that Rossi Mario equals Mario Rossi.
CREATE OR REPLACE FUNCTION public.name_words(name_key text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (SELECT string_agg(w.w, ' '::text ORDER BY w.w) AS string_agg FROM regexp_split_to_table(name_words.name_key, '[^a-z0-9]+'::text) w(w) WHERE (w.w <> ''::text));

-- The holder of a link may queue a mail about that bill but read none, so its key must be known before the row.
CREATE OR REPLACE FUNCTION public.next_email_id()
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 SELECT nextval((pg_get_serial_sequence('public.emails'::text, 'email_id'::text))::regclass) AS nextval;
END;
revoke execute on function next_email_id() from public;
grant execute on function next_email_id() to saldo_consumer, saldo_customer, saldo_link, saldo_super, saldo_system;

-- At most three holidays follow one another, so the fourth day is a working day.
CREATE OR REPLACE FUNCTION public.next_working_day(day date)
 RETURNS date
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (NOT is_italian_holiday(day)) THEN day WHEN (NOT is_italian_holiday((day + 1))) THEN (day + 1) WHEN (NOT is_italian_holiday((day + 2))) THEN (day + 2) ELSE (day + 3) END;

-- Nobody in the back office has a way into an office: whoever writes it, no user of an office has an address of a mailbox of
-- the back office, and no super user one of an office. Nor does a super user make, or rename to, any other user with their
-- own.
CREATE OR REPLACE FUNCTION public.not_of_back_office()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if new.customer_id is not null and is_of_back_office(new.email)
    or exists (
      select from users u
      where u.user_id = actor_user_id() and u.flag_super_user and u.user_id <> new.user_id
        and mailbox_of(u.email) = mailbox_of(new.email)
    ) then
    raise exception 'no user of an office has an address of the back office'
      using errcode = '23514', constraint = 'not_of_back_office';
  end if;
  if new.flag_super_user and new.state <> 'removed' and exists (
      select from users u
      where u.customer_id is not null and u.state <> 'removed' and u.user_id <> new.user_id
        and mailbox_of(u.email) = mailbox_of(new.email)
    ) then
    raise exception 'no super user has an address of an office'
      using errcode = '23514', constraint = 'not_of_office';
  end if;
  return new;
end $function$;
revoke execute on function not_of_back_office() from public;

CREATE OR REPLACE FUNCTION public.note_login_hand()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  insert into login_hands (user_id, by_user_id, how)
  select new.user_id, u.user_id, tg_argv[0] from users u where u.user_id = actor_user_id() and u.user_id <> new.user_id
  on conflict do nothing;
  return null;
end $function$;
revoke execute on function note_login_hand() from public;

-- A sub-user changes and removes only what they wrote; that a person was called back, anybody may say. The office's
-- administrators may change everything.
CREATE OR REPLACE FUNCTION public.note_stays_its_authors()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if current_user = 'saldo_subuser' and old.created_by is distinct from actor_user_id() and (tg_op = 'DELETE'
    or (new.customer_id, new.subject_id, new.kind, new.happened_at, new.text, new.call_back_on, new.created_by, new.author)
      is distinct from
      (old.customer_id, old.subject_id, old.kind, old.happened_at, old.text, old.call_back_on, old.created_by, old.author))
  then
    raise exception 'note % was written by another user', old.note_id
      using errcode = '23514', constraint = 'note_stays_its_authors';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $function$;

-- The address for notices. Null when the person does not want them by e-mail.
CREATE OR REPLACE FUNCTION public.notice_email(of_customer_id bigint, of_subject_id bigint, email text)
 RETURNS text
 LANGUAGE sql
 STABLE
RETURN CASE WHEN (EXISTS (SELECT FROM subject_consents c WHERE ((c.customer_id = notice_email.of_customer_id) AND (c.subject_id = notice_email.of_subject_id) AND (c.kind = 'email_notices'::text) AND (NOT c.given)))) THEN NULL::text ELSE email END;

CREATE OR REPLACE FUNCTION public.number_receipt()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  on_day constant date := (new.settled_at at time zone 'Europe/Rome')::date;
begin
  if exists (select from receipts where payment_id = new.payment_id) then
    return null;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('numbers:receipt:' || new.account_id, 0));
  insert into receipts (payment_id, customer_id, account_id, day, ordinal)
  select new.payment_id, new.customer_id, new.account_id, on_day, coalesce(max(r.ordinal), 0) + 1
  from receipts r
  where r.customer_id = new.customer_id and r.account_id = new.account_id and r.year = extract(year from on_day)::integer;
  return null;
end $function$;

-- The codes of new IBANs go to an office's address: it is not in a mailbox of the back office, whoever writes it.
CREATE OR REPLACE FUNCTION public.office_is_not_of_back_office()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if is_of_back_office(new.primary_email) then
    raise exception 'no office has an address of the back office'
      using errcode = '23514', constraint = 'not_of_back_office';
  end if;
  return new;
end $function$;
revoke execute on function office_is_not_of_back_office() from public;

-- Whether two users are one hand: the same user, or joined, in either direction, by a line of invitations and of changed
-- logins (login_hands). Who invites somebody chooses the mailbox, so both logins may be one person's. Whatever asks for a
-- second person asks this.
CREATE OR REPLACE FUNCTION public.one_hand(one_user bigint, other_user bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 WITH RECURSIVE line AS (
          SELECT u.user_id AS of_user,
             u.user_id AS hand
            FROM users u
           WHERE (u.user_id = ANY (ARRAY[one_hand.one_user, one_hand.other_user]))
         UNION
          SELECT l.of_user,
             h.by_user_id
            FROM (line l
              JOIN ( SELECT u.user_id,
                     u.invited_by AS by_user_id
                    FROM users u
                   WHERE (u.invited_by IS NOT NULL)
                 UNION ALL
                  SELECT c.user_id,
                     c.by_user_id
                    FROM login_hands c) h ON ((h.user_id = l.hand)))
         )
  SELECT (EXISTS ( SELECT
            FROM line l
           WHERE (((l.of_user = one_hand.one_user) AND (l.hand = one_hand.other_user)) OR ((l.of_user = one_hand.other_user) AND (l.hand = one_hand.one_user))))) AS "exists";
END;
revoke execute on function one_hand(bigint,bigint) from public;
grant execute on function one_hand(bigint,bigint) to saldo_customer, saldo_super, saldo_system;

-- The impersonation that a session has open, if any.
CREATE OR REPLACE FUNCTION public.open_impersonation(of_session_id bigint)
 RETURNS TABLE(impersonation_id bigint, customer_id bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 SELECT i.impersonation_id,
     i.customer_id
    FROM impersonations i
   WHERE ((i.session_id = open_impersonation.of_session_id) AND (i.ended_at IS NULL) AND (i.until > now()));
END;
revoke execute on function open_impersonation(bigint) from public;
grant execute on function open_impersonation(bigint) to saldo_server;

-- The announcements of the transaction's user: shown now, meant for them and not closed by them. A resident has the offices
-- of their own records.
CREATE OR REPLACE FUNCTION public.own_announcements()
 RETURNS TABLE(announcement_id bigint, title text, text text, level text, until timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 SELECT a.announcement_id,
     a.title,
     a.text,
     a.level,
     a.until
    FROM ((users u
      LEFT JOIN customers c ON ((c.customer_id = u.customer_id)))
      JOIN announcements a ON (((a.ended_at IS NULL) AND (a.starts_at <= now()) AND (a.until > now()))))
   WHERE ((u.user_id = actor_user_id()) AND (
         CASE
             WHEN u.flag_super_user THEN 'back_office'::text
             WHEN (u.customer_id IS NULL) THEN 'residents'::text
             WHEN c.is_store THEN 'stores'::text
             ELSE 'administrators'::text
         END = ANY (a.audience)) AND (a.all_offices OR u.flag_super_user OR (EXISTS ( SELECT
            FROM announcement_offices o
           WHERE ((o.announcement_id = a.announcement_id) AND ((o.of_customer_id = u.customer_id) OR ((u.customer_id IS NULL) AND (EXISTS ( SELECT
                    FROM subjects s
                   WHERE ((s.customer_id = o.of_customer_id) AND (s.user_id = u.user_id)))))))))) AND (NOT (EXISTS ( SELECT
            FROM announcement_closings x
           WHERE ((x.announcement_id = a.announcement_id) AND (x.user_id = u.user_id))))))
   ORDER BY a.level, a.starts_at DESC, a.announcement_id DESC;
END;
revoke execute on function own_announcements() from public;
grant execute on function own_announcements() to saldo_consumer, saldo_customer, saldo_super;

-- The units of the actor, without the notes of the office: those in which they have a right today, and those that a bill of the
-- last year names, unless the register says that their right has ended. `rights`: none for a unit that only a bill names.
-- `weights`: the unit's in each table that has it, with the table's sum, in ten-thousandths.
CREATE OR REPLACE FUNCTION public.own_units()
 RETURNS TABLE(unit_id bigint, account_id bigint, account_name text, name text, staircase text, number text, floor text, use text, cadastral_sheet text, cadastral_parcel text, cadastral_subunit text, cadastral_category text, rights jsonb, weights jsonb)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 WITH oneself AS (
          SELECT s.customer_id,
             s.subject_id,
             s.nominative
            FROM subjects s
           WHERE ((s.user_id = actor_user_id()) AND (s.merged_into IS NULL))
         ), held AS (
          SELECT r.customer_id,
             r.unit_id,
             jsonb_agg(jsonb_build_object('nominative', o.nominative, 'right_kind', r.right_kind, 'share_numerator', r.share_numerator, 'share_denominator', r.share_denominator, 'since', r.since, 'until', r.until, 'pays', r.pays) ORDER BY o.nominative, r.right_holder_id) AS rights
            FROM (oneself o
              JOIN right_holders r ON (((r.customer_id = o.customer_id) AND (r.subject_id = o.subject_id))))
           WHERE (((r.since IS NULL) OR (r.since <= today())) AND ((r.until IS NULL) OR (r.until >= today())))
           GROUP BY r.customer_id, r.unit_id
         ), asked AS (
          SELECT b.customer_id,
             b.subject_id,
             b.account_id,
             max(b.bill_id) AS bill_id
            FROM (oneself o
              JOIN bills b ON (((b.customer_id = o.customer_id) AND (b.subject_id = o.subject_id))))
           WHERE ((b.status = 'issued'::text) AND (b.unit IS NOT NULL) AND ((b.residue > 0) OR (b.issue_date > (today() - 366))))
           GROUP BY b.customer_id, b.subject_id, b.account_id, b.unit
         ), billed AS (
          SELECT DISTINCT a_1.customer_id,
             named.unit_id
            FROM (asked a_1
              CROSS JOIN LATERAL ( SELECT x.unit_id
                    FROM bill_units x
                   WHERE ((x.customer_id = a_1.customer_id) AND (x.account_id = a_1.account_id) AND (x.bill_id = a_1.bill_id))
                  OFFSET 0) named)
           WHERE (NOT (EXISTS ( SELECT
                    FROM right_holders r
                   WHERE ((r.customer_id = a_1.customer_id) AND (r.unit_id = named.unit_id) AND (r.subject_id = a_1.subject_id)))))
         )
  SELECT u.unit_id,
     u.account_id,
     a.name,
     u.name,
     u.staircase,
     u.number,
     u.floor,
     u.use,
     u.cadastral_sheet,
     u.cadastral_parcel,
     u.cadastral_subunit,
     u.cadastral_category,
     COALESCE(h.rights, '[]'::jsonb) AS "coalesce",
     COALESCE(w.weights, '[]'::jsonb) AS "coalesce"
    FROM ((((( SELECT held.customer_id,
             held.unit_id
            FROM held
         UNION
          SELECT billed.customer_id,
             billed.unit_id
            FROM billed) mine
      JOIN units u ON (((u.customer_id = mine.customer_id) AND (u.unit_id = mine.unit_id))))
      JOIN accounts a ON (((a.customer_id = u.customer_id) AND (a.account_id = u.account_id))))
      LEFT JOIN held h ON (((h.customer_id = mine.customer_id) AND (h.unit_id = mine.unit_id))))
      LEFT JOIN LATERAL ( SELECT jsonb_agg(jsonb_build_object('name', t.name, 'kind', t.kind, 'weight', w_1.weight, 'total', ( SELECT (sum(x.weight))::bigint AS sum
                    FROM weights x
                   WHERE (x.weight_table_id = t.weight_table_id))) ORDER BY t."position", t.name, t.weight_table_id) AS weights
            FROM (weights w_1
              JOIN weight_tables t ON (((t.customer_id = w_1.customer_id) AND (t.account_id = w_1.account_id) AND (t.weight_table_id = w_1.weight_table_id))))
           WHERE ((w_1.customer_id = u.customer_id) AND (w_1.unit_id = u.unit_id))) w ON (true))
   ORDER BY a.name_key, u.account_id, u."position", u.unit_id
  LIMIT 500;
END;
revoke execute on function own_units() from public;
grant execute on function own_units() to saldo_consumer;

CREATE OR REPLACE FUNCTION public.payment_has_its_bill()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into payment_bills (payment_id, bill_id, customer_id) values (new.payment_id, new.bill_id, new.customer_id);
  return null;
end $function$;

-- Keeps a payment's refund sums up to date. Its constraint refuses more than the payment.
CREATE OR REPLACE FUNCTION public.payments_follow_refunds()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  before text := case when tg_op = 'UPDATE' then old.state end;
begin
  update payments set
    refunding = refunding
      + case when new.state in ('recorded', 'unknown') then new.amount else 0 end
      - case when before in ('recorded', 'unknown') then new.amount else 0 end,
    refunded = refunded
      + case when new.state in ('pending', 'requires_action', 'succeeded') then new.amount else 0 end
      - case when before in ('pending', 'requires_action', 'succeeded') then new.amount else 0 end
  where customer_id = new.customer_id and payment_id = new.payment_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.permissions(level text, of_sections text[])
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ARRAY(SELECT ((s.s || ':'::text) || permissions.level) FROM unnest(permissions.of_sections) s(s));

-- A sub-user's permissions as actor_may() reads them. Null for everybody else.
CREATE OR REPLACE FUNCTION public.permissions_of(of_user_id bigint)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 SELECT
         CASE
             WHEN u.is_subuser THEN COALESCE(( SELECT string_agg(((p.section || ':read'::text) ||
                     CASE
                         WHEN (p.level = 'write'::text) THEN ((','::text || p.section) || ':write'::text)
                         ELSE ''::text
                     END), ','::text) AS string_agg
                FROM user_permissions p
               WHERE (p.user_id = u.user_id)), ''::text)
             ELSE NULL::text
         END AS "case"
    FROM users u
   WHERE (u.user_id = permissions_of.of_user_id);
END;
revoke execute on function permissions_of(bigint) from public;
grant execute on function permissions_of(bigint) to saldo_server, saldo_worker;

-- A tax code without what tells duplicates apart: the letters that replace digits in case of omocodia become digits again,
-- and the check letter, which follows from the rest, is left out. DM 23 December 1976. A company's 11 digits stay.
CREATE OR REPLACE FUNCTION public.plain_fiscal_code(code text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (length(code) = 16) THEN ((((("left"(code, 6) || translate(substr(code, 7, 2), 'LMNPQRSTUV'::text, '0123456789'::text)) || substr(code, 9, 1)) || translate(substr(code, 10, 2), 'LMNPQRSTUV'::text, '0123456789'::text)) || substr(code, 12, 1)) || translate(substr(code, 13, 3), 'LMNPQRSTUV'::text, '0123456789'::text)) ELSE code END;

-- A bill is in at most one proposed or active plan.
CREATE OR REPLACE FUNCTION public.plan_bills_follow()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update plan_bills set open = new.state in ('proposed', 'active')
  where customer_id = new.customer_id and plan_id = new.plan_id;
  return null;
end $function$;

-- The allowed state changes of a plan. A test compares them with the domain's planTransitions.
CREATE OR REPLACE FUNCTION public.plan_may_move(from_state text, to_state text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE from_state WHEN 'proposed'::text THEN (to_state = ANY (ARRAY['active'::text, 'expired'::text, 'withdrawn'::text])) WHEN 'active'::text THEN (to_state = ANY (ARRAY['done'::text, 'lapsed'::text, 'withdrawn'::text])) ELSE false END;

CREATE OR REPLACE FUNCTION public.plan_moves_forward()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.state <> old.state and not plan_may_move(old.state, new.state) then
    raise exception 'plan % may not go from % to %', old.plan_id, old.state, new.state
      using errcode = '23514', constraint = 'plan_moves_forward';
  end if;
  if (new.amount, new.agreement, new.subject_id, new.account_id) is distinct from
     (old.amount, old.agreement, old.subject_id, old.account_id) then
    raise exception 'plan % is what was proposed', old.plan_id using errcode = '23514', constraint = 'plan_moves_forward';
  end if;
  new.updated_at := now();
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.platform_fees_are_append_only()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'what the platform kept is append-only'
    using errcode = '23514', constraint = 'platform_fees_are_append_only';
end $function$;

-- Bills that are issued, amended or cancelled: the ledger gets the difference between what it has for the bill, person by
-- person, and what the bill asks now. The first posting has the bill's issue date, later ones have their own day, because the
-- past stays as it was. A credit note posts its own entry first, so no difference is left.
CREATE OR REPLACE FUNCTION public.post_changed_bills()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  -- Computed in one pass: with a join under `exists`, PostgreSQL would compare each bill with each.
  if not exists (
    select bill_id, status, amount, subject_id, account_id from changed
    except
    select bill_id, status, amount, subject_id, account_id from before
  ) then
    return null;
  end if;
  with moved as (
    select n.* from changed n join before o on o.bill_id = n.bill_id
    where (n.status, n.amount, n.subject_id, n.account_id) is distinct from (o.status, o.amount, o.subject_id, o.account_id)
  ), told as (
    select m.bill_id, e.subject_id, e.account_id, -sum(l.amount)::bigint as asked
    from moved m
    join ledger_lines l on l.customer_id = m.customer_id and l.bill_id = m.bill_id and l.ledger_account = 'billed'
    join ledger_entries e on e.customer_id = l.customer_id and e.entry_id = l.entry_id
    group by 1, 2, 3
  ), differences as (
    select bill_id, subject_id, account_id, coalesce(w.asked, 0) - coalesce(t.asked, 0) as amount
    from told t
    full join (
      select bill_id, subject_id, account_id, case when status = 'issued' then amount else 0 end as asked from moved
    ) w using (bill_id, subject_id, account_id)
    where coalesce(w.asked, 0) <> coalesce(t.asked, 0)
  ), posted as (
    insert into ledger_entries (customer_id, account_id, subject_id, bill_id, kind, source, description, day)
    select m.customer_id, d.account_id, d.subject_id, m.bill_id, k.kind,
      case k.kind when 'issue' then 'bill:' || m.bill_id
        else concat_ws(':', 'bill', m.bill_id, d.account_id, d.subject_id,
          (select count(*) from ledger_lines l where l.customer_id = m.customer_id and l.bill_id = m.bill_id)) end,
      case k.kind when 'issue' then 'Bolletta ' || m.number || ': ' || m.description
        when 'cancellation' then 'Annullata la bolletta ' || m.number
        else 'Rettifica della bolletta ' || m.number end,
      case k.kind when 'issue' then m.issue_date else greatest(today(), m.issue_date) end
    from differences d
    join moved m on m.bill_id = d.bill_id
    cross join lateral (select case when m.status = 'cancelled' then 'cancellation'
      when not exists (select from told t where t.bill_id = m.bill_id) then 'issue' else 'amendment' end as kind) k
    returning customer_id, entry_id, bill_id, subject_id, account_id
  )
  insert into ledger_lines (customer_id, entry_id, ledger_account, amount, bill_id)
  select p.customer_id, p.entry_id, l.ledger_account, l.sign * d.amount, p.bill_id
  from posted p
  join differences d on d.bill_id = p.bill_id and d.subject_id = p.subject_id and d.account_id = p.account_id
  cross join (values ('receivables', 1), ('billed', -1)) l (ledger_account, sign);
  return null;
end $function$;

-- Posts the amounts of new bills: Dr receivables / Cr billed, both naming the bill. Runs as the owner, because an actor who
-- may write the bill may not always see the entry that the same statement writes.
CREATE OR REPLACE FUNCTION public.post_issued_bills()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  with posted as (
    insert into ledger_entries (customer_id, account_id, subject_id, bill_id, kind, source, description, day)
    select customer_id, account_id, subject_id, bill_id, 'issue', 'bill:' || bill_id,
      'Bolletta ' || number || ': ' || description, issue_date
    from changed where status = 'issued'
    returning customer_id, entry_id, bill_id
  )
  insert into ledger_lines (customer_id, entry_id, ledger_account, amount, bill_id)
  select p.customer_id, p.entry_id, l.ledger_account, l.sign * c.amount, p.bill_id
  from posted p
  join changed c on c.bill_id = p.bill_id
  cross join (values ('receivables', 1), ('billed', -1)) l (ledger_account, sign);
  return null;
end $function$;

-- Puts a table under row-level security. The owner, the system and a super user without a chosen customer see all rows; a
-- customer sees its own and may do what `customer_may` lists. Policies for residents and link holders are written beside
-- their tables. A role that may insert may also take the next id from the sequence, before it writes the row.
CREATE OR REPLACE FUNCTION public.protect(target regclass, customer_may text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  id_sequence regclass := (
    select s.oid from pg_depend d join pg_class s on s.oid = d.objid and s.relkind = 'S'
    where d.classid = 'pg_class'::regclass and d.refclassid = 'pg_class'::regclass and d.refobjid = target);
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('create policy owner on %s to %I using (true) with check (true)', target, current_user);
  execute format('create policy system on %s to saldo_system using (true) with check (true)', target);
  execute format('create policy super_user on %s to saldo_super using (true) with check (true)', target);
  execute format('grant select, insert, update, delete on %s to saldo_system, saldo_super', target);
  if customer_may <> '' then
    execute format(
      'create policy customer on %s to saldo_customer using (customer_id = actor_customer_id())
         with check (customer_id = actor_customer_id())', target);
    execute format('grant %s on %s to saldo_customer', customer_may, target);
  end if;
  if id_sequence is not null then
    execute format('grant usage on sequence %s to saldo_system, saldo_super', id_sequence);
    if customer_may like '%insert%' then
      execute format('grant usage on sequence %s to saldo_customer', id_sequence);
    end if;
  end if;
end $function$;

-- Protects rows that belong to one user and that no other user sees, not even a super user.
CREATE OR REPLACE FUNCTION public.protect_personal(target regclass, everybody_may text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform protect(target, '');
  execute format('revoke all on %s from saldo_super', target);
  execute format('drop policy super_user on %s', target);
  execute format('create policy oneself on %s to saldo_super, saldo_customer, saldo_consumer
    using (user_id = actor_user_id()) with check (user_id = actor_user_id())', target);
  execute format('grant %s on %s to saldo_super, saldo_customer, saldo_consumer', everybody_may, target);
end $function$;

-- Protects tables that only the system may read: credentials, tokens, and everything else that proves an identity.
CREATE OR REPLACE FUNCTION public.protect_secrets(target regclass)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform protect(target, '');
  execute format('revoke all on %s from saldo_super', target);
end $function$;

CREATE OR REPLACE FUNCTION public.push_to_devices()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  insert into push_deliveries (push_message_id, push_token_id)
  select m.push_message_id, t.push_token_id from changed m join push_tokens t on t.user_id = m.user_id where m.pushed;
  return null;
end $function$;
revoke execute on function push_to_devices() from public;

CREATE OR REPLACE FUNCTION public.query_customer_id()
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 SELECT r.customer_id
    FROM query_runs r
   WHERE ((r.backend_pid = pg_backend_pid()) AND (r.ended_at IS NULL));
END;
revoke execute on function query_customer_id() from public;
grant execute on function query_customer_id() to saldo_query;

CREATE OR REPLACE FUNCTION public.query_is_approved()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  why text := second_person_refusal(new.written_by, new.decided_by);
begin
  if why is not null then
    raise exception 'query not approved: %', why using errcode = '23514', constraint = 'second_person_' || why;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.query_runners_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (old.runnable_by is null or new.runnable_by <@ old.runnable_by) then
    return new;
  end if;
  if not exists (
    select from (select v.runnable_by from saved_query_versions v where v.query_id = new.query_id and v.state = 'approved'
      order by v.version desc limit 1) v
    where v.runnable_by is not distinct from new.runnable_by
  ) then
    raise exception 'more people may run a query only by an approval' using errcode = '23514', constraint = 'query_runners_approved';
  end if;
  return new;
end $function$;

-- The run of this connection: nothing that the query's text can set decides whose rows it sees. Without a run, no row.
CREATE OR REPLACE FUNCTION public.query_sees_all()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 SELECT (EXISTS ( SELECT
            FROM query_runs r
           WHERE ((r.backend_pid = pg_backend_pid()) AND (r.ended_at IS NULL) AND (r.customer_id IS NULL)))) AS "exists";
END;
revoke execute on function query_sees_all() from public;
grant execute on function query_sees_all() to saldo_query;

CREATE OR REPLACE FUNCTION public.query_version_changes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (new.query_id, new.version, new.text, new.parameters, new.chart, new.runnable_by, new.written_by, new.created_at)
    is distinct from
    (old.query_id, old.version, old.text, old.parameters, old.chart, old.runnable_by, old.written_by, old.created_at) then
    raise exception 'the text of a version never changes: write another' using errcode = '23514', constraint = 'query_version_is_fixed';
  end if;
  if old.state in ('approved', 'rejected') or (old.state, new.state) not in (('draft', 'submitted'), ('submitted', 'approved'), ('submitted', 'rejected')) then
    raise exception 'a version goes from % to %', old.state, new.state using errcode = '23514', constraint = 'query_version_goes_on';
  end if;
  return new;
end $function$;

-- How many of a sending's messages were read: only the number, without names.
CREATE OR REPLACE FUNCTION public.read_of_sending(wanted_push_sending_id bigint)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 SELECT count(*) AS count
    FROM push_messages m
   WHERE ((m.push_sending_id = read_of_sending.wanted_push_sending_id) AND (m.date_read IS NOT NULL));
END;
revoke execute on function read_of_sending(bigint) from public;
grant execute on function read_of_sending(bigint) to saldo_customer, saldo_super;

-- Whatever settles a bill otherwise (a card, a transfer, credit, a credit note), or cancels it, makes its open notice one to
-- recall. A trigger, because whoever pays by a link has no right to see notices.
CREATE OR REPLACE FUNCTION public.recall_settled_notices()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  update notices set state = 'to_recall', updated_at = now()
  where customer_id = new.customer_id and bill_id = new.bill_id and state = 'presented' and amount > new.residue;
  return null;
end $function$;
revoke execute on function recall_settled_notices() from public;

-- Cents taken back, refused, settled and given back only grow, and the state follows from them. The provider is asked again
-- only for what is owed.
CREATE OR REPLACE FUNCTION public.recovery_moves_forward()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (new.customer_id, new.payment_id, new.attempt_id, new.cause, new.dispute_id, new.refund_id, new.destination, new.amount)
      is distinct from
      (old.customer_id, old.payment_id, old.attempt_id, old.cause, old.dispute_id, old.refund_id, old.destination, old.amount)
    or new.fee < old.fee or new.reversed < old.reversed or new.refused < old.refused or new.settled < old.settled
    or new.to_return < old.to_return or new.returned < old.returned or new.round < old.round or (old.won and not new.won)
    or (new.asking > old.asking and (new.round = old.round or new.asking > old.fee + old.refused - old.settled)) then
    raise exception 'recovery % may not go back', old.recovery_id
      using errcode = '23514', constraint = 'recovery_moves_forward';
  end if;
  new.updated_at := now();
  return new;
end $function$;

-- Instalments changed: their bills follow, once per statement. Bills that already agree are left alone, because an update
-- touches fifteen indexes.
CREATE OR REPLACE FUNCTION public.refresh_bills()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update bills b
  set settled = i.settled,
      pending = i.pending,
      returned = i.returned,
      refunded = i.refunded,
      next_due_date = i.next_due_date,
      phase = bill_phase(b.status, b.disputed, b.amount, i.settled, i.pending, i.returned, i.refunded),
      updated_at = now()
  from (
    select bill_id, sum(settled)::bigint as settled, sum(pending)::bigint as pending, sum(returned)::bigint as returned,
      sum(refunded)::bigint as refunded,
      coalesce(min(due_date) filter (where settled < amount), max(due_date)) as next_due_date
    from bill_instalments
    where bill_id in (select c.bill_id from changed c)
    group by bill_id
  ) i
  where b.bill_id = i.bill_id
    and (b.settled, b.pending, b.returned, b.refunded, b.next_due_date, b.phase) is distinct from
      (i.settled, i.pending, i.returned, i.refunded, i.next_due_date,
        bill_phase(b.status, b.disputed, b.amount, i.settled, i.pending, i.returned, i.refunded));
  return null;
end $function$;

-- The allowed state changes of a refund. A test compares them with the domain's refundTransitions.
CREATE OR REPLACE FUNCTION public.refund_may_move(from_state text, to_state text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE from_state WHEN 'recorded'::text THEN (to_state = ANY (ARRAY['unknown'::text, 'pending'::text, 'requires_action'::text, 'succeeded'::text, 'failed'::text, 'cancelled'::text])) WHEN 'unknown'::text THEN (to_state = ANY (ARRAY['pending'::text, 'requires_action'::text, 'succeeded'::text, 'failed'::text, 'cancelled'::text])) WHEN 'pending'::text THEN (to_state = ANY (ARRAY['requires_action'::text, 'succeeded'::text, 'failed'::text, 'cancelled'::text])) WHEN 'requires_action'::text THEN (to_state = ANY (ARRAY['pending'::text, 'succeeded'::text, 'failed'::text, 'cancelled'::text])) WHEN 'succeeded'::text THEN (to_state = 'failed'::text) ELSE false END;

CREATE OR REPLACE FUNCTION public.refund_moves_forward()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.state <> old.state and not refund_may_move(old.state, new.state) then
    raise exception 'refund % may not go from % to %', old.refund_id, old.state, new.state
      using errcode = '23514', constraint = 'refund_moves_forward';
  end if;
  if (new.amount, new.payment_id) is distinct from (old.amount, old.payment_id)
     or (old.provider_object is not null and new.provider_object is distinct from old.provider_object) then
    raise exception 'refund % is what it is', old.refund_id using errcode = '23514', constraint = 'refund_moves_forward';
  end if;
  new.updated_at := now();
  return new;
end $function$;

-- The database refuses a blocked IBAN, whether an import or an act writes it.
CREATE OR REPLACE FUNCTION public.refuse_blocked_iban()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if iban_is_blocked(new.iban) then
    raise exception 'blocked IBAN' using errcode = '23514', constraint = 'iban_is_blocked';
  end if;
  return new;
end $function$;

-- Locks the condominium's row before reading the closing: a closing at the same moment waits for this transaction, or this
-- one waits for it.
CREATE OR REPLACE FUNCTION public.refuse_closed_day()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  entry ledger_entries := case when tg_op = 'DELETE' then old else new end;
  closed date;
begin
  if entry.day < today() then
    perform from accounts where customer_id = entry.customer_id and account_id = entry.account_id for key share;
    closed := books_closed_to(entry.customer_id, entry.account_id);
    if entry.day <= closed then
      raise exception 'books are closed until %', closed
        using errcode = '23514', constraint = 'period_closed', detail = entry.day || ' ' || closed;
    end if;
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_money_transfer(why text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  if why is not null then
    raise exception 'money transfer refused: %', why using errcode = '23514', constraint = 'money_transfer_' || why;
  end if;
end $function$;

-- A trigger's arguments: kind, key column, column of the path, then those of name, type, bytes, scan and author, empty if the
-- table has none. A table with a direction has two kinds.
CREATE OR REPLACE FUNCTION public.register_file()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  was jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  is_now jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  old_path text := was ->> tg_argv[2];
  new_path text := is_now ->> tg_argv[2];
  file_kind text := tg_argv[0] || coalesce('_' || (is_now ->> 'direction'), '');
begin
  if old_path is not null and old_path is distinct from new_path then
    update stored_files set removed_at = now(), removed_how = 'record' where path = old_path and removed_at is null;
  end if;
  -- One that is still being written is none yet.
  if new_path is null or is_now ->> tg_argv[5] = '0' then
    return null;
  end if;
  insert into stored_files as f (customer_id, kind, record_table, record_id, path, name, mime, bytes, scan, stored_by)
  values ((is_now ->> 'customer_id')::bigint, file_kind, tg_table_name, (is_now ->> tg_argv[1])::bigint, new_path,
    coalesce(is_now ->> tg_argv[3], 'Senza nome'), is_now ->> tg_argv[4], (is_now ->> tg_argv[5])::bigint,
    coalesce(is_now ->> tg_argv[6], case when file_kind like '%\_out' then 'made_here' else 'not_scanned' end),
    coalesce((is_now ->> tg_argv[7])::bigint, actor_user_id()))
  on conflict (path) do update set name = excluded.name, mime = excluded.mime, bytes = coalesce(excluded.bytes, f.bytes),
    scan = case when tg_argv[6] = '' then f.scan else excluded.scan end;
  if is_now ->> tg_argv[6] = 'infected' then
    update stored_files set removed_at = now(), removed_how = 'infected' where path = new_path and removed_at is null;
  end if;
  return null;
end $function$;
revoke execute on function register_file() from public;

-- A bill reaches a level only through letters that were really sent.
CREATE OR REPLACE FUNCTION public.reminder_levels_follow()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (
    select from reminder_bills l
    where l.customer_id = new.customer_id and l.reminder_id = new.reminder_id and l.asked and l.level > 1
      and not exists (
        select from reminder_bills before
        join reminders r on r.customer_id = before.customer_id and r.reminder_id = before.reminder_id
        where before.customer_id = l.customer_id and before.bill_id = l.bill_id and before.due_date = l.due_date
          and before.asked and before.level = l.level - 1 and before.reminder_id <> l.reminder_id and r.state = 'sent'))
  then
    raise exception 'reminder % skips a level', new.reminder_id
      using errcode = '23514', constraint = 'reminder_levels_follow';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.remove_figures()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  delete from monthly_figures f where f.customer_id = old.customer_id and f.account_id = old.account_id;
  return null;
end $function$;

-- The part of undoing a registry import that no customer may do directly, one kind of record at a time, so that its
-- progress can be shown. On the import's own day its bills are deleted completely; on a later day, or when their day lies
-- in a closed period, they are cancelled and stay, and the ledger reverses them today. Then the people and condominiums are
-- deleted that the import created and that no other record needs. The caller has checked that no later record depends on
-- the import.
CREATE OR REPLACE FUNCTION public.remove_imported(of_import_id bigint, what text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  written_on date;
begin
  select (i.finished_at at time zone 'Europe/Rome')::date into written_on
  from imports i where i.import_id = of_import_id and i.kind = 'registry'
    and (actor_customer_id() is null or i.customer_id = actor_customer_id());
  if not found then
    return;
  end if;
  case what
    when 'bills' then
      if written_on = today() then
        with books as materialized (
          select a.account_id, books_closed_to(a.customer_id, a.account_id) as closed_to
          from accounts a where a.account_id in (select account_id from bills where import_id = of_import_id)
        )
        delete from bills b using books k
        where b.import_id = of_import_id and k.account_id = b.account_id
          and b.issue_date > coalesce(k.closed_to, '-infinity'::date);
      end if;
      update bills set status = 'cancelled', updated_at = now() where import_id = of_import_id and status = 'issued';
    when 'subjects' then
      -- A credit of zero does not prevent the deletion of its person.
      delete from subject_credits c using subjects s
      where s.import_id = of_import_id and c.customer_id = s.customer_id and c.subject_id = s.subject_id and c.balance = 0;
      perform remove_unreferenced('subjects', 'subject_id', of_import_id);
    when 'accounts' then
      perform remove_unreferenced('accounts', 'account_id', of_import_id);
  end case;
end $function$;
revoke execute on function remove_imported(bigint,text) from public;
grant execute on function remove_imported(bigint,text) to saldo_customer, saldo_super;

-- A bill that is deleted takes its own postings with it.
CREATE OR REPLACE FUNCTION public.remove_receivables()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  perform set_config('saldo.removing_bills', 'yes', true);
  delete from ledger_lines l using gone g
  where l.customer_id = g.customer_id and l.entry_id in (
    select e.entry_id from ledger_entries e
    where e.customer_id = g.customer_id and e.bill_id = g.bill_id and e.source like 'bill:%');
  delete from ledger_entries e using gone g
  where e.customer_id = g.customer_id and e.bill_id = g.bill_id and e.source like 'bill:%';
  perform set_config('saldo.removing_bills', '', true);
  return null;
end $function$;

-- Deletes the records of an import to which nothing refers. It reads from the constraints which tables might refer to them, so
-- that later tables are checked too.
CREATE OR REPLACE FUNCTION public.remove_unreferenced(target regclass, key text, of_import_id bigint)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  nothing_refers text;
begin
  select coalesce(string_agg(format('and not exists (select from %s r where %sr.%I = t.%I)', c.conrelid::regclass,
      case when cardinality(c.conkey) > 1 then 'r.customer_id = t.customer_id and ' else '' end, theirs.attname, key), ' '), '')
  into nothing_refers
  from pg_constraint c
  join pg_attribute ours on ours.attrelid = target and ours.attname = key
  join pg_attribute theirs on theirs.attrelid = c.conrelid
    and theirs.attnum = c.conkey[array_position(c.confkey, ours.attnum)]
  where c.contype = 'f' and c.confrelid = target and ours.attnum = any (c.confkey);
  execute format('delete from %s t where t.import_id = $1 %s', target, nothing_refers) using of_import_id;
end $function$;
revoke execute on function remove_unreferenced(regclass,text,bigint) from public;

-- A removed user stays removed: with their second step and password gone, an ordinary recovery mail would let a former super
-- user in again.
CREATE OR REPLACE FUNCTION public.removed_is_final()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'user % was removed', old.user_id using errcode = '23514', constraint = 'removed_is_final';
end $function$;

-- Everybody may change their own name, whatever else they may do.
CREATE OR REPLACE FUNCTION public.rename_oneself(called text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 UPDATE users SET nominative = rename_oneself.called
   WHERE (users.user_id = actor_user_id());
END;
revoke execute on function rename_oneself(text) from public;
grant execute on function rename_oneself(text) to saldo_consumer, saldo_customer, saldo_super;

CREATE OR REPLACE FUNCTION public.rephase_bill()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.phase := bill_phase(new.status, new.disputed, new.amount, new.settled, new.pending, new.returned, new.refunded);
  return new;
end $function$;

-- Refuses an undeclared noun: no sub-user could read its lines.
CREATE OR REPLACE FUNCTION public.require_audit_noun(wanted text)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  if not exists (select from audit_nouns n where n.noun = wanted) then
    raise exception 'the audit word % is not declared: insert it into audit_nouns, with its section', coalesce(wanted, 'null')
      using errcode = '23514', constraint = 'audit_noun_is_declared';
  end if;
end $function$;

-- The fee's share of a refund, rounded down as the provider does; the last refund takes all that is left. The domain's
-- feeGivenBack says the same, and a test compares them. The caller that changes a refund has locked the payment, and the
-- payment's own sums are already updated (payments_follow_changed_refunds). A refund that fails restores its share.
CREATE OR REPLACE FUNCTION public.return_platform_fee()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  gone boolean := new.state in ('pending', 'requires_action', 'succeeded');
  change bigint;
begin
  perform pg_advisory_xact_lock_shared(7302);
  select case
      when not gone then -coalesce(sum(f.amount) filter (where f.refund_id = new.refund_id), 0)
      when p.refunded = p.amount then -coalesce(sum(f.amount), 0)
      else -least(coalesce(sum(f.amount), 0), coalesce(sum(f.amount) filter (where f.kind = 'kept'), 0)::bigint * new.amount / p.amount)
    end
  into change
  from payments p left join platform_fees f on f.customer_id = p.customer_id and f.payment_id = p.payment_id
  where p.customer_id = new.customer_id and p.payment_id = new.payment_id
  group by p.refunded, p.amount;
  if change <> 0 then
    insert into platform_fees (customer_id, payment_id, refund_id, kind, amount, at)
    values (new.customer_id, new.payment_id, new.refund_id, case when gone then 'returned' else 'restored' end, change,
      clock_timestamp());
  end if;
  return null;
end $function$;

-- A reversed payment stays reversed: whatever comes later is a payment of its own.
CREATE OR REPLACE FUNCTION public.reversed_is_final()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'payment % is reversed', old.payment_id using errcode = '23514', constraint = 'reversed_is_final';
end $function$;

-- Why the second user, a super user, is no second person to the first, as a code; null if they are. A new login is left time
-- for the others to notice.
CREATE OR REPLACE FUNCTION public.second_person_refusal(first_person bigint, second_person bigint)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 SELECT
         CASE
             WHEN one_hand(first_person, second_person) THEN 'invited_in_line'::text
             WHEN (NOT (EXISTS ( SELECT
                FROM users u
               WHERE ((u.user_id = second_person_refusal.second_person) AND (u.activated_at <= (now() - '72:00:00'::interval)))))) THEN 'activated_just_now'::text
             ELSE NULL::text
         END AS "case";
END;
revoke execute on function second_person_refusal(bigint,bigint) from public;
grant execute on function second_person_refusal(bigint,bigint) to saldo_customer, saldo_super, saldo_system;

-- Whether this session proved its identity within the last ten minutes, and how its user could do so now. A user who has a
-- second step must have proved by one, and since the oldest of their present ones was added. This is all that an actor's
-- transaction may learn of the tables of credentials.
CREATE OR REPLACE FUNCTION public.session_proof(asking bigint)
 RETURNS TABLE(proved boolean, has_password boolean, has_totp boolean, has_passkey boolean, has_recovery_code boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 SELECT ((s.proved_at > (now() - '00:10:00'::interval)) AND ((o.since IS NULL) OR (s.proved_by_second_step AND (s.proved_at >= o.since)))),
     (EXISTS ( SELECT
            FROM credentials c
           WHERE (c.user_id = s.user_id))) AS "exists",
     (EXISTS ( SELECT
            FROM totp_secrets t
           WHERE ((t.user_id = s.user_id) AND (t.secret IS NOT NULL)))) AS "exists",
     (EXISTS ( SELECT
            FROM passkeys p
           WHERE (p.user_id = s.user_id))) AS "exists",
     (EXISTS ( SELECT
            FROM recovery_codes r
           WHERE ((r.user_id = s.user_id) AND (r.used_at IS NULL)))) AS "exists"
    FROM (sessions s
      CROSS JOIN LATERAL ( SELECT LEAST(( SELECT t.confirmed_at
                    FROM totp_secrets t
                   WHERE ((t.user_id = s.user_id) AND (t.secret IS NOT NULL))), ( SELECT min(p.created_at) AS min
                    FROM passkeys p
                   WHERE (p.user_id = s.user_id))) AS since) o)
   WHERE (s.session_id = session_proof.asking);
END;
revoke execute on function session_proof(bigint) from public;
grant execute on function session_proof(bigint) to saldo_consumer, saldo_customer, saldo_super;

-- The last entry up to which all are committed: it waits for those who write, and holds off others until the transaction ends.
CREATE OR REPLACE FUNCTION public.settle_entries()
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  lock table ledger_entries in share mode;
  return (select coalesce(max(entry_id), 0) from ledger_entries);
end $function$;
revoke execute on function settle_entries() from public;
grant execute on function settle_entries() to saldo_system;

-- The same for a JSON value: quotes and backslashes are never part of what is masked.
CREATE OR REPLACE FUNCTION public.shown_addresses(written jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN CASE WHEN actor_reads('subjects'::text) THEN written ELSE (shown_addresses((written)::text))::jsonb END;

-- The same for a JSON value: quotes and backslashes are never part of what is masked.
CREATE OR REPLACE FUNCTION public.shown_addresses(written text)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN CASE WHEN actor_reads('subjects'::text) THEN written ELSE regexp_replace(written, '([^[:space:]@"\\])[^[:space:]@"\\]*@'::text, '\1••••@'::text, 'g'::text) END;

-- Suspended or removed users are signed out everywhere at once. The credentials of removed users are deleted.
CREATE OR REPLACE FUNCTION public.shut_out()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  update sessions set revoked_at = now() where user_id = new.user_id and revoked_at is null;
  delete from one_time_tokens where user_id = new.user_id;
  delete from sign_in_tickets where user_id = new.user_id;
  if new.state = 'removed' then
    delete from credentials where user_id = new.user_id;
    delete from totp_secrets where user_id = new.user_id;
    delete from passkeys where user_id = new.user_id;
    delete from recovery_codes where user_id = new.user_id;
  end if;
  return null;
end $function$;
revoke execute on function shut_out() from public;

CREATE OR REPLACE FUNCTION public.statement_is_its_lines()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (
    select from commission_statements s
    left join lateral (
      select coalesce(sum(l.fees_cents), 0) as fees, coalesce(sum(l.reversed_cents), 0) as reversed,
        coalesce(sum(l.commission_cents), 0) as commission
      from commission_lines l where l.statement_id = s.statement_id) l on true
    where s.statement_id = new.statement_id
      and (s.fees_cents, s.reversed_cents, s.commission_cents) <> (l.fees, l.reversed, l.commission)) then
    raise exception 'statement % is not the sum of its lines', new.statement_id
      using errcode = '23514', constraint = 'statement_is_its_lines';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.statement_stays()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  /* Only the payment may change afterwards, and `closed_by` when that user is deleted. The title is a generated column, so
     it is still empty in a before trigger. */
  if tg_op = 'UPDATE' and (to_jsonb(new) - array['status', 'paid_on', 'reference', 'closed_by', 'title'])
      = (to_jsonb(old) - array['status', 'paid_on', 'reference', 'closed_by', 'title'])
    and (old.status = 'closed' or (new.status, new.paid_on, new.reference) = (old.status, old.paid_on, old.reference)) then
    return new;
  end if;
  raise exception 'a closed statement stays as it is' using errcode = '23514', constraint = 'statement_stays';
end $function$;

CREATE OR REPLACE FUNCTION public.subjects_like(patterns text[], at_most integer)
 RETURNS SETOF bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 100
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 SELECT s.subject_id
    FROM subjects s
   WHERE ((s.customer_id = actor_customer_id()) AND (s.folded ~~ (subjects_like.patterns)[1]) AND (s.folded ~~ ALL (subjects_like.patterns)) AND (( SELECT actor_reads('subjects'::text) AS actor_reads) OR (s.name_key ~~ ALL (subjects_like.patterns))))
 UNION ALL
  SELECT s.subject_id
    FROM subjects s
   WHERE ((actor_customer_id() IS NULL) AND (s.folded ~~ (subjects_like.patterns)[1]) AND (s.folded ~~ ALL (subjects_like.patterns)))
 LIMIT subjects_like.at_most;
END;
revoke execute on function subjects_like(text[],integer) from public;
grant execute on function subjects_like(text[],integer) to saldo_customer, saldo_super, saldo_system;

CREATE OR REPLACE FUNCTION public.super_user_begins()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' and old.flag_super_user then
    if old.state = 'invited' and new.state = 'active' then
      new.activated_at := now();
    end if;
    return new;
  end if;
  if new.state <> 'invited' then
    new.activated_at := coalesce(new.activated_at, now());
  end if;
  return new;
end $function$;

-- The first taking dates the file.
CREATE OR REPLACE FUNCTION public.taking_dates_the_file()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update money_transfers
  set file_taken_by = new.taken_by, file_taken_by_name = new.taken_by_name, file_taken_at = new.taken_at
  where money_transfer_id = new.money_transfer_id and file_taken_at is null;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.taking_is_final()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform refuse_money_transfer('taking_is_final');
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.tell_announcements()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('saldo_live', '{"noun": "announcements", "everybody": true}');
  return null;
end $function$;

-- Tells the open screens that something changed, but not what: each screen refetches as its own user. `noun` is what the
-- screens listen to.
CREATE OR REPLACE FUNCTION public.tell_live()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('saldo_live', json_build_object('noun', tg_argv[0], 'customer_id', c.customer_id)::text)
  from (select distinct customer_id from changed) c;
  return null;
end $function$;

-- Tells only the user's own screens. A notification holds 8000 bytes: some hundreds of users each.
CREATE OR REPLACE FUNCTION public.tell_live_users()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('saldo_live', json_build_object('noun', tg_argv[0], 'user_ids', json_agg(told.user_id))::text)
  from (select user_id, (row_number() over () - 1) / 400 as part from (select distinct user_id from changed) c) told
  group by told.part;
  return null;
end $function$;

-- Tells the open screens of those whom it covers, and of the back office, to ask again. A notification holds some hundreds of
-- users (tell_live_users).
CREATE OR REPLACE FUNCTION public.tell_maintenance()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.audience = 'everybody' then
    perform pg_notify('saldo_live', '{"noun": "maintenances", "everybody": true}');
    return null;
  end if;
  perform pg_notify('saldo_live', json_build_object('noun', 'maintenances', 'user_ids', json_agg(told.user_id))::text)
  from (
    select u.user_id, (row_number() over () - 1) / 400 as part from users u
    where u.flag_super_user or u.user_id = new.of_user_id or u.customer_id = new.of_customer_id) told
  group by told.part;
  return null;
end $function$;

-- A stream of live updates reads its sub-user's permissions once, when it opens. So a change of permissions ends the streams
-- of that user. The browser opens a new one, which reads the new permissions.
CREATE OR REPLACE FUNCTION public.tell_permissions_changed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  perform pg_notify('saldo_session_ended', s.session_id::text)
  from sessions s
  where s.user_id in (select c.user_id from changed c) and s.revoked_at is null;
  return null;
end $function$;
revoke execute on function tell_permissions_changed() from public;

-- Tells the servers which session ended, so that they close what it holds open.
CREATE OR REPLACE FUNCTION public.tell_session_ended()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  perform pg_notify('saldo_session_ended', new.session_id::text);
  return null;
end $function$;
revoke execute on function tell_session_ended() from public;

-- Business days are Rome's.
CREATE OR REPLACE FUNCTION public.today()
 RETURNS date
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN ((now() AT TIME ZONE 'Europe/Rome'::text))::date;
grant execute on function today() to saldo_query;

-- Sets updated_at on every update.
CREATE OR REPLACE FUNCTION public.touch()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.updated_at := now();
  return new;
end $function$;

-- Takes back what bills asked that are deleted with their import. Its entries still exist: they go after their lines.
CREATE OR REPLACE FUNCTION public.uncount_posted()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  insert into monthly_figures (customer_id, account_id, month, issued)
  select e.customer_id, e.account_id, first_of_month(e.day), sum(l.amount)
  from removed l join ledger_entries e on e.customer_id = l.customer_id and e.entry_id = l.entry_id
  where l.ledger_account = 'billed'
  group by 1, 2, 3 having sum(l.amount) <> 0;
  return null;
end $function$;

-- The form in which a unit's name and what a bill says of its unit meet: `Int. 3, scala A`, `int 3 sc. a` and `3 Scala A`
-- are one.
CREATE OR REPLACE FUNCTION public.unit_name_key(name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN regexp_replace(regexp_replace(btrim(fold(name)), '^(interno |int\. *|int )'::text, ''::text), ',? +(scala|sc\.?) +'::text, '/'::text);
grant execute on function unit_name_key(text) to saldo_query;

-- Sums the movements after `summed_up_to`, by condominium; movable_balances below says what `fresh` is. It is a function because
-- PostgreSQL plans it with the value of `summed_up_to`. Written into the view, the planner does not know that value and expects
-- a third of the ledger.
CREATE OR REPLACE FUNCTION public.unsummed_movements()
 RETURNS TABLE(account_id bigint, platform bigint, connected bigint, fresh bigint)
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  summed_up_to bigint := (select u.summed_up_to from balance_sums_until u);
begin
  return query
    select m.account_id, sum(m.amount - m.connected)::bigint, sum(m.connected)::bigint,
      coalesce(sum(m.amount - m.connected) filter (where m.amount > m.connected and m.kind <> 'payout_failed'
        and m.at >= f.pending_read_at - interval '1 minute'), 0)::bigint
    from balance_movements m
    join accounts a on a.account_id = m.account_id
    left join provider_balances f on f.provider_account = a.provider_account and f.destination is null
    where m.entry_id > summed_up_to
    group by m.account_id;
end $function$;
revoke execute on function unsummed_movements() from public;
grant execute on function unsummed_movements() to saldo_super, saldo_system;

-- Writes a mail once more, for the back office, which may not read its body. Null: a mail with this key was written
-- already. A mail without a body (it signed somebody in) is not written again.
CREATE OR REPLACE FUNCTION public.write_mail_again(wanted bigint, key text)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  written bigint;
begin
  insert into emails (customer_id, bill_id, template, to_address, reply_to, subject, html, text, dedupe_key, mailbox, resend_of)
  select customer_id, bill_id, template, to_address, reply_to, subject, html, text, key, mailbox, email_id
  from emails where email_id = wanted and text <> ''
  on conflict do nothing
  returning email_id into written;
  return written;
end $function$;
revoke execute on function write_mail_again(bigint,text) from public;
grant execute on function write_mail_again(bigint,text) to saldo_super;
