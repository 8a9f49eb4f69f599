-- Money that was wrong before contracts owned it is no longer in any database: nothing writes a
-- finding or marks a contract or a policy irregular.
drop table contract_findings;
alter table contracts drop column irregular;
alter table contracts
  add constraint contracts_refunds_covered check (refunds_open >= 0 and refunded + refunds_open <= paid_in);
alter table policies drop column irregular;
create unique index policies_one_in_force on policies (contract_id, period) where state in ('pending', 'active');
