-- The buyer agreed with the supplier on the price of the line by hand: the note that says so, and the ids of the files that prove it.
-- Null: the price is that of the catalogue on the day of the order.
alter table orders.lines add column negotiated_price jsonb;

create or replace function orders.line_is_sound(line orders.lines) returns boolean language plpgsql immutable parallel safe as $$
declare
  broken constant text := case
    when line.quantity <= 0 then 'lines_quantity_positive'
    when line.delivery <= 0 then 'lines_delivery_positive'
    when line.unit_price < 0 or line.total_minor < 0 then 'lines_price_not_negative'
    when num_nonnulls(line.rate_set_id, line.rate, line.rate_from, line.rate_to) not in (0, 4) or line.rate <= 0 then 'lines_conversion_whole'
    when line.tax_category not in ('S', 'Z', 'E', 'AE', 'K', 'G', 'O') then 'lines_tax_category_known'
    when num_nonnulls(line.discount_minor, line.tax_category, line.tax_rate, line.tax_minor) not in (0, 4) then 'lines_tax_whole'
    when line.shipped_quantity < 0 or line.cancelled_quantity < 0
      or line.shipped_quantity + line.cancelled_quantity > line.quantity then 'lines_shipped_within_ordered'
    when line.delivered_quantity < 0 or line.missing_quantity < 0
      or line.delivered_quantity + line.missing_quantity > line.shipped_quantity then 'lines_delivered_within_shipped'
    when line.returned_quantity < 0 or line.returned_quantity > line.delivered_quantity
      or line.claimed_quantity < 0 or line.claimed_quantity > line.missing_quantity then 'lines_returned_within_delivered'
    when line.credited_quantity < 0
      or line.credited_quantity > line.cancelled_quantity + line.returned_quantity + line.claimed_quantity then 'lines_credited_within_given_up'
    when line.credited_minor < 0 then 'lines_credited_not_negative'
    when line.reduced_open_minor < 0 or line.reduced_kept_minor < 0 then 'lines_reduced_not_negative'
    when line.negotiated_price is not null and not coalesce(
      line.negotiated_price ->> 'note' <> '' and jsonb_array_length(line.negotiated_price -> 'attachmentIds') > 0, false) then 'lines_negotiated_price_proven'
  end;
begin
  if broken is null then return true; end if;
  raise check_violation using message = format('a row of orders.lines breaks "%s"', broken),
    schema = 'orders', table = 'lines', constraint = broken;
end
$$;

-- PostgreSQL does not check existing rows when a function changes. The next migration validates the check (ADR 27).
alter table orders.lines
  drop constraint lines_sound,
  add constraint lines_sound check (orders.line_is_sound(lines)) not valid;
