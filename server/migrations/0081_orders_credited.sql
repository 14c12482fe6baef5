-- On net terms an order whose goods all went back is CREDITED: nothing was paid, and nothing is refunded. VOIDED remains
-- for payments that were given up before goods had left.
create or replace function orders.order_is_sound(placed orders.orders) returns boolean language plpgsql immutable parallel safe as $$
declare
  broken constant text := case
    when placed.state not in ('PENDING_APPROVAL', 'PLACED', 'CONFIRMED', 'PARTIALLY_SHIPPED', 'SHIPPED', 'DELIVERED', 'CLOSED', 'REJECTED', 'CANCELLED') then 'orders_state_known'
    when placed.payment_state not in ('UNPAID', 'AUTHORIZED', 'PAID', 'PARTIALLY_REFUNDED', 'REFUNDED', 'VOIDED', 'CREDITED', 'FAILED') then 'orders_payment_state_known'
    when placed.total_minor < 0 then 'orders_total_not_negative'
    when num_nonnulls(placed.goods_minor, placed.discount_minor, placed.shipping_minor, placed.tax_minor, placed.tax_breakdown) not in (0, 5) then 'orders_amounts_whole'
    when placed.total_minor <> placed.goods_minor - placed.discount_minor + placed.shipping_minor + placed.tax_minor then 'orders_amounts_add_up'
    when jsonb_typeof(placed.discounts) <> 'array' then 'orders_discounts_list'
    when (placed.held_at is null) <> (placed.held_by is null) then 'orders_held_by_somebody'
    when placed.reduced_minor < 0 then 'orders_reduced_not_negative'
    when placed.shipping_credited_minor < 0 then 'orders_shipping_credited_not_negative'
  end;
begin
  if broken is null then return true; end if;
  raise check_violation using message = format('a row of orders.orders breaks "%s"', broken),
    schema = 'orders', table = 'orders', constraint = broken;
end
$$;

with on_terms as (
  select company_id, order_id from payments.payments
  where method = 'invoice' and state in ('VOIDED', 'REFUNDED') and order_id is not null
), credited as (
  select l.company_id, l.order_id
  from on_terms t join orders.lines l on l.company_id = t.company_id and l.order_id = t.order_id
  where l.total_minor - coalesce(l.discount_minor, 0) + coalesce(l.tax_minor, 0) > 0
  group by l.company_id, l.order_id
  having bool_or(l.shipped_quantity > 0) and bool_and(l.credited_quantity = l.quantity)
), moved as (
  update orders.orders o set payment_state = 'CREDITED', version = o.version + 1, updated_at = now(),
    state = case o.state when 'DELIVERED' then 'CLOSED' else o.state end
  from credited c
  where o.company_id = c.company_id and o.id = c.order_id and o.payment_state in ('VOIDED', 'REFUNDED')
  returning o.company_id, o.id, o.version
)
insert into orders.timeline (company_id, order_id, version, kind, actor_id, details, happened_at)
select company_id, id, version, 'PAYMENT_CREDITED', null, '{}', now() from moved;
