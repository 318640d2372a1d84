-- Where the payer approves an attempt that waits for them (3-D Secure, Klarna).
alter table payment_attempts add column next_action_url text;

-- The domain's attemptTransitions; a test holds the two equal.
insert into attempt_transitions (from_state, to_state) values
  ('recorded', 'created'), ('recorded', 'requires_action'), ('recorded', 'processing'), ('recorded', 'unknown'),
  ('recorded', 'succeeded'), ('recorded', 'failed'), ('recorded', 'cancelled'),
  ('created', 'requires_action'), ('created', 'processing'), ('created', 'unknown'), ('created', 'succeeded'),
  ('created', 'failed'), ('created', 'cancelled'),
  ('requires_action', 'processing'), ('requires_action', 'unknown'), ('requires_action', 'succeeded'),
  ('requires_action', 'failed'), ('requires_action', 'cancelled'),
  ('processing', 'succeeded'), ('processing', 'failed'), ('processing', 'cancelled'),
  ('unknown', 'created'), ('unknown', 'requires_action'), ('unknown', 'processing'), ('unknown', 'succeeded'),
  ('unknown', 'failed'), ('unknown', 'cancelled'), ('unknown', 'returned'), ('unknown', 'disputed'),
  ('unknown', 'refunded'),
  ('succeeded', 'returned'), ('succeeded', 'disputed'), ('succeeded', 'refunded'),
  ('disputed', 'succeeded'), ('disputed', 'returned');

-- Ids are drawn before they are written where they are part of what is written.
grant usage on all sequences in schema public to saldo_link, saldo_consumer, saldo_customer, saldo_super, saldo_system;
