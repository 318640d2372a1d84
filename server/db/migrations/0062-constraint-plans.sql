-- These run once for each row of a bulk insert, with a plan made while the tables were still empty: without this it
-- would be a sequential scan, and twenty thousand bills would take minutes to commit.
alter function bill_adds_up() set enable_seqscan = off;
alter function ledger_sums_to_zero() set enable_seqscan = off;
