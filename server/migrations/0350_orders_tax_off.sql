-- What the running sums of a tax group do not say about one line of it, in minor units. Zero is right for older lines:
-- their credits followed the running sums.
alter table orders.lines
  -- How far the invoiced tax of its kept pieces is from that of their net amount, rounded by itself.
  add column kept_tax_off_minor bigint not null default 0,
  -- By how much the credits of its returned pieces have more tax than the running sum gave them.
  add column credited_tax_off_minor bigint not null default 0;
