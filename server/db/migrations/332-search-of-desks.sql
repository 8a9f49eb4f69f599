-- A name as the search of the desks compares it: whichever way it is spelt. Kazakh letters as the
-- Russian ones that stand for them, Cyrillic in Latin, the ways of passports made one (ZH and J, KH
-- and H, Q and K, I and Y), a letter for two of it, no spaces: names written together or apart.
create function name_key(text) returns text language sql immutable strict parallel safe as $$
  with latin (word) as (
    select translate(
      replace(replace(replace(replace(replace(replace(replace(replace(
        translate(lower($1),
          'АӘБВГҒДЕЁЖЗИІЙКҚЛМНҢОӨПРСТУҰҮФХҺЦЧШЩЪЫЬЭЮЯ',
          'аәбвгғдеёжзиійкқлмнңоөпрстуұүфхһцчшщъыьэюя'),
        'ж', 'j'), 'ц', 'ts'), 'ч', 'ch'), 'ш', 'sh'), 'щ', 'sh'), 'ю', 'iu'), 'я', 'ia'), 'э', 'e'),
      'аәбвгғдеёзиійкқлмнңоөпрстуұүфхһыäáàâãåéèêëíìîïıóòôõöúùûüçşğñwyqxъь',
      'aabvggdeeziiikklmnnooprstuuufhhiaaaaaaeeeeiiiiiooooouuuucsgnvikh')
  ), one (word) as (
    select replace(replace(replace(replace(replace(replace(replace(
      regexp_replace(word, '(^|[^a-z])ie', '\1e', 'g'),
      'shch', 'sh'), 'dzh', 'j'), 'zh', 'j'), 'kh', 'h'), 'gh', 'g'), 'ph', 'f'), 'ck', 'k')
    from latin
  )
  select regexp_replace(regexp_replace(word, '[^a-z]', '', 'g'), '(.)\1+', '\1', 'g') from one
$$;
create index people_names on people
  using gin (name_key(surname || ' ' || name || ' ' || patronymic) gin_trgm_ops);
create index accounts_names on accounts
  using gin (name_key(surname || ' ' || name || ' ' || patronymic) gin_trgm_ops)
  where realm = 'cabinet';
-- Whatever else somebody at a desk is told: an address of e-mail, a bank's invoice, a receipt.
create index accounts_email on accounts (lower(email)) where realm = 'cabinet' and email is not null;
create index people_email on people (lower(email)) where email is not null;
create index orders_email on orders (lower(email)) where email is not null;
create index payment_attempts_phone on payment_attempts (phone) where phone is not null;
create index refunds_outside on refunds (outside_id) where outside_id is not null;
create index fiscal_receipts_number on fiscal_receipts (number) where number is not null;
create index statement_rows_outside on statement_rows (outside_id);
