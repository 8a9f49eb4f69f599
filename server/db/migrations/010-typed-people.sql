-- Persons typed by hand from the identity document, each for whoever typed them: nobody changes what others see of a person.
create table typed_people (
  iin text not null,
  typed_by text not null,
  surname text not null,
  name text not null,
  patronymic text not null default '',
  birth_date date not null,
  document jsonb not null,
  at timestamptz not null,
  primary key (iin, typed_by)
);
