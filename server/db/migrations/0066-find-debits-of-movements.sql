-- Movements of statements name debits by their block, and by the reference of their mandate.
create index debits_by_block on debits (customer_id, account_id, block_id) where block_id is not null;
create index mandates_by_umr on mandates (customer_id, umr) where umr is not null and provider_account = 'bank';
