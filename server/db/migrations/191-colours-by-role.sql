-- Colours are named by what they are for, no longer by how ours look: the keys of partners' themes,
-- and of themes that are proposed.
create function pg_temp.by_role(theme text) returns text language sql as $$
  select regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(
    theme, '--on-teal\M', '--on-brand', 'g'), '--teal\M', '--brand', 'g'),
    '--on-saffron\M', '--on-accent', 'g'), '--saffron\M', '--accent', 'g'),
    '--green\M', '--success', 'g'), '--red\M', '--danger', 'g')
$$;

update partners set theme = pg_temp.by_role(theme::text)::jsonb;
update reference_proposals
set change = pg_temp.by_role(change::text)::jsonb, before = pg_temp.by_role(before::text)::jsonb
where kind = 'partners';
