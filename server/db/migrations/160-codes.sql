-- What one address has tried for one IIN is found at once, however many others have tried.
create index sign_in_failures_of_address on sign_in_failures (realm, iin, address, at);

-- A code belongs to the browser that asked for it: so nobody else's wrong guesses use it up, and nobody else's asking makes it old. Who asked
-- without a cookie may give it back without one, from the same address, with tries of their own. The
-- address is kept as a keyed hash.
alter table codes
  add column browser bytea,
  add column address bytea,
  add column bare_tries integer not null default 0;
drop index codes_newest;
create index codes_of_browser on codes (purpose, subject, browser, sent_at desc);
create index codes_of_address on codes (purpose, subject, address, sent_at desc);

alter table otp_codes
  add column browser bytea,
  add column address bytea,
  add column bare_tries integer not null default 0;
drop index otp_codes_newest;
create index otp_codes_of_browser on otp_codes (iin, phone, browser, sent_at desc);
create index otp_codes_of_address on otp_codes (iin, phone, address, sent_at desc);
