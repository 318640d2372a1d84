-- What queries may read of the tables of 0073 to 0082, and of the columns that these added (see 0071).
select let_queries_read('activations',
  'customer_id, asked_at, asked_by_name, asked_text, override_reason, taken_at, taken_by, taken_by_name');
select let_queries_read('audit_log',
  'audit_id, customer_id, account_id, noun, record_id, label, act, user_id, actor, flag_super_user, at, part,
   impersonation_id, acted_for, acted_because');
select let_queries_read('email_events', 'email_event_id, customer_id, email_id, kind, failure, at');
select let_queries_read('email_template_promotions',
  'promotion_id, template_id, version_id, stage, promoted_by, promoted_at');
select let_queries_read('email_template_versions',
  'version_id, template_id, number, kind, subject, note, checksum, created_by, created_at');
select let_queries_read('email_templates',
  'template_id, template, name, description, kind, subject, revision, live_version_id, live_number,
   sandbox_version_id, sandbox_number, changed_by, changed_at');
select let_queries_read('emails',
  'email_id, customer_id, bill_id, template, to_address, address, reply_to, subject, created_at, claimed_at, sent_at,
   refused_at, tries, mailbox, kept_at, state, failure, opened_at, bounced_at, suppressed, undelivered_at, resend_of');
select let_queries_read('failed_jobs',
  'failed_job_id, job_id, name, state, reason, tries, created_at, failed_at, handled_at, handled_by');
select let_queries_read('file_checks', 'checked_at, on_disk, missing, only_one');
select let_queries_read('file_downloads',
  'download_id, customer_id, file_id, how, user_id, actor, by_super_user, reason, at');
select let_queries_read('file_rules', 'file_rule_id, kind, keep_days, updated_by, updated_at');
select let_queries_read('impersonations',
  'impersonation_id, customer_id, user_id, nominative, reason, started_at, until, ended_at, ended_how');
select let_queries_read('login_hands', 'user_id, by_user_id, how, at');
select let_queries_read('mail_bounces',
  'bounce_id, email_id, recipient, kind, status, source, unmatched, created_at');
select let_queries_read('mail_faults', 'fault, times, first_at, last_at');
select let_queries_read('money_transfer_approvals',
  'money_transfer_id, customer_id, requested_by, approved_by, approved_by_name, approved_at');
select let_queries_read('money_transfer_file_takings',
  'taking_id, customer_id, money_transfer_id, taken_by, taken_by_name, taken_at');
select let_queries_read('money_transfer_limits',
  'limit_id, customer_id, all_day_limit, office_day_limit, payer_name, reason, set_by, set_by_name, set_at');
select let_queries_read('money_transfers',
  'money_transfer_id, customer_id, account_id, amount, way, state, reason, reference, beneficiary, payer_name,
   provider_account, requested_by, requested_by_name, requested_at, asked_at, expires_at, sent_on, paid_on, failed_on,
   failure_code, file_taken_by, file_taken_by_name, file_taken_at, closed_by, closed_by_name, closed_at, closing_reason, next_check_at, updated_at');
select let_queries_read('office_branding', 'customer_id, logo_id, closing_words, updated_at');
select let_queries_read('office_logos',
  'logo_id, customer_id, file_name, mime, width, height, bytes, created_by, created_at');
select let_queries_read('operation_checks',
  'code, state, figure, since, why, parts, checked_at, bad_since, alarmed, alarmed_at');
select let_queries_read('ordered_payouts', 'customer_id, account_id, provider_account, amount, created_at');
select let_queries_read('orphan_files', 'bytes, written_at, found_at');
select let_queries_read('balance_sums', 'customer_id, account_id, platform, connected');
select let_queries_read('balance_sums_until', 'is_one, summed_up_to, next_up_to, next_taken_at');
select let_queries_read('provider_balances',
  'provider_account, available, pending, automatic, payouts_enabled, bank_country, bank_last4, read_at, pending_read_at');
select let_queries_read('provider_events',
  'provider_account, event_id, type, object_id, payment_intent, created_at, received_at, applied_at, event_no');
select let_queries_read('provider_pending', 'customer_id, account_id, provider_account, pending');
select let_queries_read('stored_files',
  'file_id, customer_id, kind, record_table, record_id, name, mime, bytes, scan, tags, keep_until, hold_reason,
   stored_at, stored_by, missing_since, removed_at, removed_how, removed_by, remover, removed_reason');
select let_queries_read('suppressed_addresses',
  'suppressed_address_id, address, cause, reason, failure, email_id, created_by, created_at, lifted_by, lifted_at, lift_reason');

/* Who may run a query is part of what is approved: a version says whom it lets run it, and its approval makes it so. Without
   an approval they only become fewer. */
alter table saved_query_versions add column runnable_by bigint[];
alter table saved_query_versions disable trigger user;
update saved_query_versions v set runnable_by = q.runnable_by from saved_queries q where q.query_id = v.query_id;
alter table saved_query_versions enable trigger user;
select let_queries_read('saved_query_versions',
  'query_id, version, text, parameters, chart, note, state, reason, written_by, decided_by, decided_at, created_at, runnable_by');

create or replace function query_version_changes() returns trigger language plpgsql as $$
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
end $$;

create function approval_names_runners() returns trigger language plpgsql as $$
begin
  update saved_queries set runnable_by = new.runnable_by, updated_at = now() where query_id = new.query_id;
  return null;
end $$;
create trigger names_runners after update of state on saved_query_versions
  for each row when (new.state = 'approved') execute function approval_names_runners();

create function query_runners_change() returns trigger language plpgsql as $$
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
end $$;
create trigger runners_change before update of runnable_by on saved_queries
  for each row when (new.runnable_by is distinct from old.runnable_by) execute function query_runners_change();
