-- What was pressed and has not gone yet, for some seconds, in which whoever pressed may take it back: the
-- call as it will be made, by whose account. Nothing of it has happened; one act about a thing.
create table held_acts (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  subject text not null,
  call text not null,
  body jsonb not null,
  account_id uuid not null references accounts (id),
  locale text not null,
  held_at timestamptz not null,
  goes_at timestamptz not null,
  unique (kind, subject)
);
create index held_acts_going on held_acts (goes_at);
-- Whoever looks at the thing sees that it was pressed, and that it was taken back.
create function held_changed() returns trigger language plpgsql as $$
declare
  held held_acts;
begin
  if tg_op = 'DELETE' then held := old; else held := new; end if;
  perform pg_notify('order_changed', 'desk:' || case held.kind when 'period' then 'closing' else held.subject end);
  return null;
end $$;
create trigger held_changed after insert or delete on held_acts for each row execute function held_changed();
-- Decisions about claims were held in a table of their own: what waits there goes from here. Processes of
-- the version before still hold and let go there.
with held as (delete from claim_holds returning *)
insert into held_acts (kind, subject, call, body, account_id, locale, held_at, goes_at)
select 'claim', claim_id,
  case when signature_id is null then 'staffClaimMove' else 'staffClaimSign' end,
  case when signature_id is null
    then jsonb_strip_nulls(jsonb_build_object('claim_id', claim_id, 'from', from_state, 'to', to_state, 'reason', reason, 'payable', payable))
    else jsonb_build_object('signature_id', signature_id) end,
  split_part(actor, ':', 2)::uuid, 'kz', held_at, goes_at
from held;
