-- The address of a policy's pass for the wallet of a phone. A number of its own: a pass is shared more easily than the policy's document, and
-- must not open that. Made when it is first asked for; a pass given before is asked for anew.
create table wallet_passes (
  uuid uuid primary key default gen_random_uuid(),
  policy_id uuid not null unique references policies (id)
);
