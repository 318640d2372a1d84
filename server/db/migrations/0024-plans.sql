/* Plans belong to one customer. A connection keeps the plan of each statement, and the planner estimates rows for the
   customer of the moment. A plan made for an office without bills (one row expected) runs for minutes in an office with
   a hundred thousand lines. So a connection that changes its customer forgets its plans. */

-- Forgets the connection's plans if they were made for another customer. Each transaction calls it once it has become
-- its actor. Without a customer they are kept: the back office, the system and visitors have roles of their own, and
-- PostgreSQL plans anew when the role changes.
create function forget_plans_of_others() returns void language plpgsql as $$
declare
  customer text := nullif(current_setting('saldo.customer_id', true), '');
begin
  if customer is not null and current_setting('saldo.planned_for', true) is distinct from customer then
    perform set_config('saldo.planned_for', customer, false);
    discard plans;
  end if;
end $$;
