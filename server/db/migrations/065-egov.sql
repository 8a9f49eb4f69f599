-- Sign-in by the government's e-ID: what was begun, in which browser, and where it leads.

create table idp_sign_ins (
  id uuid primary key default gen_random_uuid(),
  state bytea not null unique,
  -- The browser that began it, by its own cookie: a link with somebody else's code signs nobody in.
  browser bytea not null,
  return_path text,
  locale text not null check (locale in ('kz', 'ru')),
  -- PKCE, where their side knows it.
  verifier text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index idp_sign_ins_old on idp_sign_ins (expires_at);

alter table tokens drop constraint tokens_began_by_check;
alter table tokens add constraint tokens_began_by_check check (began_by in ('password', 'temporary', 'code', 'egov'));

-- The e-ID names a person; whether they are a resident and hold a valid document only the registers say.
alter table people drop constraint people_origin_check;
alter table people add constraint people_origin_check check (origin in ('register', 'document', 'egov'));
alter table people alter column resident drop not null;
alter table people alter column document_valid drop not null;
