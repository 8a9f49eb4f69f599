-- Mailboxes and numbers that take no message, for good, as their gateway said last. A message that arrives, or another address, ends it.
create table unreachable (
  kind text not null check (kind in ('sms', 'mail')),
  address text not null,
  refused_at timestamptz not null,
  primary key (kind, address)
);
