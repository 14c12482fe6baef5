-- Lines that were converted keep what they were converted with, so that an old order never meets today's rate.
-- Nullable on purpose: most lines are in the currency of their supplier, and older orders were.
alter table orders.lines
  -- Names a set of fx.rate_sets, which are never changed.
  add column rate_set_id text,
  -- One unit of the supplier's currency in units of the order's, with every digit it was reckoned with.
  add column rate numeric,
  add column rate_from text,
  add column rate_to text,
  add constraint lines_conversion_whole check (
    num_nonnulls(rate_set_id, rate, rate_from, rate_to) in (0, 4) and (rate is null or rate > 0)
  );
