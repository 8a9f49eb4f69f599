-- The trace of the calculation, so that the order's trace can point to it.

alter table quotes add column trace text;
