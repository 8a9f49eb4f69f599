-- Whether an insurer takes a code from an SMS as the signature under the applications of a claim
-- (decision 221). Staff change it with the other terms of the insurer.
alter table insurers add column signs_claims_by_code boolean not null default true;
