-- The sweep looks every few seconds for policies whose papers are missing or untold and for those whose day has come: by what is open, never by
-- reading every policy there has been.
create index orders_papers_unsent on orders (id) where state = 'issued' and papers_sent_at is null;
create index policies_to_begin on policies (start_date) where state = 'pending';
