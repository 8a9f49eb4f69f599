-- Why a sale was refused (decision 228): which call, by which codes, of whom by a keyed digest alone. `person`: the policyholder; `named`:
-- everyone and every car the request named, the policyholder among them. `subject`: our id of the application or calculation, by which the
-- journal of outgoing calls knows its lines. Nothing here is an IIN, a plate or a phone.
create table refused_sales (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  call text not null,
  actor text not null,
  person text not null,
  named text[] not null,
  findings jsonb not null,
  outside text,
  subject text,
  request text not null
);
create index refused_sales_named on refused_sales using gin (named);
create index refused_sales_at on refused_sales (at);
