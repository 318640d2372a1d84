-- The columns that queries of the back office may read, table by table (let_queries_read() in 0071-queries.sql).
select let_queries_read('accounts',
  'account_id, customer_id, name, state, activated_at, closed_at, fiscal_code, address, house_number, city,
   city_id, zip_code, prov, email, phone, provider_account, account_destination, flag_pay_card, flag_pay_debit,
   flag_pay_klarna, minimum_payment, import_id, name_key, city_key, created_at, updated_at, creditor_id');
select let_queries_read('agent_customers',
  'agent_customer_id, agent_id, customer_id, from_date, to_date, created_at, updated_at');
select let_queries_read('agents',
  'agent_id, firstname, lastname, business_name, name, fiscal_code, vat_number, email, phone, commission_bps,
   ended_on, created_at, updated_at');
select let_queries_read('allocation_parts', 'allocation_id, instalment_id, customer_id, bill_id, amount');
select let_queries_read('attempt_instalments', 'attempt_id, instalment_id, customer_id, bill_id, amount, open');
select let_queries_read('audit_log',
  'audit_id, customer_id, account_id, noun, record_id, label, act, user_id, actor, flag_super_user, at, part');
select let_queries_read('bank_movements',
  'movement_id, customer_id, account_id, statement_id, flow_id, booked_on, value_on, amount, is_reversal,
   end_to_end_id, mandate_reference, batch_reference, reversed_reference, return_reason, structured_reference,
   bank_code, party_name, state, matched, reason, note, first_choice, proposed, by_hand_only, created_at,
   updated_at, maybe_known');
select let_queries_read('bank_statements',
  'statement_id, customer_id, account_id, flow_id, format, reference, starts_on, ends_on, opening, closing,
   movements, known, created_at, pending');
select let_queries_read('bill_events', 'event_id, customer_id, bill_id, kind, text, actor, at');
select let_queries_read('bill_instalments',
  'instalment_id, customer_id, bill_id, "position", due_date, amount, settled, pending, returned, refunded');
select let_queries_read('bill_lines', 'line_id, customer_id, bill_id, "position", description, amount');
select let_queries_read('bill_run_refusals', 'customer_id, run_id, bill_id, number, reason');
select let_queries_read('bill_runs',
  'run_id, customer_id, act, bill_ids, state, done, changed, created_by, created_at, finished_at');
select let_queries_read('bills',
  'bill_id, customer_id, account_id, subject_id, number, description, unit, issue_date, amount, status, settled,
   pending, returned, refunded, disputed, next_due_date, phase, residue, budget_id, reissued_bill_id, import_id,
   import_key, number_key, created_at, updated_at');
select let_queries_read('book_closings',
  'closing_id, customer_id, account_id, act, closed_to, reason, user_id, actor, at');
select let_queries_read('budget_expenses',
  'budget_expense_id, customer_id, account_id, budget_id, "position", description, amount, tenant_percent,
   criterion, weight_table_id, second_table_id, fixed_percent, unit_ids, created_at, updated_at, nature,
   usufructuary_percent, previous_amount');
select let_queries_read('budgets',
  'budget_id, customer_id, account_id, year, name, state, issue_date, due_dates, amount, seen, progress_done,
   progress_total, refusal, created_by, issued_by, issued_at, created_at, updated_at, starts_on, ends_on');
select let_queries_read('certificates',
  'certificate_id, customer_id, account_id, subject_id, as_of, certified, issued_by, issuer, issued_at, revoked_at,
   revoke_reason');
select let_queries_read('cities', 'city_id, city_desc, prov_id, belfiore, zip_codes');
select let_queries_read('collection_reversals',
  'payment_id, customer_id, account_id, reason, note, replaced_by, actor, created_by, at');
select let_queries_read('collection_settings', 'account_id, customer_id, sia, updated_at');
select let_queries_read('commission_lines',
  'statement_id, customer_id, business_name, fees_cents, reversed_cents, base_cents, commission_bps,
   commission_cents');
select let_queries_read('commission_statements',
  'statement_id, agent_id, month, title, fees_cents, reversed_cents, base_cents, commission_cents, status, paid_on,
   reference, closed_at, closed_by');
select let_queries_read('contact_changes',
  'contact_change_id, customer_id, account_id, old_email, new_email, state, requested_by, requested_by_name,
   requested_at, expires_at, decided_by, decided_by_name, decided_at, label');
select let_queries_read('credit_notes',
  'credit_note_id, customer_id, account_id, bill_id, subject_id, number, amount, freed, surplus, whole, reason,
   issue_date, actor, created_by, created_at');
select let_queries_read('credit_refunds',
  'credit_refund_id, customer_id, account_id, subject_id, order_id, amount, beneficiary, iban_from, text,
   end_to_end_id, state, executed_on, returned_on, failure_code, executed_by, returned_by, actor, created_by,
   created_at, updated_at');
select let_queries_read('customer_groups', 'group_id, name');
select let_queries_read('customers',
  'customer_id, business_name, is_store, state, firstname, lastname, address, house_number, city, zip_code, prov,
   fiscal_code, vat_number, primary_email, primary_mobile_phone, group_id, sector_id, interest_first, activated_at,
   activated_by, created_at, updated_at');
select let_queries_read('debit_returns',
  'return_id, customer_id, account_id, debit_id, payment_id, amount, fee, reason, returned_on, told_by, actor,
   created_at');
select let_queries_read('debit_runs',
  'run_id, customer_id, account_id, collect_on, state, format, loaded, message_id, flow_id, creditor_id,
   told_otherwise, created_by, created_at, presented_at, updated_at');
select let_queries_read('debits',
  'debit_id, customer_id, account_id, bill_id, subject_id, source_id, instalment_ids, amount, collect_on, state,
   retry_of, tries, notice_key, notified_at, payment_id, failure_code, cancel_reason, replaced_by, created_by,
   created_at, updated_at, mandate_id, run_id, sequence, block_id, end_to_end_id, settled_on, settled_by');
select let_queries_read('debtor_banks', 'customer_id, subject_id, abi, cab, updated_at');
select let_queries_read('disputes',
  'dispute_id, customer_id, payment_id, attempt_id, provider_account, provider_object, state, reason,
   network_reason_code, amount, fee, taken, evidence, due_by, submitted_at, opened_at, closed_at, next_check_at,
   updated_at');
select let_queries_read('documents',
  'document_id, customer_id, account_id, subject_id, type, file_name, mime, size, sha256, state, reason, scan,
   uploaded_by, checked_by, checked_at, created_at');
select let_queries_read('emails',
  'email_id, customer_id, bill_id, template, to_address, reply_to, subject, created_at, claimed_at, sent_at,
   refused_at, tries, mailbox, kept_at');
select let_queries_read('flows',
  'flow_id, customer_id, account_id, direction, kind, format, file_name, file_bytes, sha256, state, refusal,
   refusal_line, reference, count, known, amount, created_by, actor, created_at, finished_at, note');
select let_queries_read('handovers',
  'handover_id, customer_id, account_id, direction, state, with_pdfs, from_day, to_day, file_name, file_bytes,
   sha256, done, total, refusal, refusal_file, refusal_row, figures, problems, notes, created_by, actor,
   created_at, finished_at');
select let_queries_read('iban_blacklist', 'blocked_iban_id, reason, created_by, masked, created_at');
select let_queries_read('iban_changes',
  'iban_change_id, customer_id, account_id, state, told, code_to, codes_sent, requested_by, requested_by_name,
   requested_at, expires_at, decided_by, decided_by_name, decided_at, label');
select let_queries_read('imports',
  'import_id, customer_id, kind, created_by, account_id, file_name, state, progress_done, progress_total, refusal,
   tables, counts, notes, leave_out_errors, opening_date, opening_date_proposed, undone_by, created_at,
   finished_at, renumber, similar_accounts, same_accounts');
select let_queries_read('incomplete_customers',
  'incomplete_id, business_name, is_store, firstname, lastname, address, house_number, city, zip_code, prov,
   fiscal_code, vat_number, primary_email, primary_mobile_phone, group_id, sector_id, created_by, created_at,
   updated_at');
select let_queries_read('late_interest_charges',
  'charge_id, customer_id, account_id, bill_id, interest_bill_id, through_day, amount, kind, agreed_bps, created_at');
select let_queries_read('late_interest_rules', 'account_id, customer_id, kind, agreed_bps, updated_at');
select let_queries_read('ledger_entries',
  'entry_id, customer_id, account_id, subject_id, bill_id, payment_id, kind, source, description, day, at');
select let_queries_read('ledger_lines', 'line_id, customer_id, entry_id, ledger_account, amount, bill_id');
select let_queries_read('mandate_events', 'event_id, customer_id, mandate_id, kind, text, actor, at');
select let_queries_read('mandates',
  'mandate_id, customer_id, account_id, bill_id, subject_id, attempt_id, source_id, state, provider_account, last4,
   umr, signed_on, last_used_at, text, accepted_at, signing, one_off, debtor_name, creditor_id, presented_umr,
   scan_name, scan_mime, email, codes_sent, code_sent_at, created_at');
select let_queries_read('monthly_figures',
  'figure_id, customer_id, account_id, month, method, issued, due, gross, given_back, taken_back, fees, collections');
select let_queries_read('movement_events', 'event_id, customer_id, account_id, movement_id, text, actor, at');
select let_queries_read('movement_matches',
  'match_id, customer_id, account_id, movement_id, payment_id, amount, way, reasons, actor, created_by, at,
   undone_at, undone_by, undone_reason');
select let_queries_read('movement_payments', 'customer_id, account_id, movement_id, payment_id, is_return');
select let_queries_read('notes',
  'note_id, customer_id, subject_id, kind, title, happened_at, text, call_back_on, called_back_at, called_back_by,
   created_by, author, created_at, updated_at');
select let_queries_read('notice_credits', 'flow_id, account_id, customer_id, amount, created_at');
select let_queries_read('notice_outcomes',
  'outcome_id, customer_id, account_id, notice_id, flow_id, code, amount, fees, paid_on, value_on, bank_number,
   payment_id, created_at');
select let_queries_read('notices',
  'notice_id, customer_id, account_id, bill_id, subject_id, kind, creditor_number, amount, due_on, state,
   order_flow_id, recall_flow_id, actor, created_by, created_at, updated_at');
select let_queries_read('office_debt_settlements',
  'settlement_id, customer_id, recovery_id, amount, way, settled_on, reference, note, actor, created_by, created_at');
select let_queries_read('opening_balances',
  'customer_id, account_id, unit_id, subject_id, right_kind, day, amount, import_id');
select let_queries_read('payer_rules',
  'rule_id, customer_id, account_id, subject_id, party_name, actor, created_by, created_at');
select let_queries_read('payment_allocations',
  'allocation_id, customer_id, payment_id, version, current, rule, credit, reason, actor, at');
select let_queries_read('payment_attempts',
  'attempt_id, customer_id, bill_id, payment_id, state, provider_account, source_id, off_session, keeps_method,
   rule, provider_object, provider_charge, provider_mandate, failure_code, transfer_booked, confirm_started_at,
   next_check_at, checks, created_at, updated_at');
select let_queries_read('payment_bills', 'payment_id, bill_id, customer_id');
select let_queries_read('payment_events', 'event_id, customer_id, bill_id, payment_id, kind, text, actor, at');
select let_queries_read('payment_sources',
  'source_id, customer_id, subject_id, provider_account, type, state, email, holder, brand, last4, exp_month,
   exp_year, is_default, failure_code, link_id, created_by, confirm_started_at, next_check_at, checks, created_at,
   updated_at');
select let_queries_read('payments',
  'payment_id, customer_id, account_id, bill_id, subject_id, method, amount, refunded, refunding, fee, state,
   provider_account, payer_name, service_id, reference, note, receipt_email, brand, last4, failure_code,
   created_by, created_at, updated_at, settled_at');
select let_queries_read('payout_lines',
  'line_id, payout_id, customer_id, account_id, payment_id, movement_id, class, type, day, amount, fee, net,
   went_on');
select let_queries_read('payout_readings', 'provider_account, destination, began_at');
select let_queries_read('payouts',
  'payout_id, provider_account, destination, provider_object, customer_id, state, automatic, made_on, arrives_on,
   amount, matched, unmatched, lines, explained, failure_code, posted_at, read_at');
select let_queries_read('plan_bills',
  'plan_id, bill_id, customer_id, account_id, "position", amount, before, open, unpaid_at_end');
select let_queries_read('plan_rates', 'plan_id, "position", customer_id, account_id, due_date, amount');
select let_queries_read('plans',
  'plan_id, customer_id, account_id, subject_id, name, state, amount, grace_days, expires_on, email, agreement,
   note, code_sent_at, codes_sent, accepted_at, ended_at, created_by, created_at, updated_at');
select let_queries_read('platform_fees',
  'fee_id, customer_id, payment_id, attempt_id, refund_id, kind, amount, at, day');
select let_queries_read('postal_slips',
  'account_id, customer_id, slip_kind, slip_holder, slip_authorisation, updated_at');
select let_queries_read('provider_accounts',
  'customer_id, provider_account, account_destination, state, requested_at, generation, details_submitted,
   charges_enabled, payouts_enabled, currently_due, past_due, pending_verification, deadline, disabled_reason,
   capabilities, bank_last4, fee_bps, fee_fixed, link_given_at, closing_at, asked_at, created_at, updated_at,
   bank_account');
select let_queries_read('provider_customers',
  'provider_customer_id, customer_id, subject_id, provider_account, name, email, created_at');
select let_queries_read('provider_events',
  'provider_account, event_id, type, object_id, payment_intent, created_at, received_at, applied_at');
select let_queries_read('provider_movements',
  'provider_account, movement_id, book, customer_id, account_id, payment_id, class, type, amount, fee, day, at,
   available_on, source_id, charge_id, payment_intent, part_of, claimed_attempt_id, pending, read_at');
select let_queries_read('push_deliveries',
  'push_message_id, push_token_id, next_try_at, claimed_at, tries, sent_at, refused_at, last_error');
select let_queries_read('push_messages',
  'push_message_id, user_id, push_sending_id, title, body, date_create, date_read, pushed');
select let_queries_read('push_sendings',
  'push_sending_id, sent_by, customer_id, user_id, role, title, body, link, recipients, deleted_read, date_create');
select let_queries_read('receipt_layouts',
  'layout_id, customer_id, name, columns, rows, separator, "decimal", date_format, charset, created_at, updated_at');
select let_queries_read('receipts', 'payment_id, customer_id, account_id, day, year, ordinal, number');
select let_queries_read('reconciled_days', 'provider_account, day, checked_at');
select let_queries_read('reconciliation_days',
  'day_id, provider_account, day, customer_id, account_id, movements, provider_amount, provider_fee, our_amount,
   ledger_amount, ledger_fee, unexplained, open_items, checked_at');
select let_queries_read('reconciliation_items',
  'item_id, provider_account, object, kind, class, day, customer_id, account_id, payment_id, movement_id,
   provider_object, provider_amount, our_amount, ledger_amount, difference, gap, state, reason, explained_by,
   explained_at, opened, found_at, resolved_at');
select let_queries_read('reconciliation_runs',
  'run_id, customer_id, created_by, started_by, from_day, to_day, state, done, total, failure, created_at,
   started_at, finished_at');
select let_queries_read('refund_parts', 'refund_id, instalment_id, customer_id, bill_id, amount');
select let_queries_read('refunds',
  'refund_id, customer_id, payment_id, amount, way, state, reason, note, actor, provider_account, provider_object,
   asked_at, failure_code, returned_on, reference, from_credit, created_by, next_check_at, checks, created_at,
   updated_at');
select let_queries_read('reminder_bills',
  'reminder_id, "position", customer_id, account_id, bill_id, due_date, amount, level, asked, days, note');
select let_queries_read('reminder_runs',
  'run_id, customer_id, account_id, night, state, sent, left_out, created_by, created_at, finished_at, leaves_at');
select let_queries_read('reminder_sequences',
  'sequence_id, customer_id, account_id, name, automatic, not_within_days, least_residue, steps, created_at,
   updated_at, address_form');
select let_queries_read('reminders',
  'reminder_id, customer_id, account_id, subject_id, run_id, step_name, amount, channel, to_address, title, text,
   created_at, state, level, address_form, reason, sent_on, delivered_by, delivery_note');
select let_queries_read('report_subscriptions', 'subscription_id, customer_id, user_id, account_id, every, created_at');
select let_queries_read('right_holders',
  'right_holder_id, customer_id, account_id, unit_id, subject_id, right_kind, share_numerator, share_denominator,
   since, until, pays, import_id, created_at, updated_at, share');
select let_queries_read('sectors', 'sector_id, name');
select let_queries_read('subject_consents', 'subject_id, customer_id, kind, given, name, user_id, actor, at');
select let_queries_read('subject_credits', 'customer_id, account_id, subject_id, balance, credit_id, held');
select let_queries_read('subjects',
  'subject_id, customer_id, nominative, fiscal_code, email, pec, phone, address, house_number, city, city_id,
   zip_code, prov, user_id, merged_into, merged_at, import_id, created_by, name_key, created_at, updated_at');
select let_queries_read('transfer_orders',
  'order_id, customer_id, account_id, execute_on, state, format, message_id, flow_id, actor, created_by, created_at');
select let_queries_read('transfer_recoveries',
  'recovery_id, customer_id, account_id, payment_id, attempt_id, cause, dispute_id, refund_id, provider_account,
   destination, amount, fee, asking, round, reversed, refused, settled, to_return, returned, won, owed, state,
   failure_code, owed_since, dunned, next_dun_on, next_check_at, checks, created_at, updated_at');
select let_queries_read('transfer_recovery_reversals', 'customer_id, recovery_id, provider_object, amount, created_at');
select let_queries_read('units',
  'unit_id, customer_id, account_id, staircase, number, floor, use, cadastral_sheet, cadastral_parcel,
   cadastral_subunit, cadastral_category, notes, "position", name, unit_key, import_id, created_at, updated_at');
select let_queries_read('user_accounts', 'user_id, customer_id, account_id');
select let_queries_read('user_permissions', 'user_id, customer_id, section, level');
select let_queries_read('user_preferences',
  'user_id, theme, density, menu, single_keys, columns, updated_at, first_steps_hidden');
select let_queries_read('users',
  'user_id, user_name, nominative, email, customer_id, state, invited_at, flag_super_user,
   flag_can_buy_service_is_active, flag_under_maintenance, is_subuser, all_accounts, created_at');
select let_queries_read('weight_tables',
  'weight_table_id, customer_id, account_id, name, kind, "position", name_key, import_id, created_at, updated_at');
select let_queries_read('weights', 'weight_table_id, unit_id, customer_id, account_id, weight');
select let_queries_read('query_authors', 'user_id, named_by, created_at');
select let_queries_read('query_runs',
  'run_id, query_id, version, text, customer_id, user_id, kind, state, failure_code, rows, is_cut, milliseconds, started_at, ended_at');
select let_queries_read('saved_queries',
  'query_id, name, description, tags, runnable_by, archived_at, created_by, created_at, updated_at');
select let_queries_read('saved_query_versions',
  'query_id, version, text, parameters, chart, note, state, reason, written_by, decided_by, decided_at, created_at');
-- The views that define what is owed and collected: queries use the definitions of the screens.
select let_queries_read('bill_units', 'customer_id, account_id, unit_id, bill_id');
select let_queries_read('disputed_bills', 'customer_id, account_id, subject_id, bill_id, disputed');
select let_queries_read('owed_instalments',
  'customer_id, account_id, subject_id, bill_id, instalment_id, "position", due_date, due, overdue, due_now, pending, falling_due');
select let_queries_read('owed_bills',
  'customer_id, account_id, subject_id, bill_id, residue, overdue, due_now, pending, falling_due');
select let_queries_read('money_lines',
  'customer_id, account_id, subject_id, payment_id, entry_id, day, gross, given_back, taken_back, fees, net, credit');
select let_queries_read('money_corrections',
  'customer_id, account_id, subject_id, payment_id, entry_id, day, received_on, gross');
grant execute on function today, falling_due_days, unit_name_key to saldo_query;
