-- No process marks its requests, and these three queues are part of 'payment-check', 'notify' and
-- 'refund' since contracts own their money.
drop table requests_in_progress;
delete from queue_allowances where job in ('home-check', 'home-tell', 'home-refund');
