-- What a client said of a policy that ends, to the promoter who called. Of a sold car nobody is
-- reminded any more. `actor`: who wrote it down.
create table renewal_answers (
  policy_id uuid primary key references policies (id) on delete cascade,
  answer text not null check (answer in ('car_sold')),
  actor text not null,
  at timestamptz not null
);

-- Who asked not to be called. `actor`: the promoter they told it, or the client in their cabinet:
-- what the client has set, the client alone takes back.
create table no_calls (
  iin text primary key,
  actor text not null,
  at timestamptz not null
);
