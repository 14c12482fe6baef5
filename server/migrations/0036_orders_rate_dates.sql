-- When the rate that converted the price of a line was true.
alter table orders.lines add column rate_as_of timestamptz;
update orders.lines set rate_as_of = s.as_of from fx.rate_sets s where s.id = rate_set_id;
