/* A super user without a second step (authenticator app or passkey) has no power yet. find_session gives their session a role
   of its own, from which become_session takes no super user's rights: the transaction sees them and nobody's records. The
   server tells it apart by the same word, so it asks nothing more at each request. */
create or replace function find_session(token bytea)
  returns table (session_id bigint, user_id bigint, customer_id bigint, role text, permissions text, accounts text)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  select s.session_id, u.user_id, u.customer_id,
    case
      when u.flag_super_user and not exists (
          select from totp_secrets t where t.user_id = u.user_id and t.secret is not null)
        and not exists (select from passkeys p where p.user_id = u.user_id) then 'super_user_without_second_step'
      when u.flag_super_user then 'super_user'
      when u.customer_id is null then 'consumer'
      when c.is_store then 'store'
      when c.state = '1' then 'customer'
      else 'awaiting'
    end,
    case when u.is_subuser then permissions_of(u.user_id) end,
    case when not u.all_accounts then accounts_of(u.user_id) end
  from access_tokens t
  join sessions s on s.session_id = t.session_id and s.revoked_at is null
  join users u on u.user_id = s.user_id and u.state = 'active'
  left join customers c on c.customer_id = u.customer_id
  where t.token_hash = token and t.expires_at > now();
end;
