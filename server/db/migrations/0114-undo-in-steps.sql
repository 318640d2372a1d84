-- As before, but one kind of record at a time, so that who waits sees how far it is: bills first, then whom they were for.
drop function remove_imported(bigint);
create function remove_imported(of_import_id bigint, what text) returns void
  language plpgsql security definer set search_path = public as $$
begin
  if not exists (select from imports i where i.import_id = of_import_id and i.kind = 'registry'
      and (actor_customer_id() is null or i.customer_id = actor_customer_id())) then
    return;
  end if;
  case what
    when 'bills' then
      delete from bills where import_id = of_import_id;
    when 'subjects' then
      -- An empty credit holds nobody: whoever the import had brought goes with it.
      delete from subject_credits c using subjects s
      where s.import_id = of_import_id and c.customer_id = s.customer_id and c.subject_id = s.subject_id and c.balance = 0;
      perform remove_unreferenced('subjects', 'subject_id', of_import_id);
    when 'accounts' then
      perform remove_unreferenced('accounts', 'account_id', of_import_id);
  end case;
end $$;
revoke execute on function remove_imported from public;
grant execute on function remove_imported to saldo_customer, saldo_super;
