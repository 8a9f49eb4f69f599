-- What somebody else does to an order, a client or a claim wakes whoever looks at it, through the channel every process hears already
-- (003-sales.sql): `desk:<id>`. The columns that name the thing come as the trigger's arguments.
create function desk_changed() returns trigger language plpgsql as $$
declare
  named text;
begin
  for at in 0 .. tg_nargs - 1 loop
    named := to_jsonb(new) ->> tg_argv[at];
    if named is not null then
      perform pg_notify('order_changed', 'desk:' || named);
    end if;
  end loop;
  return new;
end $$;
create trigger desk_changed after update on orders for each row execute function desk_changed('id');
create trigger desk_changed after update on home_subscriptions for each row execute function desk_changed('id', 'account_id');
create trigger desk_changed after insert on order_acts for each row execute function desk_changed('order_id');
create trigger desk_changed after insert or update on refunds for each row execute function desk_changed('order_id');
create trigger desk_changed after insert or update on claims for each row execute function desk_changed('id', 'account_id');
create trigger desk_changed after insert on claim_events for each row execute function desk_changed('claim_id');
create trigger desk_changed after insert on claim_messages for each row execute function desk_changed('claim_id');
create trigger desk_changed after insert on client_notes for each row execute function desk_changed('account_id');
