-- The checks of 209 and 212 are held against the rows that stand, in a transaction of its own: that lock lets others read and write.
alter table files validate constraint files_kind_check;
alter table codes validate constraint codes_purpose_check;
alter table claims validate constraint claims_asked_sum_check;
alter table claims validate constraint claims_estimated_sum_check;
alter table claims validate constraint claims_payable_sum_check;
