/* A sign-in link opens a session in the edition of the web app it was made for, and in no other. Links made before this
   lasted a quarter of an hour at most. */
alter table one_time_tokens
  -- The edition that a sign-in link is for. Null: not a sign-in link, any edition.
  add column audience text check (audience in ('business', 'b2c'));
update one_time_tokens set audience = 'business' where purpose = 'sign_in';
alter table one_time_tokens
  add constraint a_sign_in_link_is_for_an_edition check ((purpose = 'sign_in') = (audience is not null));

/* That a mail's link was followed is also an event of its bill, whose words the server writes: it notes both as the system. */
drop function note_mail_opened;
