-- With which effect of a list the clients were screened last; when it is another one now, they are screened again.
alter table aml_lists add column screened_effect text;
update aml_lists set screened_effect = effect;
