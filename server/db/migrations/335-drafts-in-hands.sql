-- Where a draft was saved or opened last, and which colleague has handed it over.
alter table promoter_drafts
  add column device text not null default '',
  add column session text not null default '',
  add column given_by uuid references accounts (id) on delete set null;
