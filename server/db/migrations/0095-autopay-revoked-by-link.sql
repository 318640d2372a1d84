/* What a link revoked can be taken back by a link for a day. What its payer revoked in the product, or what ended with a method or
   an access, cannot. */
alter table autopay_links
  -- When the autopay was revoked by one of its links. Null: it was not, or that was taken back.
  add column revoked_at timestamptz;
