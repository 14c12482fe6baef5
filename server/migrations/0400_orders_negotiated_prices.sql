-- The buyer agreed with the supplier on the price of the line by hand: the note that says so, and the ids of the files that prove it.
-- Null: the price is that of the catalogue on the day of the order.
alter table orders.lines add column negotiated_price jsonb constraint lines_negotiated_price_proven check (
  negotiated_price is null
  or coalesce(
    negotiated_price ->> 'note' <> '' and jsonb_array_length(negotiated_price -> 'attachmentIds') > 0,
    false));
