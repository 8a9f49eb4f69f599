-- A client whose policy a promoter sold had an account without a phone, so that neither a sign-in code nor a new password reached them. The
-- register had linked the policyholder's phone of every quote to them: the newest of an ordered one is theirs. A phone that another account
-- has stays there; of two clients the register named last is taken. An account that waits for its deletion is left as it is.
with confirmed as (
  select distinct on (accounts.id) accounts.id, quotes.facts ->> 'phone' as phone, quotes.created_at
  from accounts
  join orders on orders.buyer_iin = accounts.iin
  join quotes on quotes.id = orders.calculation_id and quotes.facts -> 'policyholder' ->> 'iin' = accounts.iin
  where accounts.realm = 'cabinet' and accounts.role = 'user' and accounts.phone is null and accounts.deletion_asked_at is null
    and quotes.facts ->> 'phone' ~ '^7[0-9]{10}$'
  order by accounts.id, quotes.created_at desc
),
one_each as (
  select distinct on (phone) id, phone from confirmed
  where not exists (select from accounts as other where other.realm = 'cabinet' and other.phone = confirmed.phone)
  order by phone, created_at desc
)
update accounts set phone = one_each.phone from one_each where accounts.id = one_each.id;
