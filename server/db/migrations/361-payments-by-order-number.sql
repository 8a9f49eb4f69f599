-- A line of a statement says an order's number as the bill's purpose has it, without the end of its id.
create index payment_attempts_of_number on payment_attempts (split_part(order_id, '-', 1));
create index refunds_of_number on refunds (split_part(order_id, '-', 1));
