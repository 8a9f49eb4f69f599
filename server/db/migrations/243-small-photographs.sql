-- A photograph as small as the desk's list of papers shows it: WebP of some kilobytes (decision 261). Null where it was not decoded.
alter table photograph_prints add column small bytea;
