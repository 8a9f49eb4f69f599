-- Addresses are found with the letters of a Russian keyboard and with a mistake in a name: the words are made alike
-- (domain/home/address-words.ts), and a word nobody has is compared with the names there are.
create extension if not exists pg_trgm;
create table address_words (word text primary key);
create index address_words_alike on address_words using gin (word gin_trgm_ops);
-- The copy of the register is made again, with its words so.
delete from address_imports;
