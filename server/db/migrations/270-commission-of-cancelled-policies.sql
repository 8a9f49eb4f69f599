-- Whether a commission goes back with the whole premium of a policy cancelled on its first day: by the contract with each insurer, from a day
-- on (decision 299). Until a contract says otherwise it does.
alter table commissions add column returned_on_cancel boolean not null default true;
