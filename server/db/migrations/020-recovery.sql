-- What recovery after a killed process or a lost answer has to know.

alter table orders
  -- Since when the unified database may hold a policy of ours that we have no answer about; null: it surely holds none.
  add column set_asked_at timestamptz,
  -- How often it has answered SetPolicy itself with a Fault.
  add column issue_faults integer not null default 0;

alter table payment_attempts
  -- When the bank was asked for the bill: from then on one may exist, whatever became of the answer.
  add column asked_at timestamptz,
  -- When the bank or the acquirer was last asked how it stands.
  add column checked_at timestamptz;
create index payment_attempts_closed on payment_attempts (created_at) where state in ('rejected', 'expired', 'error');

create index messages_unsent on messages (created_at) where sent_at is null;
