/* Statistics of the planner after a large write. They do not know a customer whose first thousand rows have just
   arrived, so the planner expects one row: the dashboard of an office that had imported 8,000 bills ran for more than 25
   seconds, until autovacuum came. */

-- Analyzes the tables that imports and budgets write, in the transaction that wrote them: the new statistics appear together
-- with the rows.
create function analyze_written() returns void language plpgsql security definer set search_path = public as $$
begin
  analyze accounts, subjects, units, right_holders, weights, import_rows, bills, bill_lines, bill_instalments, bill_events,
    ledger_entries, ledger_lines;
end $$;
revoke execute on function analyze_written from public;
grant execute on function analyze_written to saldo_customer;
