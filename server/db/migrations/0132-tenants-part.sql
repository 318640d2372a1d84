/* Null: nobody has said what part the tenant pays. Where owner and tenant are both said to pay for a unit, an expense that
   does not say it cannot be issued; elsewhere it is the owner's. A draft's 0 was what the form proposed, not what somebody
   chose. */
alter table budget_expenses
  alter column tenant_percent drop not null,
  alter column tenant_percent drop default;
update budget_expenses e set tenant_percent = null
from budgets g
where g.customer_id = e.customer_id and g.budget_id = e.budget_id and g.state = 'draft' and e.tenant_percent = 0;
