-- Since when an attempt meets an error each time it is carried on: one whose order cannot be made is given up after a while, and
-- what was paid or held for it goes back.
alter table checkout.attempts add column failing_since timestamptz;
