-- As 0360.
create function orders.order_is_sound(placed orders.orders) returns boolean language plpgsql immutable parallel safe as $$
declare
  broken constant text := case
    when placed.state not in ('PENDING_APPROVAL', 'PLACED', 'CONFIRMED', 'PARTIALLY_SHIPPED', 'SHIPPED', 'DELIVERED', 'CLOSED', 'REJECTED', 'CANCELLED') then 'orders_state_known'
    when placed.payment_state not in ('UNPAID', 'AUTHORIZED', 'PAID', 'PARTIALLY_REFUNDED', 'REFUNDED', 'FAILED') then 'orders_payment_state_known'
    when placed.total_minor < 0 then 'orders_total_not_negative'
    when num_nonnulls(placed.goods_minor, placed.discount_minor, placed.shipping_minor, placed.tax_minor, placed.tax_breakdown) not in (0, 5) then 'orders_amounts_whole'
    when placed.total_minor <> placed.goods_minor - placed.discount_minor + placed.shipping_minor + placed.tax_minor then 'orders_amounts_add_up'
    when jsonb_typeof(placed.discounts) <> 'array' then 'orders_discounts_list'
    when (placed.held_at is null) <> (placed.held_by is null) then 'orders_held_by_somebody'
    when placed.reduced_minor < 0 then 'orders_reduced_not_negative'
    when placed.carriage_credited_minor < 0 then 'orders_carriage_credited_not_negative'
  end;
begin
  if broken is null then return true; end if;
  raise check_violation using message = format('a row of orders.orders breaks "%s"', broken),
    schema = 'orders', table = 'orders', constraint = broken;
end
$$;

alter table orders.orders
  add constraint orders_sound check (orders.order_is_sound(orders)) not valid,
  drop constraint orders_state_known,
  drop constraint orders_payment_state_known,
  drop constraint orders_total_not_negative,
  drop constraint orders_amounts_whole,
  drop constraint orders_amounts_add_up,
  drop constraint orders_discounts_list,
  drop constraint orders_held_by_somebody,
  drop constraint orders_reduced_not_negative,
  drop constraint orders_carriage_credited_not_negative;

create function orders.line_is_sound(line orders.lines) returns boolean language plpgsql immutable parallel safe as $$
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
  end;
begin
  if broken is null then return true; end if;
  raise check_violation using message = format('a row of orders.lines breaks "%s"', broken),
    schema = 'orders', table = 'lines', constraint = broken;
end
$$;

alter table orders.lines
  add constraint lines_sound check (orders.line_is_sound(lines)) not valid,
  drop constraint lines_quantity_positive,
  drop constraint lines_delivery_positive,
  drop constraint lines_price_not_negative,
  drop constraint lines_conversion_whole,
  drop constraint lines_tax_category_known,
  drop constraint lines_tax_whole,
  drop constraint lines_shipped_within_ordered,
  drop constraint lines_delivered_within_shipped,
  drop constraint lines_returned_within_delivered,
  drop constraint lines_credited_within_given_up,
  drop constraint lines_credited_not_negative,
  drop constraint lines_reduced_not_negative;
