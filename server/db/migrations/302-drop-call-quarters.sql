-- Calls are kept by operation (`operation_quarters`); nobody writes or reads those of a whole system.
drop table call_quarters;
