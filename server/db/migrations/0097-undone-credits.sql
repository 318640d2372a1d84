-- An empty credit holds nobody: whoever an undone import had brought goes with it.
create or replace function remove_imported(of_import_id bigint) returns void
  language plpgsql security definer set search_path = public as $$
begin
  if not exists (select from imports i where i.import_id = of_import_id and i.kind = 'registry'
      and (actor_customer_id() is null or i.customer_id = actor_customer_id())) then
    return;
  end if;
  delete from bills where import_id = of_import_id;
  delete from subject_credits c using subjects s
  where s.import_id = of_import_id and c.customer_id = s.customer_id and c.subject_id = s.subject_id and c.balance = 0;
  perform remove_unreferenced('subjects', 'subject_id', of_import_id);
  perform remove_unreferenced('accounts', 'account_id', of_import_id);
end $$;
