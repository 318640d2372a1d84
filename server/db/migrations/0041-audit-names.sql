/* The audit log asks for the name behind each column of each row that it takes. As one SQL expression of all kinds of
   records, the question was planned anew at each call, all fourteen look-ups of it: nearly half of the time of the log's
   line for a new person. PL/pgSQL keeps a plan of each look-up and makes only those that it needs. */

-- The name of the record that a column refers to, or of the records that it lists; null: the column refers to none.
create or replace function audit_name(key text, value jsonb) returns jsonb
  language plpgsql stable security definer set search_path = public as $$
begin
  case key
    when 'subject_id', 'merged_into' then
      return (select to_jsonb(nominative) from subjects where subject_id = (value #>> '{}')::bigint);
    when 'account_id' then
      return (select to_jsonb(name) from accounts where account_id = (value #>> '{}')::bigint);
    when 'unit_id' then
      return (select to_jsonb(name) from units where unit_id = (value #>> '{}')::bigint);
    when 'unit_ids' then
      return (
        select jsonb_agg(u.name order by e.n)
        from jsonb_array_elements_text(value) with ordinality e (id, n) join units u on u.unit_id = e.id::bigint);
    when 'weight_table_id', 'second_table_id' then
      return (select to_jsonb(name) from weight_tables where weight_table_id = (value #>> '{}')::bigint);
    when 'budget_id' then
      return (select to_jsonb(name) from budgets where budget_id = (value #>> '{}')::bigint);
    when 'bill_id', 'reissued_bill_id' then
      return (select to_jsonb(number) from bills where bill_id = (value #>> '{}')::bigint);
    when 'user_id' then
      return (select to_jsonb(nominative) from users where user_id = (value #>> '{}')::bigint);
    when 'agent_id' then
      return (select to_jsonb(name) from agents where agent_id = (value #>> '{}')::bigint);
    when 'group_id' then
      return (select to_jsonb(name) from customer_groups where group_id = (value #>> '{}')::bigint);
    when 'sector_id' then
      return (select to_jsonb(name) from sectors where sector_id = (value #>> '{}')::bigint);
    else
      return null;
  end case;
end $$;
