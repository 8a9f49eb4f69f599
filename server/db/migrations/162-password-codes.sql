-- A session that did not begin by the password sets one with a code of its own.
alter table codes drop constraint codes_purpose_check;
alter table codes add constraint codes_purpose_check check (purpose in ('sign_in', 'phone', 'email', 'terminate', 'password'));
