/* Undoing an import of the registry keeps what was told. The bills of an import that is undone on a later day, or whose day lies
   in a closed period, are cancelled and stay: the ledger takes them back today. Otherwise, on the import's own day, they go
   as if they had never been. */
create or replace function remove_imported(of_import_id bigint, what text) returns void
  language plpgsql security definer set search_path = public as $$
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
      -- An empty credit holds nobody: whoever the import had brought goes with it.
      delete from subject_credits c using subjects s
      where s.import_id = of_import_id and c.customer_id = s.customer_id and c.subject_id = s.subject_id and c.balance = 0;
      perform remove_unreferenced('subjects', 'subject_id', of_import_id);
    when 'accounts' then
      perform remove_unreferenced('accounts', 'account_id', of_import_id);
  end case;
end $$;
