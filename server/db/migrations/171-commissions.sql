-- What the broker keeps of a premium by its own contract with the insurer: per product, from a day on. The unified database tells no such rate.

create table commissions (
  id integer generated always as identity primary key,
  insurer_code text not null,
  product text not null check (product in ('ogpo', 'home')),
  -- The row's key, by which it is changed and proposed.
  code text not null generated always as (insurer_code || '-' || product) stored,
  commission_percent numeric(5, 2) not null check (commission_percent between 0 and 100),
  sample boolean not null default true,
  effective_from date not null,
  effective_to date,
  unique (insurer_code, product, effective_from)
);

insert into commissions (insurer_code, product, commission_percent, sample, effective_from, effective_to)
select insurers.code, products.product, insurers.commission_percent, insurers.sample, insurers.effective_from, insurers.effective_to
from insurers cross join (values ('ogpo'), ('home')) as products (product);

-- A proposal that waits would change the rate of a row that has none any more: it is made again where the rate is now.
update reference_proposals set state = 'rejected', decided_at = now(), decision_note = 'commissions have rows of their own now'
where kind = 'insurers' and state = 'proposed' and change ->> 'commission_percent' is distinct from before ->> 'commission_percent';

alter table insurers drop column commission_percent;

-- Refused with 12010: our contract names no rate (`ours` is null), or another one than the quote was made with (`theirs`).
alter table commission_mismatches alter column ours drop not null;
